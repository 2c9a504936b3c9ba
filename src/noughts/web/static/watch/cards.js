// A node seen from near: a card with its board, its value, alpha and beta. Many cards are drawn at
// once, and what has the same colour is drawn as one path.

import { number, worth } from './words.js';

/** @import { Mark } from '../types.js' */
/** @import { Model } from './model.js' */
/** @import { Palette } from './palette.js' */

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {node: number, boardX: number, boardY: number}} Place */

/** @type {Mark[]} */
const MARKS = ['x', 'o'];

export const CARD_WIDTH = 68;
const BOARD = 50;
const HEAD = 19;
const FOOT = 16;

/** How high a card is at zoom 1. @param {Model} model */
function cardHeight(model) {
  const { rows, columns } = model.position;
  const board = (BOARD * rows) / Math.max(rows, columns);
  return HEAD + board + (model.windows ? FOOT : 7);
}

export class Cards {
  /** @param {Model} model */
  constructor(model) {
    const { cells, rows, columns } = model.position;
    this.model = model;
    this.rows = rows;
    this.columns = columns;
    this.cell = BOARD / Math.max(rows, columns);
    this.height = cardHeight(model);
    this.zoom = 1;
    this.stones = { x: indices(cells, 'x'), o: indices(cells, 'o') };
  }

  /**
   * Draw the cards of these nodes; `at(node)` is the middle of each on the screen.
   * @param {Ctx} ctx
   * @param {number[]} nodes
   * @param {(node: number) => Point} at
   * @param {number} zoom
   * @param {Palette} palette
   * @param {number} step
   */
  draw(ctx, nodes, at, zoom, palette, step) {
    this.zoom = zoom;
    const places = nodes.map((node) => {
      const { x, y } = at(node);
      return { node, x, y, ...this.boardAt(x, y) };
    });
    this.drawBoxes(ctx, places, palette);
    this.drawHeads(ctx, places, palette, step);
    this.drawLastMoves(ctx, places, palette);
    this.drawGrids(ctx, places, palette);
    this.drawMarks(ctx, places, palette);
    this.drawTexts(ctx, places, palette, step);
  }

  /** @param {number} x @param {number} y */
  boardAt(x, y) {
    const z = this.zoom;
    return {
      boardX: x - (this.columns * this.cell * z) / 2,
      boardY: y - (this.height / 2 - HEAD) * z,
    };
  }

  /** @param {Ctx} ctx @param {Place[]} places @param {Palette} palette */
  drawBoxes(ctx, places, palette) {
    for (const mark of MARKS) {
      ctx.beginPath();
      for (const { node, x, y } of places) {
        if (this.model.turn(node) === mark) this.box(ctx, x, y);
      }
      ctx.fillStyle = palette.surface;
      ctx.fill();
      ctx.lineWidth = 1.5;
      ctx.strokeStyle = palette[mark];
      ctx.stroke();
    }
  }

  /** @param {Ctx} ctx @param {number} x @param {number} y @param {number} [more] */
  box(ctx, x, y, more = 0) {
    const [w, h] = [CARD_WIDTH * this.zoom + 2 * more, this.height * this.zoom + 2 * more];
    ctx.roundRect(x - w / 2, y - h / 2, w, h, 6 * this.zoom + more);
  }

  /**
   * The head has the colour of the value once that is known.
   * @param {Ctx} ctx
   * @param {Place[]} places
   * @param {Palette} palette
   * @param {number} step
   */
  drawHeads(ctx, places, palette, step) {
    const { model, zoom } = this;
    const [w, h] = [CARD_WIDTH * zoom - 3, (HEAD - 2) * zoom];
    ctx.globalAlpha = 0.18;
    for (const { node, x, y } of places) {
      if (!model.isDone(node, step)) continue;
      ctx.fillStyle = palette[outcomeOf(model, node)];
      ctx.fillRect(x - w / 2, y - (this.height * zoom) / 2 + 1.5, w, h);
    }
    ctx.globalAlpha = 1;
  }

  /** @param {Ctx} ctx @param {Place[]} places @param {Palette} palette */
  drawLastMoves(ctx, places, palette) {
    const size = this.cell * this.zoom;
    ctx.fillStyle = palette.surface2;
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

  /** @param {Ctx} ctx @param {Place[]} places @param {Palette} palette */
  drawGrids(ctx, places, palette) {
    const size = this.cell * this.zoom;
    const [w, h] = [this.columns * size, this.rows * size];
    const inner = size >= 5;
    ctx.beginPath();
    for (const { boardX, boardY } of places) {
      if (inner) this.grid(ctx, boardX, boardY, size, w, h);
      else ctx.rect(boardX, boardY, w, h);
    }
    ctx.lineWidth = 1;
    ctx.strokeStyle = palette.line;
    ctx.stroke();
  }

  /**
   * @param {Ctx} ctx
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {number} w
   * @param {number} h
   */
  grid(ctx, x, y, size, w, h) {
    for (let c = 1; c < this.columns; c++) {
      ctx.moveTo(x + c * size, y);
      ctx.lineTo(x + c * size, y + h);
    }
    for (let r = 1; r < this.rows; r++) {
      ctx.moveTo(x, y + r * size);
      ctx.lineTo(x + w, y + r * size);
    }
  }

  /** @param {Ctx} ctx @param {Place[]} places @param {Palette} palette */
  drawMarks(ctx, places, palette) {
    const size = this.cell * this.zoom;
    ctx.lineWidth = Math.max(1, size * 0.14);
    for (const mark of MARKS) {
      ctx.beginPath();
      for (const place of places) {
        this.eachStone(place.node, mark, (cell) => this.mark(ctx, mark, cell, place, size));
      }
      ctx.strokeStyle = palette[mark];
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

  /**
   * @param {Ctx} ctx
   * @param {Mark} mark
   * @param {number} cell
   * @param {Place} place
   * @param {number} size
   */
  mark(ctx, mark, cell, { boardX, boardY }, size) {
    const [r, c] = this.rowColumn(cell);
    const [x, y, arm] = [boardX + (c + 0.5) * size, boardY + (r + 0.5) * size, size * 0.27];
    if (mark === 'x') {
      addCross(ctx, x, y, arm);
    } else {
      ctx.moveTo(x + arm * 1.1, y);
      ctx.arc(x, y, arm * 1.1, 0, 2 * Math.PI);
    }
  }

  /** @param {Ctx} ctx @param {Place[]} places @param {Palette} palette @param {number} step */
  drawTexts(ctx, places, palette, step) {
    const z = this.zoom;
    const inset = (CARD_WIDTH / 2 - 6) * z;
    ctx.textBaseline = 'middle';
    for (const { node, x, y } of places) {
      const top = y - (this.height / 2 - HEAD / 2) * z;
      this.triangle(ctx, node, x - inset + 4 * z, top, 4.2 * z, palette);
      this.drawValue(ctx, node, x + inset, top, palette, step);
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

  /**
   * @param {Ctx} ctx
   * @param {number} node
   * @param {number} x
   * @param {number} y
   * @param {number} r
   * @param {Palette} palette
   */
  triangle(ctx, node, x, y, r, palette) {
    ctx.beginPath();
    addTriangle(ctx, x, y, r, this.model.isMax(node));
    ctx.fillStyle = palette[this.model.turn(node)];
    ctx.fill();
  }

  /**
   * @param {Ctx} ctx
   * @param {number} node
   * @param {number} right
   * @param {number} y
   * @param {Palette} palette
   * @param {number} step
   */
  drawValue(ctx, node, right, y, palette, step) {
    const { model } = this;
    const known = model.isDone(node, step);
    ctx.textAlign = 'right';
    ctx.fillStyle = known ? palette.text : palette.muted;
    ctx.font = `${known ? 'bold ' : ''}${12.5 * this.zoom}px ${palette.font}`;
    ctx.fillText(valueText(model, node, step), right, y, (CARD_WIDTH - 24) * this.zoom);
  }
}

/**
 * What a known value means for the side that maximises.
 * @param {Model} model
 * @param {number} node
 */
export function outcomeOf(model, node) {
  const value = model.value[node];
  return value > model.draw ? 'win' : value < model.draw ? 'loss' : 'draw';
}

/**
 * The value of a node; while it is open the best so far.
 * @param {Model} model
 * @param {number} node
 * @param {number} step
 */
export function valueText(model, node, step) {
  if (model.isDone(node, step)) return worth(model.value[node], model.bound[node]);
  const { best } = model.stateAt(node, step);
  return Number.isFinite(best) ? `${number(best)} …` : '…';
}

/**
 * ▲ or ▼ as a part of a path.
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {boolean} up
 */
export function addTriangle(ctx, x, y, r, up) {
  const tip = up ? -r : r;
  ctx.moveTo(x, y + tip);
  ctx.lineTo(x + r * 1.1, y - tip * 0.8);
  ctx.lineTo(x - r * 1.1, y - tip * 0.8);
  ctx.closePath();
}

/**
 * ✕ as a part of a path.
 * @param {Ctx} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} arm
 */
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
