// The button for a review. What a review shows is loaded with the first one.

import { reviewGame } from '../game/review.js';
import { maySearch, state, update } from '../game/state.js';
import { byId } from '../ui/dom.js';
import { sheet } from '../ui/load.js';
import { attempt } from '../ui/notice.js';

/** @type {typeof import('./review.js') | null} */
let view = null;
let loading = false;

export function setUpReview() {
  byId('review').addEventListener('click', reviewGame);
}

export function drawReview() {
  const { game, review } = state;
  byId('review').hidden = !game?.moves.length || !maySearch(game) || Boolean(review);
  if (review && !view && !loading) attempt(load);
  view?.draw();
}

async function load() {
  loading = true;
  try {
    [view] = await Promise.all([import('./review.js'), sheet('review.css')]);
    update({});
  } finally {
    loading = false;
  }
}
