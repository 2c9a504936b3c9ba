// A small map of the whole tree and of the part on the screen. Click or drag to go there.

import { clamp } from './camera.js';

/** @import { Camera } from './camera.js' */
/** @import { Ctx } from './cards.js' */
/** @import { Layout } from './layout.js' */
/** @import { View } from './painter.js' */
/** @import { Palette } from './palette.js' */

const MARGIN = 6;

export class Minimap {
  width = 0;
  height = 0;
  ratio = 1;
  levels = 1;
  bounds = { left: 0, right: 1 };

  /**
   * `go(x, level)` is called with the place that was pointed at.
   * @param {HTMLCanvasElement} canvas
   * @param {(x: number, level: number) => void} go
   */
  constructor(canvas, go) {
    this.canvas = canvas;
    this.picture = document.createElement('canvas'); // the tree, kept while only the camera moves
    this.drawnFor = '';
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.point(event, go);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (canvas.hasPointerCapture(event.pointerId)) this.point(event, go);
    });
  }

  /** @param {PointerEvent} event @param {(x: number, level: number) => void} go */
  point(event, go) {
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    go(this.worldX(event.clientX - box.left), this.worldLevel(event.clientY - box.top));
  }

  /**
   * Draw, unless the whole tree is on the screen anyway.
   * @param {Layout} layout
   * @param {Camera} camera
   * @param {View} view
   */
  draw(layout, camera, view) {
    this.bounds = layout.bounds;
    this.levels = layout.levels;
    const seen = camera.shows(layout.bounds, layout.levels, 0);
    this.canvas.hidden = seen;
    if (seen) return;
    this.measure();
    this.drawTree(layout, view);
    const ctx = context(this.canvas);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.drawImage(this.picture, 0, 0);
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.drawFrame(ctx, camera, view.palette);
  }

  measure() {
    const ratio = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    [this.width, this.height, this.ratio] = [width, height, ratio];
    for (const canvas of [this.canvas, this.picture]) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    this.drawnFor = '';
  }

  get scaleX() {
    const { left, right } = this.bounds;
    return (this.width - 2 * MARGIN) / (right - left);
  }

  get scaleY() {
    return (this.height - 2 * MARGIN) / this.levels;
  }

  /** @param {number} worldX */
  x(worldX) {
    return MARGIN + (worldX - this.bounds.left) * this.scaleX;
  }

  /** @param {number} level */
  y(level) {
    return MARGIN + (level + 0.5) * this.scaleY;
  }

  /** @param {number} x */
  worldX(x) {
    return (x - MARGIN) / this.scaleX + this.bounds.left;
  }

  /** @param {number} y */
  worldLevel(y) {
    return (y - MARGIN) / this.scaleY - 0.5;
  }

  /**
   * Draw every node that has a place as a short bar, at most one per pixel.
   * @param {Layout} layout
   * @param {View} view
   */
  drawTree(layout, { step, palette, ghosts, theme }) {
    const { size, stepEntered } = layout.model;
    const wanted = [layout.arrangement, stepEntered[step], theme, ghosts].join();
    if (wanted === this.drawnFor) return;
    this.drawnFor = wanted;
    const ctx = context(this.picture);
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.width, this.height);
    this.drawBars(ctx, palette.faint, ghosts ? size : 0, layout);
    this.drawBars(ctx, palette.edge, stepEntered[step], layout);
  }

  /** @param {Ctx} ctx @param {string} colour @param {number} end @param {Layout} layout */
  drawBars(ctx, colour, end, layout) {
    const { model } = layout;
    const last = new Float64Array(model.levels).fill(-1);
    const [height, scale] = [Math.max(1, this.scaleY * 0.6), this.scaleX];
    const { left } = this.bounds;
    const width = clamp(50 * scale, 1, 6);
    ctx.fillStyle = colour;
    for (let k = 0; k < layout.count; k++) {
      const i = layout.nodes[k];
      if (i >= end) break;
      const level = model.depth[i];
      const x = MARGIN + (layout.x[i] - left) * scale;
      if (x - last[level] < 0.75) continue;
      last[level] = x;
      ctx.fillRect(x - width / 2, this.y(level) - height / 2, width, height);
    }
  }

  /** @param {Ctx} ctx @param {Camera} camera @param {Palette} palette */
  drawFrame(ctx, camera, palette) {
    const left = Math.max(1, this.x(camera.worldX(0)));
    const right = Math.min(this.width - 1, this.x(camera.worldX(camera.width)));
    const top = Math.max(1, this.y(camera.worldLevel(0)));
    const bottom = Math.min(this.height - 1, this.y(camera.worldLevel(camera.height)));
    ctx.strokeStyle = palette.accent;
    ctx.lineWidth = 2;
    ctx.strokeRect(left, top, Math.max(3, right - left), Math.max(3, bottom - top));
  }
}

/** @param {HTMLCanvasElement} canvas */
export function context(canvas) {
  const found = canvas.getContext('2d');
  if (!found) throw new Error('this browser cannot draw on a canvas');
  return found;
}
