// Work for the position on the screen: it begins when another position is shown, and the work for
// the previous one stops. And searches, which may have to wait for their turn.

import { announce } from '../ui/notice.js';
import { ApiError, isAbort, stream } from './api.js';
import { onBack, sleep } from './connection.js';
import { subscribe } from './state.js';
import { placeWords, refusedWords } from './words.js';

/** @import { Position, ServerEvent } from '../types.js' */

const BUSY = [429, 503];
const WAIT = 2; // seconds before the next attempt if the server does not say how many

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
    const key = position ? keyOf(position) : '';
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

/** @param {Position} position */
const keyOf = ({ game, cells, turn, outcome }) => [game, cells, turn, Boolean(outcome)].join();

/**
 * Yield the events of a search. While it waits for its turn, `waits` gets the words to show, and null
 * when it begins; if the server has no room for it, it is tried again.
 * @param {string} path
 * @param {unknown} body
 * @param {{signal: AbortSignal, waits: (words: string | null) => void}} options
 * @returns {AsyncGenerator<ServerEvent, void>}
 */
export async function* search(path, body, { signal, waits }) {
  let waited = false;
  /** @param {string | null} words */
  const tell = (words) => {
    if (!signal.aborted && (words || waited)) waits(words);
    if (words && !waited) announce(words);
    waited = Boolean(words);
  };
  for (;;) {
    try {
      for await (const event of stream(path, body, { signal })) {
        const queued = event.event === 'queued';
        tell(queued ? placeWords(event.data.place) : null);
        if (!queued) yield event;
      }
      return;
    } catch (error) {
      tell(busyWords(error));
      await pauseAfter(error);
      signal.throwIfAborted();
    }
  }
}

/**
 * The answer to a request that needs no turn; if the server has no room for it, `waits` gets the words
 * to show, and it is tried again.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {(words: string) => void} waits
 */
export async function patiently(ask, waits) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      waits(busyWords(error));
      await pauseAfter(error);
    }
  }
}

/** Why we have to try again; an error of another kind is thrown. @param {unknown} error */
function busyWords(error) {
  if (!(error instanceof ApiError) || !BUSY.includes(error.status)) throw error;
  return refusedWords(error);
}

/** As long as the server says. @param {unknown} error */
const pauseAfter = (error) =>
  sleep(1000 * ((error instanceof ApiError && error.retryAfter) || WAIT));
