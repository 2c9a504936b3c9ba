// Which part of the tree is on the screen. Sideways the unit is the layout's; downwards it is a
// level, and levels are never closer than `closest` pixels, however far you zoom out.

import { SLOT } from './layout.js';

const FARTHEST_SLOT = 0.004; // pixels
const NEAREST = 2.5;
const LARGEST = 1.4; // how much a small tree is enlarged when it opens, on a screen of 1280x720
const USUAL = { width: 860, height: 480 }; // pixels that the tree has there
export const WORDS = 22; // pixels above and below the tree: who is MAX, how many nodes there are
export const NARROW = 520; // pixels: less is a phone
const BESIDE_THE_MAP = 270; // pixels: the minimap, and the label to the right of a cut-off

/** @typedef {{x: number, level: number, zoom: number}} View */
/** @typedef {{left: number, right: number}} Bounds */

export class Camera {
  x = 0;
  level = 0;
  zoom = 1;
  width = 1;
  height = 1;
  closest = 30; // pixels between levels, at least
  level1 = 130; // pixels between levels at zoom 1

  get levelHeight() {
    return this.levelHeightAt(this.zoom);
  }

  /** Pixels between levels. @param {number} zoom */
  levelHeightAt(zoom) {
    return Math.max(this.level1 * zoom, this.closest);
  }

  /** @param {number} x */
  screenX(x) {
    return (x - this.x) * this.zoom + this.width / 2;
  }

  /** @param {number} level */
  screenY(level) {
    return (level - this.level) * this.levelHeight + this.height / 2;
  }

  /** @param {number} screenX */
  worldX(screenX) {
    return (screenX - this.width / 2) / this.zoom + this.x;
  }

  /** @param {number} screenY */
  worldLevel(screenY) {
    return (screenY - this.height / 2) / this.levelHeight + this.level;
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.zoom;
    this.level -= dy / this.levelHeight;
  }

  /**
   * Zoom by a factor; what is under the point stays there.
   * @type {(factor: number, screenX: number, screenY: number) => void}
   */
  zoomAt(factor, screenX, screenY) {
    const [x, level] = [this.worldX(screenX), this.worldLevel(screenY)];
    this.zoom = clamp(this.zoom * factor, FARTHEST_SLOT / SLOT, NEAREST);
    this.x = x - (screenX - this.width / 2) / this.zoom;
    this.level = level - (screenY - this.height / 2) / this.levelHeight;
  }

  /** How much a small tree is enlarged: more on a large screen, or a projector. */
  get largest() {
    const larger = Math.min(this.width / USUAL.width, this.height / USUAL.height);
    return clamp(LARGEST * larger, LARGEST, NEAREST);
  }

  /**
   * The view that shows the whole tree, enlarged at most so many times.
   * @param {Bounds} bounds
   * @param {number} levels
   * @param {number} [most]
   */
  fitted(bounds, levels, most = 1) {
    const margin = 16;
    const buttons = this.width < NARROW ? 0 : 48; // a narrow tree has one, beside the root
    const wide = (this.width - 2 * margin - buttons) / (bounds.right - bounds.left);
    const high = (this.height - 2 * WORDS) / (levels * this.level1); // half a gap is in them
    const zoom = Math.min(most, wide, Math.max(high, this.closest / this.level1));
    const half = ((bounds.right - bounds.left) / 2) * zoom;
    const aside = clamp(half + margin + buttons - this.width / 2, 0, buttons / 2);
    const x = (bounds.left + bounds.right) / 2 + aside / zoom;
    return { x, level: (levels - 1) / 2, zoom };
  }

  /**
   * The nearest view in which the point lies well inside the screen.
   * @param {number} x
   * @param {number} level
   * @param {number} [zoom]
   */
  following(x, level, zoom = this.zoom) {
    const high = this.levelHeightAt(zoom);
    const sx = (x - this.x) * zoom + this.width / 2;
    const sy = (level - this.level) * high + this.height / 2;
    const left = this.width * 0.3;
    const right = Math.min(this.width * 0.7, this.width - BESIDE_THE_MAP);
    const insideX = clamp(sx, left, Math.max(left, right));
    const insideY = clamp(sy, this.height * 0.3, this.height * 0.62);
    return {
      x: this.x + (sx - insideX) / zoom,
      level: this.level + (sy - insideY) / high,
      zoom,
    };
  }

  /** Whether the whole tree is on the screen, clear of the words. @param {Bounds} bounds @param {number} levels */
  shows({ left, right }, levels, words = WORDS) {
    const wide = this.screenX(left) >= -1 && this.screenX(right) <= this.width + 1;
    const [top, bottom] = [this.screenY(-0.5), this.screenY(levels - 0.5)];
    return wide && top >= words - 1 && bottom <= this.height - words + 1;
  }

  /** @param {View} view */
  look({ x, level, zoom }) {
    this.x = x;
    this.level = level;
    this.zoom = zoom;
  }

  /** Keep some of the tree in sight. @param {Bounds} bounds @param {number} levels */
  keepInSight(bounds, levels) {
    const half = this.width / 2 / this.zoom;
    this.x = clamp(this.x, bounds.left - half * 0.8, bounds.right + half * 0.8);
    const up = this.height / 2 / this.levelHeight;
    this.level = clamp(this.level, -up * 0.8, levels - 1 + up * 0.8);
  }
}

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
