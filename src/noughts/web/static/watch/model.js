// The nodes of one search and its steps, in typed arrays. It knows nothing of the page.
//
// Nodes are numbered in the order in which the search entered them, so that the nodes below node i
// are i + 1 ... after[i] - 1. A search of n nodes makes 3 n - 1 steps: each node is entered, is
// finished (by `leaf`, `cut` or `return`), and hands its value `back` to its parent. A game tree
// is grown first, whole, and then valued level by level: 2 n steps.
//
// Each step holds alpha, beta and the best value so far at its node, after the step. Whatever the
// page wants to know at a step is looked up, never replayed.

export const ENTER = 0;
export const LEAF = 1;
export const BACK = 2;
export const CUT = 3;
export const RETURN = 4;
export const KINDS = ['enter', 'leaf', 'back', 'cut', 'return'];

export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;

const NEVER = 0x7fffffff;

/** What is particular to a method and not told by its nodes. */
const PARTICULARS = {
  stepwise: { shallow: true },
  strings: { rootApart: true },
  'game-tree': { wholeTreeFirst: true, draw: 2 },
};

export class Model {
  /**
   * @param {object} position rows, columns, cells and turn, as `POST /position` says them
   * @param {object} begin the `begin` event of a trace
   * @param {Array[]} rows all its nodes
   * @param {object} done its `done` event
   */
  constructor(position, begin, rows, done) {
    this.position = position;
    this.method = begin.method;
    this.maximiser = begin.maximiser;
    this.strict = begin.strict;
    this.windows = begin.windows;
    this.ends = begin.ends;
    this.pseudocode = begin.pseudocode;
    this.done = done;
    this.shallow = false;
    this.rootApart = false;
    this.wholeTreeFirst = false;
    this.draw = 0;
    Object.assign(this, PARTICULARS[begin.method]);
    this.size = rows.length;
    this.readNodes(rows);
    this.linkNodes();
    this.makeSteps();
  }

  readNodes(rows) {
    const n = rows.length;
    this.parent = new Int32Array(n);
    this.cell = new Int16Array(n);
    this.alpha = new Float64Array(n);
    this.beta = new Float64Array(n);
    this.value = new Float64Array(n);
    this.bound = new Uint8Array(n);
    this.end = new Uint8Array(n);
    this.finished = new Int32Array(n);
    this.untried = new Map(); // few nodes have any
    rows.forEach((row, i) => this.readNode(row, i));
  }

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
    this.depth = new Uint16Array(n);
    this.after = new Int32Array(n).fill(n);
    this.firstChild = new Int32Array(n).fill(-1);
    this.nextSibling = new Int32Array(n).fill(-1);
    this.previousSibling = new Int32Array(n).fill(-1);
    this.childCount = new Int32Array(n);
    const lastChild = new Int32Array(n).fill(-1);
    for (let i = 1; i < n; i++) {
      const parent = this.parent[i];
      const before = lastChild[parent];
      this.depth[i] = this.depth[parent] + 1;
      if (before < 0) this.firstChild[parent] = i;
      else {
        this.nextSibling[before] = i;
        this.previousSibling[i] = before;
      }
      lastChild[parent] = i;
      this.childCount[parent]++;
    }
    for (let i = 1; i < n; i++) {
      const next = this.nextSibling[i];
      this.after[i] = next >= 0 ? next : this.after[this.parent[i]];
    }
    this.findDeepest();
  }

  /** How deep the tree below each node goes. */
  findDeepest() {
    this.deepest = Uint16Array.from(this.depth);
    for (let i = this.size - 1; i > 0; i--) {
      const parent = this.parent[i];
      if (this.deepest[i] > this.deepest[parent]) this.deepest[parent] = this.deepest[i];
    }
    this.levels = this.size === 0 ? 0 : 1 + this.deepest[0];
  }

  makeSteps() {
    const n = this.size;
    const most = 3 * n;
    this.stepNode = new Int32Array(most);
    this.stepKind = new Uint8Array(most);
    this.stepChild = new Int32Array(most).fill(-1);
    this.stepAlpha = new Float64Array(most);
    this.stepBeta = new Float64Array(most);
    this.stepBest = new Float64Array(most);
    this.stepEntered = new Int32Array(most); // how many nodes have been entered
    this.enterStep = new Int32Array(n).fill(NEVER);
    this.doneStep = new Int32Array(n).fill(NEVER);
    this.steps = 0;
    this.entered = 0;
    if (this.wholeTreeFirst) this.growThenValue();
    else this.walk();
    this.cuts = [];
    for (let s = 0; s < this.steps; s++) if (this.stepKind[s] === CUT) this.cuts.push(s);
  }

  addStep(kind, node, alpha, beta, best, child = -1) {
    const s = this.steps++;
    this.stepKind[s] = kind;
    this.stepNode[s] = node;
    this.stepChild[s] = child;
    this.stepAlpha[s] = alpha;
    this.stepBeta[s] = beta;
    this.stepBest[s] = best;
    if (kind === ENTER) {
      this.entered = node + 1;
      this.enterStep[node] = s;
    } else if (kind !== BACK) this.doneStep[node] = s;
    this.stepEntered[s] = this.entered;
  }

  /** The steps of a search that goes down and comes back. */
  walk() {
    const alpha = Float64Array.from(this.alpha); // as they are now at each node
    const beta = Float64Array.from(this.beta);
    const best = new Float64Array(this.size);
    for (let i = 0; i < this.size; i++) {
      if (!this.isFinished(i)) this.inherit(i, alpha, beta);
      best[i] = this.isMax(i) ? -Infinity : Infinity;
      this.addStep(ENTER, i, alpha[i], beta[i], best[i]);
      if (this.firstChild[i] < 0) this.comeBack(i, alpha, beta, best);
    }
  }

  /** Finish node i, and upwards every node whose last child that was. */
  comeBack(i, alpha, beta, best) {
    while (this.isFinished(i)) {
      const kind = this.isLeaf(i) ? LEAF : this.untried.has(i) ? CUT : RETURN;
      this.addStep(kind, i, alpha[i], beta[i], kind === LEAF ? this.value[i] : best[i]);
      const parent = this.parent[i];
      const last = this.nextSibling[i] < 0;
      if (parent < 0 || (last && !this.isFinished(parent))) return;
      this.takeValue(parent, i, alpha, beta, best);
      this.addStep(BACK, parent, alpha[parent], beta[parent], best[parent], i);
      if (!last) return;
      i = parent;
    }
  }

  /** A child's value has come back to its parent. */
  takeValue(node, child, alpha, beta, best) {
    const value = this.value[child];
    const max = this.isMax(node);
    best[node] = max ? Math.max(best[node], value) : Math.min(best[node], value);
    if (!this.windows || (this.rootApart && node === 0)) return;
    if (this.leavesBeforeNarrowing(node, best[node])) return;
    if (max) alpha[node] = Math.max(alpha[node], best[node]);
    else beta[node] = Math.min(beta[node], best[node]);
  }

  /** MAX-VALUE and MIN-VALUE compare before they touch alpha or beta; the others after it. */
  leavesBeforeNarrowing(node, best) {
    if (this.shallow || this.rootApart) return false;
    return this.beats(node, best);
  }

  /** Whether a value at a node is so good that the other side will not come there. */
  beats(node, best) {
    const [alpha, beta] = [this.alpha[node], this.beta[node]];
    if (this.strict) return this.isMax(node) ? best > beta : best < alpha;
    return this.isMax(node) ? best >= beta : best <= alpha;
  }

  /** The window of a node that the search did not finish, so that nobody reported it. */
  inherit(i, alpha, beta) {
    const parent = this.parent[i];
    const full = parent < 0 || !this.windows || (this.rootApart && parent === 0);
    const max = this.isMax(i);
    alpha[i] = full || (this.shallow && max) ? -Infinity : alpha[parent];
    beta[i] = full || (this.shallow && !max) ? Infinity : beta[parent];
    this.alpha[i] = alpha[i];
    this.beta[i] = beta[i];
  }

  /** The steps of a game tree: first all nodes, then all values in the order of `finished`. */
  growThenValue() {
    const start = (i) => (this.isMax(i) ? -Infinity : Infinity);
    for (let i = 0; i < this.size; i++) this.addStep(ENTER, i, -Infinity, Infinity, start(i));
    const order = new Int32Array(this.size).fill(-1);
    for (let i = 0; i < this.size; i++) if (this.isFinished(i)) order[this.finished[i]] = i;
    for (const i of order) {
      if (i < 0) continue;
      this.addStep(this.isLeaf(i) ? LEAF : RETURN, i, -Infinity, Infinity, this.value[i]);
    }
  }

  // What a node is

  /** The mark to move at a node. */
  turn(node) {
    const { turn } = this.position;
    if (this.depth[node] % 2 === 0) return turn;
    return turn === 'x' ? 'o' : 'x';
  }

  isMax(node) {
    return this.turn(node) === this.maximiser;
  }

  isFinished(node) {
    return this.finished[node] >= 0;
  }

  isLeaf(node) {
    return this.firstChild[node] < 0;
  }

  endOf(node) {
    return this.ends[this.end[node]];
  }

  /** The nodes from the root to this one. */
  pathTo(node) {
    const path = [];
    for (let i = node; i >= 0; i = this.parent[i]) path.push(i);
    return path.reverse();
  }

  /** The cells of the board at a node, as a list of "x", "o" and ".". */
  cellsAt(node) {
    const cells = [...this.position.cells];
    for (let i = node; i > 0; i = this.parent[i]) cells[this.cell[i]] = this.turn(this.parent[i]);
    return cells;
  }

  cellName(cell) {
    const { columns } = this.position;
    return String.fromCharCode(97 + Math.floor(cell / columns)) + ((cell % columns) + 1);
  }

  /** The name of the move that leads to a node. */
  moveName(node) {
    return node > 0 ? this.cellName(this.cell[node]) : 'the root';
  }

  // What is known at a step

  isEntered(node, step) {
    return this.enterStep[node] <= step;
  }

  isDone(node, step) {
    return this.doneStep[node] <= step;
  }

  /** Whether a lies on the way from the root to b, or is b. */
  isAbove(a, b) {
    return a <= b && b < this.after[a];
  }

  /**
   * Alpha, beta and the best value at any node that has been entered, as they are at a step.
   * An open node has not changed since the search went down from it.
   */
  stateAt(node, step) {
    return this.stateOf(this.lastStepAt(node, step));
  }

  stateOf(s) {
    return { alpha: this.stepAlpha[s], beta: this.stepBeta[s], best: this.stepBest[s] };
  }

  lastStepAt(node, step) {
    if (this.isDone(node, step)) return this.doneStep[node];
    if (this.wholeTreeFirst) return this.enterStep[node];
    const current = this.stepNode[step];
    if (current === node) return step;
    return this.enterStep[this.childTowards(node, current)] - 1;
  }

  /** The child of `node` on the way down to `below`. */
  childTowards(node, below) {
    let i = below;
    while (this.parent[i] !== node) i = this.parent[i];
    return i;
  }

  /** The first cut-off after a step, or -1. */
  nextCut(step) {
    let [low, high] = [0, this.cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cuts[middle] > step) high = middle;
      else low = middle + 1;
    }
    return low < this.cuts.length ? this.cuts[low] : -1;
  }

  /** The step of the pseudocode: "max back", or "root back" where the root is treated apart. */
  stepName(step, named) {
    const node = this.stepNode[step];
    const kind = KINDS[this.stepKind[step]];
    if (node === 0 && named.has(`root ${kind}`)) return `root ${kind}`;
    return `${this.isMax(node) ? 'max' : 'min'} ${kind}`;
  }

  /**
   * The node whose value is the finite alpha or beta that a node was entered with: a child of the
   * ancestor nearest to the root that has such a child. -1 if there is none.
   */
  sourceOf(node, bound, ofMax) {
    const nearest = this.parent[node];
    const ancestors = this.shallow ? [nearest] : this.pathTo(nearest);
    for (const ancestor of ancestors) {
      if (this.isMax(ancestor) !== ofMax || (this.rootApart && ancestor === 0)) continue;
      for (let child = this.firstChild[ancestor]; child >= 0; child = this.nextSibling[child]) {
        if (this.isAbove(child, node)) break;
        if (this.value[child] === bound) return child;
      }
    }
    return -1;
  }
}
