// Draws the part of the tree that is on the screen. How much of a node is drawn depends on how far
// away it is: a card, a triangle with its value, a triangle, a dot; and a subtree that is narrower
// than a pixel or two is drawn as one bar.

import { clamp } from './camera.js';
import { addCross, addTriangle, CARD_WIDTH, Cards, outcomeOf, valueText } from './cards.js';
import { SLOT, STUB } from './layout.js';
import { CUT } from './model.js';

/** @import { Camera } from './camera.js' */
/** @import { Ctx } from './cards.js' */
/** @import { Layout } from './layout.js' */
/** @import { Model } from './model.js' */
/** @import { Colour, Palette } from './palette.js' */

/**
 * @typedef {object} View
 * @property {number} step
 * @property {number} selected a node
 * @property {boolean} ghosts whether nodes not yet entered are shown
 * @property {number} moved from 0 to 1: how far the nodes have moved to their new places
 * @property {Palette} palette
 * @property {number} theme changes with the palette
 */

const CARD_ZOOM = 0.78; // from here on cards
const LABEL_SLOT = 30; // pixels a slot needs for a value
const BAR = 2.5; // pixels below which a subtree is one bar

export class Painter {
  current = 0; // the node of the step
  entered = 0; // how many nodes have been entered
  /** How much of a node is drawn. @type {'card' | 'label' | 'dot'} */
  detail = 'dot';
  radius = 0; // pixels
  half = 0; // half the height of what is drawn, in pixels
  // What is on the screen, by nodes.
  /** @type {number[]} */
  nodes = [];
  /** @type {number[]} */
  bars = [];
  /** @type {number[]} */
  edges = [];
  view = /** @type {View} */ ({}); // `paint` is given it before anything else is asked

  /** @param {Model} model @param {Layout} layout @param {Camera} camera */
  constructor(model, layout, camera) {
    this.model = model;
    this.layout = layout;
    this.camera = camera;
    this.cards = new Cards(model);
    this.labelSlot = Math.max(LABEL_SLOT, 8 + 6.5 * longestValue(model));
    this.column = new Int32Array(model.levels); // the last column of pixels with a bar, by level
  }

  /** @param {Ctx} ctx @param {View} view */
  paint(ctx, view) {
    this.view = view;
    this.current = this.model.stepNode[view.step];
    this.entered = this.model.stepEntered[view.step];
    this.chooseDetail();
    this.collect();
    ctx.clearRect(0, 0, this.camera.width, this.camera.height);
    this.drawBars(ctx);
    this.drawEdges(ctx);
    this.drawStubs(ctx);
    this.drawGhosts(ctx);
    this.drawNodes(ctx);
    this.drawRings(ctx);
  }

  chooseDetail() {
    const { zoom } = this.camera;
    const slot = SLOT * zoom;
    this.detail = zoom >= CARD_ZOOM ? 'card' : slot >= this.labelSlot ? 'label' : 'dot';
    this.radius = { card: 0, label: 8, dot: Math.min(6, Math.max(1.2, slot * 0.36)) }[this.detail];
    this.half = this.detail === 'card' ? (this.cards.height * zoom) / 2 : this.radius + 2;
    if (this.detail === 'label') this.half = 18;
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

  /** Which nodes, edges and bars are on the screen. Whole subtrees are skipped. */
  collect() {
    const { model, layout, camera, view } = this;
    this.nodes.length = this.bars.length = this.edges.length = 0;
    this.column.fill(-1);
    const still = view.moved >= 1;
    const margin = SLOT;
    const low = still ? camera.worldX(0) - margin : -Infinity;
    const high = still ? camera.worldX(camera.width) + margin : Infinity;
    const lowest = camera.worldLevel(camera.height) + 1; // an edge to there may be seen
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
   * Whether the edge to a node runs over the screen though its subtree is not there.
   * @param {number} i
   * @param {number} low
   * @param {number} high
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
   * Of what colour a node is: by its value once that is known, else by the side to move.
   * @param {number} node
   * @returns {Colour}
   */
  colour(node) {
    const { model, view } = this;
    if (node >= this.entered) return 'line';
    if (!model.isDone(node, view.step)) return model.turn(node);
    return outcomeOf(model, node);
  }

  /** @param {Ctx} ctx */
  drawBars(ctx) {
    const { model, view } = this;
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

  /** @param {Ctx} ctx */
  drawEdges(ctx) {
    const { palette } = this.view;
    const isPath = /** @param {number} i */ (i) => this.model.isAbove(i, this.current);
    const kinds = grouped(this.edges, (i) =>
      i >= this.entered ? 'ghost' : isPath(i) ? 'path' : 'plain',
    );
    this.strokeEdges(ctx, kinds.get('ghost') ?? [], palette.line, 1, [3, 4]);
    this.strokeEdges(ctx, kinds.get('plain') ?? [], palette.edge, 1, []);
    this.strokeEdges(ctx, kinds.get('path') ?? [], palette.accent, 3, []);
    if (this.detail !== 'dot') this.labelEdges(ctx);
  }

  /**
   * @param {Ctx} ctx
   * @param {number[]} edges
   * @param {string} colour
   * @param {number} width
   * @param {number[]} dash
   */
  strokeEdges(ctx, edges, colour, width, dash) {
    if (edges.length === 0) return;
    ctx.beginPath();
    for (const i of edges) this.addEdge(ctx, i);
    ctx.setLineDash(dash);
    ctx.strokeStyle = colour;
    ctx.lineWidth = width;
    ctx.lineJoin = 'round';
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** Down from the parent, sideways, down to the child. @param {Ctx} ctx @param {number} i */
  addEdge(ctx, i) {
    const parent = this.model.parent[i];
    const { width } = this.camera;
    const from = clamp(this.x(parent), -20, width + 20);
    const to = clamp(this.x(i), -20, width + 20);
    const [top, bus, bottom] = this.heights(parent);
    ctx.moveTo(from, top);
    ctx.lineTo(from, bus);
    ctx.lineTo(to, bus);
    ctx.lineTo(to, bottom);
  }

  /** Where the edges below a node begin, turn sideways and end. @param {number} node */
  heights(node) {
    const top = this.y(node) + this.half;
    const bottom = this.y(node) + this.camera.levelHeight - this.half;
    return [top, top + (bottom - top) * 0.42, Math.max(top, bottom)];
  }

  /** @param {Ctx} ctx */
  labelEdges(ctx) {
    const { model, view } = this;
    const size = Math.round(Math.min(13, Math.max(10, 11 * this.camera.zoom)));
    ctx.font = `${size}px ${view.palette.font}`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'alphabetic';
    for (const i of this.edges) {
      if (i >= this.entered) continue;
      const bottom = this.y(i) - this.half;
      const onPath = model.isAbove(i, this.current);
      ctx.fillStyle = onPath ? view.palette.accent : view.palette.muted;
      ctx.fillText(model.moveName(i), this.x(i) + 4, bottom - 5);
    }
  }

  /** A dashed stub with a cross for the moves that a cut-off left out. @param {Ctx} ctx */
  drawStubs(ctx) {
    const { model, layout, view } = this;
    const isCut = /** @param {number} i */ (i) =>
      model.isDone(i, view.step) && model.stepKind[model.doneStep[i]] === CUT && !layout.folded[i];
    const cuts = this.detail === 'dot' && this.radius < 3 ? [] : this.nodes.filter(isCut);
    if (cuts.length === 0) return;
    const ends = cuts.map((i) => this.stub(i));
    ctx.strokeStyle = view.palette.warn;
    ctx.lineWidth = 1.25;
    ctx.setLineDash([3, 3]);
    ctx.beginPath();
    for (const { from, top, bus, x, y } of ends) {
      ctx.moveTo(from, top);
      ctx.lineTo(from, bus);
      ctx.lineTo(x, bus);
      ctx.lineTo(x, y);
    }
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.lineWidth = 2;
    ctx.beginPath();
    for (const { x, y, arm } of ends) addCross(ctx, x, y, arm);
    ctx.stroke();
    if (this.detail !== 'dot') this.labelStubs(ctx, cuts, ends);
  }

  /** @param {number} i */
  stub(i) {
    const [top, bus, bottom] = this.heights(i);
    const right = this.camera.screenX(this.layout.right[i]);
    const x = right - (STUB * SLOT * this.camera.zoom) / 2;
    const arm = this.detail === 'dot' ? 3 : 4.5;
    return { from: this.x(i), top, bus, x, y: bus + (bottom - bus) * 0.45, arm };
  }

  /** @param {Ctx} ctx @param {number[]} cuts @param {{x: number, y: number}[]} ends */
  labelStubs(ctx, cuts, ends) {
    const { model, view } = this;
    const near = this.detail === 'card';
    ctx.font = `11px ${view.palette.font}`;
    ctx.fillStyle = view.palette.muted;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    const room = STUB * SLOT * this.camera.zoom - 4;
    cuts.forEach((i, k) => {
      const left = model.untried.get(i)?.length ?? 0;
      const { x, y } = ends[k];
      ctx.fillText(near ? `${left} not` : `${left}`, x, y + 8, room);
      if (near) ctx.fillText('tried', x, y + 20, room);
    });
  }

  /** @param {Ctx} ctx */
  drawGhosts(ctx) {
    const ghosts = this.nodes.filter((i) => i >= this.entered);
    if (ghosts.length === 0) return;
    const { palette } = this.view;
    ctx.beginPath();
    if (this.detail === 'card') {
      this.cards.zoom = this.camera.zoom;
      for (const i of ghosts) this.cards.box(ctx, this.x(i), this.y(i));
    } else {
      for (const i of ghosts) {
        addTriangle(ctx, this.x(i), this.y(i), this.radius, this.model.isMax(i));
      }
    }
    ctx.setLineDash(this.detail === 'dot' ? [] : [3, 4]);
    ctx.lineWidth = 1;
    ctx.strokeStyle = palette.line;
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** @param {Ctx} ctx */
  drawNodes(ctx) {
    const nodes = this.nodes.filter((i) => i < this.entered);
    this.drawFolds(ctx, nodes);
    if (this.detail === 'card') {
      const { zoom } = this.camera;
      const at = /** @param {number} i */ (i) => ({ x: this.x(i), y: this.y(i) });
      const inSight = nodes.filter((i) => this.isInSight(i));
      this.cards.draw(ctx, inSight, at, zoom, this.view.palette, this.view.step);
    } else this.drawTriangles(ctx, nodes);
  }

  /** @param {number} i */
  isInSight(i) {
    const [x, y] = [this.x(i), this.y(i)];
    const { width, height, zoom } = this.camera;
    const [w, h] = [(CARD_WIDTH * zoom) / 2, this.half];
    return x > -w && x < width + w && y > -h && y < height + h;
  }

  /** @param {Ctx} ctx @param {number[]} nodes */
  drawTriangles(ctx, nodes) {
    const { palette } = this.view;
    const r = this.radius;
    const lift = this.detail === 'label' ? 6 : 0;
    const shown = nodes.filter((i) => this.isInSight(i));
    for (const [name, some] of grouped(shown, (i) => this.colour(i))) {
      ctx.fillStyle = palette[name];
      if (r < 2.5) {
        for (const i of some) ctx.fillRect(this.x(i) - r, this.y(i) - r, 2 * r, 2 * r);
        continue;
      }
      ctx.beginPath();
      for (const i of some) addTriangle(ctx, this.x(i), this.y(i) - lift, r, this.model.isMax(i));
      ctx.fill();
    }
    if (r >= 4) this.outline(ctx, shown, lift);
    if (this.detail === 'label') this.drawValues(ctx, shown);
  }

  /**
   * The side to move, as the colour of the outline.
   * @param {Ctx} ctx
   * @param {number[]} nodes
   * @param {number} lift
   */
  outline(ctx, nodes, lift) {
    ctx.lineWidth = 1.5;
    ctx.lineJoin = 'round';
    for (const [mark, some] of grouped(nodes, (i) => this.model.turn(i))) {
      ctx.beginPath();
      for (const i of some) {
        addTriangle(ctx, this.x(i), this.y(i) - lift, this.radius, this.model.isMax(i));
      }
      ctx.strokeStyle = this.view.palette[mark];
      ctx.stroke();
    }
  }

  /** @param {Ctx} ctx @param {number[]} nodes */
  drawValues(ctx, nodes) {
    const { palette, step } = this.view;
    ctx.font = `600 11.5px ${palette.font}`;
    ctx.fillStyle = palette.text;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const i of nodes) ctx.fillText(valueText(this.model, i, step), this.x(i), this.y(i) + 11);
  }

  /**
   * What hangs below a folded node, and how many nodes that are.
   * @param {Ctx} ctx
   * @param {number[]} nodes
   */
  drawFolds(ctx, nodes) {
    const { model, layout, view } = this;
    const folded = nodes.filter((i) => layout.folded[i] && this.isInSight(i));
    if (folded.length === 0) return;
    const size = { card: 11, label: 7, dot: Math.min(5, this.radius * 1.4) }[this.detail];
    ctx.beginPath();
    for (const i of folded) {
      const [x, y] = [this.x(i), this.y(i) + this.half - 1];
      ctx.moveTo(x, y);
      ctx.lineTo(x + size, y + size);
      ctx.lineTo(x - size, y + size);
      ctx.closePath();
    }
    ctx.fillStyle = view.palette.fold;
    ctx.fill();
    if (this.detail !== 'card') return;
    ctx.font = `10.5px ${view.palette.font}`;
    ctx.fillStyle = view.palette.muted;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'top';
    for (const i of folded) {
      const below = Math.min(model.after[i], this.entered) - i - 1;
      ctx.fillText(below.toLocaleString('en-GB'), this.x(i), this.y(i) + this.half + size + 2);
    }
  }

  /** The current node, and the one that was clicked. @param {Ctx} ctx */
  drawRings(ctx) {
    const { palette, selected } = this.view;
    this.ring(ctx, this.layout.shownFor(this.current), palette.accent, 3, []);
    if (selected !== this.current) {
      this.ring(ctx, this.layout.shownFor(selected), palette.text, 2, [5, 4]);
    }
  }

  /**
   * @param {Ctx} ctx
   * @param {number} node
   * @param {string} colour
   * @param {number} width
   * @param {number[]} dash
   */
  ring(ctx, node, colour, width, dash) {
    const [x, y] = [this.x(node), this.y(node)];
    ctx.beginPath();
    if (this.detail === 'card') {
      this.cards.zoom = this.camera.zoom;
      this.cards.box(ctx, x, y, 3.5);
    } else ctx.arc(x, y, Math.max(9, this.half + 3), 0, 2 * Math.PI);
    ctx.setLineDash(dash);
    ctx.lineWidth = width;
    ctx.strokeStyle = colour;
    ctx.stroke();
    ctx.setLineDash([]);
  }

  /** The node at a point of the screen, or -1. @param {number} screenX @param {number} screenY */
  nodeAt(screenX, screenY) {
    const { camera, layout, model } = this;
    const level = Math.round(camera.worldLevel(screenY));
    const node = layout.find(camera.worldX(screenX), level);
    if (node < 0 || node >= (this.view.ghosts ? model.size : this.entered)) return -1;
    const reach = this.detail === 'card' ? (CARD_WIDTH * camera.zoom) / 2 : 20;
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

/** How many characters the longest value has. @param {Model} model */
function longestValue(model) {
  let most = 0;
  for (const value of model.value) if (Math.abs(value) > most) most = Math.abs(value);
  return String(most).length + 1;
}
