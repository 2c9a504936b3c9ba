// How a board looks here and what its sides and cells are called: as it was chosen for the board of
// the game. Lessons have their own words, so they stay with X, O and rows from the top.

import { cellName, lookOf, rowName, sideName } from '../game/names.js';
import { nameOf } from '../game/notation.js';

/** @import { Shape } from '../types.js' */

/**
 * @typedef {object} Naming
 * @property {boolean} stones whether the marks are stones
 * @property {{x: string, o: string}} sides
 * @property {string[]} rows from the top
 * @property {string[]} cells row by row
 */

/** @param {Shape} board @returns {Naming} */
export function namingOf(board) {
  const { rows, columns } = board;
  const cells = Array.from({ length: rows * columns }, (_, i) => nameOf(i, columns));
  return {
    stones: lookOf(board) === 'stones',
    sides: { x: sideName('x', board), o: sideName('o', board) },
    rows: Array.from({ length: rows }, (_, row) => rowName(row, board)),
    cells: cells.map((cell) => cellName(cell, board)),
  };
}
