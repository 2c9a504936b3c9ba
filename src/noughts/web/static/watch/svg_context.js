// What the painter draws on a canvas, as SVG: the few operations that it uses.

/** @typedef {(font: string, text: string) => number} Measure how wide a text is, in pixels */

/** @type {Record<string, string>} */
const ANCHORS = { left: 'start', center: 'middle', right: 'end' };
// How far below the given height the letters stand, as a share of their size.
/** @type {Record<string, number>} */
const LOWER = { alphabetic: 0, middle: 0.35, top: 0.8 };

export class SvgContext {
  font = '';
  fillStyle = '';
  strokeStyle = '';
  lineWidth = 1;
  lineJoin = 'miter';
  textAlign = 'left';
  textBaseline = 'alphabetic';
  globalAlpha = 1;
  /** @type {number[]} */
  dash = [];
  path = '';
  /** @type {string[]} */
  parts = [];

  /** @param {Measure} measure */
  constructor(measure) {
    this.measure = measure;
  }

  /** The whole picture. @type {(width: number, height: number, ground: string, title: string) => string} */
  picture(width, height, ground, title) {
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">` +
      `<title>${escaped(title)}</title>` +
      `<rect width="${width}" height="${height}" fill="${escaped(ground)}"/>` +
      `${this.parts.join('')}</svg>\n`
    );
  }

  clearRect() {}

  beginPath() {
    this.path = '';
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.path += `M${short(x)} ${short(y)}`;
  }

  /** @param {number} x @param {number} y */
  lineTo(x, y) {
    this.path += `L${short(x)} ${short(y)}`;
  }

  closePath() {
    this.path += 'Z';
  }

  /** A whole circle. @param {number} x @param {number} y @param {number} r */
  arc(x, y, r) {
    const [across, radius] = [short(2 * r), short(r)];
    this.moveTo(x + r, y);
    this.path += `a${radius} ${radius} 0 1 0 -${across} 0a${radius} ${radius} 0 1 0 ${across} 0`;
  }

  /** @type {(x: number, y: number, width: number, height: number, r: number) => void} */
  roundRect(x, y, width, height, r) {
    const [w, h, c] = [short(width - 2 * r), short(height - 2 * r), short(r)];
    this.moveTo(x + r, y);
    this.path += `h${w}a${c} ${c} 0 0 1 ${c} ${c}v${h}a${c} ${c} 0 0 1 -${c} ${c}h-${w}`;
    this.path += `a${c} ${c} 0 0 1 -${c} -${c}v-${h}a${c} ${c} 0 0 1 ${c} -${c}Z`;
  }

  /** @param {number[]} dash */
  setLineDash(dash) {
    this.dash = dash;
  }

  fill() {
    if (this.path) this.add('path', { d: this.path, fill: this.fillStyle });
  }

  stroke() {
    if (!this.path) return;
    this.add('path', {
      d: this.path,
      fill: 'none',
      stroke: this.strokeStyle,
      'stroke-width': this.lineWidth,
      ...(this.dash.length > 0 && { 'stroke-dasharray': this.dash.join(' ') }),
      ...(this.lineJoin !== 'miter' && { 'stroke-linejoin': this.lineJoin }),
    });
  }

  /** @type {(x: number, y: number, width: number, height: number) => void} */
  fillRect(x, y, width, height) {
    const place = { x: short(x), y: short(y), width: short(width), height: short(height) };
    this.add('rect', { ...place, fill: this.fillStyle });
  }

  /** @type {(text: string, x: number, y: number, most?: number) => void} */
  fillText(text, x, y, most = Infinity) {
    const [, weight, size, family] = /^(bold |\d+ )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const wide = this.measure(this.font, text) > most;
    this.add(
      'text',
      {
        x: short(x),
        y: short(y + (LOWER[this.textBaseline] ?? 0) * Number(size)),
        'font-size': size,
        'font-family': family,
        fill: this.fillStyle,
        'text-anchor': ANCHORS[this.textAlign],
        ...(weight && { 'font-weight': weight.trim() }),
        ...(wide && { textLength: short(most), lengthAdjust: 'spacingAndGlyphs' }),
      },
      text,
    );
  }

  /** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
  add(tag, attributes, text) {
    const faint = this.globalAlpha < 1 ? { opacity: this.globalAlpha } : {};
    const named = Object.entries({ ...attributes, ...faint });
    const written = named.map(([name, value]) => ` ${name}="${escaped(String(value))}"`).join('');
    const end = text === undefined ? '/>' : `>${escaped(text)}</${tag}>`;
    this.parts.push(`<${tag}${written}${end}`);
  }
}

/** @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string} text */
export const escaped = (text) => text.replace(/[&<>"]/g, (each) => ENTITIES[each]);
