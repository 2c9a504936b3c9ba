// Everything that the page shows, in one object. `update` changes it and notifies the views.

import { recall } from '../ui/remember.js';
import { seatAt } from './seats.js';
import { markOf, pathOfGame } from './tree.js';

/** @import { Game, Mark, Player, Seated, State } from '../types.js' */

/** @type {State} */
export const state = {
  game: null,
  past: null,
  pending: null,
  sending: false,
  reply: null,
  news: null,
  oneMove: false,
  running: false,
  badLink: null,
  opening: true,
  linked: null,
  embedded: false,
  trouble: null,
  tab: 'home',
  flipped: false,
  numbers: recall('numbers', false),
  values: recall('values', false),
  levels: [],
  analysis: null,
  waiting: null,
  review: null,
  thinking: null,
  queue: null,
  look: recall('look', 'auto'),
  notation: recall('notation', 'auto'),
  confirm: recall('confirm', 'auto'),
  aim: null,
  tried: [],
  guest: null,
  presence: null,
  awaited: [],
  away: null,
};

/** @type {Set<() => void>} */
const listeners = new Set();
let scheduled = false;

/** Call `listener` after changes, once for all made together. @param {() => void} listener */
export const subscribe = (listener) => listeners.add(listener);

/** @param {Partial<State>} changes */
export function update(changes) {
  Object.assign(state, changes);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    for (const listener of listeners) listener();
  });
}

/** The position on the screen: the game's current one, or another one of its tree. */
export const shownPosition = () => state.past ?? state.game;

/** The moves that led to the position on the screen. */
export const shownPath = () => state.past?.path ?? (state.game ? pathOfGame(state.game) : []);

/** How many moves led to the position on the screen. */
export const shownNumber = () => shownPath().length;

/** The moves that led to the position on the screen, with their marks. */
export function shownMoves() {
  const { game } = state;
  return game ? shownPath().map((move, at) => ({ move, mark: markOf(game, at + 1) })) : [];
}

/** Whether the position on the screen is one that a program is thinking about. */
export const isThinking = () => state.reply !== null && state.past === null;

/** @type {Player} */
export const HUMAN = { name: 'human' };

/** @param {Player} player */
export const isHuman = (player) => player.name === HUMAN.name;

/**
 * The mark of the person at this page: of the seat, or of the only person. Null if two people play
 * at this page, and for those who watch.
 * @param {Seated} game
 */
export function myMark(game) {
  if (game.table) return seatAt(game.id)?.mark ?? null;
  if (isWatching(game)) return null;
  const [x, o] = [isHuman(game.players.x), isHuman(game.players.o)];
  return x === o ? null : /** @type {Mark} */ (x ? 'x' : 'o');
}

/** Whether it is a game of others. @param {Seated} game */
export const isWatching = (game) => (game.table ? !seatAt(game.id) : state.guest === game.id);

/** Whether the person at this page may take back and go on elsewhere without asking anybody.
 * @param {Game} game
 */
export const mayChange = (game) => !game.table && !isWatching(game);

/** Whether the person at this page may try other moves: two people may when their game is over.
 * @param {Game} game
 */
export const mayVary = (game) => mayChange(game) || (!isWatching(game) && game.outcome !== null);

/** Whether searches may help with this game: not while two people play it, and those who watch could
 * tell them.
 * @param {Game | null} game
 */
export const maySearch = (game) => !game?.table || game.outcome !== null;

/** Whether the person at this page may play that mark. @param {Game} game @param {Mark} mark */
export function mayPlay(game, mark) {
  if (isWatching(game) || !isHuman(game.players[mark])) return false;
  return !game.table || myMark(game) === mark;
}

/** @param {Game} game */
export const onlyPrograms = (game) => !isHuman(game.players.x) && !isHuman(game.players.o);

/** Whether a resignation, or another end that is not on the board, was taken back here.
 * @param {Game} game
 */
export const isReprieved = ({ decision, moves }) =>
  decision !== null && !decision.counts && decision.number === moves.length;

/** @param {Game} game */
export const programsTurn = (game) => !game.outcome && !isHuman(game.players[game.turn]);
