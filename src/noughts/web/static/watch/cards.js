// A node seen up close: a card with its board, its value, alpha and beta. Many cards are drawn at
// once, and everything of the same colour is drawn as one path. Of a large board a card shows the
// part with the marks.

import { cropped, isSmall } from './crop.js';
import { slotsOf } from './layout.js';
import { number, worth } from './words.js';

/** @import { Mark, Point } from '../types.js' */
/** @import { Crop } from './crop.js' */
/** @import { Model } from './model.js' */
/** @import { View } from './painter.js' */

/** @typedef {CanvasRenderingContext2D} Ctx */
/** @typedef {Point & {node: number, boardX: number, boardY: number, size: number, crop: Crop}} Place */

/** @type {Mark[]} */
const MARKS = ['x', 'o'];

const APART = 12; // between two cards side by side
const BOARD = 50;
const HEAD = 19;
const FOOT = 16;
// Stones and their board, in every palette.
const WOOD = '#d9b36f';
const WOOD_LINE = '#5a4320';
const LAST_MOVE = '#e8714d';
const INK = '#17171a';
const STONES = { x: INK, o: '#ffffff' };
const TWO_LINES = 27; // a foot with room for "β win in 3"

const NEAR = 0.75; // the zoom from which on all of a card can be read
const NEAR_ENOUGH = 0.53; // the same of one with a small board, but for alpha and beta
const SMALL = 4; // rows and columns of such a board
const NEAR_WINDOWS = 0.72; // the zoom from which on alpha and beta are there
const LEAST_TEXT = 10; // pixels
const LEAST_WINDOW_TEXT = 8.5; // the same of alpha and beta
const WINDOW_TEXT = 10.5; // of alpha and beta below a board, in pixels at zoom 1
const NAMED_WINDOW_TEXT = 11.5; // the same where they are what a node shows

export class Cards {
  zoom = 1;
  view = /** @type {View} */ ({}); // the painter sets both before it draws

  /** @param {Ctx} ctx @param {Model} model */
  constructor(ctx, model) {
    const { cells, rows, columns } = model.position;
    this.model = model;
    this.ctx = ctx;
    this.rows = rows;
    this.columns = columns;
    this.whole = isSmall(model.position);
    this.hasStones = model.position.naming?.stones ?? false;
    const board = model.names ? 0 : (BOARD * rows) / Math.max(rows, columns);
    this.board = this.whole ? board : BOARD; // pixels
    this.stacked = model.byDepth && model.win !== null;
    this.foot = !model.windows ? 7 : this.stacked ? TWO_LINES : FOOT;
    this.height = HEAD + this.board + this.foot; // at zoom 1
    const { slot, given } = slotsOf(model);
    this.width = slot - APART;
    this.givenWidth = given - APART;
    this.windowText = model.names ? NAMED_WINDOW_TEXT : WINDOW_TEXT;
    this.stones = { x: indices(cells, 'x'), o: indices(cells, 'o') };
    const small = !model.names && Math.max(rows, columns) <= SMALL && !this.stacked;
    this.nearEnough = small ? NEAR_ENOUGH : NEAR; // the zoom from which on nodes are cards
  }

  /**
   * Draw the cards of these nodes, with their middles on the screen.
   * @param {(Point & {node: number})[]} nodes
   */
  draw(nodes) {
    const places = nodes.map((place) => this.placeBoard(place));
    this.drawBoxes(places);
    this.drawHeads(places);
    if (!this.model.names) {
      if (this.hasStones) this.drawWood(places);
      this.drawLastMoves(places);
      this.drawGrids(places);
      this.drawMarks(places);
    }
    this.drawTexts(places);
  }

  /** Which part of the board a card shows, and where. @param {Point & {node: number}} place */
  placeBoard(place) {
    const z = this.zoom;
    const crop = this.crop(place.node);
    const size = (BOARD / Math.max(crop.rows, crop.columns, 1)) * z;
    const top = place.y - (this.height / 2 - HEAD) * z;
    return {
      ...place,
      crop,
      size,
      boardX: place.x - (crop.columns * size) / 2,
      boardY: top + (this.board * z - crop.rows * size) / 2,
    };
  }

  /** Which part of the board is shown. @param {number} node */
  crop(node) {
    /** @type {number[]} */
    const cells = [];
    if (!this.whole) for (const mark of MARKS) this.eachStone(node, mark, (c) => cells.push(c));
    return cropped(cells, this.model.position);
  }

  /** @param {Place[]} places */
  drawBoxes(places) {
    const { ctx } = this;
    const { palette } = this.view;
    for (const colour of /** @type {const} */ (['max', 'min', 'muted', 'edge'])) {
      ctx.beginPath();
      for (const place of places) if (this.colour(place.node) === colour) this.box(place);
      ctx.fillStyle = palette.surface;
      ctx.fill();
      ctx.lineWidth = 1.5;
      ctx.strokeStyle = palette[colour];
      ctx.stroke();
    }
  }

  /** That of MAX or MIN; at a given leaf nobody moves. @param {number} node */
  colour(node) {
    return this.model.isGiven(node) ? 'edge' : sideColour(this.model, node);
  }

  /** @param {number} node */
  widthOf(node) {
    return this.model.isGiven(node) ? this.givenWidth : this.width;
  }

  /** @param {Point & {node: number}} place */
  box({ node, x, y }, more = 0) {
    const [w, h] = [this.widthOf(node) * this.zoom + 2 * more, this.height * this.zoom + 2 * more];
    this.ctx.roundRect(x - w / 2, y - h / 2, w, h, 6 * this.zoom + more);
  }

  /** The head has the colour of the value once that is known. @param {Place[]} places */
  drawHeads(places) {
    const { ctx, model, zoom } = this;
    const { palette, step } = this.view;
    const [w, h] = [this.width * zoom - 3, (HEAD - 2) * zoom];
    ctx.globalAlpha = 0.18;
    for (const { node, x, y } of places) {
      if (!model.isDone(node, step) || model.names) continue;
      ctx.fillStyle = palette[outcomeOf(model, node)];
      ctx.fillRect(x - w / 2, y - (this.height * zoom) / 2 + 1.5, w, h);
    }
    ctx.globalAlpha = 1;
  }

  /** @param {Place[]} places */
  drawWood(places) {
    this.ctx.fillStyle = WOOD;
    for (const { boardX, boardY, size, crop } of places) {
      this.ctx.fillRect(boardX, boardY, crop.columns * size, crop.rows * size);
    }
  }

  /** @param {Place[]} places */
  drawLastMoves(places) {
    const { ctx } = this;
    ctx.fillStyle = this.hasStones ? LAST_MOVE : this.view.palette.surface2;
    for (const place of places) {
      if (this.model.cell[place.node] < 0) continue;
      const { x, y } = this.corner(this.model.cell[place.node], place);
      ctx.fillRect(x, y, place.size, place.size);
    }
  }

  /** Where a cell is on the screen. @param {number} cell @param {Place} place */
  corner(cell, { boardX, boardY, size, crop }) {
    const [r, c] = [Math.floor(cell / this.columns), cell % this.columns];
    return { x: boardX + (c - crop.left) * size, y: boardY + (r - crop.top) * size };
  }

  /** @param {Place[]} places */
  drawGrids(places) {
    const { ctx } = this;
    ctx.beginPath();
    for (const place of places) this.grid(place);
    ctx.lineWidth = this.hasStones ? 0.5 : 1;
    ctx.strokeStyle = this.hasStones ? WOOD_LINE : this.view.palette.faint;
    ctx.stroke();
  }

  /** The lines between the cells; of a part of a board also its edges. @param {Place} place */
  grid({ boardX: x, boardY: y, size, crop: { rows, columns } }) {
    const { ctx } = this;
    if (this.hasStones) return this.crossings(x, y, size, rows, columns);
    const first = this.whole ? 1 : 0;
    for (let c = first; c <= columns - first; c++) {
      ctx.moveTo(x + c * size, y);
      ctx.lineTo(x + c * size, y + rows * size);
    }
    for (let r = first; r <= rows - first; r++) {
      ctx.moveTo(x, y + r * size);
      ctx.lineTo(x + columns * size, y + r * size);
    }
  }

  /** The lines through the cells. @type {(x: number, y: number, size: number, rows: number, columns: number) => void} */
  crossings(x, y, size, rows, columns) {
    const { ctx } = this;
    for (let c = 0.5; c < columns; c++) {
      ctx.moveTo(x + c * size, y);
      ctx.lineTo(x + c * size, y + rows * size);
    }
    for (let r = 0.5; r < rows; r++) {
      ctx.moveTo(x, y + r * size);
      ctx.lineTo(x + columns * size, y + r * size);
    }
  }

  /** @param {Place[]} places */
  drawMarks(places) {
    const { ctx } = this;
    const size = Math.max(...places.map((place) => place.size));
    ctx.lineWidth = this.hasStones ? 0.5 : Math.max(1, size * 0.14);
    for (const mark of MARKS) {
      ctx.beginPath();
      for (const place of places) {
        this.eachStone(place.node, mark, (cell) => this.mark(mark, cell, place));
      }
      ctx.strokeStyle = this.hasStones ? INK : this.view.palette[mark];
      if (this.hasStones) {
        ctx.fillStyle = STONES[mark];
        ctx.fill();
      }
      ctx.stroke();
    }
  }

  /** @param {number} node @param {Mark} mark @param {(cell: number) => void} draw */
  eachStone(node, mark, draw) {
    this.stones[mark].forEach(draw);
    const { model } = this;
    for (let i = node; i > 0 && model.cell[i] >= 0; i = model.parent[i]) {
      if (model.turn(i) !== mark) draw(model.cell[i]); // the other side is to move after it
    }
  }

  /** @param {Mark} mark @param {number} cell @param {Place} place */
  mark(mark, cell, place) {
    const { ctx } = this;
    const { size } = place;
    const corner = this.corner(cell, place);
    const [x, y, arm] = [corner.x + size / 2, corner.y + size / 2, size * 0.27];
    if (this.hasStones) {
      ctx.moveTo(x + size * 0.43, y);
      ctx.arc(x, y, size * 0.43, 0, 2 * Math.PI);
    } else if (mark === 'x') {
      addCross(ctx, x, y, arm);
    } else {
      ctx.moveTo(x + arm * 1.1, y);
      ctx.arc(x, y, arm * 1.1, 0, 2 * Math.PI);
    }
  }

  /** @param {Place[]} places */
  drawTexts(places) {
    const { ctx, model } = this;
    ctx.textBaseline = 'middle';
    for (const place of places) {
      if (model.isGiven(place.node)) this.given(place, true);
      else this.drawHead(place);
    }
    if (!model.windows || this.zoom < NEAR_WINDOWS) return;
    const size = Math.max(LEAST_WINDOW_TEXT, this.windowText * this.zoom);
    ctx.font = `${size}px ${this.view.palette.font}`;
    ctx.fillStyle = this.view.palette.muted;
    for (const place of places) if (!model.isGiven(place.node)) this.drawWindow(place);
  }

  /** Whose turn it is, the name if it has one; and the value. @param {Place} place */
  drawHead(place) {
    this.drawName(place);
    this.drawValue(place.node, place.x + this.inset, this.headOf(place));
  }

  /** Whose turn it is, and the name if it has one. @param {Point & {node: number}} place */
  drawName(place) {
    const { ctx, model, zoom: z } = this;
    const { palette } = this.view;
    const [left, top] = [place.x - this.inset, this.headOf(place)];
    if (!nobodyMoves(model, place.node)) {
      this.triangle(place.node, left + 4 * z, top, Math.max(3.2, 4.2 * z));
    }
    if (!model.names) return;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = palette.muted;
    ctx.font = `${11 * z}px ${palette.font}`;
    ctx.fillText(model.moveName(place.node), left + 11 * z, top);
  }

  /** From the middle of a card to its texts, in pixels. */
  get inset() {
    return (this.width / 2 - 6) * this.zoom;
  }

  /** The middle of its head. @param {Point} middle */
  headOf({ y }) {
    return y - (this.height / 2 - HEAD / 2) * this.zoom;
  }

  /** @param {Place} place */
  drawWindow({ node, x, y }) {
    const { ctx, model, stacked, inset, zoom: z } = this;
    const { alpha, beta } = model.stateAt(node, this.view.step);
    const bottom = y + (this.height / 2) * z;
    const room = stacked ? 2 * inset : inset - 2 * z;
    ctx.textAlign = 'left';
    const first = bottom - (stacked ? TWO_LINES - 8 : FOOT / 2) * z;
    ctx.fillText(`α ${number(alpha, model)}`, x - inset, first, room);
    if (!stacked) ctx.textAlign = 'right';
    const second = bottom - 8 * z;
    ctx.fillText(`β ${number(beta, model)}`, stacked ? x - inset : x + inset, second, room);
  }

  /** The number of a leaf that is given. @param {Point & {node: number}} place @param {boolean} seen */
  given({ node, x, y }, seen) {
    const { ctx, model } = this;
    const { palette } = this.view;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = seen ? palette.text : palette.muted;
    ctx.font = `${seen ? 'bold ' : ''}${14 * this.zoom}px ${palette.font}`;
    ctx.fillText(number(model.value[node], model), x, y);
  }

  /** @param {number} node @param {number} x @param {number} y @param {number} r */
  triangle(node, x, y, r) {
    const { ctx, model } = this;
    ctx.beginPath();
    addTriangle(ctx, x, y, r, model.isMax(node));
    ctx.fillStyle = this.view.palette[sideColour(model, node)];
    ctx.fill();
  }

  /** @param {number} node @param {number} right @param {number} y */
  drawValue(node, right, y) {
    const { ctx, model } = this;
    const { palette, step } = this.view;
    const known = model.isDone(node, step);
    const size = Math.max(LEAST_TEXT, (this.stacked ? 11 : 12.5) * this.zoom);
    ctx.textAlign = 'right';
    ctx.fillStyle = known ? palette.text : palette.muted;
    ctx.font = `${known ? 'bold ' : ''}${size}px ${palette.font}`;
    ctx.fillText(valueText(model, node, step), right, y, (this.width - 24) * this.zoom);
  }
}

/**
 * The colour of MAX or MIN. Among boards it is neutral: there the colours are those of X and O, and
 * either may be MAX.
 * @param {Model} model
 * @param {number} node
 */
export const sideColour = (model, node) => (model.names ? model.role(node) : 'muted');

/** Whether a game is over on a board. @param {Model} model @param {number} node */
export const nobodyMoves = (model, node) => !model.names && model.isOver(node);

/** What a known value means for MAX. @param {Model} model @param {number} node */
export function outcomeOf(model, node) {
  const value = model.value[node];
  return value > model.draw ? 'win' : value < model.draw ? 'loss' : 'draw';
}

/** Its value, or the best so far. @param {Model} model @param {number} node @param {number} step */
export function valueText(model, node, step) {
  if (model.isDone(node, step)) return worth(model.value[node], model.bound[node], model);
  const { best } = model.stateAt(node, step);
  return Number.isFinite(best) ? `${number(best, model)} …` : '…';
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
