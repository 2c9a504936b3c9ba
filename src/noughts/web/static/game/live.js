// Follow a game that this page or another one changes: the server sends it each time.

import { ApiError, stream } from './api.js';
import { sleep } from './connection.js';

/** @import { Game } from '../types.js' */

// Milliseconds. Browsers allow few connections to one host; a hidden tab gives its connection back.
const HIDDEN_FOR = 10_000;

// Milliseconds between attempts; longer and longer while nothing comes.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/** The game that we follow; without a controller while the page is hidden.
 * @type {{id: string, controller: AbortController | null} | null} */
let following = null;
/** @type {{onGame: (game: Game) => void, onLost: () => Promise<void>}} */
let listener;
let hiding = 0;

/**
 * `onGame(game)` is called with each new state; `onLost()` waits until the server answers again.
 * @param {typeof listener} on
 */
export function setUpLive(on) {
  listener = on;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(stop, HIDDEN_FOR);
    else if (following && !following.controller) start(following.id);
  });
}

/** Follow this game from now on, and no other. @param {string} id */
export function follow(id) {
  if (following?.id === id && following.controller) return;
  stop();
  start(id);
}

function stop() {
  following?.controller?.abort();
  if (following) following.controller = null;
}

/** @param {string} id */
function start(id) {
  const controller = new AbortController();
  following = { id, controller };
  listen(id, controller.signal).catch(() => {});
}

/** @param {string} id @param {AbortSignal} signal */
async function listen(id, signal) {
  for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const events = stream(`/games/${id}/events`, undefined, { method: 'GET', signal });
      for await (const { event, data } of events) {
        wait = FIRST_WAIT;
        if (event === 'game') listener.onGame(data);
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 404 || signal.aborted) return;
      if (error.lost) await listener.onLost();
    }
    await sleep(wait);
  }
}
