// The panel about one node: its board, whose turn it is, alpha, beta, value, why it ended, and the
// way to its neighbours. It is also the tree for people who cannot see the canvas.

import { h, setLabel, svg } from '../ui/dom.js';
import { capital, count } from '../ui/format.js';
import { EXACT } from './model.js';
import { number, worth } from './words.js';

/** @import { Model, Window } from './model.js' */
/** @import { Words } from './words.js' */

/** @typedef {Record<keyof typeof ROWS, HTMLElement>} Rows */

const ROWS = { move: 'Move', turn: 'To move', alpha: 'α', beta: 'β', value: 'Value' };

export class Details {
  /** @type {BoardPicture | null} */
  picture = null;

  /**
   * @param {object} on
   * @param {(node: number) => void} on.select
   * @param {(step: number) => void} on.goTo
   * @param {(node: number) => void} on.fold
   */
  constructor(on) {
    this.title = h('h2', { class: 'watch-node' });
    this.board = h('div', { class: 'watch-board' });
    this.labels = /** @type {Rows} */ ({});
    this.facts = /** @type {Rows} */ ({});
    const list = h('dl', {});
    for (const [row, text] of /** @type {[keyof Rows, string][]} */ (Object.entries(ROWS))) {
      this.labels[row] = h('dt', {}, text);
      this.facts[row] = h('dd', {});
      list.append(this.labels[row], this.facts[row]);
    }
    this.ended = h('p', { class: 'watch-ended' });
    this.ways = {
      parent: way('↑', 'Parent node (Alt+↑)', on.select),
      child: way('↓', 'First child (Alt+↓)', on.select),
      previous: way('←', 'Previous sibling (Alt+←)', on.select),
      next: way('→', 'Next sibling (Alt+→)', on.select),
    };
    this.start = way('⇤', 'Go to the step that enters this node', on.goTo);
    this.finish = way('⇥', 'Go to the step that finishes this node', on.goTo);
    this.foldButton = way('⊟', 'Fold (f)', on.fold);
    const arrows = { class: 'watch-ways', role: 'group', 'aria-label': 'Walk the tree' };
    this.element = h('section', { class: 'watch-details watch-panel', 'aria-label': 'Node' }, [
      this.title,
      h('div', { class: 'watch-facts' }, this.board, list),
      this.ended,
      h('div', arrows, Object.values(this.ways), this.foldButton, this.start, this.finish),
    ]);
  }

  /** @param {Words} words @param {number} node @param {number} step @param {boolean} folded */
  show(words, node, step, folded) {
    const { facts } = this;
    const { model } = words;
    const isCurrent = node === model.stepNode[step];
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
    setLabel(this.foldButton, folded ? 'Unfold (f)' : 'Fold (f)');
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

  /** @type {(model: Model, node: number, step: number, window: Window | null) => void} */
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
    const seen = (other) => other >= 0 && model.isEntered(other, step);
    const [child, next] = [model.firstChild[node], model.nextSibling[node]];
    const [parent, previous] = [model.parent[node], model.previousSibling[node]];
    setWay(ways.parent, parent, parent >= 0);
    setWay(ways.child, child, seen(child));
    setWay(ways.previous, previous, previous >= 0);
    setWay(ways.next, next, seen(next));
    setWay(this.foldButton, node, child >= 0);
    const [start, finish] = [model.enterStep[node], model.doneStep[node]];
    setWay(this.start, start, start < model.steps);
    setWay(this.finish, finish, finish < model.steps);
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

/**
 * A button that leads to the node or the step that its value names.
 * @type {(text: string, label: string, go: (to: number) => void) => HTMLButtonElement}
 */
function way(text, label, go) {
  const button = h('button', { type: 'button', class: 'watch-way' }, text);
  button.addEventListener('click', () => go(Number(button.value)));
  setLabel(button, label);
  return button;
}

/** @param {HTMLButtonElement} way @param {number} to @param {boolean} possible */
function setWay(way, to, possible) {
  way.disabled = !possible;
  way.value = String(to);
}

/** A board as SVG: three paths, whatever its size. */
class BoardPicture {
  /** @param {Model['position']} position */
  constructor(position) {
    const { rows, columns } = position;
    this.position = position;
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
    const { columns } = this.position;
    let [xs, os] = ['', ''];
    for (const [i, mark] of cells.entries()) {
      const [x, y] = [(i % columns) + 0.5, Math.floor(i / columns) + 0.5];
      if (mark === 'x') xs += `M${x - 0.27} ${y - 0.27}l.54 .54m0 -.54l-.54 .54`;
      if (mark === 'o') os += `M${x + 0.29} ${y}a.29 .29 0 1 0 -.58 0a.29 .29 0 1 0 .58 0`;
    }
    this.xs.setAttribute('d', xs);
    this.os.setAttribute('d', os);
    this.last.setAttribute('x', String(last >= 0 ? last % columns : -2));
    this.last.setAttribute('y', String(last >= 0 ? Math.floor(last / columns) : -2));
    this.element.setAttribute('aria-label', this.inWords(cells));
  }

  /** @param {string[]} cells */
  inWords(cells) {
    const { rows: high, columns } = this.position;
    const rows = [];
    for (let r = 0; r < high; r++) {
      const row = cells.slice(r * columns, (r + 1) * columns);
      const marks = row.map((mark) => (mark === '.' ? 'empty' : mark.toUpperCase()));
      rows.push(`row ${String.fromCharCode(97 + r)}: ${marks.join(' ')}`);
    }
    return `Board, ${rows.join('; ')}`;
  }
}
