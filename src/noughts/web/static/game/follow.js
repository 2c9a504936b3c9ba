// Work for the position on the screen: it begins when another position is shown, and the work for
// the previous one stops.

import { ApiError, isAbort } from './api.js';
import { onBack } from './connection.js';
import { subscribe } from './state.js';

/** @import { Position } from '../types.js' */

/**
 * Follow the shown position. Returns a function that repeats the work for the same one.
 * @param {object} options
 * @param {() => Position | null} options.wanted the position to work for; null for none
 * @param {(position: Position, signal: AbortSignal) => Promise<void>} options.work
 * @param {(error: unknown, position: Position) => void} options.failed called when `work` throws
 * @param {(position: Position | null) => void} [options.changed] called at once for a new position
 * @param {number} [options.pause] milliseconds before `work`: positions that follow each other
 *   quickly are skipped
 */
export function followPosition({ wanted, work, failed, changed = () => {}, pause = 0 }) {
  let current = '';
  let timer = 0;
  let controller = new AbortController();
  let lost = false;

  function follow() {
    const position = wanted();
    const key = position ? [position.game, position.cells, position.turn].join() : '';
    if (key === current) return;
    current = key;
    stop();
    changed(position);
    if (position) timer = setTimeout(begin, pause, position, controller.signal);
  }

  function stop() {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    lost = false;
  }

  /** @param {Position} position @param {AbortSignal} signal */
  async function begin(position, signal) {
    try {
      await work(position, signal);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      lost = true;
      failed(error, position);
      const seconds = error instanceof ApiError ? error.retryAfter : null;
      if (seconds) timer = setTimeout(again, 1000 * seconds);
    }
  }

  function again() {
    current = '';
    follow();
  }

  subscribe(follow);
  onBack(() => lost && again());
  return again;
}
