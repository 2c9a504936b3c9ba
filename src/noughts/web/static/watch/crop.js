// The part of a large board that has marks: what is shown where the whole would be too small.

/** @typedef {{top: number, left: number, rows: number, columns: number}} Crop */

const WHOLE = 6; // rows and columns of a board that is always shown whole
const LEAST = 5; // rows and columns that are shown, at least

/** Whether a board is small enough to be shown whole. @param {{rows: number, columns: number}} board */
export const isSmall = ({ rows, columns }) => Math.max(rows, columns) <= WHOLE;

/**
 * The rows and columns with marks, and one more on each side.
 * @param {number[]} marked the cells with marks
 * @param {{rows: number, columns: number}} board
 * @returns {Crop}
 */
export function cropped(marked, board) {
  if (isSmall(board)) return { top: 0, left: 0, rows: board.rows, columns: board.columns };
  const [top, rows] = extent(
    marked.map((cell) => Math.floor(cell / board.columns)),
    board.rows,
  );
  const [left, columns] = extent(
    marked.map((cell) => cell % board.columns),
    board.columns,
  );
  return { top, left, rows, columns };
}

/**
 * Where the part with these numbers and one more on each side begins, and how long it is.
 * @param {number[]} taken
 * @param {number} most
 */
function extent(taken, most) {
  const numbers = taken.length > 0 ? taken : [most >> 1];
  let low = Math.min(...numbers) - 1;
  let high = Math.max(...numbers) + 1;
  low -= Math.max(0, LEAST - (high - low + 1)) >> 1;
  low = Math.max(0, low);
  high = Math.min(most - 1, Math.max(high, low + LEAST - 1));
  low = Math.max(0, Math.min(low, high - LEAST + 1));
  return [low, high - low + 1];
}
