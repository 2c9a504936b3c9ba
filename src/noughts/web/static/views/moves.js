// The moves of the game as a list, two per line, with the variations below the moves that they
// replace; a click shows the position. With a review, each move shows how good it was.

import { cellName, lookOf, naming, sideName } from '../game/names.js';
import { other } from '../game/notation.js';
import { lookAtPath, restoreVariation } from '../game/past.js';
import { SIGNS } from '../game/signs.js';
import { mayChange, mayVary, shownPath, state } from '../game/state.js';
import {
  branches,
  lineOfGame,
  markOf,
  movesIn,
  samePath,
  startsWith,
  variationOf,
} from '../game/tree.js';
import { byId, h } from '../ui/dom.js';
import { duration, plural } from '../ui/format.js';
import { attempt } from '../ui/notice.js';
import { markElement } from './board.js';

/** @import { Game, Line, Review } from '../types.js' */

const LONG = 10; // moves, from which on a variation can be folded away

let drawn = '';

/** Which variations the person has folded or unfolded, by the path to their first move.
 * @type {Map<string, boolean>} */
const folded = new Map();

export function setUpMoves() {
  const attributes = { id: 'restore', class: 'small', type: 'button', hidden: true };
  byId('moves').after(h('button', { ...attributes, onclick: () => restoreVariation() }));
  byId('moves').addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button[data-path]');
    const path = button?.getAttribute('data-path');
    if (path) scrollToBoard(lookAtPath(path.split(',')));
  });
}

/** Bring the board into sight, where it is not. @param {Promise<unknown>} looking */
export async function scrollToBoard(looking) {
  await looking;
  const { top } = byId('board-area').getBoundingClientRect();
  if (top < 0) byId('board-area').scrollIntoView();
}

export function drawMoves() {
  const { game, past, review } = state;
  const shown = [game?.id, game?.revision, past?.path, naming(), ...folded];
  const key = JSON.stringify([...shown, ...verdicts(review)]);
  if (key === drawn) return;
  drawn = key;
  const place = byId('moves');
  const focus = focusIn(place);
  const moves = game ? lineOfGame(game).moves : [];
  place.replaceChildren(...(moves.length ? [] : [empty()]), ...(game ? list(game) : []));
  /** @type {HTMLElement | null} */
  const again = focus ? place.querySelector(focus) : null;
  again?.focus({ preventScroll: true });
  keepInSight(place);
  byId('restore').hidden = !game?.deleted || !mayVary(game);
  byId('restore').textContent =
    `Undo delete${game && game.deleted > 1 ? ` (${game.deleted})` : ''}`;
}

/** @param {Review | null} review */
const verdicts = (review) =>
  [...(review?.moves.values() ?? [])].map(({ number, verdict }) => `${number} ${verdict}`);

const empty = () => h('p', { class: 'muted' }, 'No moves yet.');

/** How to find what has the focus when the list is drawn again. @param {HTMLElement} place */
function focusIn(place) {
  const element = document.activeElement;
  if (!element || !place.contains(element)) return null;
  for (const name of ['id', 'data-path', 'data-fold']) {
    const value = element.getAttribute(name);
    if (value) return `[${name}="${value}"]`;
  }
  return null;
}

/**
 * Scroll the list, and only the list, to the shown move, and to what can be done with its variation.
 * @param {HTMLElement} place
 */
function keepInSight(place) {
  const current = place.querySelector('[aria-current]');
  if (!current) {
    place.scrollTop = 0;
    return;
  }
  const box = place.getBoundingClientRect();
  const below = place.querySelector('.variation-tools')?.getBoundingClientRect();
  if (below && below.bottom > box.bottom) place.scrollTop += below.bottom - box.bottom;
  const shown = current.getBoundingClientRect();
  if (shown.top < box.top) place.scrollTop += shown.top - box.top - shown.height;
  if (shown.bottom > box.bottom) place.scrollTop += shown.bottom - box.bottom + shown.height;
}

/** @param {Game} game */
function list(game) {
  const order = [game.start.turn, other(game.start.turn)].map((mark) => sideName(mark)).join(', ');
  const items = lineItems(game, lineOfGame(game), [], { own: true });
  if (items.length === 0) return [];
  return [h('ol', { class: 'move-list', 'aria-label': `Moves, ${order}` }, items)];
}

/**
 * A line as items of a list: its moves, its comments, and the variations that branch from it.
 * @param {Game} game
 * @param {Line} line
 * @param {string[]} before the path to where it begins
 * @param {{own?: boolean}} [options] whether it is the game's own line
 */
function lineItems(game, line, before, { own = false } = {}) {
  const { after, moves, comments = {} } = line;
  const start = own && comments[0];
  const items = start ? [h('li', { class: 'comment' }, start)] : [];
  for (const [at, move] of moves.entries()) {
    const number = after + at + 1;
    const path = [...before, ...moves.slice(0, at + 1)];
    const button = moveButton(game, path, own ? null : line);
    items.push(h('li', { class: number % 2 ? 'first' : 'second' }, button));
    if (comments[number]) items.push(h('li', { class: 'comment' }, comments[number]));
    const instead = branches(line, number - 1);
    if (instead.length > 0) items.push(alternatives(game, instead, path, move));
  }
  return items;
}

/**
 * The variations instead of a move.
 * @type {(game: Game, lines: Line[], path: string[], move: string) => HTMLLIElement}
 */
function alternatives(game, lines, path, move) {
  const label = `Instead of move ${path.length}, ${cellName(move)}`;
  const items = lines.map((line) => variation(game, line, path.slice(0, -1)));
  return h('li', { class: 'variations' }, h('ul', { 'aria-label': label }, items));
}

/** @param {Game} game @param {Line} line @param {string[]} before */
function variation(game, line, before) {
  const start = [...before, line.moves[0]];
  const inside = startsWith(shownPath(), start) && shownPath().length >= start.length;
  const current = inside && variationOf(game, shownPath())?.line === line;
  const amount = movesIn(line);
  const closed = amount > LONG && (folded.get(start.join()) ?? !inside);
  const label = `Variation ${line.name ?? cellName(line.moves[0])}`;
  return h('li', { class: `variation${current ? ' current' : ''}` }, [
    amount > LONG && foldButton(start, label, { closed, amount }),
    line.name && h('span', { class: 'variation-title' }, line.name),
    closed
      ? null
      : h('ol', { class: 'variation-moves', 'aria-label': label }, lineItems(game, line, before)),
    current && mayVary(game) && tools(game, line, start),
  ]);
}

/** @param {string[]} start @param {string} label @param {{closed: boolean, amount: number}} how */
function foldButton(start, label, { closed, amount }) {
  const key = start.join();
  const onclick = () => {
    folded.set(key, !closed);
    drawMoves();
  };
  const text = closed ? `${cellName(start[start.length - 1])} … ${plural(amount, 'move')}` : 'Fold';
  const attributes = { class: 'fold small', type: 'button', 'data-fold': key, onclick };
  const names = { 'aria-expanded': String(!closed), 'aria-label': `${label}, ${amount} moves` };
  return h('button', { ...attributes, ...names }, closed ? '▸ ' : '▾ ', text);
}

/** @param {(variation: typeof import('./variation.js')) => unknown} act */
const change = (act) => attempt(async () => act(await import('./variation.js')));

/**
 * What can be done with the variation that is shown.
 * @param {Game} game
 * @param {Line} line
 * @param {string[]} start
 */
function tools(game, line, start) {
  /** @type {[id: string, text: string, title: string, act: () => unknown][]} */
  const buttons = [
    [
      'variation-name',
      line.name ? 'Rename' : 'Name',
      'Name this variation',
      () => change(({ askName }) => askName(line, start)),
    ],
    [
      'variation-promote',
      'Promote',
      'Change places with the line above',
      () => change(({ promoteIt }) => promoteIt(start)),
    ],
    [
      'variation-delete',
      'Delete',
      'Delete this variation',
      () => change(({ deleteIt }) => deleteIt()),
    ],
  ];
  if (!mayChange(game)) buttons.splice(1, 1); // two people's game stays what it was
  const elements = buttons.map(([id, text, title, onclick]) =>
    h('button', { id, type: 'button', class: 'small', title, onclick }, text),
  );
  return h('div', { class: 'variation-tools', role: 'group', 'aria-label': 'Variation' }, [
    h('p', { class: 'muted' }, 'You move for both sides; no program answers.'),
    ...elements,
  ]);
}

/**
 * @param {Game} game
 * @param {string[]} path
 * @param {Line | null} variation where it is; null for the game's own line
 */
function moveButton(game, path, variation) {
  const number = path.length;
  const move = path[number - 1];
  const mark = markOf(game, number);
  const played = !variation && number <= game.moves.length;
  const verdict = played ? state.review?.moves.get(number)?.verdict : null;
  const seconds = played
    ? game.moves[number - 1].seconds
    : variation?.seconds?.[number - 1 - variation.after];
  const where = played ? null : variation ? 'variation' : 'taken back';
  const words = [`Move ${number}`, `${sideName(mark)} ${cellName(move)}`, verdict, where];
  const label = words.filter(Boolean).join(', ');
  const attributes = {
    class: `move-button ${mark} ${verdict ?? ''}${played || variation ? '' : ' undone'}`,
    type: 'button',
    'data-number': played && number,
    'data-path': path.join(),
    'aria-label': label,
    'aria-current': samePath(shownPath(), path) && 'step',
    title: seconds ? `${label} (${duration(seconds)})` : label,
  };
  return h('button', attributes, [
    h('span', { class: 'ordinal' }, `${number}.`),
    h('span', { class: 'who' }, lookOf(game) === 'stones' ? markElement(mark) : sideName(mark)),
    h('span', { class: 'what' }, cellName(move)),
    verdict && h('span', { class: 'verdict-mark' }, SIGNS[verdict]),
  ]);
}
