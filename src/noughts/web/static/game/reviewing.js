// Asking the server for a review, loaded when the first one is wanted.

import { messageOf } from '../ui/format.js';
import { announce, notice } from '../ui/notice.js';
import { isAbort } from './api.js';
import { search } from './follow.js';
import { inNames } from './names.js';
import { state, update } from './state.js';

/** @import { Review } from '../types.js' */

/** `state.review` fills up as the answers come. @param {AbortController} controller ends it */
export async function fetchReview(controller) {
  const { signal } = controller;
  if (!state.game || signal.aborted) return;
  const { id, moves } = state.game;
  /** @type {Review} */
  const review = { moves: new Map(), done: null, waiting: null };
  const current = () =>
    !signal.aborted && state.game?.id === id && state.game.moves.length === moves.length;
  update({ review });
  try {
    /** @param {string | null} waiting */
    const waits = (waiting) => current() && update({ review: Object.assign(review, { waiting }) });
    for await (const { event, data } of search(`/games/${id}/review`, {}, { signal, waits })) {
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
    announce(inNames(data.words));
  }
  if (event === 'error') throw new Error(data.error);
  update({ review: { ...review } });
}
