// When the server does not answer: a banner, and one patient loop of attempts for everybody.

import { byId } from '../ui/dom.js';
import { announce } from '../ui/notice.js';

const FIRST_WAIT = 100; // one attempt before anybody is told
const LONGEST_WAIT = 8000;

let returning = null; // the promise of the loop that is under way
let tryNow = () => {};
const listeners = new Set();

/** Call `listener()` whenever the server answers again after a silence. */
export function onBack(listener) {
  listeners.add(listener);
}

export const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Try `probe` until the server answers, and return what it gave. Whoever asks while the loop
 * is under way shares it, so a lost server is asked once at a time, however much is waiting.
 */
export function untilBack(probe) {
  returning ??= keepTrying(probe).finally(() => {
    returning = null;
  });
  return returning;
}

async function keepTrying(probe) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(3 * wait, LONGEST_WAIT)) {
    await Promise.race([sleep(wait), new Promise((done) => (tryNow = done))]);
    try {
      const answer = await probe();
      showBanner(false);
      for (const listener of listeners) listener();
      return answer;
    } catch (error) {
      if (!error.lost && error.status !== 503) {
        showBanner(false);
        throw error;
      }
      showBanner(true);
    }
  }
}

function showBanner(shown) {
  if (byId('connection').hidden !== shown) return;
  byId('connection').hidden = !shown;
  announce(shown ? 'The server does not answer; trying again.' : 'The server is back.');
}

export function setUpConnection() {
  byId('try-now').addEventListener('click', () => tryNow());
  window.addEventListener('online', () => tryNow());
}
