// The review and the bar of two people: most games have neither, so they are loaded when first wanted.

import { seatedGames } from '../game/seats.js';
import { isWatching, state, update } from '../game/state.js';
import { byId } from '../ui/dom.js';
import { sheet } from '../ui/load.js';
import { attempt } from '../ui/notice.js';

/** @typedef {{draw: () => void}} Part */

const review = later(() => import('./review.js'), 'review.css');
const table = later(() => import('./table.js'), 'table.css');

const awaited = later(() => import('./awaited.js'), 'table.css');

/** Where it is our turn in other games; only those who have played with a friend have any. */
export const drawAwaited = () =>
  awaited(seatedGames().length > 0 && !state.opening && !state.embedded)?.draw();

export const drawReview = () => review(state.review !== null)?.draw();

export function drawTable() {
  const { game } = state;
  const shown = game && !byId('board-area').hidden && (game.table || isWatching(game));
  const bar = table(Boolean(shown));
  byId('table-bar').hidden = !shown || !bar;
  bar?.draw();
}

/**
 * A part of the page, null until it is here; it is loaded when it is first wanted.
 * @param {() => Promise<Part>} load
 * @param {string} style
 * @returns {(wanted: boolean) => Part | null}
 */
function later(load, style) {
  /** @type {Part | null} */
  let part = null;
  let loading = false;
  const begin = async () => {
    loading = true;
    try {
      [part] = await Promise.all([load(), sheet(style)]);
      update({});
    } finally {
      loading = false;
    }
  };
  return (wanted) => {
    if (wanted && !part && !loading) attempt(begin);
    return part;
  };
}
