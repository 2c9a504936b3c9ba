// Follow a game that this page or another one changes: the server sends it each time.

import { ApiError, stream } from './api.js';
import { sleep } from './connection.js';

/** @import { Game, Presence, Queued, Thinking } from '../types.js' */

// Milliseconds. Browsers allow few connections to one host; a hidden tab gives its connection back.
const HIDDEN_FOR = 10_000;

// Milliseconds between attempts; longer and longer while nothing comes.
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;

/**
 * What we follow: a game, with the key of our seat if we have one. A page that is hidden `leaves`,
 * but not from a game between two people: its moves can be heard, and the other one knows that we
 * are here.
 * @typedef {{id: string, key: string | null, leaves: boolean}} Followed
 */
/** Without a controller while the page is hidden.
 * @type {(Followed & {controller: AbortController | null}) | null} */
let following = null;
/**
 * @typedef {object} Listener
 * @property {(game: Game) => void} onGame
 * @property {(said: Thinking) => void} onThinking
 * @property {(said: Queued) => void} onQueued
 * @property {(presence: Presence | null) => void} onPresence
 * @property {() => Promise<void>} onLost
 */
/** @type {Listener} */
let listener;
let hiding = 0;

/**
 * `onGame(game)` is called with each new state, `onThinking` with what a program says while it
 * searches, `onQueued` with its place while it waits, `onPresence(presence)` when somebody comes or goes; `onLost()` waits until the server
 * answers again.
 * @param {Listener} on
 */
export function setUpLive(on) {
  listener = on;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden && following?.leaves) hiding = setTimeout(stop, HIDDEN_FOR);
    else if (following && !following.controller) start(following);
  });
}

/** Follow this game from now on, and no other. @param {Followed} wanted */
export function follow(wanted) {
  const same = following?.id === wanted.id && following.key === wanted.key;
  if (same && following?.controller) return;
  stop();
  start(wanted);
}

function stop() {
  following?.controller?.abort();
  if (following) following.controller = null;
}

/** @param {Followed} wanted */
function start(wanted) {
  const controller = new AbortController();
  following = { ...wanted, controller };
  listen(following, controller.signal).catch(() => {});
}

/** @param {Followed} followed @param {AbortSignal} signal */
async function listen({ id, key }, signal) {
  /** @type {Record<string, string>} */
  const headers = key ? { 'Seat-Key': key } : {};
  for (let wait = FIRST_WAIT; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT)) {
    try {
      const events = stream(`/games/${id}/events`, undefined, { method: 'GET', signal, headers });
      for await (const { event, data } of events) {
        wait = FIRST_WAIT;
        if (event === 'game') listener.onGame(data);
        if (event === 'thinking') listener.onThinking(data);
        if (event === 'queued') listener.onQueued(data);
        if (event === 'presence') listener.onPresence(data);
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 404 || signal.aborted) return;
      listener.onPresence(null);
      if (error.lost) await listener.onLost();
    }
    await sleep(wait);
  }
}
