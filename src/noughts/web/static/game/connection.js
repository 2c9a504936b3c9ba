// When the server does not respond: a banner, and one loop of attempts that all callers share.

import { byId } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { ApiError } from './api.js';
import { update } from './state.js';

const FIRST_WAIT = 100; // milliseconds: one attempt before the banner appears
const LONGEST_WAIT = 3000; // milliseconds: how long a server that is back may go unnoticed

/** @type {Promise<any> | null} */
let returning = null; // the promise of the running loop
let tryNow = () => {};
/** @type {Set<() => void>} */
const listeners = new Set();

/** Call `listener` whenever the server is back. @param {() => void} listener */
export const onBack = (listener) => listeners.add(listener);

/** @param {number} milliseconds @returns {Promise<void>} */
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Try `probe` until the server answers, and return its result. Callers share the running loop,
 * so a lost server gets one request at a time, however many are waiting.
 * @template T
 * @param {() => Promise<T>} probe
 * @returns {Promise<T>}
 */
export function untilBack(probe) {
  returning ??= keepTrying(probe).finally(() => {
    returning = null;
  });
  return returning;
}

/** @template T @param {() => Promise<T>} probe */
async function keepTrying(probe) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(3 * wait, LONGEST_WAIT)) {
    await new Promise((done) => {
      tryNow = () => done(null);
      setTimeout(tryNow, wait);
    });
    try {
      const answer = await probe();
      showBanner(false);
      for (const listener of listeners) listener();
      return answer;
    } catch (error) {
      const away = error instanceof ApiError && (error.lost || error.status === 503);
      showBanner(away);
      if (!away) throw error;
    }
  }
}

/** @param {boolean} shown */
function showBanner(shown) {
  if (byId('connection').hidden !== shown) return;
  byId('connection').hidden = !shown;
  update({ away: shown ? performance.now() : null });
  announce(shown ? 'The server is not responding; trying again.' : 'The server is back.');
}

export function setUpConnection() {
  byId('try-now').addEventListener('click', () => tryNow());
  window.addEventListener('online', () => tryNow());
}
