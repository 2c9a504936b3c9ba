// The moves of the game as a list, two per line; a click shows the position. With a review, each
// move shows how good it was.

import { letter } from '../game/notation.js';
import { lookAt } from '../game/past.js';
import { reviewGame } from '../game/review.js';
import { shownNumber, state } from '../game/state.js';
import { byId, h } from '../ui/dom.js';
import { duration } from '../ui/format.js';

/** @import { Game, Review, ReviewedMove } from '../types.js' */

const MARKS = { best: '✓', 'as-good': '=', mistake: '✗' };
const WORDS = { best: 'best', 'as-good': 'as good', mistake: 'mistake' };

let drawn = '';

export function setUpMoves() {
  byId('review').addEventListener('click', reviewGame);
  byId('moves').addEventListener('click', (event) => {
    const button = /** @type {Element} */ (event.target).closest('button[data-number]');
    if (button) lookAndScroll(Number(button.getAttribute('data-number')));
  });
}

/** @param {number} number */
function lookAndScroll(number) {
  lookAt(number);
  const { top } = byId('board-area').getBoundingClientRect();
  if (top < 0) byId('board-area').scrollIntoView();
}

export function drawMoves() {
  const { game, past, review } = state;
  const shown = [game?.id, game?.revision, past?.number];
  const key = JSON.stringify([...shown, review?.moves.size, review?.done]);
  if (key === drawn) return;
  drawn = key;
  const focused = document.activeElement?.getAttribute('data-number');
  const place = byId('moves');
  place.replaceChildren(game?.moves.length ? list(game) : empty());
  /** @type {HTMLElement | null} */
  const again = focused ? place.querySelector(`[data-number="${focused}"]`) : null;
  if (again) again.focus({ preventScroll: true });
  else if (past === null) place.scrollTop = place.scrollHeight;
  drawReview(game);
}

const empty = () => h('p', { class: 'muted' }, 'No moves yet.');

/** @param {Game} game */
function list(game) {
  const buttons = game.moves.map((_, at) => moveButton(game, at + 1));
  const lines = [];
  for (let at = 0; at < buttons.length; at += 2) {
    lines.push(h('li', {}, buttons.slice(at, at + 2)));
  }
  const order = game.moves[0].mark === 'x' ? 'X, O' : 'O, X';
  return h('ol', { class: 'move-list', 'aria-label': `Moves, ${order}` }, lines);
}

/** @param {Game} game @param {number} number */
function moveButton(game, number) {
  const { move, mark, seconds } = game.moves[number - 1];
  const verdict = state.review?.moves.get(number)?.verdict;
  const label = `Move ${number}, ${letter(mark)} ${move}${verdict ? `, ${WORDS[verdict]}` : ''}`;
  const attributes = {
    class: `move-button ${mark} ${verdict ?? ''}`,
    'data-number': number,
    'aria-label': label,
    'aria-current': shownNumber() === number && 'step',
    title: seconds === null ? null : `${label} (${duration(seconds)})`,
  };
  return h('button', attributes, [
    h('span', { class: 'who' }, letter(mark)),
    h('span', { class: 'what' }, move),
    verdict && h('span', { class: 'verdict-mark' }, MARKS[verdict]),
  ]);
}

/** @param {Game | null} game */
function drawReview(game) {
  const { review } = state;
  byId('review').hidden = !game?.outcome || game.moves.length === 0 || Boolean(review);
  byId('review-text').replaceChildren(...(game && review ? reviewWords(game, review) : []));
}

/** @param {Game} game @param {Review} review */
function reviewWords(game, review) {
  if (!review.done) {
    const far = `${review.moves.size} of ${game.moves.length}`;
    return [h('p', { class: 'muted' }, `Reviewing the moves, the last one first: ${far}.`)];
  }
  // A move that loses has a verdict only if it is known whether another one was better.
  const mistakes = [...review.moves.values()]
    .filter(({ verdict, after }) => verdict === 'mistake' || (!verdict && after.outcome === 'loss'))
    .sort((a, b) => a.number - b.number);
  return [
    h('p', { class: 'verdict' }, h('strong', {}, review.done.words)),
    ...mistakes.map(mistakeLine),
    h('p', { class: 'muted legend' }, '✓ best   = as good, but slower   ✗ mistake'),
  ];
}

/** @param {ReviewedMove} mistake */
function mistakeLine({ number, words }) {
  const onclick = () => lookAndScroll(number - 1);
  const label = `Show the position before move ${number}`;
  const attributes = { class: 'small', 'data-look': number - 1, 'aria-label': label, onclick };
  const look = h('button', attributes, 'Show');
  return h('div', { class: 'mistake-line' }, h('p', {}, `${number}. ${words}`), look);
}
