// Mouse, trackpad and fingers on the canvas, reported as pan, zoom, tap and double tap. The wheel
// zooms as on maps inside a page: with Ctrl (⌘), or once the canvas has the focus; otherwise it
// scrolls the page.

import { focusedNear } from '../ui/dom.js';

/** @import { Point } from '../types.js' */

const STILL = 5; // pixels that a finger may move and still tap
const TWICE = 350; // milliseconds between the taps of a double tap

export class Gestures {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {object} on
   * @param {(dx: number, dy: number) => void} on.pan
   * @param {(factor: number, x: number, y: number) => void} on.zoom
   * @param {(x: number, y: number) => void} on.tap
   * @param {(x: number, y: number) => void} on.doubleTap
   * @param {() => void} on.passedBy the wheel scrolled the page
   */
  constructor(canvas, on) {
    this.canvas = canvas;
    this.on = on;
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.moved = 0; // pixels since the first finger came down
    this.lastTap = { time: 0, x: 0, y: 0 };
    canvas.addEventListener('pointerdown', (event) => this.down(event));
    canvas.addEventListener('pointermove', (event) => this.move(event));
    canvas.addEventListener('pointerup', (event) => this.up(event));
    canvas.addEventListener('pointercancel', (event) => this.pointers.delete(event.pointerId));
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** @param {MouseEvent} event */
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    if (this.pointers.size === 0) this.moved = 0;
    this.pointers.set(event.pointerId, this.place(event));
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.place(event);
    if (this.pointers.size === 1) this.drag(before, now);
    else this.pinch(event.pointerId, before, now);
    this.pointers.set(event.pointerId, now);
  }

  /** @param {Point} before @param {Point} now */
  drag(before, now) {
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.moved += Math.abs(dx) + Math.abs(dy);
    if (this.moved > STILL) this.on.pan(dx, dy);
  }

  /** @param {number} id @param {Point} before @param {Point} now */
  pinch(id, before, now) {
    this.moved = Infinity;
    const other = [...this.pointers].find(([each]) => each !== id)?.[1] ?? now;
    /** @param {Point} a */
    const apart = (a) => Math.hypot(a.x - other.x, a.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.on.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.on.zoom(apart(now) / Math.max(1, apart(before)), middle.x, middle.y);
  }

  /** @param {PointerEvent} event */
  up(event) {
    if (!this.pointers.delete(event.pointerId) || this.pointers.size > 0) return;
    if (this.moved > STILL) return;
    const { x, y } = this.place(event);
    const last = this.lastTap;
    const near = Math.hypot(x - last.x, y - last.y) < 20;
    const again = event.timeStamp - last.time < TWICE && near;
    this.lastTap = { time: again ? 0 : event.timeStamp, x, y };
    if (again) this.on.doubleTap(x, y);
    else this.on.tap(x, y);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const wanted = event.ctrlKey || event.metaKey;
    if (!wanted && focusedNear(this.canvas) !== this.canvas) {
      this.on.passedBy();
      return;
    }
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1; // lines or pixels
    const { x, y } = this.place(event);
    const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
    if (!wanted && Math.abs(sideways) >= Math.abs(event.deltaY)) this.on.pan(-sideways * unit, 0);
    else this.on.zoom(Math.exp(-event.deltaY * unit * 0.0025), x, y);
  }
}
