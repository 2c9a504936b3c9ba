// The button for a review.

import { reviewGame } from '../game/review.js';
import { maySearch, state } from '../game/state.js';
import { byId } from '../ui/dom.js';

export function setUpReview() {
  byId('review').addEventListener('click', reviewGame);
}

export function drawReviewButton() {
  const { game, review } = state;
  byId('review').hidden = !game?.moves.length || !maySearch(game) || Boolean(review);
}
