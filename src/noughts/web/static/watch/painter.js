// Draws the part of the tree that is on the screen. How much of a node is drawn depends on how far
// away it is: a card, a triangle with its value, a triangle, a dot; and a subtree that is narrower
// than a pixel or two is drawn as one bar.

import { count } from '../ui/format.js';
import { clamp } from './camera.js';
import {
  addCross,
  addTriangle,
  Cards,
  nobodyMoves,
  outcomeOf,
  sideColour,
  valueText,
} from './cards.js';
import { SLOT, STUB } from './layout.js';
import { longestValue, number } from './words.js';

/** @import { Point } from '../types.js' */
/** @import { Camera } from './camera.js' */
/** @import { Ctx } from './cards.js' */
/** @import { Layout } from './layout.js' */
/** @import { Colour, Palette } from './palette.js' */

/**
 * @typedef {object} View
 * @property {number} step
 * @property {number} selected a node
 * @property {boolean} ghosts whether nodes not yet entered are shown
 * @property {number[]} same the nodes with the same board as the selected one, to be marked
 * @property {boolean} [asks] whether one of the nodes is to be clicked
 * @property {number} moved from 0 to 1: how far the nodes have moved to their new places
 * @property {Palette} palette
 * @property {number} theme changes with the palette
 */

const LABEL_SLOT = 24; // pixels a slot needs for a value and the name of a move
const GIVEN_LABEL_SLOT = 20; // the same where leaves have names such as B2
const LABEL = 36; // pixels that a triangle with its value needs downwards
const TIGHT_LABEL = 26; // the same without any room to spare
const EDGE_NAME = 15; // pixels that the name of a move needs above its node
const UNDER_VALUE = 19; // from the middle of a triangle to what stands below its value, in pixels
const RING = 10; // pixels from a node to its name that are clear of its rings
const BAR = 2.5; // pixels below which a subtree is one bar

export class Painter {
  current = 0; // the node of the step
  entered = 0; // how many nodes have been entered
  /** The nodes that have rings. @type {Set<number>} */
  ringed = new Set();
  /** How much of a node is drawn. @type {'card' | 'label' | 'dot'} */
  detail = 'dot';
  radius = 0; // pixels
  half = 0; // half the height of what is drawn, in pixels
  tight = false; // levels with values are so close that no name fits between them
  // What is on the screen, by nodes.
  /** @type {number[]} */
  nodes = [];
  /** @type {number[]} */
  bars = [];
  /** @type {number[]} */
  edges = [];
  view = /** @type {View} */ ({}); // `paint` sets it before it is used

  /** @param {Ctx} ctx @param {Layout} layout @param {Camera} camera */
  constructor(ctx, layout, camera) {
    const { model } = layout;
    this.ctx = ctx;
    this.model = model;
    this.layout = layout;
    this.camera = camera;
    this.cards = new Cards(ctx, model);
    const least = model.names ? GIVEN_LABEL_SLOT : LABEL_SLOT;
    this.labelSlot = Math.max(least, 6 + 6.5 * longestValue(model));
    this.column = new Int32Array(model.levels); // the last column of pixels with a bar, by level
  }

  /** The zoom from which on the values of nodes can be read. */
  get readable() {
    return Math.min(this.cards.nearEnough, this.labelSlot / this.layout.slots.given);
  }

  /** Whether the values of nodes can be read in such a view. @param {{zoom: number}} view */
  canRead({ zoom }) {
    const high = this.camera.levelHeightAt(zoom);
    const { nearEnough } = this.cards;
    return zoom >= this.readable && (zoom >= nearEnough || high >= TIGHT_LABEL);
  }

  /** @param {View} view */
  paint(view) {
    this.view = view;
    this.cards.view = view;
    this.cards.zoom = this.camera.zoom;
    this.current = this.model.stepNode[view.step];
    this.entered = this.model.stepEntered[view.step];
    this.ringed = new Set([this.current, view.selected, ...view.same]);
    this.chooseDetail();
    this.collect();
    this.ctx.clearRect(0, 0, this.camera.width, this.camera.height);
    this.drawBars();
    this.drawEdges();
    this.drawStubs();
    this.drawGhosts();
    this.drawNodes();
    this.drawRings();
  }

  chooseDetail() {
    const { zoom, levelHeight } = this.camera;
    const isCard = zoom >= this.cards.nearEnough;
    this.detail = isCard ? 'card' : this.canRead(this.camera) ? 'label' : 'dot';
    this.tight = this.detail === 'label' && levelHeight < LABEL + EDGE_NAME;
    const dot = clamp(SLOT * zoom * 0.36, 1.2, 6);
    this.radius = { card: 0, label: this.tight ? 5.5 : 8, dot }[this.detail];
    this.half = this.detail === 'card' ? (this.cards.height * zoom) / 2 : this.radius + 2;
    if (this.detail === 'label') this.half = (this.tight ? TIGHT_LABEL : LABEL) / 2;
  }

  /** How much larger texts and signs beside the cards are, where the cards are large. */
  get scale() {
    return Math.max(1, this.camera.zoom);
  }

  /** @param {number} node */
  x(node) {
    const { moved } = this.view;
    const { x, from } = this.layout;
    const at = moved >= 1 ? x[node] : from[node] + (x[node] - from[node]) * moved;
    return this.camera.screenX(at);
  }

  /** @param {number} node */
  y(node) {
    return this.camera.screenY(this.model.depth[node]);
  }

  /** Whether a node has not been entered. @param {number} node */
  isGhost(node) {
    return node >= this.entered || this.model.passed[node] === 1;
  }

  /** The middle of a node on the screen. @param {number} node */
  place(node) {
    return { node, x: this.x(node), y: this.y(node) };
  }

  /** Which nodes, edges and bars are on the screen. Whole subtrees are skipped. */
  collect() {
    const { model, layout, camera, view } = this;
    this.nodes.length = this.bars.length = this.edges.length = 0;
    this.column.fill(-1);
    const still = view.moved >= 1;
    const margin = this.layout.slots.slot;
    const low = still ? camera.worldX(0) - margin : -Infinity;
    const high = still ? camera.worldX(camera.width) + margin : Infinity;
    const lowest = camera.worldLevel(camera.height) + 1; // an edge to this level may be visible
    const end = view.ghosts ? model.size : this.entered;
    for (let i = 0; i < end; ) {
      const outside = layout.right[i] < low || layout.left[i] > high;
      const below = model.depth[i] > lowest;
      const closed = layout.folded[i] === 1;
      if (i > 0 && !below && (!outside || this.crosses(i, low, high))) this.edges.push(i);
      if (outside || below) i = model.after[i];
      else if (!closed && this.isBar(i)) i = this.addBar(i);
      else {
        this.nodes.push(i);
        i = closed ? model.after[i] : i + 1;
      }
    }
  }

  /**
   * Whether the edge to a node crosses the screen although its subtree is off it.
   * @type {(i: number, low: number, high: number) => boolean}
   */
  crosses(i, low, high) {
    const { x } = this.layout;
    const [a, b] = [x[i], x[this.model.parent[i]]];
    return Math.min(a, b) < high && Math.max(a, b) > low;
  }

  /** @param {number} i */
  isBar(i) {
    const { layout } = this;
    return (layout.right[i] - layout.left[i]) * this.camera.zoom < BAR && this.view.moved >= 1;
  }

  /** One bar for a whole subtree; returns the node after it. @param {number} i */
  addBar(i) {
    const { model } = this;
    const after = model.after[i];
    const pixel = Math.round(this.x(i));
    const level = model.depth[i];
    if (this.column[level] !== pixel || model.isAbove(i, this.current)) {
      this.column[level] = pixel;
      this.bars.push(i);
    }
    if (i > 0) this.edges.pop(); // the bar itself reaches up to its parent
    return after;
  }

  /**
   * The colour of a node: by its value once that is known, else by who is MAX and who is MIN.
   * @param {number} node
   * @returns {Colour}
   */
  colour(node) {
    const { model, view } = this;
    if (this.isGhost(node)) return 'faint';
    // A number in a tree without boards says nothing about who wins.
    if (model.names || !model.isDone(node, view.step)) return sideColour(model, node);
    return outcomeOf(model, node);
  }

  drawBars() {
    const { ctx, model, view } = this;
    const step = this.camera.levelHeight;
    for (const [name, bars] of grouped(this.bars, (i) => this.colour(i))) {
      ctx.fillStyle = view.palette[name];
      for (const [alpha, top, high] of [
        [0.3, -step * 0.5, step * 0.5],
        [1, -2, 4],
      ]) {
        ctx.globalAlpha = alpha;
        for (const i of bars) {
          const below = alpha < 1 ? (model.deepest[i] - model.depth[i]) * step : 0;
          ctx.fillRect(Math.round(this.x(i)), this.y(i) + top, 1, high + below);
        }
      }
    }
    ctx.globalAlpha = 1;
  }

  drawEdges() {
    const { palette } = this.view;
    const kinds = grouped(this.edges, (i) => {
      if (this.isGhost(i)) return 'ghost';
      return this.model.isAbove(i, this.current) ? 'path' : 'plain';
    });
    this.ctx.lineJoin = 'round';
    this.addEdges(kinds.get('ghost'));
    this.stroke(palette.faint, 1, [3, 4]);
    this.addEdges(kinds.get('plain'));
    this.stroke(palette.edge, 1);
    this.addEdges(kinds.get('path'));
    this.stroke(palette.accent, 3);
    if (this.detail !== 'dot') this.labelEdges();
  }

  /** Add them to a new path. @param {number[]} [edges] */
  addEdges(edges = []) {
    this.ctx.beginPath();
    for (const i of edges) this.addEdge(i);
  }

  /** Draw the path. @param {string} colour @param {number} width @param {number[]} [dash] */
  stroke(colour, width, dash = []) {
    const { ctx } = this;
    ctx.setLineDash(dash);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** Down from the parent, sideways, down to the child. @param {number} i */
  addEdge(i) {
    const parent = this.model.parent[i];
    const { width } = this.camera;
    const from = clamp(this.x(parent), -20, width + 20);
    const to = clamp(this.x(i), -20, width + 20);
    const [top, bus, bottom] = this.heights(parent);
    this.addBend(from, to, top, bus, bottom);
  }

  /** @type {(from: number, to: number, top: number, bus: number, bottom: number) => void} */
  addBend(from, to, top, bus, bottom) {
    const { ctx } = this;
    ctx.moveTo(from, top);
    ctx.lineTo(from, bus);
    ctx.lineTo(to, bus);
    ctx.lineTo(to, bottom);
  }

  /** Where the edges below a node begin, turn sideways and end. @param {number} node */
  heights(node) {
    const top = this.y(node) + this.half;
    const bottom = this.y(node) + this.camera.levelHeight - this.half;
    const named = { card: RING + 11 * this.scale, label: this.tight ? 0 : EDGE_NAME, dot: 0 }[
      this.detail
    ];
    const least = this.detail === 'card' ? 5 : 2;
    const above = Math.max(least, bottom - top - named); // not through a name
    const bus = Math.min((bottom - top) * 0.42, above);
    return [top, top + bus, Math.max(top, bottom)];
  }

  labelEdges() {
    const { ctx, model, view } = this;
    const size = Math.max(10, Math.round(11 * this.camera.zoom));
    this.setText(`${size}px ${view.palette.font}`, view.palette.muted, 'left', 'alphabetic');
    const labelled = model.names ? [0, ...this.edges] : this.edges; // the root has a name, but no edge
    for (const i of labelled) {
      const named = model.names && this.detail === 'card' && !model.isGiven(i); // on its card
      if (named || (this.isGhost(i) && !model.names)) continue;
      const onPath = model.isAbove(i, this.current);
      ctx.fillStyle = onPath ? view.palette.accent : view.palette.muted;
      if (this.tight) this.nameBeside(i);
      else {
        const beside = (this.isCrossed(i) ? 9 : 4) * this.scale;
        const above = this.detail === 'card' || this.ringed.has(i) ? this.clear(i) : 5;
        ctx.fillText(model.edgeName(i), this.x(i) + beside, this.y(i) - this.half - above);
      }
    }
  }

  /** How far above a node its name is clear of rings, and of the edge above it. @param {number} i */
  clear(i) {
    if (i === 0) return RING;
    const [, bus, bottom] = this.heights(this.model.parent[i]);
    return clamp(bottom - bus - 10 * this.scale, 5, RING);
  }

  /** The name of a move to the right of its triangle, if it fits. @param {number} i */
  nameBeside(i) {
    const { radius, model } = this;
    const name = model.edgeName(i);
    const fits = 2 * radius + 8 + 6.5 * name.length <= this.layout.slots.slot * this.camera.zoom;
    if (!fits || model.isGiven(i)) return;
    const beside = i === this.current ? this.half + 6 : radius + 3; // clear of its ring
    this.ctx.fillText(name, this.x(i) + beside, this.y(i) - this.lift + 3);
  }

  /** Whether a cut-off has passed over this branch. @param {number} i */
  isCrossed(i) {
    const { model } = this;
    const parent = model.parent[i];
    return model.passed[i] === 1 && !model.passed[parent] && model.isDone(parent, this.view.step);
  }

  /** A cross on the way to what a cut-off passed over. */
  crossPassed() {
    const { ctx, model } = this;
    ctx.beginPath();
    for (const i of this.edges) {
      if (!this.isCrossed(i)) continue;
      const [, bus, bottom] = this.heights(model.parent[i]);
      addCross(ctx, this.x(i), bus + (bottom - bus) * 0.3, 6 * this.scale);
    }
    this.stroke(this.view.palette.warn, 2.5 * this.scale);
  }

  /** A dashed stub with a cross for the moves that a cut-off left out. */
  drawStubs() {
    const { ctx, model, layout } = this;
    const { palette, step } = this.view;
    if (model.names) return this.crossPassed();
    if (this.detail === 'dot' && this.radius < 3) return;
    const stubs = this.nodes
      .filter((i) => model.isDone(i, step) && model.isCut(i) && !layout.folded[i])
      .map((i) => this.stub(i));
    ctx.beginPath();
    for (const { from, x, top, bus, y } of stubs) this.addBend(from, x, top, bus, y);
    this.stroke(palette.warn, 1.25, [3, 3]);
    ctx.beginPath();
    const arm = this.detail === 'dot' ? 3 : 4.5 * this.scale;
    for (const { x, y } of stubs) addCross(ctx, x, y, arm);
    this.stroke(palette.warn, 2);
    if (this.detail !== 'dot' && !this.tight) this.labelStubs(stubs);
  }

  /** @param {number} i */
  stub(i) {
    const [top, bus, bottom] = this.heights(i);
    const right = this.camera.screenX(this.layout.right[i]);
    const x = right - (STUB * SLOT * this.camera.zoom) / 2;
    const left = this.model.untried.get(i)?.length ?? 0;
    return { from: this.x(i), top, bus, x, y: bus + (bottom - bus) * 0.45, left };
  }

  /** @param {(Point & {left: number})[]} stubs */
  labelStubs(stubs) {
    const { ctx, scale } = this;
    const { palette } = this.view;
    const near = this.detail === 'card';
    this.setText(`${11 * scale}px ${palette.font}`, palette.muted, 'center', 'top');
    const room = STUB * SLOT * this.camera.zoom - 4;
    for (const { x, y, left } of stubs) {
      ctx.fillText(near ? `${left} not` : `${left}`, x, y + 8 * scale, room);
      if (near) ctx.fillText('tried', x, y + 20 * scale, room);
    }
  }

  drawGhosts() {
    const ghosts = this.nodes.filter((node) => this.isGhost(node));
    this.ctx.beginPath();
    for (const i of ghosts) {
      if (this.detail === 'card') this.cards.box(this.place(i));
      else if (!this.model.isGiven(i)) this.addTriangle(i, this.lift);
    }
    const { palette, asks } = this.view;
    if (asks) this.stroke(palette.edge, 1.5);
    else this.stroke(palette.faint, 1, this.detail === 'card' ? [3, 4] : []);
    if (!this.model.names) return;
    this.drawGiven(ghosts.filter((i) => this.model.isGiven(i)));
    if (this.detail !== 'card') return; // the names are at the edges
    for (const i of ghosts) if (!this.model.isGiven(i)) this.cards.drawName(this.place(i));
  }

  /** The numbers of leaves that the search has not come to. @param {number[]} leaves */
  drawGiven(leaves) {
    const { model, view } = this;
    if (this.detail === 'dot') return;
    if (this.detail === 'card') {
      for (const i of leaves) this.cards.given(this.place(i), view.asks === true);
      return;
    }
    this.setText(`600 11.5px ${view.palette.font}`, view.palette.muted, 'center', 'middle');
    for (const i of leaves) {
      this.ctx.fillText(number(model.value[i], model), this.x(i), this.y(i));
    }
  }

  /** How far above its middle a triangle with a value below it is drawn, in pixels. */
  get lift() {
    if (this.detail !== 'label') return 0;
    return this.tight ? 8 : 6;
  }

  /** ▲ or ▼; a dot where nobody moves. @param {number} node */
  addTriangle(node, lift = 0) {
    const { x, y } = this.place(node);
    const { ctx, radius: r } = this;
    if (!nobodyMoves(this.model, node)) addTriangle(ctx, x, y - lift, r, this.model.isMax(node));
    else {
      ctx.moveTo(x + 0.8 * r, y - lift);
      ctx.arc(x, y - lift, 0.8 * r, 0, 2 * Math.PI);
    }
  }

  drawNodes() {
    const nodes = this.nodes.filter((i) => !this.isGhost(i) && this.isInSight(i));
    this.drawFolds(nodes);
    if (this.detail !== 'card') return this.drawTriangles(nodes);
    const places = nodes.map((i) => this.place(i));
    this.cards.draw(places);
    this.labelRemembered(nodes);
  }

  /** "table" below the nodes whose value the search remembered. @param {number[]} nodes */
  labelRemembered(nodes) {
    const { ctx, model, scale, view } = this;
    const near = this.detail === 'card';
    const [size, below] = near ? [11 * scale, this.half + 4 * scale] : [10, UNDER_VALUE];
    this.setText(`${size}px ${view.palette.font}`, view.palette.muted, 'center', 'top');
    for (const i of nodes) {
      if (!model.isFromTable(i) || !model.isDone(i, view.step)) continue;
      ctx.fillText('table', this.x(i), this.y(i) + below);
    }
  }

  /** @param {number} i */
  isInSight(i) {
    const { x, y } = this.place(i);
    const { width, height, zoom } = this.camera;
    const [w, h] = [(this.cards.width * zoom) / 2, this.half];
    return x > -w && x < width + w && y > -h && y < height + h;
  }

  /** @param {number[]} nodes */
  drawTriangles(nodes) {
    const { ctx, radius: r, lift } = this;
    const { palette } = this.view;
    const turns = this.detail === 'label' ? nodes.filter((i) => !this.model.isGiven(i)) : nodes;
    for (const [name, some] of grouped(turns, (i) => this.colour(i))) {
      ctx.fillStyle = palette[name];
      if (r < 2.5) {
        for (const i of some) ctx.fillRect(this.x(i) - r, this.y(i) - r, 2 * r, 2 * r);
        continue;
      }
      ctx.beginPath();
      for (const i of some) this.addTriangle(i, lift);
      ctx.fill();
    }
    if (r >= 4) this.outline(turns, lift);
    if (this.detail === 'label') this.drawValues(nodes);
    if (this.detail === 'label' && !this.tight) this.labelRemembered(nodes);
  }

  /** Outlines in the colours of MAX and MIN. @param {number[]} nodes @param {number} lift */
  outline(nodes, lift) {
    this.ctx.lineJoin = 'round';
    for (const [role, some] of grouped(nodes, (i) => sideColour(this.model, i))) {
      this.ctx.beginPath();
      for (const i of some) this.addTriangle(i, lift);
      this.stroke(this.view.palette[role], 1.5);
    }
  }

  /** @param {number[]} nodes */
  drawValues(nodes) {
    const { palette, step } = this.view;
    this.setText(`600 11.5px ${palette.font}`, palette.text, 'center', 'middle');
    for (const i of nodes) {
      const below = this.model.isGiven(i) ? 0 : this.tight ? 5 : 11;
      const room = (this.layout.right[i] - this.layout.left[i]) * this.camera.zoom - 4;
      this.ctx.fillText(valueText(this.model, i, step), this.x(i), this.y(i) + below, room);
    }
  }

  /**
   * How the texts that follow look, and how they are aligned.
   * @param {string} font
   * @param {string} fillStyle
   * @param {CanvasTextAlign} textAlign
   * @param {CanvasTextBaseline} textBaseline
   */
  setText(font, fillStyle, textAlign, textBaseline) {
    Object.assign(this.ctx, { font, fillStyle, textAlign, textBaseline });
  }

  /** A sign below each folded node, and how many nodes it hides. @param {number[]} nodes */
  drawFolds(nodes) {
    const { ctx, model, layout } = this;
    const { palette } = this.view;
    const folded = nodes.filter((i) => layout.folded[i]);
    const size = { card: 11, label: 7, dot: Math.min(5, this.radius * 1.4) }[this.detail];
    ctx.beginPath();
    for (const i of folded) {
      const [x, y] = [this.x(i), this.y(i) + this.half - 1];
      ctx.moveTo(x, y);
      ctx.lineTo(x + size, y + size);
      ctx.lineTo(x - size, y + size);
      ctx.closePath();
    }
    ctx.fillStyle = palette.fold;
    ctx.fill();
    if (this.detail !== 'card') return;
    this.setText(`10.5px ${palette.font}`, palette.muted, 'center', 'top');
    for (const i of folded) {
      const below = Math.min(model.after[i], this.entered) - i - 1;
      ctx.fillText(count(below), this.x(i), this.y(i) + this.half + size + 2);
    }
  }

  /** The current node, and the one that was clicked. */
  drawRings() {
    const { palette, selected, same } = this.view;
    for (const i of same) {
      if (this.isGhost(i)) continue;
      this.addRing(i, 2);
      this.stroke(palette.warn, 3);
    }
    this.addRing(this.current);
    this.stroke(palette.accent, 3);
    if (selected === this.current) return;
    this.addRing(selected);
    this.stroke(palette.text, 2, [5, 4]);
  }

  /** Add it to a new path. @param {number} node @param {number} [more] pixels further out */
  addRing(node, more = 0) {
    const { ctx } = this;
    const place = this.place(this.layout.shownFor(node));
    ctx.beginPath();
    if (this.detail === 'card') this.cards.box(place, 3.5 + more);
    else ctx.arc(place.x, place.y, Math.max(9, this.half + 3) + more, 0, 2 * Math.PI);
  }

  /** The node at a point of the screen, or -1. @param {number} screenX @param {number} screenY */
  nodeAt(screenX, screenY) {
    const { camera, layout, model } = this;
    const level = Math.round(camera.worldLevel(screenY));
    const node = layout.find(camera.worldX(screenX), level);
    if (node < 0 || node >= (this.view.ghosts ? model.size : this.entered)) return -1;
    const reach = this.detail === 'card' ? (this.cards.widthOf(node) * camera.zoom) / 2 : 20;
    const high = Math.max(this.half, 20);
    const near = Math.abs(this.x(node) - screenX) <= reach;
    return near && Math.abs(this.y(node) - screenY) <= high ? node : -1;
  }
}

/**
 * @template {string} K
 * @param {number[]} items
 * @param {(item: number) => K} keyOf
 */
function grouped(items, keyOf) {
  /** @type {Map<K, number[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
