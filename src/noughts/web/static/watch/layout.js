// Where the nodes are. Each leaf, and each folded subtree, takes one slot; a parent is over the
// middle of its children. Subtrees never overlap sideways, so that whole subtrees off the screen
// can be skipped. One unit is a pixel at zoom 1; downwards the unit is a level.

import { longestValue } from './words.js';

/** @import { Model } from './model.js' */

export const SLOT = 80; // of a node with a board
const BARE_SLOT = 74; // of one without alpha and beta below the board
const NAMED_SLOT = 90; // of one without: alpha and beta are what it shows
const GIVEN_SLOT = 54; // of a leaf that is only a number, so that the tree is drawn larger
export const STUB = 0.62; // room to the right of a cut-off for the moves not tried, in slots

/**
 * How wide a node is at least, and a leaf that is only a number.
 * @param {Model} model
 */
export function slotsOf(model) {
  const board = model.windows ? SLOT : BARE_SLOT;
  if (!model.names) return { slot: board, given: board };
  return { slot: NAMED_SLOT, given: Math.max(GIVEN_SLOT, 22 + 8 * longestValue(model)) };
}

export class Layout {
  /** @param {Model} model */
  constructor(model) {
    const n = model.size;
    this.model = model;
    this.slots = slotsOf(model);
    this.x = new Float64Array(n); // the middle of the node
    this.left = new Float64Array(n); // its subtree's extent
    this.right = new Float64Array(n);
    this.folded = new Uint8Array(n);
    this.last = new Int32Array(n); // the last child that has a place, or -1
    this.nodes = new Int32Array(n); // the ones that have a place, in order
    this.count = 0;
    this.placed = new Int32Array(n); // in which arrangement a node was last placed
    this.arrangement = 0;
    this.levels = 1; // how many levels have a node
    this.from = new Float64Array(n); // where a node was before the last arrangement
  }

  /**
   * Give a place to the first `end` nodes, except inside folded subtrees. `isFolded` is called only
   * for nodes with children, `hasStub` only for nodes with moves not tried. The node `still` does
   * not move.
   * @param {object} wanted
   * @param {number} wanted.end
   * @param {(node: number) => boolean} wanted.isFolded
   * @param {(node: number) => boolean} wanted.hasStub
   * @param {number} wanted.still
   */
  arrange({ end, isFolded, hasStub, still }) {
    const wasAt = this.isPlaced(still) ? this.x[still] : null;
    this.choose(end, isFolded);
    this.widen(hasStub);
    this.center();
    this.remember();
    if (wasAt !== null && this.isPlaced(still)) this.shift(wasAt - this.x[still]);
  }

  /** @param {number} node */
  isPlaced(node) {
    return this.arrangement > 0 && this.placed[node] === this.arrangement;
  }

  get bounds() {
    return { left: this.left[0], right: this.right[0] };
  }

  /** @param {number} end @param {(node: number) => boolean} isFolded */
  choose(end, isFolded) {
    const { model } = this;
    [this.x, this.from] = [this.from, this.x];
    this.arrangement++;
    this.count = 0;
    this.levels = 1;
    for (let i = 0; i < end; ) {
      const folded = model.firstChild[i] >= 0 && isFolded(i);
      this.folded[i] = folded ? 1 : 0;
      this.last[i] = -1;
      if (model.depth[i] >= this.levels) this.levels = model.depth[i] + 1;
      if (i > 0) this.last[model.parent[i]] = i;
      this.nodes[this.count++] = i;
      i = folded ? model.after[i] : i + 1;
    }
  }

  /**
   * The width of every subtree, from the leaves up, kept in `right` for now.
   * @param {(node: number) => boolean} hasStub
   */
  widen(hasStub) {
    const { model, nodes, right } = this;
    for (let k = 0; k < this.count; k++) right[nodes[k]] = 0;
    for (let k = this.count - 1; k >= 0; k--) {
      const i = nodes[k];
      if (right[i] > 0 && model.untried.has(i) && hasStub(i)) right[i] += STUB * SLOT;
      right[i] = Math.max(right[i], this.slotOf(i));
      if (i > 0) right[model.parent[i]] += right[i];
    }
  }

  /** An only child is as wide as its parent, which stands over it. @param {number} node */
  slotOf(node) {
    const { model, slots } = this;
    return model.isGiven(node) && !model.isAlone(node) ? slots.given : slots.slot;
  }

  /** From widths to places. */
  center() {
    const { model, nodes, left, right, x } = this;
    for (let k = 0; k < this.count; k++) {
      const i = nodes[k];
      const before = model.previousSibling[i];
      left[i] = i === 0 ? 0 : before >= 0 ? right[before] : left[model.parent[i]];
      right[i] += left[i];
    }
    for (let k = this.count - 1; k >= 0; k--) {
      const i = nodes[k];
      const last = this.last[i];
      x[i] = last < 0 ? (left[i] + right[i]) / 2 : (x[model.firstChild[i]] + x[last]) / 2;
    }
  }

  /** @param {number} by */
  shift(by) {
    for (let k = 0; k < this.count; k++) {
      const i = this.nodes[k];
      this.x[i] += by;
      this.left[i] += by;
      this.right[i] += by;
    }
  }

  /** Where each node came from: a new one grows out of its parent. */
  remember() {
    const { model, nodes, from, placed } = this;
    for (let k = 0; k < this.count; k++) {
      const i = nodes[k];
      const known = placed[i] === this.arrangement - 1 && this.arrangement > 1;
      if (!known) from[i] = i > 0 ? from[model.parent[i]] : this.x[0];
      placed[i] = this.arrangement;
    }
  }

  /**
   * The node that is drawn for this one: itself, or the folded subtree that contains it.
   * @param {number} node
   */
  shownFor(node) {
    let i = node;
    while (i > 0 && !this.isPlaced(i)) i = this.model.parent[i];
    return i;
  }

  /**
   * The placed node at a depth whose subtree's extent contains x, or -1.
   * @param {number} x
   * @param {number} depth
   */
  find(x, depth) {
    const { model } = this;
    let i = model.size > 0 && x >= this.left[0] && x <= this.right[0] ? 0 : -1;
    while (i >= 0 && model.depth[i] < depth) {
      const last = this.last[i];
      let child = last < 0 ? -1 : model.firstChild[i];
      while (child >= 0 && child < last && this.right[child] < x) child = model.nextSibling[child];
      i = child >= 0 && this.left[child] <= x && this.right[child] >= x ? child : -1;
    }
    return i;
  }
}
