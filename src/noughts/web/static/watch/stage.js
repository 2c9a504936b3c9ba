// The canvas with the tree: what is folded, where the camera looks, and when to draw.

import { h } from '../ui/dom.js';
import { Camera } from './camera.js';
import { Gestures } from './gestures.js';
import { Layout } from './layout.js';
import { Minimap } from './minimap.js';
import { Painter } from './painter.js';
import { readPalette, watchTheme } from './palette.js';

const MOVING = 180; // milliseconds that nodes take to their new places
const MOST_MOVING = 1500; // nodes; more than that go there at once

export class Stage {
  /** `on` holds select(node) and looked(), called when the reader moves the camera. */
  constructor(on) {
    this.on = on;
    this.canvas = h('canvas', { class: 'watch-canvas', tabindex: '0', role: 'application' });
    this.canvas.setAttribute('aria-roledescription', 'search tree');
    this.small = h('canvas', { class: 'watch-minimap', 'aria-hidden': 'true' });
    this.element = h('div', { class: 'watch-view' }, this.canvas, this.small, this.zoomButtons());
    this.camera = new Camera();
    this.model = null;
    this.step = 0;
    this.selected = 0;
    this.ghosts = true;
    this.autoFold = false;
    this.follow = true;
    this.theme = 0;
    this.minimap = new Minimap(this.small, (x, level) => this.goTo(x, level));
    this.gestures = new Gestures(this.canvas, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      tap: (x, y) => this.tap(x, y),
      doubleTap: (x, y) => this.doubleTap(x, y),
    });
    watchTheme(() => this.changeTheme());
    new ResizeObserver(() => this.resize()).observe(this.element);
  }

  zoomButtons() {
    const button = (text, label, onclick) => {
      const names = { 'aria-label': label, title: label };
      return h('button', { type: 'button', class: 'watch-zoom', ...names, onclick }, text);
    };
    const middle = (factor) => () => this.zoomMiddle(factor);
    return h(
      'div',
      { class: 'watch-zooms' },
      button('+', 'Zoom in (+)', middle(1.4)),
      button('−', 'Zoom out (-)', middle(1 / 1.4)),
      button('⤢', 'Show the whole tree (0)', () => this.fit()),
    );
  }

  // What is shown

  setModel(model, step) {
    this.model = model;
    this.step = step;
    this.selected = model.stepNode[step];
    this.chosenFolds = new Map(); // what the reader folded (true) or unfolded (false)
    this.layout = new Layout(model);
    this.painter = new Painter(model, this.layout, this.camera);
    this.path = new Set();
    this.moved = 1;
    this.unseen = true;
    this.arrange(false);
    this.resize();
  }

  clear() {
    this.model = null;
    this.requestFrame();
  }

  /** The first look: the root, near enough to be read. */
  begin() {
    this.unseen = false;
    this.camera.zoom = this.camera.width < 520 ? 0.85 : 1;
    this.camera.x = this.layout.x[0];
    const roomAbove = this.camera.height * 0.5 - this.painter.cards.height * 0.62;
    this.camera.level = roomAbove / this.camera.levelHeight;
    this.target = null;
    this.requestFrame();
  }

  /** Go to a step; `quick` while it plays fast. */
  setStep(step, selected, quick = false) {
    this.step = step;
    this.selected = selected;
    if (this.autoFold) this.arrange(!quick);
    if (this.follow) this.showCurrent();
    this.requestFrame();
  }

  select(node) {
    this.selected = node;
    this.requestFrame();
  }

  setOptions({ ghosts, autoFold, follow }) {
    const refold = autoFold !== this.autoFold;
    const rearrange = refold || (autoFold && ghosts !== this.ghosts);
    Object.assign(this, { ghosts, autoFold, follow });
    if (!this.model) return;
    if (refold) this.chosenFolds.clear();
    if (rearrange) this.arrange(true);
    if (follow) this.showCurrent();
    this.requestFrame();
  }

  // Folding

  isFolded(node) {
    const chosen = this.chosenFolds.get(node);
    if (chosen !== undefined) return chosen;
    return this.autoFold && !this.path.has(node);
  }

  toggleFold(node) {
    if (!this.model || this.model.firstChild[node] < 0) return;
    this.chosenFolds.set(node, !this.layout.folded[node]);
    this.arrange(true, node);
    this.requestFrame();
  }

  arrange(moving, still = this.stillNode()) {
    const current = this.model.stepNode[this.step];
    this.path = new Set(this.model.pathTo(current));
    const { model, step } = this;
    const compact = this.autoFold && !this.ghosts; // no room is kept for what is to come
    this.layout.arrange({
      end: compact ? model.stepEntered[step] : model.size,
      isFolded: (node) => this.isFolded(node),
      hasStub: (node) => !compact || model.isDone(node, step),
      still,
    });
    const many = this.layout.count > MOST_MOVING || isCalm();
    this.moved = moving && !many ? 0 : 1;
    this.movedSince = performance.now();
  }

  /** The nearest node above the current one that was on the picture before. */
  stillNode() {
    let node = this.model.stepNode[this.step];
    while (node > 0 && !this.layout.isPlaced(node)) node = this.model.parent[node];
    return node;
  }

  // The camera

  showCurrent() {
    const node = this.layout.shownFor(this.model.stepNode[this.step]);
    this.aim(this.camera.following(this.layout.x[node], this.model.depth[node]));
  }

  showNode(node) {
    const shown = this.layout.shownFor(node);
    this.aim(this.camera.following(this.layout.x[shown], this.model.depth[shown]));
  }

  aim(target) {
    if (isCalm()) {
      this.camera.look(target);
      this.target = null;
    } else this.target = target;
    this.requestFrame();
  }

  fit() {
    if (!this.model) return;
    this.aim(this.camera.fitted(this.layout.bounds, this.layout.levels));
    this.on.looked();
  }

  goTo(x, level) {
    this.target = null;
    this.camera.look({ x, level, zoom: this.camera.zoom });
    this.looked();
  }

  pan(dx, dy) {
    if (!this.model) return;
    this.target = null;
    this.camera.pan(dx, dy);
    this.looked();
  }

  zoom(factor, x, y) {
    if (!this.model) return;
    this.target = null;
    this.camera.zoomAt(factor, x, y);
    this.camera.keepInSight(this.layout.bounds, this.layout.levels);
    this.requestFrame();
  }

  zoomMiddle(factor) {
    this.zoom(factor, this.camera.width / 2, this.camera.height / 2);
    if (this.follow && this.model) this.showCurrent();
  }

  looked() {
    this.camera.keepInSight(this.layout.bounds, this.layout.levels);
    this.on.looked();
    this.requestFrame();
  }

  tap(x, y) {
    this.canvas.focus({ preventScroll: true });
    const node = this.model ? this.painter.nodeAt(x, y) : -1;
    if (node >= 0) this.on.select(node);
  }

  doubleTap(x, y) {
    const node = this.model ? this.painter.nodeAt(x, y) : -1;
    if (node >= 0) this.toggleFold(node);
  }

  // Drawing

  changeTheme() {
    this.palette = null;
    this.theme++;
    this.requestFrame();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0) return;
    const ratio = Math.min(2, devicePixelRatio || 1);
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    Object.assign(this.camera, { width, height });
    const levels = this.model?.levels ?? 1;
    this.camera.closest = Math.max(14, Math.min(44, (height - 60) / levels));
    this.ratio = ratio;
    if (this.model && this.unseen) this.begin();
    this.requestFrame();
  }

  requestFrame() {
    this.frame ??= requestAnimationFrame((now) => {
      this.frame = null;
      this.draw(now);
    });
  }

  draw(now) {
    if (this.element.clientWidth === 0) return; // another tab is shown; resize draws again
    const ctx = this.canvas.getContext('2d');
    ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (!this.model) {
      ctx.clearRect(0, 0, this.camera.width, this.camera.height);
      this.small.hidden = true;
      return;
    }
    this.advance(now);
    this.palette ??= readPalette(this.element);
    const { step, selected, ghosts, palette, theme } = this;
    const view = { step, selected, ghosts, palette, theme, moved: easeOut(this.moved) };
    this.painter.paint(ctx, view);
    this.minimap.draw(this.model, this.layout, this.camera, view);
  }

  /** Move the nodes and the camera on by one frame. */
  advance(now) {
    if (this.moved < 1) {
      this.moved = Math.min(1, Math.max(0, now - this.movedSince) / MOVING);
      this.requestFrame();
    }
    if (!this.target) return;
    const { camera, target } = this;
    const near = (a, b, scale) => Math.abs(a - b) * scale < 0.5;
    const there =
      near(camera.x, target.x, camera.zoom) &&
      near(camera.level, target.level, camera.levelHeight) &&
      near(Math.log(camera.zoom), Math.log(target.zoom), 100);
    if (there) {
      camera.look(target);
      this.target = null;
      return;
    }
    const share = 0.22;
    camera.look({
      x: camera.x + (target.x - camera.x) * share,
      level: camera.level + (target.level - camera.level) * share,
      zoom: camera.zoom * (target.zoom / camera.zoom) ** share,
    });
    this.requestFrame();
  }
}

/** Whether the reader wants nothing to move by itself. */
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const easeOut = (t) => 1 - (1 - t) ** 3;
