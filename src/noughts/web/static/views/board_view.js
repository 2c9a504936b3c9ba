// The game on the board: what the board shows of the state, and what a click on it does.

import { cellName, lookOf, sideName } from '../game/names.js';
import { indexOf, other } from '../game/notation.js';
import { tryMove } from '../game/past.js';
import { hints } from '../game/review.js';
import { play } from '../game/session.js';
import {
  isWatching,
  mayPlay,
  mayVary,
  shownMoves,
  shownPosition,
  state,
  update,
} from '../game/state.js';
import { byId, h, icon } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { Board } from './board.js';
import { shownValues } from './values.js';
import { Zoom } from './zoom.js';

/** @import { Position } from '../types.js' */
/** @import { Ghost } from './board.js' */

const board = new Board(byId('board-root'), { onChoose: choose, steps: true });
const zoom = new Zoom(byId('board-root'), board, drawBar);
let drawnGame = ''; // the id of the game on the board: its new marks are drawn in
let drawnMove = ''; // the last move on it
let drawnLine = ''; // the winning cells on it
let aimedIn = ''; // the cells of the board on which the cell to confirm was tapped

/**
 * A cell was clicked. The server judges moves; this only says why nothing is sent.
 * @param {string} name
 * @param {string} pointer
 */
function choose(name, pointer) {
  const position = shownPosition();
  if (playableCells().has(name)) playOrAim(name, pointer);
  else if (!position || position.outcome) return;
  else if (state.game && isWatching(state.game)) announce('You are watching this game.');
  else if (position.legal.includes(name)) announce(`It is ${sideName(position.turn)}'s turn.`);
  else announce(`${cellName(name)} cannot be played.`);
}

/** Play there; if moves are confirmed, at the second tap. @param {string} name @param {string} pointer */
function playOrAim(name, pointer) {
  if (!mustConfirm(pointer) || aim() === name) {
    update({ aim: null });
    if (state.past) tryMove(name);
    else play(name);
    return;
  }
  aimedIn = shownPosition()?.cells ?? '';
  update({ aim: name });
  announce(`${cellName(name)}: tap again to play there.`);
}

/** Whether a move by this pointer takes two taps. @param {string} pointer */
function mustConfirm(pointer) {
  if (state.confirm !== 'auto') return state.confirm === 'always' && pointer !== '';
  return ['touch', 'pen'].includes(pointer) && zoom.isDelicate;
}

/** The cells where a person can move now; in a variation, one person moves for both sides. */
function playableCells() {
  const position = shownPosition();
  const { game, past, pending } = state;
  if (!position || !game || pending) return new Set();
  const person = past ? mayVary(game) : mayPlay(game, position.turn);
  return new Set(person ? position.legal : []);
}

/** The cell that waits for a second tap, if the board is still the same. */
function aim() {
  const same = shownPosition()?.cells === aimedIn;
  return same && state.aim && playableCells().has(state.aim) ? state.aim : null;
}

/** Move the keyboard's focus to the board. */
export const focusBoard = () => board.focus();

export function drawBoard() {
  const { game, pending } = state;
  const position = shownPosition();
  byId('board-root').hidden = !position;
  if (!game || !position) return;
  const moves = shownMoves();
  const before = board.shape;
  const look = lookOf(position);
  document.body.dataset.look = look;
  board.draw({
    ...position,
    label: `Board, ${position.label}`,
    flipped: state.flipped,
    turn: pending?.mark ?? position.turn,
    playable: playableCells(),
    pending: state.past === null ? (pending?.move ?? null) : null,
    last: moves.at(-1)?.move ?? null,
    line: position.outcome?.cells ?? [],
    numbers: state.numbers ? new Map(moves.map(({ move }, index) => [move, index + 1])) : null,
    values: shownValues(state),
    hints: hints(),
    look,
    aim: aim(),
    ghosts: ghosts(position),
    animate: drawnGame === game.id,
  });
  if (board.shape !== before || drawnGame !== game.id) zoom.reset();
  drawnGame = game.id;
  showLastMove(moves.at(-1)?.move ?? '');
  showLine(position);
  drawBar();
}

/** A new move that is outside a closer look comes into view. @param {string} move */
function showLastMove(move) {
  if (move === drawnMove) return;
  drawnMove = move;
  if (move) zoom.bringIntoView(board.cells[indexOf(move, board.columns)].element);
}

/** At the end, see what has won. @param {Position} position */
function showLine({ outcome }) {
  const line = outcome?.cells ?? [];
  if (line.join() === drawnLine) return;
  drawnLine = line.join();
  zoom.showAll(line.map((cell) => board.cells[indexOf(cell, board.columns)].element));
}

/**
 * The moves that are only thought of: the one to confirm, or those of the best line.
 * @param {Position} position
 */
function ghosts({ turn }) {
  /** @type {Map<string, Ghost>} */
  const found = new Map();
  for (const [at, move] of state.tried.entries()) {
    found.set(move, { mark: at % 2 === 0 ? turn : other(turn), number: at + 1 });
  }
  const aimed = aim();
  if (aimed) found.set(aimed, { mark: turn, number: null });
  return found;
}

// ---- The bar under a board with small cells, or with a move to confirm ----

const bar = buildBar();

function buildBar() {
  const zoomed = h('button', { id: 'zoom', type: 'button', onclick: zoomInOrOut }, [
    icon('zoom'),
    h('span', {}, 'Zoom'),
  ]);
  const words = h('span', { class: 'aim-words' });
  const place = () => state.aim && choose(state.aim, '');
  const attributes = { id: 'place', type: 'button', class: 'primary', onclick: place };
  const element = h('div', { class: 'board-bar', id: 'board-bar' }, [
    zoomed,
    words,
    h('button', attributes, 'Place'),
  ]);
  byId('board-root').parentElement?.after(element);
  return element;
}

function drawBar() {
  const aimed = aim();
  const closer = zoom.level > 1;
  bar.hidden = !(zoom.useful || aimed);
  byId('zoom').hidden = !zoom.useful;
  byId('zoom').setAttribute('aria-pressed', String(closer));
  byId('place').style.visibility = aimed ? 'visible' : 'hidden';
  const twice = mustConfirm('touch') ? '; two taps place' : '';
  const hint = `${closer ? 'Drag to move' : 'Pinch to zoom'}${twice}`;
  const press = zoom.byFinger ? 'tap' : 'click';
  const words = aimed ? `${cellName(aimed)}: ${press} it again, or` : zoom.byFinger ? hint : '';
  /** @type {Element} */ (bar.querySelector('.aim-words')).textContent = words;
}

/** Zoom to the move to confirm, the last move or the middle; or show the whole board again. */
function zoomInOrOut() {
  const cell = aim() ?? shownMoves().at(-1)?.move;
  zoom.toggle(cell ? board.cells[indexOf(cell, board.columns)].element : null);
}
