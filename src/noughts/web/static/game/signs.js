// What the board and the list of moves show of a review; the rest is loaded with it.

/** @import { Game, ReviewedMove } from '../types.js' */

/** What a verdict looks like beside a move, as chess players write it. */
export const SIGNS = { best: '★', good: '✓', inaccuracy: '?!', mistake: '?', blunder: '??' };

/**
 * How far into the better line of a move the shown position is: 0 before it, null elsewhere.
 * @param {Game} game
 * @param {ReviewedMove} judged
 * @param {string[]} path the moves that lead to the shown position
 */
export function stepIn(game, { number, line }, path) {
  const steps = path.length - (number - 1);
  if (steps < 0 || steps > line.length) return null;
  const before = path.slice(0, number - 1).every((move, at) => game.moves[at].move === move);
  const along = path.slice(number - 1).every((move, at) => line[at] === move);
  return before && along ? steps : null;
}
