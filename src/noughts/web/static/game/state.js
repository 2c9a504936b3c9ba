// Everything that the page shows, in one object. `update` changes it and notifies the views.

import { recall } from '../ui/remember.js';

/** @import { Game, Mark, Player, State } from '../types.js' */

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
  trouble: null,
  tab: 'play',
  flipped: false,
  numbers: recall('numbers', false),
  values: recall('values', false),
  analysis: null,
  review: null,
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

/** The position on the screen: the game's current one, or an earlier one. */
export const shownPosition = () => state.past ?? state.game;

/** How many moves led to the position on the screen. */
export const shownNumber = () => state.past?.number ?? state.game?.moves.length ?? 0;

/** Whether the position on the screen is one that a program is thinking about. */
export const isThinking = () => state.reply !== null && state.past === null;

/** @type {Player} */
export const HUMAN = { name: 'human' };

/** @param {Player} player */
export const isHuman = (player) => player.name === HUMAN.name;

/** The mark of the only person, or null if no person or two people play. @param {Game} game */
export function myMark(game) {
  const [x, o] = [isHuman(game.players.x), isHuman(game.players.o)];
  return x === o ? null : /** @type {Mark} */ (x ? 'x' : 'o');
}

/** @param {Game} game */
export const onlyPrograms = (game) => !isHuman(game.players.x) && !isHuman(game.players.o);

/** @param {Game} game */
export const programsTurn = (game) => !game.outcome && !isHuman(game.players[game.turn]);
