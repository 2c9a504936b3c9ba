// A small picture of a board, for cards and lists. It says nothing to screen readers: the words
// beside it do.

import { svg } from '../ui/dom.js';

const CROSS = 'm-.28-.28.56.56m0-.56-.56.56';

/**
 * @param {{rows: number, columns: number, cells: string}} board
 * @returns {SVGElement}
 */
export function picture({ rows, columns, cells }) {
  /** @type {Record<string, string>} */
  const marks = { x: '', o: '' };
  for (const [index, mark] of [...cells].entries()) {
    if (mark === '.') continue;
    const at = `M${(index % columns) + 0.5} ${Math.floor(index / columns) + 0.5}`;
    marks[mark] += mark === 'x' ? at + CROSS : `${at}m-.28 0a.28.28 0 1 0 .56 0a.28.28 0 1 0-.56 0`;
  }
  const box = { class: 'picture', viewBox: `-.05 -.05 ${columns + 0.1} ${rows + 0.1}` };
  return svg('svg', { ...box, 'aria-hidden': 'true' }, [
    svg('path', { class: 'picture-grid', d: lines(rows, columns) }),
    svg('path', { class: 'picture-x', d: marks.x }),
    svg('path', { class: 'picture-o', d: marks.o }),
  ]);
}

/** @param {number} rows @param {number} columns */
function lines(rows, columns) {
  let path = '';
  for (let row = 0; row <= rows; row++) path += `M0 ${row}H${columns}`;
  for (let column = 0; column <= columns; column++) path += `M${column} 0V${rows}`;
  return path;
}
