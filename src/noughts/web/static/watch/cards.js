// A node seen up close: a card with its board, its value, alpha and beta. Many cards are drawn at
// once, and everything of the same colour is drawn as one path.

import { number, worth } from './words.js';

/** @import { Mark, Point } from '../types.js' */
/** @import { Model } from './model.js' */
/** @import { View } from './painter.js' */

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {Point & {node: number, boardX: number, boardY: number}} Place */

/** @type {Mark[]} */
const MARKS = ['x', 'o'];

export const CARD_WIDTH = 68;
const BOARD = 50;
const HEAD = 19;
const FOOT = 16;

export class Cards {
  zoom = 1;
  view = /** @type {View} */ ({}); // `draw` sets it before it is used

  /** @param {Ctx} ctx @param {Model} model */
  constructor(ctx, model) {
    const { cells, rows, columns } = model.position;
    this.model = model;
    this.ctx = ctx;
    this.rows = rows;
    this.columns = columns;
    this.cell = BOARD / Math.max(rows, columns);
    this.height = HEAD + rows * this.cell + (model.windows ? FOOT : 7); // at zoom 1
    this.stones = { x: indices(cells, 'x'), o: indices(cells, 'o') };
  }

  /**
   * Draw the cards of these nodes, with their middles on the screen.
   * @param {(Point & {node: number})[]} nodes
   * @param {View} view
   */
  draw(nodes, view) {
    this.view = view;
    const places = nodes.map((place) => ({ ...place, ...this.boardAt(place) }));
    this.drawBoxes(places);
    this.drawHeads(places);
    this.drawLastMoves(places);
    this.drawGrids(places);
    this.drawMarks(places);
    this.drawTexts(places);
  }

  /** @param {Point} middle */
  boardAt({ x, y }) {
    const z = this.zoom;
    return {
      boardX: x - (this.columns * this.cell * z) / 2,
      boardY: y - (this.height / 2 - HEAD) * z,
    };
  }

  /** @param {Place[]} places */
  drawBoxes(places) {
    const { ctx } = this;
    const { palette } = this.view;
    for (const mark of MARKS) {
      ctx.beginPath();
      for (const place of places) {
        if (this.model.turn(place.node) === mark) this.box(place);
      }
      ctx.fillStyle = palette.surface;
      ctx.fill();
      ctx.lineWidth = 1.5;
      ctx.strokeStyle = palette[mark];
      ctx.stroke();
    }
  }

  /** @param {Point} middle */
  box({ x, y }, more = 0) {
    const [w, h] = [CARD_WIDTH * this.zoom + 2 * more, this.height * this.zoom + 2 * more];
    this.ctx.roundRect(x - w / 2, y - h / 2, w, h, 6 * this.zoom + more);
  }

  /** The head has the colour of the value once that is known. @param {Place[]} places */
  drawHeads(places) {
    const { ctx, model, zoom } = this;
    const { palette, step } = this.view;
    const [w, h] = [CARD_WIDTH * zoom - 3, (HEAD - 2) * zoom];
    ctx.globalAlpha = 0.18;
    for (const { node, x, y } of places) {
      if (!model.isDone(node, step)) continue;
      ctx.fillStyle = palette[outcomeOf(model, node)];
      ctx.fillRect(x - w / 2, y - (this.height * zoom) / 2 + 1.5, w, h);
    }
    ctx.globalAlpha = 1;
  }

  /** @param {Place[]} places */
  drawLastMoves(places) {
    const { ctx } = this;
    const size = this.cell * this.zoom;
    ctx.fillStyle = this.view.palette.surface2;
    for (const { node, boardX, boardY } of places) {
      if (node === 0) continue;
      const [r, c] = this.rowColumn(this.model.cell[node]);
      ctx.fillRect(boardX + c * size, boardY + r * size, size, size);
    }
  }

  /** @param {number} cell */
  rowColumn(cell) {
    return [Math.floor(cell / this.columns), cell % this.columns];
  }

  /** @param {Place[]} places */
  drawGrids(places) {
    const { ctx } = this;
    const size = this.cell * this.zoom;
    const [w, h] = [this.columns * size, this.rows * size];
    const inner = size >= 5;
    ctx.beginPath();
    for (const { boardX, boardY } of places) {
      if (inner) this.grid(boardX, boardY, size);
      else ctx.rect(boardX, boardY, w, h);
    }
    ctx.lineWidth = 1;
    ctx.strokeStyle = this.view.palette.line;
    ctx.stroke();
  }

  /** @param {number} x @param {number} y @param {number} size */
  grid(x, y, size) {
    const { ctx, rows, columns } = this;
    for (let c = 1; c < columns; c++) {
      ctx.moveTo(x + c * size, y);
      ctx.lineTo(x + c * size, y + rows * size);
    }
    for (let r = 1; r < rows; r++) {
      ctx.moveTo(x, y + r * size);
      ctx.lineTo(x + columns * size, y + r * size);
    }
  }

  /** @param {Place[]} places */
  drawMarks(places) {
    const { ctx } = this;
    const size = this.cell * this.zoom;
    ctx.lineWidth = Math.max(1, size * 0.14);
    for (const mark of MARKS) {
      ctx.beginPath();
      for (const place of places) {
        this.eachStone(place.node, mark, (cell) => this.mark(mark, cell, place));
      }
      ctx.strokeStyle = this.view.palette[mark];
      ctx.stroke();
    }
  }

  /** @param {number} node @param {Mark} mark @param {(cell: number) => void} draw */
  eachStone(node, mark, draw) {
    this.stones[mark].forEach(draw);
    const { model } = this;
    for (let i = node; i > 0; i = model.parent[i]) {
      if (model.turn(i) !== mark) draw(model.cell[i]); // the other side is to move after it
    }
  }

  /** @param {Mark} mark @param {number} cell @param {Place} place */
  mark(mark, cell, { boardX, boardY }) {
    const { ctx } = this;
    const size = this.cell * this.zoom;
    const [r, c] = this.rowColumn(cell);
    const [x, y, arm] = [boardX + (c + 0.5) * size, boardY + (r + 0.5) * size, size * 0.27];
    if (mark === 'x') {
      addCross(ctx, x, y, arm);
    } else {
      ctx.moveTo(x + arm * 1.1, y);
      ctx.arc(x, y, arm * 1.1, 0, 2 * Math.PI);
    }
  }

  /** @param {Place[]} places */
  drawTexts(places) {
    const { ctx } = this;
    const { palette, step } = this.view;
    const z = this.zoom;
    const inset = (CARD_WIDTH / 2 - 6) * z;
    ctx.textBaseline = 'middle';
    for (const { node, x, y } of places) {
      const top = y - (this.height / 2 - HEAD / 2) * z;
      this.triangle(node, x - inset + 4 * z, top, 4.2 * z);
      this.drawValue(node, x + inset, top);
    }
    if (!this.model.windows) return;
    ctx.font = `${9.5 * z}px ${palette.font}`;
    ctx.fillStyle = palette.muted;
    for (const { node, x, y } of places) {
      const { alpha, beta } = this.model.stateAt(node, step);
      const bottom = y + (this.height / 2 - FOOT / 2) * z;
      const room = inset - 2 * z;
      ctx.textAlign = 'left';
      ctx.fillText(`α ${number(alpha)}`, x - inset, bottom, room);
      ctx.textAlign = 'right';
      ctx.fillText(`β ${number(beta)}`, x + inset, bottom, room);
    }
  }

  /** @param {number} node @param {number} x @param {number} y @param {number} r */
  triangle(node, x, y, r) {
    const { ctx, model } = this;
    ctx.beginPath();
    addTriangle(ctx, x, y, r, model.isMax(node));
    ctx.fillStyle = this.view.palette[model.turn(node)];
    ctx.fill();
  }

  /** @param {number} node @param {number} right @param {number} y */
  drawValue(node, right, y) {
    const { ctx, model } = this;
    const { palette, step } = this.view;
    const known = model.isDone(node, step);
    ctx.textAlign = 'right';
    ctx.fillStyle = known ? palette.text : palette.muted;
    ctx.font = `${known ? 'bold ' : ''}${12.5 * this.zoom}px ${palette.font}`;
    ctx.fillText(valueText(model, node, step), right, y, (CARD_WIDTH - 24) * this.zoom);
  }
}

/** What a known value means for MAX. @param {Model} model @param {number} node */
export function outcomeOf(model, node) {
  const value = model.value[node];
  return value > model.draw ? 'win' : value < model.draw ? 'loss' : 'draw';
}

/** Its value, or the best so far. @param {Model} model @param {number} node @param {number} step */
export function valueText(model, node, step) {
  if (model.isDone(node, step)) return worth(model.value[node], model.bound[node]);
  const { best } = model.stateAt(node, step);
  return Number.isFinite(best) ? `${number(best)} …` : '…';
}

/**
 * ▲ or ▼ as a part of a path.
 * @type {(ctx: Ctx, x: number, y: number, r: number, up: boolean) => void}
 */
export function addTriangle(ctx, x, y, r, up) {
  const tip = up ? -r : r;
  ctx.moveTo(x, y + tip);
  ctx.lineTo(x + r * 1.1, y - tip * 0.8);
  ctx.lineTo(x - r * 1.1, y - tip * 0.8);
  ctx.closePath();
}

/** ✕ as a part of a path. @type {(ctx: Ctx, x: number, y: number, arm: number) => void} */
export function addCross(ctx, x, y, arm) {
  ctx.moveTo(x - arm, y - arm);
  ctx.lineTo(x + arm, y + arm);
  ctx.moveTo(x + arm, y - arm);
  ctx.lineTo(x - arm, y + arm);
}

/** @param {string} cells @param {Mark} mark */
function indices(cells, mark) {
  return [...cells].flatMap((each, i) => (each === mark ? [i] : []));
}
