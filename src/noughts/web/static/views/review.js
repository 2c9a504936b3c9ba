// The review beside the board: the curve of the game, how often each side erred, and each bad move
// with its reason and the line that was better.

import {
  badMoves,
  curveOf,
  placeSigns,
  pointWords,
  reviewWords,
  tally,
  withCrossings,
} from '../game/curve.js';
import { cellName, inNames, naming, sideName } from '../game/names.js';
import { lookAt } from '../game/past.js';
import { closeReview, keepLine, lookInto, pathInto } from '../game/review.js';
import { SIGNS, stepIn } from '../game/signs.js';
import { shownNumber, shownPath, state } from '../game/state.js';
import { hasNode } from '../game/tree.js';
import { stopsShort } from '../game/verdicts.js';
import { byId, h, svg } from '../ui/dom.js';
import { plural } from '../ui/format.js';
import { scrollToBoard } from './moves.js';

/** @import { Game, Mark, Review, ReviewedMove } from '../types.js' */
/** @import { Sign } from '../game/curve.js' */

const WIDTH = 340; // of the curve, in its own units
const HEIGHT = 132;
const EDGE = 16; // left and right of it, and room for signs above and below
const PLURALS = { inaccuracy: 'inaccuracies', mistake: 'mistakes', blunder: 'blunders' };

let drawn = '';

export function draw() {
  const { game, review } = state;
  const shown = review && [review.done, review.waiting, [...review.moves.values()], shownPath()];
  const about = [game?.id, game?.moves.length, review && game?.revision, naming()];
  const key = JSON.stringify([about, shown]);
  if (key === drawn) return;
  drawn = key;
  const place = byId('review-text');
  const focus = place.contains(document.activeElement) ? document.activeElement?.id : '';
  const opens = review && !place.firstChild;
  place.replaceChildren(...(game && review ? parts(game, review) : []));
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
  if (opens) place.scrollIntoView({ block: 'nearest' }); // on a phone it is below the screen
}

/** @param {Game} game @param {Review} review */
function parts(game, review) {
  return [
    h('div', { class: 'review-head' }, [
      h(
        'p',
        { id: 'review-words', class: review.done ? 'verdict' : 'muted' },
        reviewWords(game, review),
      ),
      h(
        'button',
        { id: 'review-close', class: 'small', type: 'button', onclick: closeReview },
        'Close',
      ),
    ]),
    curve(game, review),
    h('p', { class: 'curve-words muted' }, pointWords(game, review, numberOnCurve(game))),
    h('div', { class: 'tallies' }, [counts(review, 'x'), counts(review, 'o')]),
    ...badMoves(review).map((judged) => badMove(game, judged)),
  ];
}

/** Where on the curve the shown position is; in a variation, where it leaves the game. @param {Game} game */
function numberOnCurve(game) {
  const path = shownPath();
  const same = path.findIndex((move, at) => game.moves[at]?.move !== move);
  return same < 0 ? Math.min(shownNumber(), game.moves.length) : same;
}

// ---- The curve: a slider over the moves of the game ----

/** @param {Game} game @param {Review} review */
function curve(game, review) {
  const points = curveOf(review, game.moves.length);
  const shown = withCrossings(points);
  const last = game.moves.length;
  const number = numberOnCurve(game);
  /** @param {number} at */
  const x = (at) => EDGE + (at * (WIDTH - 2 * EDGE)) / Math.max(1, last);
  /** @param {number} value */
  const y = (value) => EDGE + (1 - value) * (HEIGHT - 2 * EDGE);
  const marks = badMoves(review).map((judged) => {
    const { number: at } = judged;
    return { judged, x: x(at), y: y(points[at] ?? 0.5) };
  });
  const box = { class: 'curve', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' };
  const picture = svg('svg', box, [
    ...area(shown, x, y),
    svg('path', { class: 'middle', d: `M${EDGE} ${y(0.5)}H${WIDTH - EDGE}` }),
    svg('path', { class: 'here', d: `M${x(number)} ${EDGE - 8}V${HEIGHT - EDGE + 8}` }),
    svg('path', { class: 'value-line', d: shown.length ? `M${linePath(shown, x, y)}` : '' }),
    svg('text', { class: 'side x', x: 2, y: EDGE + 4 }, sideName('x')[0]),
    svg('text', { class: 'side o', x: 2, y: HEIGHT - EDGE + 4 }, sideName('o')[0]),
    ...placeSigns(marks, { apart: x(1) - x(0), height: HEIGHT }).map(drawSign),
  ]);
  const attributes = {
    id: 'curve',
    class: 'curve-slider',
    role: 'slider',
    tabindex: '0',
    'aria-label': `Curve of the game: ${sideName('x')} above, ${sideName('o')} below`,
    'aria-valuemin': 0,
    'aria-valuemax': last,
    'aria-valuenow': number,
    'aria-valuetext': pointWords(game, review, number),
  };
  const slider = h('div', attributes, picture);
  slider.addEventListener('keydown', (event) => onKey(event, number, last));
  slider.addEventListener('click', (event) => {
    const { left, width } = slider.getBoundingClientRect();
    const across = ((event.clientX - left) / width) * WIDTH;
    const at = Math.round(((across - EDGE) / (WIDTH - 2 * EDGE)) * last);
    lookAt(Math.min(last, Math.max(0, at)));
  });
  return slider;
}

/** @param {KeyboardEvent} event @param {number} number @param {number} last */
function onKey(event, number, last) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  /** @type {Record<string, number>} */
  const targets = {
    ArrowLeft: number - 1,
    ArrowDown: number - 1,
    ArrowRight: number + 1,
    ArrowUp: number + 1,
    PageDown: number - 5,
    PageUp: number + 5,
    Home: 0,
    End: last,
  };
  if (!(event.key in targets)) return;
  event.preventDefault();
  lookAt(Math.min(last, Math.max(0, targets[event.key])));
}

/** @typedef {(value: number) => number} Scale */

/** @param {{at: number, value: number}[]} points @param {Scale} x @param {Scale} y */
const linePath = (points, x, y) =>
  points.map(({ at, value }) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('L');

/** What is between the curve and the middle: in the colour of who is ahead.
 * @param {{at: number, value: number}[]} points @param {Scale} x @param {Scale} y
 */
function area(points, x, y) {
  if (points.length === 0) return [];
  const [first, last] = [points[0], points[points.length - 1]];
  return ['x', 'o'].map((mark) => {
    const clamp = mark === 'x' ? Math.max : Math.min;
    const inside = points.map(({ at, value }) => ({ at, value: clamp(0.5, value) }));
    const d = `M${x(first.at)} ${y(0.5)}L${linePath(inside, x, y)}L${x(last.at)} ${y(0.5)}Z`;
    return svg('path', { class: `ahead ${mark}`, d });
  });
}

/** @param {Sign} sign */
function drawSign({ judged: { verdict }, x, y, radius, text }) {
  const r = verdict === 'blunder' ? radius : 0.75 * radius;
  return svg('g', { class: `sign ${verdict}` }, [
    verdict === 'blunder'
      ? svg('path', { d: `M${x} ${y - r}l${r} ${r}-${r} ${r}-${r}-${r}z` })
      : svg('circle', { cx: x, cy: y, r }),
    text !== null && svg('text', { x, y: text }, verdict ? SIGNS[verdict] : ''),
  ]);
}

// ---- Below the curve ----

/** @param {Review} review @param {Mark} mark */
function counts(review, mark) {
  const found = tally(review, mark);
  return h('p', { class: `tally ${mark}` }, [
    h('strong', {}, sideName(mark)),
    ...found.map(({ verdict, amount }) =>
      h('span', { class: `count ${verdict}` }, [
        h('span', { class: 'verdict-mark', 'aria-hidden': 'true' }, SIGNS[verdict]),
        verdict === 'best' || verdict === 'good'
          ? `${amount} ${verdict}`
          : plural(amount, verdict, PLURALS[verdict]),
      ]),
    ),
  ]);
}

/** @param {Game} game @param {ReviewedMove} judged */
function badMove(game, judged) {
  const { number, mark, verdict, words: sentence, why } = judged;
  const step = stepIn(game, judged, shownPath());
  const attributes = { class: `bad-move ${verdict}${step === null ? '' : ' shown'}` };
  return h('div', attributes, [
    h('p', {}, [
      h('span', { class: 'verdict-mark' }, verdict ? SIGNS[verdict] : ''),
      ` Move ${number}, ${sideName(mark)} ${inNames(sentence)}`,
      why && ` ${inNames(why)}`,
    ]),
    h(
      'div',
      { class: 'better-line', role: 'group', 'aria-label': `Before move ${number}, and better` },
      [
        h('button', showAttributes(judged, step), 'Show'),
        ...(step === null
          ? []
          : judged.line.map((move, at) => stepButton(judged, move, at + 1, step))),
        step !== null && stopsShort(judged) && h('span', { class: 'muted' }, '… and wins'),
        step !== null && !hasNode(game, pathInto(judged)) && keepButton(judged),
      ],
    ),
  ]);
}

/** @param {ReviewedMove} judged @param {number | null} step */
function showAttributes(judged, step) {
  const { number } = judged;
  return {
    id: `show-${number}`,
    class: 'small',
    type: 'button',
    'data-look': number - 1,
    'aria-label': `Show the position before move ${number}`,
    'aria-current': step === 0 && 'step',
    onclick: () => scrollToBoard(lookInto(judged)),
  };
}

/** @param {ReviewedMove} judged */
function keepButton(judged) {
  const title = 'Keep this line as a variation of the game';
  const onclick = () => keepLine(judged);
  const attributes = {
    id: `keep-${judged.number}`,
    class: 'small',
    type: 'button',
    title,
    onclick,
  };
  return h('button', attributes, 'Keep');
}

/**
 * A move of the better line.
 * @type {(judged: ReviewedMove, move: string, steps: number, step: number | null) => HTMLElement}
 */
function stepButton(judged, move, steps, step) {
  const attributes = {
    id: `line-${judged.number}-${steps}`,
    class: 'small step-move',
    type: 'button',
    'data-step': steps,
    'aria-label': `Better line, move ${steps}: ${cellName(move)}`,
    'aria-current': step === steps && 'step',
    onclick: () => scrollToBoard(lookInto(judged, steps)),
  };
  return h('button', attributes, cellName(move));
}
