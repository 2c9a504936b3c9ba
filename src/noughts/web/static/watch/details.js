// The panel about one node: its board, whose turn it is, alpha, beta, value, why it ended, and the
// way to its neighbours. It is also the tree for those who cannot see the canvas.

import { h, svg } from '../ui/dom.js';
import { capital, count } from '../ui/format.js';
import { EXACT } from './model.js';
import { number, worth } from './words.js';

/** @import { Model, Window } from './model.js' */
/** @import { Words } from './words.js' */

/** @typedef {'move' | 'turn' | 'alpha' | 'beta' | 'value'} Row */
/** @typedef {Model['position']} Board */

/** @type {[row: Row, text: string][]} */
const ROWS = [
  ['move', 'Move'],
  ['turn', 'To move'],
  ['alpha', 'α'],
  ['beta', 'β'],
  ['value', 'Value'],
];

export class Details {
  node = 0;
  /** @type {BoardPicture | null} */
  picture = null;

  /**
   * @param {object} on
   * @param {(node: number) => void} on.select
   * @param {(step: number) => void} on.goTo
   * @param {(node: number) => void} on.fold
   */
  constructor(on) {
    this.on = on;
    this.title = h('h2', { class: 'watch-node' });
    this.board = h('div', { class: 'watch-board' });
    this.facts = /** @type {Record<Row, HTMLElement>} */ (
      Object.fromEntries(ROWS.map(([row]) => [row, h('dd', {})]))
    );
    this.labels = /** @type {Record<Row, HTMLElement>} */ (
      Object.fromEntries(ROWS.map(([row, text]) => [row, h('dt', {}, text)]))
    );
    this.ended = h('p', { class: 'watch-ended' });
    const list = ROWS.map(([row]) => [this.labels[row], this.facts[row]]);
    this.ways = {
      parent: this.way('↑', 'Parent node (Alt+↑)'),
      child: this.way('↓', 'First child (Alt+↓)'),
      previous: this.way('←', 'Previous sibling (Alt+←)'),
      next: this.way('→', 'Next sibling (Alt+→)'),
    };
    this.start = button('⇤', 'To the step that enters this node');
    this.start.addEventListener('click', () => this.on.goTo(Number(this.start.dataset.step)));
    this.finish = button('⇥', 'To the step that finishes this node');
    this.finish.addEventListener('click', () => this.on.goTo(Number(this.finish.dataset.step)));
    this.foldButton = button('⊟', 'Fold (f)');
    this.foldButton.addEventListener('click', () => this.on.fold(this.node));
    const arrows = { class: 'watch-ways', role: 'group', 'aria-label': 'Walk the tree' };
    this.element = h(
      'section',
      { class: 'watch-details watch-panel', 'aria-label': 'Node' },
      this.title,
      h('div', { class: 'watch-facts' }, this.board, h('dl', {}, list)),
      this.ended,
      h('div', arrows, Object.values(this.ways), this.foldButton, this.start, this.finish),
    );
  }

  /** A button to the node that its data names. @param {string} text @param {string} label */
  way(text, label) {
    const element = button(text, label);
    element.addEventListener('click', () => this.on.select(Number(element.dataset.node)));
    return element;
  }

  /** @param {Words} words @param {number} node @param {number} step @param {boolean} folded */
  show(words, node, step, folded) {
    const { facts } = this;
    const { model } = words;
    const isCurrent = node === model.stepNode[step];
    this.node = node;
    const which = isCurrent ? 'Current node' : 'Selected node';
    this.title.textContent = `${which}: ${count(node + 1)} of ${count(model.size)}`;
    this.element.classList.toggle('is-selected', !isCurrent);
    this.showBoard(model, node);
    const role = model.isMax(node) ? '▲ MAX' : '▼ MIN';
    facts.move.textContent = movesTo(model, node);
    facts.turn.textContent = `${words.mover(node)}, ${role}`;
    facts.turn.className = `is-${model.turn(node)}`;
    const window = model.isEntered(node, step) ? model.stateAt(node, step) : null;
    this.showWindow(model, window);
    this.showValue(model, node, step, window);
    this.ended.textContent = capital(`${words.ended(node, step)}.`);
    this.showWays(model, node, step);
    this.foldButton.textContent = folded ? '⊞' : '⊟';
    name(this.foldButton, folded ? 'Unfold (f)' : 'Fold (f)');
  }

  /** @param {Model} model @param {number} node */
  showBoard(model, node) {
    if (this.picture?.position !== model.position) {
      this.picture = new BoardPicture(model.position);
      this.board.replaceChildren(this.picture.element);
    }
    this.picture.draw(model.cellsAt(node), node > 0 ? model.cell[node] : -1);
  }

  /** @param {Model} model @param {Window | null} window */
  showWindow({ windows }, window) {
    const { facts, labels } = this;
    for (const side of /** @type {const} */ (['alpha', 'beta'])) {
      facts[side].hidden = labels[side].hidden = !windows;
      facts[side].textContent = window ? number(window[side]) : '';
    }
  }

  /**
   * @param {Model} model
   * @param {number} node
   * @param {number} step
   * @param {Window | null} window
   */
  showValue(model, node, step, window) {
    const { facts, labels } = this;
    const done = model.isDone(node, step);
    labels.value.textContent = done || !window ? 'Value' : 'Best so far';
    if (done) {
      const bound = model.bound[node];
      facts.value.textContent = worth(model.value[node], bound) + (bound === EXACT ? ' exact' : '');
    } else {
      const known = window && Number.isFinite(window.best);
      facts.value.textContent = known ? number(window.best) : 'none yet';
    }
  }

  /** @param {Model} model @param {number} node @param {number} step */
  showWays(model, node, step) {
    const { ways } = this;
    /** @param {number} other */
    const seen = (other) => (other >= 0 && model.isEntered(other, step) ? other : -1);
    setWay(ways.parent, model.parent[node]);
    setWay(ways.child, seen(model.firstChild[node]));
    setWay(ways.previous, model.previousSibling[node]);
    setWay(ways.next, seen(model.nextSibling[node]));
    this.foldButton.disabled = model.firstChild[node] < 0;
    this.setStep(this.start, model.enterStep[node], model);
    this.setStep(this.finish, model.doneStep[node], model);
  }

  /** @param {HTMLButtonElement} way @param {number} step @param {Model} model */
  setStep(way, step, model) {
    way.disabled = step >= model.steps;
    way.dataset.step = String(step);
  }
}

/**
 * The moves that lead to a node; the last ones if there are many.
 * @param {Model} model
 * @param {number} node
 */
function movesTo(model, node) {
  if (node === 0) return 'none: the root';
  const names = model
    .pathTo(node)
    .slice(1)
    .map((each) => model.moveName(each));
  return names.length > 4 ? `… ${names.slice(-4).join(' ')}` : names.join(' ');
}

/** @param {HTMLButtonElement} way @param {number} node */
function setWay(way, node) {
  way.disabled = node < 0;
  way.dataset.node = String(node);
}

/** @param {string} text @param {string} label */
function button(text, label) {
  const element = h('button', { type: 'button', class: 'watch-way' }, text);
  name(element, label);
  return element;
}

/** @param {HTMLElement} element @param {string} label */
function name(element, label) {
  element.title = label;
  element.setAttribute('aria-label', label);
}

/** A board as SVG: three paths, whatever its size. */
class BoardPicture {
  /** @param {Board} position */
  constructor(position) {
    const { rows, columns } = position;
    this.position = position;
    this.rows = rows;
    this.columns = columns;
    const lines = [];
    for (let c = 1; c < columns; c++) lines.push(`M${c} 0V${rows}`);
    for (let r = 1; r < rows; r++) lines.push(`M0 ${r}H${columns}`);
    this.last = svg('rect', { class: 'watch-last', width: 1, height: 1 });
    this.xs = svg('path', { class: 'watch-xs' });
    this.os = svg('path', { class: 'watch-os' });
    const box = { viewBox: `0 0 ${columns} ${rows}`, role: 'img', class: 'watch-picture' };
    const grid = svg('path', { class: 'watch-grid', d: lines.join('') });
    this.element = svg('svg', box, this.last, grid, this.xs, this.os);
  }

  /** @param {string[]} cells @param {number} last */
  draw(cells, last) {
    /** @type {[string[], string[]]} */
    const [xs, os] = [[], []];
    cells.forEach((mark, i) => {
      const [x, y] = [(i % this.columns) + 0.5, Math.floor(i / this.columns) + 0.5];
      if (mark === 'x') xs.push(`M${x - 0.27} ${y - 0.27}l.54 .54m0 -.54l-.54 .54`);
      if (mark === 'o') os.push(`M${x + 0.29} ${y}a.29 .29 0 1 0 -.58 0a.29 .29 0 1 0 .58 0`);
    });
    this.xs.setAttribute('d', xs.join(''));
    this.os.setAttribute('d', os.join(''));
    this.last.setAttribute('x', String(last >= 0 ? last % this.columns : -2));
    this.last.setAttribute('y', String(last >= 0 ? Math.floor(last / this.columns) : -2));
    this.element.setAttribute('aria-label', this.inWords(cells));
  }

  /** @param {string[]} cells */
  inWords(cells) {
    const rows = [];
    for (let r = 0; r < this.rows; r++) {
      const row = cells.slice(r * this.columns, (r + 1) * this.columns);
      const marks = row.map((mark) => (mark === '.' ? 'empty' : mark.toUpperCase()));
      rows.push(`row ${String.fromCharCode(97 + r)}: ${marks.join(' ')}`);
    }
    return `Board, ${rows.join('; ')}`;
  }
}
