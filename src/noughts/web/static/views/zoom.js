// A closer look at a board whose cells are too small for a finger: two fingers pull it larger, or a
// button does. Then one finger moves it, because it scrolls.

/** @import { Board } from './board.js' */
/** @import { Point } from '../types.js' */

const EASY = 36; // pixels: cells of this size are hit by any finger
const COMFORTABLE = 44; // pixels: the cells after the button
const LARGEST = 72; // pixels
const EDGE = 22; // pixels that the names of rows and columns cover, where one looks closer
const TINY = 20; // pixels: cells of this size are hard to hit even with a mouse

const coarse = matchMedia('(pointer: coarse)');
const still = matchMedia('(prefers-reduced-motion: reduce)');

export class Zoom {
  level = 1;
  /** @type {{apart: number, level: number} | null} */
  pinch = null;

  /**
   * @param {HTMLElement} root
   * @param {Board} board
   * @param {() => void} onChange
   */
  constructor(root, board, onChange) {
    this.root = root;
    this.board = board;
    this.onChange = onChange;
    root.addEventListener('touchstart', (event) => this.start(event), { passive: true });
    root.addEventListener('touchmove', (event) => this.move(event), { passive: false });
    root.addEventListener('touchend', () => this.end());
    new ResizeObserver(() => this.resized()).observe(root);
  }

  get byFinger() {
    return coarse.matches;
  }

  /** Whether the cells are so small that a closer look helps. */
  get useful() {
    const size = this.board.cellSize / this.level;
    return size > 0 && size < (this.byFinger ? EASY : TINY);
  }

  /** Whether a finger easily hits a wrong cell: also on a closer look, from which one drags. */
  get isDelicate() {
    return this.board.cellSize / this.level < EASY;
  }

  /** Closer, or the whole board again. @param {Element | null} centre what to look at */
  toggle(centre) {
    const closer = (COMFORTABLE * this.level) / this.board.cellSize;
    const box = (centre ?? this.root).getBoundingClientRect();
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    this.set(this.level > 1 ? 1 : closer, middle);
    if (this.level > 1 && centre) this.lookAt(centre);
  }

  /** Bring a cell into the middle. @param {Element} cell @param {ScrollBehavior} [behavior] */
  lookAt(cell, behavior = 'instant') {
    const [box, frame] = [cell.getBoundingClientRect(), this.root.getBoundingClientRect()];
    const left = box.left + box.width / 2 - frame.left - frame.width / 2;
    const top = box.top + box.height / 2 - frame.top - frame.height / 2;
    this.root.scrollBy({ left, top, behavior });
  }

  /** Go to a cell that one does not see: a move that was made there. @param {Element} cell */
  bringIntoView(cell) {
    if (this.level === 1) return;
    const [box, frame] = [cell.getBoundingClientRect(), this.root.getBoundingClientRect()];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const seen = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    if (!seen) this.lookAt(cell, still.matches ? 'instant' : 'smooth');
  }

  /** Show all of these cells, or the whole board where they do not fit. @param {Element[]} cells */
  showAll(cells) {
    if (this.level === 1 || cells.length === 0) return;
    const frame = this.root.getBoundingClientRect();
    const boxes = cells.map((cell) => cell.getBoundingClientRect());
    const [left, top] = [min(boxes, 'left') - EDGE, min(boxes, 'top') - EDGE];
    const [width, height] = [max(boxes, 'right') - left, max(boxes, 'bottom') - top];
    if (width > frame.width || height > frame.height) this.set(1, { x: 0, y: 0 });
    else {
      const across = left + width / 2 - frame.left - frame.width / 2;
      const down = top + height / 2 - frame.top - frame.height / 2;
      this.root.scrollBy({ left: across, top: down, behavior: 'instant' });
    }
  }

  /**
   * Enlarge the board so many times; what is at that point of the screen stays there.
   * @param {number} wanted
   * @param {Point} at
   */
  set(wanted, at) {
    const most = (LARGEST * this.level) / this.board.cellSize;
    const level = Math.max(1, Math.min(wanted, most));
    const before = this.sheet().getBoundingClientRect();
    const [right, down] = [
      (at.x - before.left) / before.width,
      (at.y - before.top) / before.height,
    ];
    this.level = level;
    this.root.style.setProperty('--zoom', String(level));
    this.root.classList.toggle('zoomed', level > 1);
    const after = this.sheet().getBoundingClientRect();
    this.root.scrollLeft += after.left + right * after.width - at.x;
    this.root.scrollTop += after.top + down * after.height - at.y;
    this.onChange();
  }

  sheet() {
    return /** @type {Element} */ (this.root.firstElementChild);
  }

  /** Another board: the whole of it. */
  reset() {
    this.root.style.setProperty('--zoom', '1');
    this.root.classList.remove('zoomed');
    this.level = 1;
    this.resized();
  }

  resized() {
    this.root.classList.toggle('zoomable', this.useful);
    if (this.level > 1 && !this.useful) this.set(1, { x: 0, y: 0 });
    else this.onChange();
  }

  /** @param {TouchEvent} event */
  start({ touches }) {
    if (touches.length === 2 && this.useful)
      this.pinch = { apart: apart(touches), level: this.level };
  }

  /** @param {TouchEvent} event */
  move(event) {
    const { touches } = event;
    if (!this.pinch || touches.length !== 2) return;
    if (event.cancelable) event.preventDefault();
    const [one, two] = touches;
    const middle = { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 };
    this.set((this.pinch.level * apart(touches)) / this.pinch.apart, middle);
  }

  end() {
    this.pinch = null;
  }
}

/** @param {DOMRect[]} boxes @param {'left' | 'top'} side */
const min = (boxes, side) => Math.min(...boxes.map((box) => box[side]));

/** @param {DOMRect[]} boxes @param {'right' | 'bottom'} side */
const max = (boxes, side) => Math.max(...boxes.map((box) => box[side]));

/** @param {TouchList} touches */
function apart([one, two]) {
  return Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
}
