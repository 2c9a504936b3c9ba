// The position editor: a board on which a click places a mark, the same board as text, and what the
// server says about it.

import { fetchAbout } from '../game/about.js';
import { isAbort } from '../game/api.js';
import { readDraft } from '../game/draft.js';
import { search } from '../game/follow.js';
import { inNames, lookOf, rulesWords, sideName } from '../game/names.js';
import { indexOf, nameOf } from '../game/notation.js';
import { begin } from '../game/session.js';
import { HUMAN, shownPosition, state, update } from '../game/state.js';
import { cellValues, verdict } from '../game/verdicts.js';
import { choice } from '../ui/choice.js';
import { toClipboard } from '../ui/clipboard.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { capital, messageOf } from '../ui/format.js';
import { announce, notice } from '../ui/notice.js';
import { Board } from './board.js';
import { nameMarks } from './marks.js';
import { openView } from './tabs.js';
import { wordsOf } from './values.js';
import { Zoom } from './zoom.js';

/** @import { About, Analysis, Mark, Notation, Position, Shape } from '../types.js' */

const PAUSE = 250; // milliseconds after a key before the text is read
const SECONDS = 5; // for the values
const NARROW = '(max-width: 34rem)'; // as in editor.css
const PLAIN = { autocomplete: 'off', spellcheck: 'false' };
const EXPLAINED = { 'aria-describedby': 'position-error' };
const PALETTE = { x: 'X', o: 'O', '.': 'Empty' };
/** @type {Record<string, string>} */
const KEYS = { x: 'x', o: 'o', '.': '.', delete: '.', backspace: '.' };
const EMPTY = {
  rows: 3,
  columns: 3,
  cells: '.........',
  notation: /** @type {Notation} */ ('rows'),
};
const OVER = 'This game is over: there is nothing to search.';
const HOW_TO_WRITE = 'x, o and . for each cell, row by row. Change it, or paste another board.';
const HOW_TO_EDIT = {
  cells:
    'Click a cell to place the mark, again to erase it. On the board, the keys x, o and . work too.',
  stones:
    'Click a crossing to place the stone, again to take it away. On the board, the keys x for Black, ' +
    'o for White and . work too.',
};

/** Open the editor with the position on the screen. */
export async function editPosition() {
  new Editor(await fetchAbout(), shownPosition()).open();
}

class Editor {
  /** @type {Analysis | null} */
  analysis = null;
  /** The board as the server last read it; null while it refuses it. @type {Position | null} */
  position = null;
  reading = new AbortController();
  searching = new AbortController();
  timer = 0;
  turnIsGiven = false;
  readAs = ''; // the game that the board was last fitted to
  fitted = ''; // the cells that it then had
  marks = EMPTY; // as somebody has placed them: a board that is smaller for a while loses none

  /** @param {About} about @param {Position | null} position */
  constructor(about, position) {
    const { rows, columns, cells, notation } = position ?? EMPTY;
    this.rows = rows;
    this.columns = columns;
    this.cells = cells;
    this.notation = notation;
    this.keepMarks();
    this.readAs = position?.game ?? '3x3x3';
    this.text = h('textarea', { id: 'position-text', rows: 6, ...PLAIN, ...EXPLAINED });
    this.game = gameField(this.readAs);
    this.games = gameList(about);
    this.turn = turnField(position?.turn ?? '');
    this.error = h('p', { class: 'error', role: 'status', id: 'position-error' });
    this.said = h('p', { class: 'muted', id: 'position-said' });
    this.how = h('p', { class: 'muted' });
    this.root = h('div', { class: 'board' });
    this.board = new Board(this.root, { onChoose: (name) => this.place(name), id: 'edited-board' });
    this.form = h('form', { id: 'position-form', method: 'dialog' }, this.parts());
    this.listen();
  }

  listen() {
    this.form.addEventListener('submit', (event) => this.play(event));
    this.form.addEventListener('change', () => this.draw());
    this.root.addEventListener('keydown', (event) => this.onKey(event));
    this.text.addEventListener('input', () => this.onText());
    this.game.addEventListener('input', () => this.readSoon());
    this.game.addEventListener('change', () => this.read());
    this.game.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault(); // it would begin the game
      this.read();
    });
    this.turn.addEventListener('change', () => {
      this.turnIsGiven = true;
      this.read();
    });
  }

  parts() {
    /** @param {string} id @param {string} text @param {() => unknown} onclick */
    const button = (id, text, onclick) => h('button', { type: 'button', id, onclick }, text);
    return [
      h('div', { class: 'editor' }, [
        h('div', { class: 'editor-board' }, this.root),
        h('div', { class: 'editor-fields' }, [
          choice('Place', 'palette', PALETTE, 'x'),
          this.how,
          h('div', { class: 'inline' }, [
            h('label', { class: 'field' }, 'Game', this.game, this.games),
            h('label', { class: 'field' }, 'To move', this.turn),
          ]),
          this.said,
          this.error,
          h('details', { class: 'as-text', open: !matchMedia(NARROW).matches }, [
            h('summary', {}, 'As text'),
            h('label', { for: 'position-text', class: 'muted' }, HOW_TO_WRITE),
            this.text,
          ]),
        ]),
      ]),
      h('div', { class: 'actions' }, [
        button('clear-position', 'Clear', () => this.clear()),
        button('copy-position', 'Copy text', () => this.copy()),
        button('analyse-position', 'Analyse', () => this.analyse()),
        button('watch-position', 'Watch', () => this.watch()),
        h('button', { class: 'primary', id: 'set-position' }, 'Play from here'),
      ]),
    ];
  }

  open() {
    openDialog('position-dialog', 'Edit position', this.form, () => this.leave());
    new Zoom(this.root, this.board, () => {});
    this.text.value = this.inRows();
    this.read();
    this.board.focus();
  }

  leave() {
    clearTimeout(this.timer);
    this.reading.abort();
    this.searching.abort();
  }

  /** The mark that a click places. */
  get chosen() {
    const value = new FormData(this.form).get('palette');
    return /** @type {Mark | '.'} */ (value ?? 'x');
  }

  // ---- Changes ----

  /** Place the chosen mark; where it already is, the cell becomes empty. @param {string} name */
  place(name) {
    const at = indexOf(name, this.columns);
    this.put(at, this.cells[at] === this.chosen ? '.' : this.chosen);
  }

  /** @param {number} at @param {string} mark */
  put(at, mark) {
    this.set(this.cells.slice(0, at) + mark + this.cells.slice(at + 1));
    announce(this.board.cells[at].element.getAttribute('aria-label') ?? '');
  }

  /** @param {string} cells */
  set(cells) {
    this.cells = cells;
    this.keepMarks();
    this.followMarks();
    this.text.value = this.inRows();
    this.read();
  }

  clear() {
    this.set('.'.repeat(this.cells.length));
  }

  /** On a changed board the marks say whose turn it is, unless somebody has chosen it. */
  followMarks() {
    if (!this.turnIsGiven) this.turn.value = '';
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const mark = KEYS[event.key.toLowerCase()];
    if (!mark) return;
    event.preventDefault();
    this.put(this.board.focused, mark);
  }

  onText() {
    this.followMarks();
    const cells = this.text.value.replace(/[\s/]/g, '').toLowerCase();
    if (cells.length === this.cells.length && /^[xo.]*$/.test(cells)) this.cells = cells;
    this.readSoon();
  }

  /** Read it when nobody types any more. */
  readSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), PAUSE);
  }

  keepMarks() {
    const { rows, columns, cells, notation } = this;
    this.marks = { rows, columns, cells, notation };
  }

  /**
   * Fit the board to the game in the field, if that is another one: the marks stay where they are, as
   * far as the board reaches. A text that has the right rows already stays as it is.
   * @param {string} game
   * @param {AbortSignal} signal
   */
  async fit(game, signal) {
    if (game === this.readAs) return;
    if (!game) {
      this.readAs = '';
      return;
    }
    const { rows, columns, notation } = await readDraft({ game, text: '' }, { signal });
    this.readAs = game;
    const lines = this.text.value.trim().split(/[\s/]+/);
    if (lines.length === rows && lines.every(({ length }) => length === columns)) return;
    const { marks } = this;
    this.cells = Array.from({ length: rows * columns }, (_, at) => {
      const [r, c] = [Math.floor(at / columns), at % columns];
      return r < marks.rows && c < marks.columns ? marks.cells[r * marks.columns + c] : '.';
    }).join('');
    this.fitted = this.cells;
    Object.assign(this, { rows, columns, notation });
    this.text.value = this.inRows();
  }

  inRows() {
    return this.cells.replace(new RegExp(`.{${this.columns}}(?=.)`, 'g'), '$&\n');
  }

  // ---- What the server says ----

  /** What is asked about the board. */
  asked() {
    const game = this.game.value.trim();
    const turn = /** @type {Mark | ''} */ (this.turn.value);
    return { text: this.text.value, ...(game && { game }), ...(turn && { turn }) };
  }

  /** Let the server read the board, as one of the game in the field; false if that was given up. */
  async read() {
    clearTimeout(this.timer);
    this.searching.abort();
    this.reading.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    this.analysis = null;
    this.position = null;
    this.draw();
    try {
      await this.fit(this.game.value.trim(), signal);
      this.accepted(await readDraft(this.asked(), { signal }));
    } catch (error) {
      if (isAbort(error)) return false;
      this.refused(error);
    }
    return true;
  }

  /** Read the board for a button. If it is not what it needs, say so where one sees it. */
  async ready({ unfinished = false } = {}) {
    if (!(await this.read())) return null; // something else was typed meanwhile
    const { position } = this;
    if (position && !(unfinished && position.outcome)) return position;
    if (position) this.error.textContent = OVER;
    else await this.markWrong();
    this.error.scrollIntoView({ block: 'center' });
    announce(this.error.textContent ?? '');
    return null;
  }

  /** Mark the field that is wrong: that of the game, or the board. */
  async markWrong() {
    const game = this.game.value.trim();
    const known = !game || (await readDraft({ game, text: '' }).catch(() => null));
    (known ? this.text : this.game).setAttribute('aria-invalid', 'true');
  }

  /** @param {Position} position */
  accepted(position) {
    const { rows, columns, cells, notation, turn, outcome } = position;
    Object.assign(this, { position, rows, columns, cells, notation });
    if (cells !== this.fitted) this.keepMarks();
    this.error.textContent = '';
    for (const field of [this.game, this.text]) field.removeAttribute('aria-invalid');
    const now = outcome ? inNames(outcome.words, position) : `${sideName(turn, position)} to move.`;
    this.said.textContent = `${capital(rulesWords(position))}. ${now}`;
    this.draw();
  }

  /** @param {unknown} error */
  refused(error) {
    this.position = null;
    this.said.textContent = '';
    this.error.textContent = aboutBoard(messageOf(error), this);
    this.draw();
  }

  draw() {
    const { rows, columns, cells, notation, position, chosen } = this;
    const free = [...cells].flatMap((mark, at) => (mark === '.' ? [at] : []));
    const names = free.map((at) => nameOf(at, columns));
    nameMarks(this.form, this);
    this.how.textContent = HOW_TO_EDIT[lookOf(this)];
    this.board.draw({
      rows,
      columns,
      notation,
      cells,
      flipped: false,
      label: 'Board to edit',
      turn: chosen === 'o' ? 'o' : 'x',
      playable: new Set(chosen === '.' ? [] : names),
      last: null,
      line: position?.outcome?.cells ?? [],
      pending: null,
      numbers: null,
      values: this.analysis && cellValues(this.analysis),
      look: lookOf(this),
      aim: null,
      ghosts: new Map(),
      animate: false,
    });
  }

  // ---- What it is for ----

  /** Show what the moves are worth. */
  async analyse() {
    const position = await this.ready({ unfinished: true });
    if (!position) return;
    const { game, cells, turn } = position;
    this.searching = new AbortController();
    const { signal } = this.searching;
    const body = { game, cells, turn, seconds: SECONDS, every_move: true };
    /** @param {string | null} words */
    const waits = (words) => {
      this.said.textContent = words ?? '';
    };
    try {
      for await (const { event, data } of search('/analysis', body, { signal, waits })) {
        if (signal.aborted) return;
        if (event === 'error') throw new Error(data.error);
        this.analysis = data;
        this.said.textContent = `${verdict(data, position)} ${wordsOf(data, position)}`;
        if (event === 'done') announce(this.said.textContent);
        this.draw();
      }
    } catch (error) {
      if (!isAbort(error)) this.error.textContent = messageOf(error);
    }
  }

  /** Watch a search of this board; the game stays as it is. */
  async watch() {
    const position = await this.ready({ unfinished: true });
    if (!position) return;
    closeDialog();
    update({ tab: 'watch', linked: position });
    openView('watch', { step: '1' });
  }

  /** A new game from this board, between the same players; a program waits. @param {Event} event */
  async play(event) {
    event.preventDefault();
    const position = await this.ready();
    if (!position) return;
    const { game, cells, turn } = position;
    const players = state.game?.players ?? { x: HUMAN, o: HUMAN };
    try {
      await begin({ game, cells, turn, players, held: true });
      closeDialog();
    } catch (error) {
      this.error.textContent = messageOf(error);
    }
  }

  async copy() {
    if (await toClipboard(this.text.value)) notice('The board is copied.');
    this.text.select(); // else you can copy it
  }
}

/**
 * A sentence of the server about a board, as people speak of it: no string of x, o and dots, and the
 * sides by their names.
 * @param {string} sentence
 * @param {Shape} board
 */
export function aboutBoard(sentence, board) {
  const [quoted] = /^'[xo./…\s]+'(?= )/i.exec(sentence) ?? [];
  if (!quoted) return sentence;
  const words = sentence.slice(quoted.length).replace(/\b[xo]\b/g, (mark) => mark.toUpperCase());
  return `${inNames(`The board${words}`, board)}.`;
}

/** @param {string} game */
function gameField(game) {
  const name = { id: 'position-game', list: 'position-games', placeholder: 'from its size' };
  const field = h('input', { ...name, ...PLAIN, ...EXPLAINED });
  field.value = game;
  return field;
}

/** The games that have names. @param {About} about */
function gameList({ games }) {
  const options = games.map(({ game, name }) => h('option', { value: game }, capital(name)));
  return h('datalist', { id: 'position-games' }, options);
}

/** @param {string} turn */
function turnField(turn) {
  const field = h('select', { id: 'position-turn' }, [
    h('option', { value: '' }, 'from the marks'),
    h('option', { value: 'x' }, 'X'),
    h('option', { value: 'o' }, 'O'),
  ]);
  field.value = turn;
  return field;
}
