// What the sides and the cells of a board are called, the way the board shows them: X and O, or
// Black and White; cells by rows, or as Gomoku players write them. Only people see these names:
// the addresses and the server know x, o and the notation of notation.js.

import { indexOf, letter, rowLetter } from './notation.js';
import { shownPosition, state } from './state.js';

/** @import { Look, Mark, Shape } from '../types.js' */

const LARGE = 13; // rows and columns: from this many on, stones are usual
const STONES = { x: 'Black', o: 'White' };

/** How a board looks. @param {{rows: number, columns: number}} board @returns {Look} */
export function lookOf({ rows, columns }) {
  if (state.look === 'cells' || state.look === 'stones') return state.look;
  return Math.min(rows, columns) >= LARGE ? 'stones' : 'cells';
}

/** How the cells are named: as chosen, or as players of the game do. @param {Shape} board */
const isByColumns = ({ notation }) =>
  (state.notation === 'auto' ? notation : state.notation) === 'gomoku';

/** What has been chosen about names: where it changes, words are drawn again. */
export const naming = () => `${state.look} ${state.notation}`;

/** "X", or "Black" where the board shows stones. @param {Mark} mark @param {Shape | null} board */
export function sideName(mark, board = shownPosition()) {
  return board && lookOf(board) === 'stones' ? STONES[mark] : letter(mark);
}

/** The rules in words, after the name of the game if it has one. @param {{game: string, label: string}} game */
export const rulesWords = ({ game, label }) =>
  label.startsWith(`${game}: `) ? label.slice(game.length + 2) : label;

/** What tells the sides apart. @param {Shape} board */
export const sidesName = (board) => (lookOf(board) === 'stones' ? 'colours' : 'marks');

/** @param {number} row from 0, at the top @param {Shape} board */
export const rowName = (row, board) =>
  isByColumns(board) ? String(board.rows - row) : rowLetter(row);

/** @param {number} column from 0, at the left @param {Shape} board */
export const columnName = (column, board) =>
  isByColumns(board) ? rowLetter(column) : String(column + 1);

/** What a cell is called. @param {string} cell @param {Shape | null} board */
export function cellName(cell, board = shownPosition()) {
  if (!board || !isByColumns(board)) return cell;
  const index = indexOf(cell, board.columns);
  const [row, column] = [Math.floor(index / board.columns), index % board.columns];
  return columnName(column, board) + rowName(row, board);
}

/** Moves one after the other: "h8 g9". @param {string[]} cells @param {Shape | null} [board] */
export const cellNames = (cells, board) => cells.map((cell) => cellName(cell, board));

/** A sentence of the server, with the names of this board. @param {string} sentence @param {Shape | null} board */
export function inNames(sentence, board = shownPosition()) {
  return sentence
    .replace(/\b[XO]\b/g, (mark) => sideName(/** @type {Mark} */ (mark.toLowerCase()), board))
    .replace(/\b[a-t](?:1\d|20|[1-9])\b/g, (cell) => cellName(cell, board));
}
