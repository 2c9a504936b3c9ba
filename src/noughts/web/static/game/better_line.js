// The line that was better than a move of the game: to step through, and to keep.

import { announce } from '../ui/notice.js';
import { cellNames } from './names.js';
import { addLine, lookAtPath, walkAlong } from './past.js';
import { state } from './state.js';

/** @import { ReviewedMove } from '../types.js' */

/**
 * Show the position before a move of the game, or `steps` moves into the line that was better.
 * @param {ReviewedMove} judged
 * @param {number} steps
 */
export function lookInto(judged, steps = 0) {
  walkAlong(pathInto(judged));
  return lookAtPath(pathInto(judged, steps));
}

/** The moves to a position in the better line; without `steps`, to its end.
 * @param {ReviewedMove} judged
 * @param {number} [steps]
 */
export function pathInto({ number, line }, steps = line.length) {
  const before = state.game?.moves.slice(0, number - 1).map(({ move }) => move) ?? [];
  return [...before, ...line.slice(0, steps)];
}

/** Keep the better line as a variation of the game. @param {ReviewedMove} judged */
export async function keepLine(judged) {
  await addLine(pathInto(judged));
  announce(`The line ${cellNames(judged.line).join(' ')} is kept as a variation.`);
}
