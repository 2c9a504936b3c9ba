// Names of cells and marks, as in noughts/notation.py, and of players.

/** @import { Mark, Player } from '../types.js' */

/** @param {Mark} mark */
export const letter = (mark) => mark.toUpperCase();

/** @param {Mark} mark @returns {Mark} */
export const other = (mark) => (mark === 'x' ? 'o' : 'x');

/** A player in links and files: engine@2 has 2 seconds for a move. @param {Player} player */
export const playerSpec = ({ name, seconds }) => (seconds ? `${name}@${seconds}` : name);

/** "a" for the first. @param {number} row from 0 */
export const rowLetter = (row) => String.fromCharCode(97 + row);

/** A cell's name: row letter, column number. @param {number} index @param {number} columns */
export function nameOf(index, columns) {
  return rowLetter(Math.floor(index / columns)) + ((index % columns) + 1);
}

/** A cell's index, row by row from 0. @param {string} name @param {number} columns */
export function indexOf(name, columns) {
  return (name.charCodeAt(0) - 97) * columns + Number(name.slice(1)) - 1;
}
