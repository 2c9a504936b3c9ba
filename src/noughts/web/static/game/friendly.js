// The games that begin without a question.

import { notice } from '../ui/notice.js';
import { sideName } from './names.js';
import { other } from './notation.js';
import { begin } from './session.js';
import { HUMAN, onlyPrograms } from './state.js';

/** @import { Game } from '../types.js' */

/** The default opponent. */
export const USUAL_OPPONENT = 'hard';

/** The default game. */
export const FRIENDLY_GAME = {
  game: '3x3x3',
  turn: 'x',
  players: { x: HUMAN, o: { name: USUAL_OPPONENT } },
};

/** Begin the same kind of game again; the other side starts. @param {Game} game */
export async function playAgain(game) {
  const { game: name, players } = game;
  const turn = other(game.start.turn);
  await begin({ game: name, turn, players }, { running: onlyPrograms(game) });
  notice(`${sideName(turn)} starts this time.`);
}
