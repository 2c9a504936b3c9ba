// The games that begin without a question.

import { notice } from '../ui/notice.js';
import { lookOf, sideName } from './names.js';
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

/**
 * Begin the same kind of game again; who was second starts. With stones that is Black, so the players
 * swap colours.
 * @param {Game} game
 */
export async function playAgain(game) {
  const { game: name, players } = game;
  const running = onlyPrograms(game);
  if (lookOf(game) === 'stones') {
    await begin({ game: name, turn: 'x', players: { x: players.o, o: players.x } }, { running });
    notice('The colours are swapped: Black starts.');
    return;
  }
  const turn = other(game.start.turn);
  await begin({ game: name, turn, players }, { running });
  notice(`${sideName(turn)} starts this time.`);
}
