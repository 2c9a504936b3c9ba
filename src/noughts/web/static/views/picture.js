// A small picture of a board, for cards and lists. It says nothing to screen readers: the words
// beside it do.

import { svg } from '../ui/dom.js';
import { crossings } from './crossings.js';

/** @import { Look } from '../types.js' */

const CROWDED = 10; // rows or columns: from this many on, lines are thicker
const RING = 'm-.28 0a.28.28 0 1 0 .56 0a.28.28 0 1 0-.56 0';
const STONE = 'm-.43 0a.43.43 0 1 0 .86 0a.43.43 0 1 0-.86 0';
/** @type {Record<Look, Record<string, string>>} */
const SHAPES = {
  cells: { x: 'm-.28-.28.56.56m0-.56-.56.56', o: RING },
  stones: { x: STONE, o: STONE },
};

/**
 * @param {{rows: number, columns: number, cells: string}} board
 * @param {Look} look
 * @returns {SVGElement}
 */
export function picture({ rows, columns, cells }, look) {
  /** @type {Record<string, string>} */
  const marks = { x: '', o: '' };
  for (const [index, mark] of [...cells].entries()) {
    if (mark === '.') continue;
    const at = `M${(index % columns) + 0.5} ${Math.floor(index / columns) + 0.5}`;
    marks[mark] += at + SHAPES[look][mark];
  }
  const crowded = Math.max(rows, columns) >= CROWDED;
  const box = {
    class: `picture${crowded ? ' crowded' : ''}`,
    viewBox: `-.05 -.05 ${columns + 0.1} ${rows + 0.1}`,
  };
  return svg('svg', { ...box, 'data-look': look, 'aria-hidden': 'true' }, [
    svg('g', { class: 'picture-grid' }, (look === 'stones' ? wood : lines)(rows, columns)),
    svg('path', { class: 'picture-x', d: marks.x }),
    svg('path', { class: 'picture-o', d: marks.o }),
  ]);
}

/** @param {number} rows @param {number} columns */
function lines(rows, columns) {
  let path = '';
  for (let row = 0; row <= rows; row++) path += `M0 ${row}H${columns}`;
  for (let column = 0; column <= columns; column++) path += `M${column} 0V${rows}`;
  return [svg('path', { d: path })];
}

/** @param {number} rows @param {number} columns */
const wood = (rows, columns) => [
  svg('rect', { width: columns, height: rows, rx: 0.3 }),
  ...crossings(rows, columns),
];
