// What each move of the game was worth: the server says it, quick judgements first.

import { attempt } from '../ui/notice.js';
import { SIGNS, stepIn } from './signs.js';
import { maySearch, shownPath, state, update } from './state.js';

/** @import { Hint } from '../types.js' */

let controller = new AbortController();

/** Ask for the review of this game; `state.review` fills up as it comes, and gets better. */
export async function reviewGame() {
  if (!state.game?.moves.length || !maySearch(state.game)) return;
  controller.abort();
  controller = new AbortController();
  const mine = controller;
  await attempt(async () => (await import('./reviewing.js')).fetchReview(mine));
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
