// The canvas with the tree: what is folded, where the camera looks, and when to draw.

import { h } from '../ui/dom.js';
import { Camera, clamp, NARROW, WORDS } from './camera.js';
import { Gestures } from './gestures.js';
import { Layout } from './layout.js';
import { context, Minimap } from './minimap.js';
import { Painter } from './painter.js';
import { readPalette, watchTheme } from './palette.js';

/** @import { View } from './camera.js' */
/** @import { Model } from './model.js' */
/** @import { Palette } from './palette.js' */

/** @typedef {Pick<Stage, 'ghosts' | 'grows' | 'autoFold' | 'follow'>} Options */

const MOVING = 180; // milliseconds that nodes take to move to their new places
const MOST_MOVING = 1500; // nodes; if there are more, they jump
const GAP = 30; // between the cards of two levels
const NAMED_GAP = 22; // the same without boards: such a tree has to fit a lesson
const HINTED = 2500; // milliseconds
const FINE = 3; // pixels of a printed canvas per pixel of the page
const HINT = 'To zoom with the wheel, click the tree first, or hold Ctrl (⌘).';

export class Stage {
  camera = new Camera();
  step = 0;
  selected = 0; // a node
  ghosts = true; // nodes are shown before they are entered
  grows = false; // no room is kept for nodes to come, since it would say what comes
  autoFold = false; // finished branches fold by themselves
  follow = true; // the camera keeps the current node in sight
  moved = 1; // from 0 to 1: how far the nodes have moved to their new places
  movedSince = 0;
  ratio = 1; // pixels of the screen per pixel of the page
  theme = 0; // counts the changes of the colours
  unseen = true; // the camera has not been placed yet
  whole = false; // the whole tree is in sight, and stays so when the window changes
  asks = false; // one of the nodes is to be clicked
  repeats = false; // boards that occur several times are marked
  printing = false; // the page is laid out on paper
  frame = 0; // the next animation frame, 0 if none is requested
  hinting = 0; // the timer that hides the hint
  closing = new AbortController();
  /** Draws the tree that is shown. @type {Painter | null} */
  shown = null;
  /** Where the camera is going. @type {View | null} */
  target = null;
  /** @type {Palette | null} */
  palette = null;
  /** What the reader folded (true) or unfolded (false). @type {Map<number, boolean>} */
  chosenFolds = new Map();
  /** The nodes from the root to the current one. @type {Set<number>} */
  path = new Set();

  /**
   * @param {object} on
   * @param {(node: number) => void} on.select
   * @param {() => void} on.looked the reader has moved the camera
   */
  constructor(on) {
    this.on = on;
    this.canvas = h('canvas', { class: 'watch-canvas', tabindex: '0', role: 'application' });
    this.canvas.setAttribute('aria-roledescription', 'search tree');
    this.ctx = context(this.canvas);
    this.small = h('canvas', { class: 'watch-minimap', 'aria-hidden': 'true' });
    this.hint = h('p', { class: 'watch-hint', hidden: true }, HINT);
    this.legend = h('p', { class: 'watch-legend' });
    const parts = [this.canvas, this.legend, this.small, this.hint, this.zoomButtons()];
    this.element = h('div', { class: 'watch-view' }, parts);
    this.minimap = new Minimap(this.small, (x, level) => this.goTo(x, level));
    this.gestures = new Gestures(this.canvas, {
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      tap: (x, y) => this.tap(x, y),
      doubleTap: (x, y) => this.doubleTap(x, y),
      passedBy: () => this.showHint(),
    });
    watchTheme(() => this.changeTheme(), this.closing.signal);
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(this.element);
  }

  /** It is shown no more. */
  close() {
    this.closing.abort();
    this.resizes.disconnect();
  }

  zoomButtons() {
    /** @param {string} text @param {string} label @param {() => void} onclick */
    const button = (text, label, onclick) => {
      const names = { 'aria-label': label, title: label };
      return h('button', { type: 'button', class: 'watch-zoom', ...names, onclick }, text);
    };
    const middle = /** @param {number} factor */ (factor) => () => this.zoomMiddle(factor);
    return h(
      'div',
      { class: 'watch-zooms' },
      button('+', 'Zoom in (+)', middle(1.4)),
      button('−', 'Zoom out (-)', middle(1 / 1.4)),
      button('⤢', 'Show the whole tree (0)', () => this.fit()),
    );
  }

  // What is shown

  /** @param {Model} model @param {number} step @param {Options} options */
  setModel(model, step, options) {
    Object.assign(this, options);
    this.shown = new Painter(this.ctx, new Layout(model), this.camera);
    this.camera.level1 = this.shown.cards.height + (model.names ? NAMED_GAP : GAP);
    this.step = step;
    this.selected = model.stepNode[step];
    this.chosenFolds.clear();
    this.moved = 1;
    this.unseen = true;
    this.arrange(false);
    this.resize();
  }

  /** The painter; only used while a tree is shown. */
  get tree() {
    if (!this.shown) throw new Error('no tree is shown');
    return this.shown;
  }

  clear() {
    this.shown = null;
    this.requestFrame();
  }

  /** The first view: the whole tree if it can be read, else the root. */
  begin() {
    this.unseen = false;
    this.target = null;
    const { layout } = this.tree;
    const fitted = this.camera.fitted(layout.bounds, layout.levels, this.camera.largest);
    this.whole = !this.compact && this.tree.canRead(fitted);
    if (this.whole) this.camera.look(fitted);
    else this.beginAtTheRoot();
    this.requestFrame();
  }

  beginAtTheRoot() {
    this.camera.zoom = this.camera.width < NARROW ? 0.85 : 1;
    const { layout, cards } = this.tree;
    this.camera.x = layout.x[0];
    const roomAbove = this.camera.height * 0.5 - cards.height * 0.62;
    this.camera.level = roomAbove / this.camera.levelHeight;
    if (this.follow) this.showCurrent();
  }

  /** Whether no room is kept for nodes to come. */
  get compact() {
    return !this.ghosts && (this.autoFold || this.grows);
  }

  /** Go to a step; `quick` while it plays fast. @param {number} step @param {number} selected */
  setStep(step, selected, quick = false) {
    this.step = step;
    this.selected = selected;
    if (this.autoFold || this.compact) this.arrange(!quick);
    if (this.follow) this.showCurrent();
    this.requestFrame();
  }

  /** Whether one of the nodes is to be clicked. @param {boolean} asks */
  setAsks(asks) {
    if (asks === this.asks) return;
    this.asks = asks;
    this.canvas.classList.toggle('is-asking', asks);
    this.requestFrame();
  }

  /** @param {number} node */
  select(node) {
    this.selected = node;
    this.requestFrame();
  }

  /** @param {Options} options */
  setOptions(options) {
    const { compact } = this;
    const refold = options.autoFold !== this.autoFold;
    Object.assign(this, options);
    if (!this.shown) return;
    if (refold) this.chosenFolds.clear();
    if (refold || compact !== this.compact) this.arrange(true);
    if (options.follow) this.showCurrent();
    this.requestFrame();
  }

  // Folding

  /** @param {number} node */
  isFolded(node) {
    const chosen = this.chosenFolds.get(node);
    if (chosen !== undefined) return chosen;
    return this.autoFold && !this.path.has(node);
  }

  /** Whether a node is drawn folded now. @param {number} node */
  showsFolded(node) {
    return this.tree.layout.folded[node] === 1;
  }

  /** @param {number} node */
  toggleFold(node) {
    if (!this.shown || this.tree.model.firstChild[node] < 0) return;
    this.chosenFolds.set(node, !this.showsFolded(node));
    this.arrange(true, node);
    this.requestFrame();
  }

  /** @param {boolean} moving whether the nodes glide @param {number} still the node that stays */
  arrange(moving, still = this.stillNode()) {
    const { step } = this;
    const { model, layout } = this.tree;
    this.path = new Set(model.pathTo(model.stepNode[step]));
    const { compact } = this;
    layout.arrange({
      end: compact ? model.stepEntered[step] : model.size,
      isFolded: (node) => this.isFolded(node),
      hasStub: (node) => !model.names && (!compact || model.isDone(node, step)),
      still,
    });
    const many = layout.count > MOST_MOVING || isCalm();
    this.moved = moving && !many ? 0 : 1;
    this.movedSince = performance.now();
  }

  /** The nearest node above the current one that was in the picture before. */
  stillNode() {
    const { model, layout } = this.tree;
    return layout.shownFor(model.stepNode[this.step]);
  }

  // The camera

  showCurrent() {
    this.showNode(this.tree.model.stepNode[this.step]);
  }

  /** @param {number} node */
  showNode(node) {
    const { model, layout } = this.tree;
    const shown = layout.shownFor(node);
    const { bounds, levels } = layout;
    if (this.camera.shows(bounds, levels)) return; // nothing is out of sight
    const all = this.camera.fitted(bounds, levels, this.camera.largest);
    const { nearEnough } = this.tree.cards;
    const growing = this.compact && !this.autoFold;
    if (growing && all.zoom >= nearEnough) return this.aim(all);
    const zoom = growing ? nearEnough : this.camera.zoom; // boards remain boards
    this.aim(this.camera.following(layout.x[shown], model.depth[shown], zoom));
  }

  /** @param {View} target */
  aim(target) {
    if (isCalm()) {
      this.camera.look(target);
      this.target = null;
    } else this.target = target;
    this.requestFrame();
  }

  fit() {
    if (!this.shown) return;
    const { bounds, levels } = this.tree.layout;
    this.whole = true;
    this.aim(this.camera.fitted(bounds, levels, this.camera.largest));
  }

  /** @param {number} x @param {number} level */
  goTo(x, level) {
    this.target = null;
    this.whole = false;
    this.camera.look({ x, level, zoom: this.camera.zoom });
    this.looked();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    if (!this.shown) return;
    this.target = null;
    this.whole = false;
    this.camera.pan(dx, dy);
    this.looked();
  }

  /** @param {number} factor @param {number} x @param {number} y */
  zoom(factor, x, y) {
    if (!this.shown) return;
    this.target = null;
    this.whole = false;
    this.camera.zoomAt(factor, x, y);
    this.keepInSight();
  }

  /** @param {number} factor */
  zoomMiddle(factor) {
    this.zoom(factor, this.camera.width / 2, this.camera.height / 2);
    if (this.follow && this.shown) this.showCurrent();
  }

  looked() {
    this.keepInSight();
    this.on.looked();
  }

  keepInSight() {
    const { bounds, levels } = this.tree.layout;
    this.camera.keepInSight(bounds, levels);
    this.requestFrame();
  }

  /** @param {number} x @param {number} y */
  tap(x, y) {
    this.canvas.focus({ preventScroll: true });
    const node = this.nodeAt(x, y);
    if (node >= 0) this.on.select(node);
  }

  /** @param {number} x @param {number} y */
  doubleTap(x, y) {
    const node = this.nodeAt(x, y);
    if (node >= 0) this.toggleFold(node);
  }

  /** The node at a point of the screen, or -1. @param {number} x @param {number} y */
  nodeAt(x, y) {
    return this.shown?.nodeAt(x, y) ?? -1;
  }

  // Drawing

  changeTheme() {
    this.palette = null;
    this.theme++;
    this.requestFrame();
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || this.printing) return;
    Object.assign(this.camera, { width, height });
    this.setRatio(Math.min(2, devicePixelRatio || 1));
    const levels = this.shown?.model.levels ?? 1;
    this.camera.closest = clamp((height - 2 * WORDS) / levels, 14, 100);
    if (this.shown && (this.unseen || this.whole)) this.begin();
    else if (this.shown && this.follow) this.showCurrent();
    this.requestFrame();
  }

  /** @param {number} ratio pixels of the canvas per pixel of the page */
  setRatio(ratio) {
    this.ratio = ratio;
    this.canvas.width = Math.round(this.camera.width * ratio);
    this.canvas.height = Math.round(this.camera.height * ratio);
  }

  /** What is on the screen is printed at once, in the colours of now. @param {boolean} printing */
  setPrinting(printing) {
    this.printing = printing;
    this.changeTheme();
    if (!printing) return this.resize();
    this.setRatio(FINE);
    this.draw(performance.now());
  }

  requestFrame() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      this.draw(now);
    });
  }

  /** @param {number} now */
  draw(now) {
    if (this.element.clientWidth === 0) return; // another tab is shown; resize draws again
    this.ctx.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (!this.shown) {
      this.ctx.clearRect(0, 0, this.camera.width, this.camera.height);
      this.small.hidden = true;
      return;
    }
    this.advance(now);
    this.palette ??= readPalette(this.element);
    const view = { ...this.seen(this.palette), moved: easeOut(this.moved) };
    this.shown.paint(view);
    this.minimap.draw(this.shown.layout, this.camera, view);
  }

  /** What the painter must know, when nothing moves. @param {Palette} palette */
  seen(palette) {
    const { step, selected, ghosts, theme, repeats, asks } = this;
    const boards = repeats ? this.tree.model.sameBoards(selected) : [];
    const same = boards.length > 1 ? boards : [];
    return { step, selected, ghosts, theme, same, asks, palette, moved: 1 };
  }

  showHint() {
    this.hint.hidden = false;
    clearTimeout(this.hinting);
    this.hinting = setTimeout(() => {
      this.hint.hidden = true;
    }, HINTED);
  }

  /** Move the nodes and the camera by one frame. @param {number} now */
  advance(now) {
    if (this.moved < 1) {
      this.moved = clamp((now - this.movedSince) / MOVING, 0, 1);
      this.requestFrame();
    }
    if (!this.target) return;
    const { camera, target } = this;
    /** @param {number} a @param {number} b @param {number} scale */
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

/** Whether the reader prefers that nothing moves by itself. */
const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param {number} t */
const easeOut = (t) => 1 - (1 - t) ** 3;
