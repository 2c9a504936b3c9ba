// The whole tree, small, and what part of it is on the screen. Click or drag to go there.

const MARGIN = 6;

export class Minimap {
  /** `go(x, level)` is called with the place that was pointed at. */
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

  point(event, go) {
    event.preventDefault();
    const box = this.canvas.getBoundingClientRect();
    go(this.worldX(event.clientX - box.left), this.worldLevel(event.clientY - box.top));
  }

  /** Draw; nothing if all of the tree is on the screen anyway. */
  draw(model, layout, camera, view) {
    this.layout = layout;
    this.levels = layout.levels;
    const seen = this.isAllSeen(camera);
    this.canvas.hidden = seen;
    if (seen) return;
    this.measure();
    this.drawTree(model, layout, view);
    const ctx = this.canvas.getContext('2d');
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.drawImage(this.picture, 0, 0);
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.drawFrame(ctx, camera, view.palette);
  }

  isAllSeen(camera) {
    const { left, right } = this.layout.bounds;
    const wide = camera.screenX(left) >= -1 && camera.screenX(right) <= camera.width + 1;
    const [top, bottom] = [camera.screenY(-0.5), camera.screenY(this.levels - 0.5)];
    return wide && top >= -1 && bottom <= camera.height + 1;
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
    const { left, right } = this.layout.bounds;
    return (this.width - 2 * MARGIN) / (right - left);
  }

  get scaleY() {
    return (this.height - 2 * MARGIN) / this.levels;
  }

  x(worldX) {
    return MARGIN + (worldX - this.layout.bounds.left) * this.scaleX;
  }

  y(level) {
    return MARGIN + (level + 0.5) * this.scaleY;
  }

  worldX(x) {
    return (x - MARGIN) / this.scaleX + this.layout.bounds.left;
  }

  worldLevel(y) {
    return (y - MARGIN) / this.scaleY - 0.5;
  }

  /** Every node that has a place as a short bar, at most one for each pixel. */
  drawTree(model, layout, { step, palette, ghosts, theme }) {
    const wanted = [layout.arrangement, model.stepEntered[step], theme, ghosts].join();
    if (wanted === this.drawnFor) return;
    this.drawnFor = wanted;
    const ctx = this.picture.getContext('2d');
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ctx.clearRect(0, 0, this.width, this.height);
    this.drawBars(ctx, palette.line, 0, ghosts ? model.size : 0, model);
    this.drawBars(ctx, palette.edge, 0, model.stepEntered[step], model);
  }

  drawBars(ctx, colour, start, end, model) {
    const { layout } = this;
    const last = new Float64Array(model.levels).fill(-1);
    const [height, scale] = [Math.max(1, this.scaleY * 0.6), this.scaleX];
    const left = layout.bounds.left;
    const width = Math.max(1, Math.min(6, 50 * scale));
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
