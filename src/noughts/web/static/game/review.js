// What each move of the game was worth: the server says it, quick judgements first.

import { messageOf } from '../ui/format.js';
import { announce, notice } from '../ui/notice.js';
import { isAbort } from './api.js';
import { search } from './follow.js';
import { inNames } from './names.js';
import { SIGNS, stepIn } from './signs.js';
import { maySearch, shownPath, state, update } from './state.js';

/** @import { Hint, Review } from '../types.js' */

let controller = new AbortController();

/** Ask for the review of this game; `state.review` fills up as it comes, and gets better. */
export async function reviewGame() {
  if (!state.game?.moves.length || !maySearch(state.game)) return;
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
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

export function closeReview() {
  controller.abort();
  update({ review: null });
}

/** What to mark on the board: the move that was played and the better one, by their cells. */
export function hints() {
  /** @type {Map<string, Hint>} */
  const found = new Map();
  const { game, review, past } = state;
  if (!game || !review || !past) return found;
  const path = shownPath();
  const judged = review.moves.get(path.length + 1);
  if (!judged || judged.better.length === 0 || stepIn(game, judged, path) !== 0) return found;
  const { verdict } = judged;
  const played = { words: `played, ${verdict}`, text: verdict ? SIGNS[verdict] : '' };
  found.set(judged.move, { kind: 'played', ...played });
  found.set(judged.better[0], { kind: 'better', words: 'better move', text: '' });
  return found;
}
