// The lines of a board on whose crossings stones stand, and its star points.

import { svg } from '../ui/dom.js';

const SMALL = 13; // lines: boards with fewer have their star points on the third line, not the fourth
const NINE_STARS = 17; // lines: from this many on, there are stars at the middles of the sides too

/** The picture, in units of a cell. @param {number} rows @param {number} columns */
export function crossings(rows, columns) {
  const across = Array.from({ length: rows }, (_, r) => `M.5 ${r + 0.5}H${columns - 0.5}`);
  const down = Array.from({ length: columns }, (_, c) => `M${c + 0.5} .5V${rows - 0.5}`);
  const stars = starPoints(rows, columns).map(([r, c]) =>
    svg('circle', { cx: c + 0.5, cy: r + 0.5, r: 0.11 }),
  );
  return [svg('path', { d: [...across, ...down].join('') }), ...stars];
}

/**
 * The star points by row and column, from 0: near the corners, in the middle and, on boards as
 * large as those of Go, between them.
 * @param {number} rows
 * @param {number} columns
 */
export function starPoints(rows, columns) {
  const [upright, level] = [starLines(rows), starLines(columns)];
  const nine = Math.min(rows, columns) >= NINE_STARS;
  const all = upright.flatMap((r) => level.map((c) => [r, c]));
  return all.filter(([r, c]) => {
    const middles = Number(r === (rows - 1) / 2) + Number(c === (columns - 1) / 2);
    return nine || middles !== 1;
  });
}

/** The lines that have star points. @param {number} lines */
function starLines(lines) {
  const edge = lines < SMALL ? 2 : 3;
  const middle = (lines - 1) / 2;
  const found = lines > 2 * edge + 2 ? [edge, lines - 1 - edge] : [];
  return Number.isInteger(middle) ? [...found, middle] : found;
}
