// How many exercises were right in a row, without a wrong entry and without the key.

/** @import { Score } from './types.js' */

/** @type {Score} */
export const NONE = { row: 0, best: 0, last: '' };

/** After an exercise that was right at once; the same one counts only once.
 * @param {Score} score @param {string} exercise @returns {Score} */
export function afterRight(score, exercise) {
  if (score.last === exercise) return score;
  const row = score.row + 1;
  return { row, best: Math.max(row, score.best), last: exercise };
}

/** After a wrong entry, or a look at the key; an exercise that has counted cannot be spoilt.
 * @param {Score} score @param {string} exercise @returns {Score} */
export function afterWrong(score, exercise) {
  return score.last === exercise ? score : { ...score, row: 0 };
}

/** @param {Score} score */
export function inWords({ row, best }) {
  if (row === 0) return best ? `most in a row: ${best}` : '';
  return best > row ? `${row} in a row, most ${best}` : `${row} right in a row`;
}
