// The nodes of one search and its steps, in typed arrays. It knows nothing about the page.
//
// Nodes are numbered in the order in which the search entered them, so that the nodes below node i
// are i + 1 ... after[i] - 1. A search of n nodes makes 3 n - 1 steps: each node is entered, is
// finished (by `leaf`, `table`, `cut` or `return`), and passes its value `back` to its parent. A game tree
// is first built whole and then valued level by level: 2 n steps.
//
// Each step holds alpha, beta and the best value so far at its node, after the step. What the page
// shows at a step is looked up, never replayed.
//
// A search in passes has a node on top that stands for all of them (`isDriver`); its branches are the
// passes, all with the board of the root. A node that is searched again is there again, as the next
// sibling.
//
// A tree in brackets has no board: its nodes have names, its leaves are given, and the nodes that
// were passed over are in it too; no step enters them.

import { nameOf, other } from '../game/notation.js';

/** @import { TraceBegin, TraceDone, TraceRow } from '../types.js' */
/** @import { Searched } from './trace.js' */

/** @typedef {{alpha: number, beta: number, best: number}} Window */

export const ENTER = 0;
export const LEAF = 1;
export const BACK = 2;
export const CUT = 3;
export const RETURN = 4;
export const TABLE = 5;
export const KINDS = ['enter', 'leaf', 'back', 'cut', 'return', 'table'];

export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;

const DECIDED = ['x wins', 'o wins', 'draw'];
const NEVER = 0x7fffffff;

export class Model {
  asked = -1; // a step whose consequences are asked for, and not shown yet
  /** The nodes by their boards, once somebody asks. @type {Map<string, number[]> | null} */
  boards = null;

  /**
   * @param {Searched} position
   * @param {TraceBegin} begin
   * @param {TraceRow[]} rows all its nodes
   * @param {TraceDone} done
   */
  constructor(position, begin, rows, done) {
    this.position = position;
    this.done = done;
    this.method = begin.method;
    this.maximiser = begin.maximiser;
    this.windows = begin.windows;
    this.strict = begin.strict;
    this.shallow = begin.shallow;
    this.rootApart = begin.root_apart;
    this.wholeTreeFirst = begin.whole_tree_first;
    this.passes = begin.passes;
    this.deepens = begin.deepens;
    this.nullWindows = begin.null_windows;
    this.table = begin.table;
    this.byDepth = begin.by_depth;
    this.draw = begin.draw;
    this.ends = begin.ends;
    this.pseudocode = begin.pseudocode;
    this.names = begin.names; // of a tree in brackets; null if there is a board
    const n = rows.length;
    this.size = n;
    // Of each node, as the server sends it.
    this.parent = new Int32Array(n);
    this.cell = new Int16Array(n);
    this.alpha = new Float64Array(n);
    this.beta = new Float64Array(n);
    this.value = new Float64Array(n);
    this.bound = new Uint8Array(n);
    this.end = new Uint8Array(n);
    this.finished = new Int32Array(n);
    /** The cells that a cut-off left out; few nodes have any. @type {Map<number, number[]>} */
    this.untried = new Map();
    for (let i = 0; i < n; i++) this.readNode(rows[i], i);
    this.passed = this.end.map((end) => (this.ends[end] === 'passed over' ? 1 : 0));
    // Of each node, its place in the tree; -1 for none.
    this.depth = new Uint16Array(n); // its level
    this.plies = new Uint16Array(n); // how many moves lead to it
    this.after = new Int32Array(n).fill(n); // the first node after its subtree
    this.firstChild = new Int32Array(n).fill(-1);
    this.nextSibling = new Int32Array(n).fill(-1);
    this.previousSibling = new Int32Array(n).fill(-1);
    this.linkNodes();
    this.deepest = Uint16Array.from(this.depth); // how deep the tree below it goes
    this.levels = this.findDeepest();
    // Of each step; alpha, beta and best are its node's, after the step.
    const most = 3 * n;
    this.steps = 0;
    this.stepNode = new Int32Array(most);
    this.stepKind = new Uint8Array(most);
    this.stepChild = new Int32Array(most).fill(-1); // whose value comes back
    this.stepAlpha = new Float64Array(most);
    this.stepBeta = new Float64Array(most);
    this.stepBest = new Float64Array(most);
    this.stepEntered = new Int32Array(most); // how many nodes have been entered
    this.enterStep = new Int32Array(n).fill(NEVER);
    this.doneStep = new Int32Array(n).fill(NEVER);
    /** The steps that are cut-offs. @type {number[]} */
    this.cuts = [];
    this.makeSteps();
    this.win = this.winAtTheRoot();
  }

  /** Whether it scouts all moves but the first. */
  get scouts() {
    return this.nullWindows && !this.passes;
  }

  /** How many nodes are none that the search counts. */
  get drivers() {
    return this.passes ? 1 : 0;
  }

  /** How many nodes the search has counted. */
  get nodes() {
    return this.size - this.drivers;
  }

  /** @param {TraceRow} row @param {number} i */
  readNode([parent, cell, alpha, beta, value, bound, end, finished, untried], i) {
    this.parent[i] = parent;
    this.cell[i] = cell;
    this.alpha[i] = alpha ?? -Infinity;
    this.beta[i] = beta ?? Infinity;
    this.value[i] = value ?? NaN;
    this.bound[i] = bound;
    this.end[i] = end;
    this.finished[i] = finished;
    if (untried.length > 0) this.untried.set(i, untried);
  }

  /** Depths, children and where each subtree ends. */
  linkNodes() {
    const n = this.size;
    const lastChild = new Int32Array(n).fill(-1);
    for (let i = 1; i < n; i++) {
      const parent = this.parent[i];
      const before = lastChild[parent];
      this.depth[i] = this.depth[parent] + 1;
      this.plies[i] = this.plies[parent] + (this.isPass(i) ? 0 : 1);
      if (before < 0) this.firstChild[parent] = i;
      else {
        this.nextSibling[before] = i;
        this.previousSibling[i] = before;
      }
      lastChild[parent] = i;
    }
    for (let i = 1; i < n; i++) {
      const next = this.nextSibling[i];
      this.after[i] = next >= 0 ? next : this.after[this.parent[i]];
    }
  }

  /** How deep the tree goes below each node; returns how many levels it has. */
  findDeepest() {
    for (let i = this.size - 1; i > 0; i--) {
      const parent = this.parent[i];
      if (this.deepest[i] > this.deepest[parent]) this.deepest[parent] = this.deepest[i];
    }
    return 1 + this.deepest[0];
  }

  makeSteps() {
    if (this.wholeTreeFirst) this.growThenValue();
    else this.walk();
    for (let s = 0; s < this.steps; s++) if (this.stepKind[s] === CUT) this.cuts.push(s);
  }

  /** @param {number} kind @param {number} node @param {Window} window @param {number} [child] */
  addStep(kind, node, { alpha, beta, best }, child = -1) {
    const s = this.steps++;
    this.stepKind[s] = kind;
    this.stepNode[s] = node;
    this.stepChild[s] = child;
    this.stepAlpha[s] = alpha;
    this.stepBeta[s] = beta;
    this.stepBest[s] = best;
    if (kind === ENTER) this.enterStep[node] = s;
    else if (kind !== BACK) this.doneStep[node] = s;
    this.stepEntered[s] = kind === ENTER ? node + 1 : this.stepEntered[s - 1];
  }

  /** The steps of a search that goes down and comes back. */
  walk() {
    /** @type {Window[]} */
    const windows = []; // as they are now at each node
    for (let i = 0; i < this.size; i++) {
      if (this.passed[i]) continue;
      if (!this.isFinished(i)) this.inherit(i, windows[this.parent[i]]);
      windows[i] = this.windowOnEntry(i);
      this.addStep(ENTER, i, windows[i]);
      if (this.firstChild[i] < 0) this.comeBack(i, windows);
    }
  }

  /** @param {number} i @returns {Window} */
  windowOnEntry(i) {
    return { alpha: this.alpha[i], beta: this.beta[i], best: this.isMax(i) ? -Infinity : Infinity };
  }

  /**
   * Finish a node, and going up, every node whose last child is then finished.
   * @param {number} leaf
   * @param {Window[]} windows
   */
  comeBack(leaf, windows) {
    for (let i = leaf; this.isFinished(i); ) {
      this.finish(i, windows[i]);
      const parent = this.parent[i];
      const next = this.nextSibling[i];
      const last = next < 0 || this.passed[next] === 1;
      if (parent < 0 || (last && !this.isFinished(parent))) return;
      this.takeValue(parent, i, windows[parent]);
      this.addStep(BACK, parent, windows[parent], i);
      if (!last) return;
      i = parent;
    }
  }

  /** @param {number} i @param {Window} window */
  finish(i, window) {
    const kind = this.isFromTable(i) ? TABLE : LEAF;
    if (this.isLeaf(i)) this.addStep(kind, i, { ...window, best: this.value[i] });
    else this.addStep(this.untried.has(i) ? CUT : RETURN, i, window);
  }

  /**
   * A child's value has come back to a node.
   * @type {(node: number, child: number, window: Window) => void}
   */
  takeValue(node, child, window) {
    const value = this.value[child];
    if (this.isDriver(node)) return this.takePass(child, window);
    if (this.isScout(child) && this.isAgain(this.nextSibling[child])) return; // it does not count yet
    const max = this.isMax(node);
    window.best = max ? Math.max(window.best, value) : Math.min(window.best, value);
    if (!this.narrows(node) || this.leavesBeforeNarrowing(node, window.best)) return;
    if (max) window.alpha = Math.max(window.alpha, window.best);
    else window.beta = Math.min(window.beta, window.best);
  }

  /**
   * The value of a pass has come back: that of a null window is one end of what the value may be.
   * @type {(child: number, window: Window) => void}
   */
  takePass(child, window) {
    window.best = this.value[child];
    if (!this.nullWindows) return;
    if (window.best < this.beta[child]) window.beta = window.best;
    else window.alpha = window.best;
  }

  /** Whether values that come back to a node narrow its window. @param {number} node */
  narrows(node) {
    return this.windows && !this.isDriver(node) && !(this.rootApart && node === 0);
  }

  /**
   * MAX-VALUE and MIN-VALUE compare before they change alpha or beta; the others compare afterwards.
   * @param {number} node
   * @param {number} best
   */
  leavesBeforeNarrowing(node, best) {
    if (this.shallow || this.rootApart) return false;
    const limit = this.limit(node);
    if (best === limit) return !this.strict;
    return this.isMax(node) ? best > limit : best < limit;
  }

  /**
   * The side of its window at which a node is cut off: what the other side has elsewhere.
   * @param {number} node
   */
  limit(node) {
    return this.isMax(node) ? this.beta[node] : this.alpha[node];
  }

  /**
   * The window of a node that the search did not finish, and so did not report.
   * @param {number} i
   * @param {Window | undefined} above its parent's
   */
  inherit(i, above) {
    const full = !above || !this.narrows(this.parent[i]);
    const max = this.isMax(i);
    this.alpha[i] = full || (this.shallow && max) ? -Infinity : above.alpha;
    this.beta[i] = full || (this.shallow && !max) ? Infinity : above.beta;
    if (!this.isScout(i)) return;
    if (max) this.alpha[i] = this.beta[i] - 1;
    else this.beta[i] = this.alpha[i] + 1;
  }

  /** The steps of a game tree: first all nodes, then all values in the order of `finished`. */
  growThenValue() {
    for (let i = 0; i < this.size; i++) this.addStep(ENTER, i, this.windowOnEntry(i));
    const order = new Int32Array(this.size).fill(-1);
    for (let i = 0; i < this.size; i++) if (this.isFinished(i)) order[this.finished[i]] = i;
    for (const i of order) {
      if (i < 0) continue;
      const window = { ...this.windowOnEntry(i), best: this.value[i] };
      this.addStep(this.isLeaf(i) ? LEAF : RETURN, i, window);
    }
  }

  // What a node is

  /** The mark to move at a node: levels of MAX and of MIN take turns. @param {number} node */
  turn(node) {
    const { turn } = this.position;
    return this.plies[node] % 2 === 0 ? turn : other(turn);
  }

  /** @param {number} node */
  isMax(node) {
    return this.turn(node) === this.maximiser;
  }

  /** What it is called in the pseudocode, and in the colours. @param {number} node */
  role(node) {
    return this.isMax(node) ? 'max' : 'min';
  }

  /** @param {number} node */
  isFinished(node) {
    return this.finished[node] >= 0;
  }

  /** @param {number} node */
  isLeaf(node) {
    return this.firstChild[node] < 0;
  }

  /** Whether it stands for all passes of a search. @param {number} node */
  isDriver(node) {
    return this.passes && node === 0;
  }

  /** Whether it is the root of one of several passes. @param {number} node */
  isPass(node) {
    return this.passes && this.parent[node] === 0;
  }

  /** Whether its parent has searched this move just before. @param {number} node */
  isAgain(node) {
    const before = node < 0 ? -1 : this.previousSibling[node];
    return (
      before >= 0 && !this.names && !this.isPass(node) && this.cell[before] === this.cell[node]
    );
  }

  /** Whether it was only asked whether the move is better than those before. @param {number} node */
  isScout(node) {
    return this.scouts && this.previousSibling[node] >= 0 && !this.isAgain(node);
  }

  /** Whether the game is over there. @param {number} node */
  isOver(node) {
    return this.isFinished(node) && DECIDED.includes(this.endOf(node));
  }

  /** Whether the search remembered its value. @param {number} node */
  isFromTable(node) {
    return this.isFinished(node) && this.endOf(node) === 'table';
  }

  /** Whether its value is known before the search begins. @param {number} node */
  isGiven(node) {
    return this.names !== null && this.isLeaf(node);
  }

  /** Whether a finished node has moves that were not tried. @param {number} node */
  isCut(node) {
    return this.stepKind[this.doneStep[node]] === CUT;
  }

  /** @param {number} node */
  endOf(node) {
    return this.ends[this.end[node]];
  }

  /** Whether its parent has no other move. @param {number} node */
  isOnlyMove(node) {
    return this.isAlone(node) && !this.untried.has(this.parent[node]);
  }

  /** Whether a node has no siblings in the tree. @param {number} node */
  isAlone(node) {
    return this.previousSibling[node] < 0 && this.nextSibling[node] < 0;
  }

  /** Whether a value is the same whatever comes after the depth limit. @param {number} node */
  isProved(node) {
    const [least, most] = this.span(node);
    return least === most;
  }

  /**
   * The least and the most that a finished node can be worth: at the depth limit anything from a
   * loss to a win, and past a cut-off whatever its bound leaves open.
   * @param {number} node
   * @returns {[number, number]}
   */
  span(node) {
    const value = this.value[node];
    const win = this.win === null ? Infinity : this.win - (this.byDepth ? this.plies[node] : 0);
    if (this.endOf(node) === 'horizon') return [-win, win];
    if (this.isFromTable(node)) return this.span(this.remembered(node));
    if (this.isLeaf(node)) return [value, value];
    const best = this.isMax(node) ? Math.max : Math.min;
    const last = this.childrenOf(node).filter((child) => !this.isAgain(this.nextSibling[child]));
    const spans = last.map((child) => this.span(child));
    if (this.isDriver(node) && !this.nullWindows) return spans[spans.length - 1];
    if (this.isDriver(node)) {
      return [Math.max(...spans.map(([low]) => low)), Math.min(...spans.map(([, high]) => high))];
    }
    const least = best(...spans.map(([low]) => low));
    const most = best(...spans.map(([, high]) => high));
    if (!this.untried.has(node)) return [least, most];
    return this.isMax(node) ? [least, win] : [-win, most];
  }

  /** The nodes from the root to this one. @param {number} node */
  pathTo(node) {
    const path = [];
    for (let i = node; i >= 0; i = this.parent[i]) path.push(i);
    return path.reverse();
  }

  /** The cells of the board at a node, as a list of "x", "o" and ".". @param {number} node */
  cellsAt(node) {
    if (this.names) return [];
    const cells = [...this.position.cells];
    for (let i = node; i > 0 && this.cell[i] >= 0; i = this.parent[i]) {
      cells[this.cell[i]] = this.turn(this.parent[i]);
    }
    return cells;
  }

  /** The name of the move that leads to a node, or of the node itself. @param {number} node */
  moveName(node) {
    if (this.names) return this.names[Math.max(0, this.cell[node])];
    if (node === 0) return this.passes ? 'all passes' : 'the root';
    if (this.isPass(node)) return `pass ${this.passNumber(node)}`;
    return this.cellName(this.cell[node]) + (this.isAgain(node) ? ' again' : '');
  }

  /** The same where there is little room: ↻ marks a move that is searched again. @param {number} node */
  edgeName(node) {
    return this.moveName(node).replace(' again', ' ↻');
  }

  /** The passes are counted from 1. @param {number} node */
  passNumber(node) {
    return 1 + this.childrenOf(0).indexOf(node);
  }

  /** @param {number} cell */
  cellName(cell) {
    const { naming, columns } = this.position;
    return naming?.cells[cell] ?? nameOf(cell, columns);
  }

  /** @param {number} node */
  childrenOf(node) {
    const children = [];
    for (let i = this.firstChild[node]; i >= 0; i = this.nextSibling[i]) children.push(i);
    return children;
  }

  // What is known at a step

  /** @param {number} node @param {number} step */
  isEntered(node, step) {
    return this.enterStep[node] <= step;
  }

  /** @param {number} node @param {number} step */
  isDone(node, step) {
    return this.doneStep[node] <= step;
  }

  /** Whether a is on the way from the root to b, or is b. @param {number} a @param {number} b */
  isAbove(a, b) {
    return a <= b && b < this.after[a];
  }

  /** How many nodes have been entered, and how many cut off, up to a step. @param {number} step */
  countUntil(step) {
    const kinds = this.stepKind.subarray(0, step + 1);
    const nodes = this.names
      ? kinds.reduce((sum, kind) => sum + Number(kind === ENTER), 0)
      : this.stepEntered[step] - this.drivers; // nothing is passed over, and there may be many
    return { nodes, cuts: this.cuts.filter((cut) => cut <= step).length };
  }

  /**
   * Alpha, beta and the best value at any node that has been entered, as they are at a step.
   * An open node has not changed since the search went down from it.
   * @param {number} node
   * @param {number} step
   */
  stateAt(node, step) {
    const state = this.stateOf(this.lastStepAt(node, step));
    if (step !== this.asked || node !== this.stepNode[step]) return state;
    return { ...this.before(step), best: state.best }; // as before it was compared
  }

  /** Alpha, beta and best as they were before the value of a step came back. @param {number} step */
  before(step) {
    const child = this.stepChild[step];
    return this.stateOf(child < 0 ? step : this.enterStep[child] - 1);
  }

  /** @param {number} s @returns {Window} */
  stateOf(s) {
    return { alpha: this.stepAlpha[s], beta: this.stepBeta[s], best: this.stepBest[s] };
  }

  /** @param {number} node @param {number} step */
  lastStepAt(node, step) {
    if (this.isDone(node, step)) return this.doneStep[node];
    if (this.wholeTreeFirst) return this.enterStep[node];
    const current = this.stepNode[step];
    if (current === node) return step;
    return this.enterStep[this.childTowards(node, current)] - 1;
  }

  /** The child of `node` on the way down to `below`. @param {number} node @param {number} below */
  childTowards(node, below) {
    let i = below;
    while (this.parent[i] !== node) i = this.parent[i];
    return i;
  }

  /** The first cut-off after a step, or -1. @param {number} step */
  nextCut(step) {
    let [low, high] = [0, this.cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cuts[middle] > step) high = middle;
      else low = middle + 1;
    }
    return low < this.cuts.length ? this.cuts[low] : -1;
  }

  /**
   * What a win at the root would be worth, by the first win in the tree; null if nobody wins there.
   */
  winAtTheRoot() {
    for (let i = 0; i < this.size; i++) {
      const end = this.isFinished(i) ? this.endOf(i) : '';
      if (end !== 'x wins' && end !== 'o wins') continue;
      if (this.draw !== 0 && this.value[i] < this.draw) continue; // a loss tells nothing there
      return Math.abs(this.value[i]) + (this.byDepth ? this.plies[i] : 0);
    }
    return null;
  }

  /** How many moves from the root a score says the game is won; null if it says nothing of the
   * kind. @param {number} score */
  movesToTheEnd(score) {
    if (!this.byDepth || this.win === null) return null;
    const moves = this.win - Math.abs(score);
    return moves >= 0 && moves <= this.position.rows * this.position.columns ? moves : null;
  }

  /** The nodes with the same board as this one, and itself. @param {number} node */
  sameBoards(node) {
    if (this.names) return [node];
    this.boards ??= this.groupBoards();
    return this.boards.get(this.cellsAt(node).join('')) ?? [node];
  }

  /**
   * The node whose value the table holds when the search comes to a node with the same board; -1 if
   * there is none.
   * @param {number} node
   */
  remembered(node) {
    if (!this.table) return -1;
    const entered = this.enterStep[node];
    const first = this.deepens ? this.pathTo(node)[1] : 0; // each pass begins with an empty table
    let found = -1;
    for (const each of this.sameBoards(node)) {
      const known = this.isDone(each, entered) && !this.isLeaf(each) && each >= first;
      if (known && (found < 0 || this.doneStep[each] > this.doneStep[found])) found = each;
    }
    return found;
  }

  /** How many different boards there are. */
  countBoards() {
    this.boards ??= this.groupBoards();
    return this.boards.size;
  }

  groupBoards() {
    /** @type {Map<string, number[]>} */
    const boards = new Map();
    for (let i = 0; i < this.size; i++) {
      const key = this.cellsAt(i).join('');
      const found = boards.get(key);
      if (found) found.push(i);
      else boards.set(key, [i]);
    }
    return boards;
  }

  /**
   * The node at the end of a way: "C2" in a tree in brackets, "a1 b3" on a board; "" is the root.
   * @param {string} way
   */
  nodeNamed(way) {
    if (this.names) {
      const place = this.names.indexOf(way);
      return place <= 0 ? 0 : this.cell.indexOf(place);
    }
    let node = 0;
    for (const move of way.split(' ').filter(Boolean)) {
      const found = this.childrenOf(node).find((child) => this.moveName(child) === move);
      if (found === undefined) throw new Error(`the tree has no move ${move} there`);
      node = found;
    }
    return node;
  }

  /** How `nodeNamed` calls a node. @param {number} node */
  wayTo(node) {
    const path = this.names ? [node] : this.pathTo(node).slice(1);
    return path.map((each) => this.moveName(each)).join(' ');
  }

  /**
   * The step at which something happens: "enter C", "leaf C1", "cut C", "return B", "back C" (the
   * value of C comes back to its parent), "start", "end".
   * @param {string} what
   */
  stepWhere(what) {
    const [kind, ...way] = what.split(' ');
    if (kind === 'start') return 0;
    if (kind === 'end') return this.steps - 1;
    const node = this.nodeNamed(way.join(' '));
    const nodes = kind === 'back' ? this.stepChild : this.stepNode;
    for (let s = 0; s < this.steps; s++) {
      if (nodes[s] === node && KINDS[this.stepKind[s]] === kind) return s;
    }
    throw new Error(`the search has no step "${what}"`);
  }

  /**
   * The step of the pseudocode: "max back", or "root back" where the root is treated separately.
   * @param {number} step
   * @param {Set<string>} named the steps that a line of the pseudocode names
   */
  stepName(step, named) {
    const node = this.stepNode[step];
    const kind = KINDS[this.stepKind[step]];
    if (node === 0 && named.has(`root ${kind}`)) return `root ${kind}`;
    return `${this.role(node)} ${kind === 'back' ? this.kindOfBack(this.stepChild[step]) : kind}`;
  }

  /** What a value is that comes back, where a search scouts. @param {number} child */
  kindOfBack(child) {
    if (this.scouts && this.isAgain(child)) return 'again';
    if (!this.isScout(child)) return 'back';
    return this.isAgain(this.nextSibling[child]) ? 'doubt' : 'scout';
  }

  /**
   * The node whose value is the finite alpha or beta that a node was entered with: a child of the
   * ancestor nearest to the root that has such a child. -1 if there is none.
   * @param {number} node
   */
  sourceOf(node) {
    const [limit, max] = [this.limit(node), this.isMax(node)];
    const nearest = this.parent[node];
    const ancestors = this.shallow ? [nearest] : this.pathTo(nearest);
    for (const ancestor of ancestors) {
      if (this.isMax(ancestor) === max || !this.narrows(ancestor)) continue;
      for (const child of this.childrenOf(ancestor)) {
        if (this.isAbove(child, node)) break;
        if (this.value[child] === limit) return child;
      }
    }
    return -1;
  }
}
