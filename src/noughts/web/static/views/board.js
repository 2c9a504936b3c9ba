// The board: draws what it is given and says which cell was chosen. It knows no rules.
//
// A W3C grid: one tab stop, arrows move the focus, Home and End within the row, with Ctrl over
// the whole board, Enter and Space choose the cell.

import { cellName, columnName, rowName, sideName } from '../game/names.js';
import { indexOf, nameOf } from '../game/notation.js';
import { focusedNear, h, svg } from '../ui/dom.js';
import { crossings } from './crossings.js';

/** @import { CellValue } from '../game/verdicts.js' */
/** @import { Hint, Look, Mark, Point, Shape } from '../types.js' */

/** A move that is only thought of: it is drawn faintly. @typedef {{mark: Mark, number: number | null}} Ghost */

/**
 * @typedef {object} Shown
 * @property {string} cells
 * @property {boolean} flipped
 * @property {string} label
 * @property {Mark} turn whose mark a hovered cell previews
 * @property {Set<string>} playable
 * @property {string | null} last
 * @property {string[]} line the winning cells
 * @property {string | null} pending
 * @property {Map<string, number> | null} numbers the numbers of the moves, by cell
 * @property {Map<string, CellValue> | null} values
 * @property {Look} look
 * @property {string | null} aim the cell that waits for a second tap: two lines lead to it
 * @property {Map<string, Ghost>} ghosts moves that are only thought of, by cell
 * @property {Map<string, Hint>} [hints] what a review marks, by cell
 * @property {boolean} animate whether new marks are drawn in
 */

/** @typedef {Shape & Shown} BoardPicture */
/** @typedef {{element: HTMLElement, name: string, mark: string, drawn: string}} Cell */
/** @typedef {(name: string, pointer: string) => void} OnChoose */

const CROWDED = 10; // rows or columns: from this many on, marks are drawn smaller and thicker

export class Board {
  rows = 0;
  columns = 0;
  flipped = false;
  shape = ''; // size, side and names of the cells: what the elements were built for
  focused = 0;
  grid = h('div', {});
  line = svg('svg', {});
  aim = svg('svg', {});
  /** @type {Cell[]} */
  cells = []; // by index, as drawn
  pointer = ''; // what last touched the board: mouse, touch or pen
  clicked = false; // whether the focus came there by that, and no key has moved it since

  /**
   * `onChoose(name, pointer)` is called for any cell that is clicked or chosen by keyboard; the
   * pointer is mouse, touch or pen, empty for the keyboard and for screen readers. With `steps`,
   * Left and Right are left to the page, which walks through the game, until other keys were used
   * on the board: who plays by mouse expects that.
   * @param {HTMLElement} root
   * @param {{onChoose: OnChoose, id?: string, steps?: boolean}} options
   */
  constructor(root, { onChoose, id = 'board', steps = false }) {
    this.root = root;
    this.onChoose = onChoose;
    this.id = id;
    this.steps = steps;
  }

  /** How large the cells are on the screen, in pixels. */
  get cellSize() {
    return this.cells[0]?.element.getBoundingClientRect().width ?? 0;
  }

  /** @param {BoardPicture} view */
  draw(view) {
    const shape = `${view.rows}x${view.columns} ${view.flipped} ${columnName(0, view)}`;
    if (shape !== this.shape) this.build(view, shape);
    this.grid.setAttribute('aria-label', view.label);
    this.grid.dataset.turn = view.playable.size ? view.turn : '';
    this.grid.classList.toggle('numbered', Boolean(view.numbers));
    this.root.dataset.look = view.look;
    for (const [index, cell] of this.cells.entries()) this.drawCell(cell, index, view);
    this.drawLine(view);
    this.drawAim(view.aim);
    this.drawHints(view.hints);
  }

  /** What a review marks: a shape on the cell, and words for screen readers.
   * @param {Map<string, Hint>} [hints]
   */
  drawHints(hints) {
    for (const { name, element } of this.cells) {
      const hint = hints?.get(name);
      element.querySelector('.hint')?.remove();
      element.removeAttribute('aria-description');
      if (!hint) continue;
      const attributes = { class: `hint ${hint.kind}`, 'aria-hidden': 'true' };
      element.append(h('span', attributes, hint.text));
      element.setAttribute('aria-description', hint.words);
    }
  }

  /** Move the keyboard's focus to the board. */
  focus() {
    this.clicked = false;
    this.cells[this.focused]?.element.focus();
  }

  /** @param {BoardPicture} view @param {string} shape */
  build(view, shape) {
    const { rows, columns, flipped } = view;
    const hadFocus = this.root.contains(focusedNear(this.root));
    this.shape = shape;
    this.rows = rows;
    this.columns = columns;
    this.flipped = flipped;
    this.cells = Array.from({ length: rows * columns }, (_, index) => this.buildCell(index));
    this.focused = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    this.cells[this.focused].element.tabIndex = 0;
    const picture = { viewBox: `0 0 ${columns} ${rows}`, 'aria-hidden': 'true' };
    this.line = svg('svg', { class: 'over line', ...picture });
    this.aim = svg('svg', { class: 'over aim', ...picture });
    this.grid = h('div', { role: 'grid', class: 'grid', id: this.id }, this.buildRows());
    this.listen();
    const sheet = h('div', { class: 'sheet' }, [
      this.buildLabels('columns', columns, (c) => columnName(c, view)),
      this.buildLabels('rows', rows, (r) => rowName(r, view)),
      svg('svg', { class: 'over crossings', ...picture }, crossings(rows, columns)),
      this.grid,
      this.line,
      this.aim,
    ]);
    this.root.replaceChildren(sheet);
    this.root.style.setProperty('--rows', String(rows));
    this.root.style.setProperty('--columns', String(columns));
    this.root.classList.toggle('crowded', Math.max(rows, columns) >= CROWDED);
    if (hadFocus) this.focus();
  }

  listen() {
    this.grid.addEventListener('keydown', (event) => this.onKey(event));
    this.grid.addEventListener('click', (event) => this.onClick(event));
    this.grid.addEventListener('focusin', (event) => this.onFocus(event));
    this.grid.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.grid.contains(/** @type {Node | null} */ (relatedTarget))) this.clicked = false;
    });
    this.grid.addEventListener('pointerdown', ({ pointerType }) => {
      this.pointer = pointerType;
      this.clicked = true;
    });
  }

  /** @param {number} index */
  buildCell(index) {
    const name = nameOf(index, this.columns);
    const attributes = { role: 'gridcell', class: 'cell', tabindex: '-1', 'data-cell': name };
    return { element: h('div', attributes), name, mark: '.', drawn: '' };
  }

  buildRows() {
    const rows = [];
    for (let r = 0; r < this.rows; r++) {
      const cells = this.cells.slice(r * this.columns, (r + 1) * this.columns);
      const elements = cells.map(({ element }) => element);
      rows.push(h('div', { role: 'row', class: 'row' }, this.inView(elements)));
    }
    return this.inView(rows);
  }

  /** @param {string} kind @param {number} amount @param {(at: number) => string} text */
  buildLabels(kind, amount, text) {
    const labels = Array.from({ length: amount }, (_, at) => h('span', {}, text(at)));
    return h('div', { class: `labels ${kind}`, 'aria-hidden': 'true' }, this.inView(labels));
  }

  /** @template T @param {T[]} items */
  inView(items) {
    return this.flipped ? items.toReversed() : items;
  }

  /** @param {Cell} cell @param {number} index @param {BoardPicture} view */
  drawCell(cell, index, view) {
    const { name, element } = cell;
    const pending = name === view.pending;
    const mark = pending ? view.turn : view.cells[index];
    const ghost = mark === '.' ? (view.ghosts.get(name) ?? null) : null;
    const number = view.numbers?.get(name) ?? null;
    const value = mark === '.' ? (view.values?.get(name) ?? null) : null;
    const playable = view.playable.has(name);
    const last = name === view.last;
    const won = view.line.includes(name);
    const label = cellLabel(cellName(name, view), isMark(mark) ? sideName(mark, view) : 'empty', {
      number,
      value,
      last,
      won,
    });
    const drawn = JSON.stringify([label, mark, ghost, value, playable, pending]);
    if (drawn === cell.drawn) return;
    cell.drawn = drawn;
    const shown = ghost?.mark ?? mark;
    const names = { cell: true, playable, last, won, pending, ghost: ghost !== null };
    element.className = classes({ ...names, [shown]: shown !== '.' });
    element.setAttribute('aria-label', label);
    element.title = value ? `${cellName(name, view)}: ${value.words}` : '';
    this.drawMark(cell, shown, view.animate && !ghost);
    drawWords(element, ghost ? ghost.number : number, ghost ? null : value);
  }

  /** @param {Cell} cell @param {string} mark @param {boolean} animate */
  drawMark(cell, mark, animate) {
    if (cell.mark === mark) return;
    cell.mark = mark;
    cell.element.querySelector('.mark')?.remove();
    if (isMark(mark)) cell.element.prepend(markElement(mark, animate));
  }

  /** @param {BoardPicture} view */
  drawLine({ line, last }) {
    const key = `${line.join()} ${last}`;
    if (this.line.dataset.cells === key) return;
    this.line.dataset.cells = key;
    this.line.replaceChildren(...this.strokes(line, last).map(stroke));
  }

  /** @param {string | null} aim */
  drawAim(aim) {
    const { x, y } = aim ? this.middle(indexOf(aim, this.columns)) : { x: 0, y: 0 };
    const across = { x1: 0, y1: y, x2: this.columns, y2: y };
    const down = { x1: x, y1: 0, x2: x, y2: this.rows };
    this.aim.replaceChildren(...(aim ? [svg('line', across), svg('line', down)] : []));
  }

  /**
   * The ends of the lines through the winning cells; they cross where the last move was.
   * @param {string[]} line
   * @param {string | null} last
   */
  strokes(line, last) {
    if (line.length < 2) return [];
    const cells = line.map((name) => this.middle(indexOf(name, this.columns)));
    if (last === null || !line.includes(last)) return [ends(cells)];
    const centre = this.middle(indexOf(last, this.columns));
    /** @type {Map<number | string, Point[]>} */
    const directions = new Map();
    for (const cell of cells) {
      const [right, down] = [cell.x - centre.x, cell.y - centre.y];
      if (right === 0 && down === 0) continue;
      const slope = right === 0 ? 'upright' : down / right;
      directions.set(slope, [...(directions.get(slope) ?? [centre]), cell]);
    }
    return [...directions.values()].map(ends);
  }

  /** @param {number} index */
  middle(index) {
    const at = this.flipped ? this.cells.length - 1 - index : index;
    return { x: (at % this.columns) + 0.5, y: Math.floor(at / this.columns) + 0.5 };
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    const cell = /** @type {Element} */ (event.target).closest('[data-cell]');
    const name = cell?.getAttribute('data-cell');
    if (!name) return;
    this.moveFocus(indexOf(name, this.columns), { quietly: true });
    this.onChoose(name, event.detail === 0 ? '' : this.pointer);
  }

  /** A screen reader, too, may move the focus. @param {FocusEvent} event */
  onFocus({ target }) {
    const index = this.cells.findIndex(({ element }) => element === target);
    if (index < 0 || index === this.focused) return;
    this.cells[this.focused].element.tabIndex = -1;
    this.cells[index].element.tabIndex = 0;
    this.focused = index;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.onChoose(this.cells[this.focused].name, '');
      return;
    }
    const target = this.target(event);
    if (target === null) return;
    if (this.steps && this.clicked && /^Arrow(Left|Right)$/.test(event.key)) return;
    event.preventDefault();
    this.clicked = false;
    this.moveFocus(target);
  }

  /**
   * Where a key moves the focus, as an index; null for a key that does not.
   * @param {KeyboardEvent} event
   */
  target({ key, ctrlKey }) {
    const at = this.flipped ? this.cells.length - 1 - this.focused : this.focused;
    const [row, column] = [Math.floor(at / this.columns), at % this.columns];
    const [bottom, right] = [this.rows - 1, this.columns - 1];
    /** @type {Record<string, [row: number, column: number]>} */
    const targets = {
      ArrowUp: [Math.max(row - 1, 0), column],
      ArrowDown: [Math.min(row + 1, bottom), column],
      ArrowLeft: [row, Math.max(column - 1, 0)],
      ArrowRight: [row, Math.min(column + 1, right)],
      Home: [ctrlKey ? 0 : row, 0],
      End: [ctrlKey ? bottom : row, right],
      PageUp: [0, column],
      PageDown: [bottom, column],
    };
    if (!(key in targets)) return null;
    const [r, c] = targets[key];
    const place = r * this.columns + c;
    return this.flipped ? this.cells.length - 1 - place : place;
  }

  /** @param {number} index */
  moveFocus(index, { quietly = false } = {}) {
    this.cells[this.focused].element.tabIndex = -1;
    this.focused = index;
    const { element } = this.cells[index];
    element.tabIndex = 0;
    if (!quietly || this.root.contains(focusedNear(this.root))) element.focus();
  }
}

/** @param {string} cell @returns {cell is Mark} */
const isMark = (cell) => cell !== '.';

/** A mark as a picture; also used beside the players' names. @param {Mark} mark */
export function markElement(mark, animate = false) {
  const names = classes({ mark: true, [mark]: true, drawn: animate });
  return svg('svg', { class: names, viewBox: '0 0 100 100', 'aria-hidden': 'true' }, [
    mark === 'o' && svg('circle', { cx: 50, cy: 50, r: 28, pathLength: 1 }),
    mark === 'x' && svg('path', { d: 'M24 24 76 76', pathLength: 1 }),
    mark === 'x' && svg('path', { class: 'second', d: 'M76 24 24 76', pathLength: 1 }),
  ]);
}

/** The two cells of a line that are farthest apart. @param {Point[]} cells */
function ends(cells) {
  const sorted = cells.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return { from: sorted[0], to: sorted[sorted.length - 1] };
}

/** @param {{from: Point, to: Point}} ends */
function stroke({ from, to }) {
  const share = 0.32 / Math.hypot(to.x - from.x, to.y - from.y); // beyond the middles, at both ends
  const [right, down] = [(to.x - from.x) * share, (to.y - from.y) * share];
  const start = { x1: from.x - right, y1: from.y - down };
  return svg('line', { ...start, x2: to.x + right, y2: to.y + down, pathLength: 1 });
}

/** @param {Element} cell @param {number | null} number @param {CellValue | null} value */
function drawWords(cell, number, value) {
  cell.querySelector('.number')?.remove();
  if (number) cell.append(h('span', { class: 'number' }, String(number)));
  cell.querySelector('.value')?.remove();
  if (value && (value.text || value.dot)) cell.append(valueElement(value));
}

/** @param {CellValue} value */
function valueElement({ text, shape, kind, best, dot }) {
  const parts = shape ? [h('span', { class: 'shape' }, shape), text] : [text];
  const names = classes({ value: true, [kind]: true, best, dot });
  return h('span', { class: names, 'aria-hidden': 'true' }, parts);
}

/**
 * @param {string} name
 * @param {string} holds
 * @param {{number: number | null, value: CellValue | null, last: boolean, won: boolean}} more
 */
function cellLabel(name, holds, { number, value, last, won }) {
  const parts = [name, holds];
  if (value) parts.push(value.words);
  if (number) parts.push(`move ${number}`);
  if (last) parts.push('last move');
  if (won) parts.push('winning line');
  return parts.join(', ');
}

/** @param {Record<string, boolean>} wanted */
function classes(wanted) {
  return Object.keys(wanted)
    .filter((name) => wanted[name])
    .join(' ');
}
