// Follow a game as it changes, by this page or another: the server sends it each time.

import { isAbort, stream } from './api.js';
import { sleep } from './connection.js';

// Browsers allow few connections to one host; a tab that nobody sees gives its own back.
const HIDDEN_FOR = 10_000;

// Between attempts; longer and longer while nothing comes at all.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

let following = null; // {id, controller}
let hear = () => {};
let recover = async () => {};
let hiding = null;

/** `onGame(game)` for each news; `onLost()` waits until the server answers again. */
export function setUpLive({ onGame, onLost }) {
  hear = onGame;
  recover = onLost;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(stop, HIDDEN_FOR);
    else if (following && !following.controller) start(following.id);
  });
}

/** Follow this game from now on, and no other. */
export function follow(id) {
  if (following?.id === id && following.controller) return;
  stop();
  start(id);
}

function stop() {
  following?.controller?.abort();
  if (following) following.controller = null;
}

function start(id) {
  const controller = new AbortController();
  following = { id, controller };
  listen(id, controller.signal).catch(() => {});
}

async function listen(id, signal) {
  for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const events = stream(`/games/${id}/events`, undefined, { method: 'GET', signal });
      for await (const { event, data } of events) {
        wait = FIRST_WAIT;
        if (event === 'game') hear(data);
      }
    } catch (error) {
      if (isAbort(error) || signal.aborted || error.status === 404) return;
      if (error.lost) await recover();
    }
    await sleep(wait);
  }
}
