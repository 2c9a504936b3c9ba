// What each move of the game was worth: the server says it when the game is over.

import { messageOf } from '../ui/format.js';
import { announce, notice } from '../ui/notice.js';
import { isAbort, stream } from './api.js';
import { state, update } from './state.js';

/** @import { Review } from '../types.js' */

let controller = new AbortController();

/** Ask for the review of this game; `state.review` fills up as it comes, the last move first. */
export async function reviewGame() {
  if (!state.game) return;
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const { id, revision } = state.game;
  /** @type {Review} */
  const review = { moves: new Map(), done: null };
  const current = () =>
    !signal.aborted && state.game?.id === id && state.game.revision === revision;
  update({ review, tab: 'play' });
  try {
    for await (const { event, data } of stream(`/games/${id}/review`, {}, { signal })) {
      if (!current()) return controller.abort();
      take(review, event, data);
    }
  } catch (error) {
    if (isAbort(error) || !current()) return;
    update({ review: null });
    notice(`The review could not be finished. ${messageOf(error)}`);
  }
}

/** @param {Review} review @param {string} event @param {any} data */
function take(review, event, data) {
  if (event === 'move') review.moves.set(data.number, data);
  if (event === 'done') {
    review.done = data;
    announce(data.words);
  }
  if (event === 'error') throw new Error(data.error);
  update({ review: { ...review } });
}
