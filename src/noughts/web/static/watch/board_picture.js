// A board as SVG: three paths, whatever its size.

import { svg } from '../ui/dom.js';

/** @import { Position } from '../types.js' */
/** @import { Crop } from './crop.js' */

export class BoardPicture {
  /** @param {Pick<Position, 'rows' | 'columns'>} position */
  constructor(position) {
    const { rows, columns } = position;
    this.position = position;
    const lines = [];
    for (let c = 1; c < columns; c++) lines.push(`M${c} 0V${rows}`);
    for (let r = 1; r < rows; r++) lines.push(`M0 ${r}H${columns}`);
    this.last = svg('rect', { class: 'watch-last', width: 1, height: 1 });
    this.xs = svg('path', { class: 'watch-xs' });
    this.os = svg('path', { class: 'watch-os' });
    const box = { viewBox: `0 0 ${columns} ${rows}`, role: 'img', class: 'watch-picture' };
    const grid = svg('path', { class: 'watch-grid', d: lines.join('') });
    this.element = svg('svg', box, this.last, grid, this.xs, this.os);
  }

  /** Show a part of the board. @param {Crop} crop */
  crop({ top, left, rows, columns }) {
    this.element.setAttribute('viewBox', `${left} ${top} ${columns} ${rows}`);
  }

  /** @param {string[]} cells @param {number} last */
  draw(cells, last) {
    const { columns } = this.position;
    let [xs, os] = ['', ''];
    for (const [i, mark] of cells.entries()) {
      const [x, y] = [(i % columns) + 0.5, Math.floor(i / columns) + 0.5];
      if (mark === 'x') xs += `M${x - 0.27} ${y - 0.27}l.54 .54m0 -.54l-.54 .54`;
      if (mark === 'o') os += `M${x + 0.29} ${y}a.29 .29 0 1 0 -.58 0a.29 .29 0 1 0 .58 0`;
    }
    this.xs.setAttribute('d', xs);
    this.os.setAttribute('d', os);
    this.last.setAttribute('x', String(last >= 0 ? last % columns : -2));
    this.last.setAttribute('y', String(last >= 0 ? Math.floor(last / columns) : -2));
    this.element.setAttribute('aria-label', this.inWords(cells));
  }

  /** @param {string[]} cells */
  inWords(cells) {
    const { rows: high, columns } = this.position;
    const rows = [];
    for (let r = 0; r < high; r++) {
      const row = cells.slice(r * columns, (r + 1) * columns);
      const marks = row.map((mark) => (mark === '.' ? 'empty' : mark.toUpperCase()));
      rows.push(`row ${String.fromCharCode(97 + r)}: ${marks.join(' ')}`);
    }
    return `Board, ${rows.join('; ')}`;
  }
}
