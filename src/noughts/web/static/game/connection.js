// When the server does not answer: a banner, and one patient loop of attempts for everybody.

import { byId } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { ApiError } from './api.js';

const FIRST_WAIT = 100; // milliseconds: one attempt before anybody is told
const LONGEST_WAIT = 8000; // milliseconds: how long a server that is back may go unnoticed

/** @type {Promise<any> | null} */
let returning = null; // the promise of the loop that is under way
let tryNow = () => {};
/** @type {Set<() => void>} */
const listeners = new Set();

/** Call it whenever the server answers again after a silence. @param {() => void} listener */
export const onBack = (listener) => listeners.add(listener);

/** @param {number} milliseconds @returns {Promise<void>} */
export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Try `probe` until the server answers, and return what it gave. Whoever asks while the loop
 * is under way shares it, so a lost server is asked once at a time, however much is waiting.
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
  announce(shown ? 'The server does not answer; trying again.' : 'The server is back.');
}

export function setUpConnection() {
  byId('try-now').addEventListener('click', () => tryNow());
  window.addEventListener('online', () => tryNow());
}
