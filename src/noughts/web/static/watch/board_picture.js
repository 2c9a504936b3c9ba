// A board as SVG: three paths, whatever its size.

import { rowLetter } from '../game/notation.js';
import { svg } from '../ui/dom.js';

/** @import { Mark } from '../types.js' */
/** @import { Crop } from './crop.js' */
/** @import { Searched } from './trace.js' */

export class BoardPicture {
  /** @param {Pick<Searched, 'rows' | 'columns' | 'naming'>} position @param {boolean} [stones] */
  constructor(position, stones = position.naming?.stones ?? false) {
    const { rows, columns } = position;
    this.position = position;
    this.stones = stones;
    const at = stones ? 0.5 : 0; // stones stand on crossings
    const lines = [];
    for (let c = 1 - 2 * at; c < columns; c++) lines.push(`M${c + at} ${at}V${rows - at}`);
    for (let r = 1 - 2 * at; r < rows; r++) lines.push(`M${at} ${r + at}H${columns - at}`);
    this.last = svg('rect', { class: 'watch-last', width: 1, height: 1 });
    this.xs = svg('path', { class: 'watch-xs' });
    this.os = svg('path', { class: 'watch-os' });
    const look = stones ? 'watch-picture has-stones' : 'watch-picture';
    const box = { viewBox: `0 0 ${columns} ${rows}`, role: 'img', class: look };
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
      if (mark === 'x') {
        xs += this.stones ? stone(x, y) : `M${x - 0.27} ${y - 0.27}l.54 .54m0 -.54l-.54 .54`;
      }
      if (mark === 'o' && this.stones) os += stone(x, y);
      else if (mark === 'o') os += `M${x + 0.29} ${y}a.29 .29 0 1 0 -.58 0a.29 .29 0 1 0 .58 0`;
    }
    this.xs.setAttribute('d', xs);
    this.os.setAttribute('d', os);
    this.last.setAttribute('x', String(last >= 0 ? last % columns : -2));
    this.last.setAttribute('y', String(last >= 0 ? Math.floor(last / columns) : -2));
    this.element.setAttribute('aria-label', this.inWords(cells));
  }

  /** @param {string[]} cells */
  inWords(cells) {
    const { rows: high, columns, naming } = this.position;
    /** @param {string} mark */
    const said = (mark) =>
      mark === '.' ? 'empty' : (naming?.sides[/** @type {Mark} */ (mark)] ?? mark.toUpperCase());
    const rows = [];
    for (let r = 0; r < high; r++) {
      const row = cells.slice(r * columns, (r + 1) * columns);
      rows.push(`row ${naming?.rows[r] ?? rowLetter(r)}: ${row.map(said).join(' ')}`);
    }
    return `Board, ${rows.join('; ')}`;
  }
}

/** A disc as a part of a path. @param {number} x @param {number} y */
const stone = (x, y) => `M${x + 0.43} ${y}a.43 .43 0 1 0 -.86 0a.43 .43 0 1 0 .86 0`;
