// The panel about one node: its board, whose turn it is, alpha, beta, value, why it ended, and the
// way to its neighbours. It is also the tree for those who cannot see the canvas.

import { h, svg } from '../ui/dom.js';
import { EXACT } from './model.js';
import { number, worth } from './words.js';

const ROWS = [
  ['move', 'Move'],
  ['turn', 'To move'],
  ['alpha', 'α'],
  ['beta', 'β'],
  ['value', 'Value'],
];

export class Details {
  /** `on` holds select(node), goTo(step) and fold(node). */
  constructor(on) {
    this.on = on;
    this.title = h('h2', { class: 'watch-node' });
    this.board = h('div', { class: 'watch-board' });
    this.facts = Object.fromEntries(ROWS.map(([row]) => [row, h('dd', {})]));
    this.labels = Object.fromEntries(ROWS.map(([row, text]) => [row, h('dt', {}, text)]));
    this.ended = h('p', { class: 'watch-ended' });
    const list = ROWS.map(([row]) => [this.labels[row], this.facts[row]]);
    this.ways = {
      parent: this.way('↑', 'Parent node (Alt+↑)'),
      child: this.way('↓', 'First child (Alt+↓)'),
      previous: this.way('←', 'Previous sibling (Alt+←)'),
      next: this.way('→', 'Next sibling (Alt+→)'),
    };
    this.start = button('⇤', 'To the step that enters this node');
    this.start.addEventListener('click', () => this.on.goTo(this.model.enterStep[this.node]));
    this.finish = button('⇥', 'To the step that finishes this node');
    this.finish.addEventListener('click', () => this.on.goTo(this.model.doneStep[this.node]));
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

  /** A button to the node that its data names. */
  way(text, label) {
    const element = button(text, label);
    element.addEventListener('click', () => this.on.select(Number(element.dataset.node)));
    return element;
  }

  setModel(model, words) {
    this.model = model;
    this.words = words;
    this.picture = new BoardPicture(model.position);
    this.board.replaceChildren(this.picture.element);
    for (const row of ['alpha', 'beta']) {
      this.facts[row].hidden = this.labels[row].hidden = !model.windows;
    }
  }

  show(node, step, folded) {
    const { model, words, facts } = this;
    const isCurrent = node === model.stepNode[step];
    this.node = node;
    const which = isCurrent ? 'Current node' : 'Selected node';
    const [at, of] = [node + 1, model.size].map((each) => each.toLocaleString('en-GB'));
    this.title.textContent = `${which}: ${at} of ${of}`;
    this.element.classList.toggle('is-selected', !isCurrent);
    const cells = model.cellsAt(node);
    this.picture.draw(cells, node > 0 ? model.cell[node] : -1);
    const role = model.isMax(node) ? '▲ MAX' : '▼ MIN';
    facts.move.textContent = this.moves(node);
    facts.turn.textContent = `${words.mover(node)}, ${role}`;
    facts.turn.className = `is-${model.turn(node)}`;
    const entered = model.isEntered(node, step);
    const state = entered ? model.stateAt(node, step) : null;
    facts.alpha.textContent = state ? number(state.alpha) : '';
    facts.beta.textContent = state ? number(state.beta) : '';
    this.showValue(node, step, state);
    this.ended.textContent = capital(`${words.ended(node, step)}.`);
    this.showWays(node, step, folded);
  }

  /** The moves that lead here; the last ones if there are many. */
  moves(node) {
    const { model } = this;
    if (node === 0) return 'none: the root';
    const names = model.pathTo(node).slice(1).map((each) => model.moveName(each));
    return names.length > 4 ? `… ${names.slice(-4).join(' ')}` : names.join(' ');
  }

  showValue(node, step, state) {
    const { model, facts, labels } = this;
    const done = model.isDone(node, step);
    labels.value.textContent = done || !state ? 'Value' : 'Best so far';
    if (done) {
      const bound = model.bound[node];
      facts.value.textContent = worth(model.value[node], bound) + (bound === EXACT ? ' exact' : '');
    } else {
      const known = state && Number.isFinite(state.best);
      facts.value.textContent = known ? number(state.best) : 'none yet';
    }
  }

  showWays(node, step, folded) {
    const { model, ways } = this;
    const seen = (other) => (other >= 0 && model.isEntered(other, step) ? other : -1);
    this.setWay(ways.parent, model.parent[node]);
    this.setWay(ways.child, seen(model.firstChild[node]));
    this.setWay(ways.previous, model.previousSibling[node]);
    this.setWay(ways.next, seen(model.nextSibling[node]));
    this.foldButton.disabled = model.firstChild[node] < 0;
    this.foldButton.textContent = folded ? '⊞' : '⊟';
    name(this.foldButton, folded ? 'Unfold (f)' : 'Fold (f)');
    this.start.disabled = model.enterStep[node] >= model.steps;
    this.finish.disabled = model.doneStep[node] >= model.steps;
  }

  setWay(way, node) {
    way.disabled = node < 0;
    way.dataset.node = node;
  }

}

function button(text, label) {
  const element = h('button', { type: 'button', class: 'watch-way' }, text);
  name(element, label);
  return element;
}

function name(element, label) {
  element.title = label;
  element.setAttribute('aria-label', label);
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** A board as SVG: three paths, whatever its size. */
class BoardPicture {
  constructor({ rows, columns }) {
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

  draw(cells, last) {
    const [xs, os] = [[], []];
    cells.forEach((mark, i) => {
      const [x, y] = [(i % this.columns) + 0.5, Math.floor(i / this.columns) + 0.5];
      if (mark === 'x') xs.push(`M${x - 0.27} ${y - 0.27}l.54 .54m0 -.54l-.54 .54`);
      if (mark === 'o') os.push(`M${x + 0.29} ${y}a.29 .29 0 1 0 -.58 0a.29 .29 0 1 0 .58 0`);
    });
    this.xs.setAttribute('d', xs.join(''));
    this.os.setAttribute('d', os.join(''));
    this.last.setAttribute('x', last >= 0 ? last % this.columns : -2);
    this.last.setAttribute('y', last >= 0 ? Math.floor(last / this.columns) : -2);
    this.element.setAttribute('aria-label', this.inWords(cells));
  }

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
