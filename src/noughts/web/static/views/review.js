// The review beside the board: the curve of the game, how often each side erred, and each bad move
// with its reason and the line that was better.

import { keepLine, lookInto, pathInto } from '../game/better_line.js';
import {
  badMoves,
  CHANCES,
  curveOf,
  placeSigns,
  pointWords,
  reviewWords,
  tally,
  withCrossings,
} from '../game/curve.js';
import { cellName, inNames, naming, sideName } from '../game/names.js';
import { other } from '../game/notation.js';
import { lookAt } from '../game/past.js';
import { closeReview } from '../game/review.js';
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

const strip = h('section', {
  id: 'review-strip',
  'aria-label': 'Review of this move',
  hidden: true,
});
byId('toolbar').before(strip);

let drawn = '';

export function draw() {
  const { game, review } = state;
  const shown = review && [review.done, review.waiting, [...review.moves.values()], shownPath()];
  const about = [game?.id, game?.moves.length, review && game?.revision, naming()];
  const key = JSON.stringify([about, shown]);
  if (key === drawn) return;
  drawn = key;
  const place = byId('review-text');
  const focus = [place, strip].some((each) => each.contains(document.activeElement))
    ? document.activeElement?.id
    : '';
  const opens = review && !place.firstChild;
  place.replaceChildren(...(game && review ? parts(game, review) : []));
  drawStrip(game, review);
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
    h('p', { class: 'chances muted' }, hasChances(review) && CHANCES),
  ];
}

/**
 * On a narrow screen, what is said of the move that the board shows stands right below the board.
 * @param {Game | null} game
 * @param {Review | null} review
 */
function drawStrip(game, review) {
  const bad = game && review ? badMoves(review) : [];
  const at = game ? bad.findIndex((judged) => stepIn(game, judged, shownPath()) !== null) : -1;
  strip.hidden = at < 0;
  if (!game || at < 0) return strip.replaceChildren();
  strip.replaceChildren(badMove(game, bad[at], 'strip-'), goOn(bad[at + 1]));
}

/** The button to the next bad move. @param {ReviewedMove | undefined} next */
function goOn(next) {
  if (!next) return '';
  const onclick = () => scrollToBoard(lookInto(next));
  const attributes = { id: 'strip-next', class: 'small', type: 'button', onclick };
  return h('button', attributes, `Next: move ${next.number}`);
}

/** Whether a value is not proved. @param {Review} review */
const hasChances = ({ moves }) => [...moves.values()].some(({ after }) => !after.outcome);

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

/**
 * @param {Game} game
 * @param {ReviewedMove} judged
 * @param {string} place what the ids of its buttons begin with
 */
function badMove(game, judged, place = '') {
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
        h('button', showAttributes(judged, step, place), step === null ? 'Show' : 'Before it'),
        ...(step === null ? [] : betterLine(game, judged, step, place)),
      ],
    ),
  ]);
}

/** @param {Game} game @param {ReviewedMove} judged @param {number} step @param {string} place */
function betterLine(game, judged, step, place) {
  if (judged.line.length === 0) return [];
  return [
    h('span', { class: 'muted' }, 'Better:'),
    ...judged.line.map((move, at) => stepButton(judged, move, at + 1, { step, place })),
    stopsShort(judged) && h('span', { class: 'muted' }, '… and wins'),
    !hasNode(game, pathInto(judged)) && keepButton(judged, place),
  ];
}

/** @param {ReviewedMove} judged @param {number | null} step @param {string} place */
function showAttributes(judged, step, place) {
  const { number } = judged;
  return {
    id: `${place}show-${number}`,
    class: 'small',
    type: 'button',
    'data-look': !place && number - 1,
    'aria-label': `Show the position before move ${number}`,
    'aria-current': step === 0 && 'step',
    onclick: () => scrollToBoard(lookInto(judged)),
  };
}

/** @param {ReviewedMove} judged @param {string} place */
function keepButton(judged, place) {
  const title = 'Keep this line in the list of moves, as a variation of the game';
  const onclick = () => keepLine(judged);
  const attributes = {
    id: `${place}keep-${judged.number}`,
    class: 'small',
    type: 'button',
    title,
    onclick,
  };
  return h('button', attributes, 'Keep as a variation');
}

/**
 * A move of the better line, with the side that makes it.
 * @type {(judged: ReviewedMove, move: string, steps: number, at: {step: number, place: string}) => HTMLElement}
 */
function stepButton(judged, move, steps, { step, place }) {
  const mark = steps % 2 === 1 ? judged.mark : other(judged.mark);
  const attributes = {
    id: `${place}line-${judged.number}-${steps}`,
    class: 'small step-move',
    type: 'button',
    'data-step': !place && steps,
    'aria-label': `Better line, move ${steps}: ${sideName(mark)} ${cellName(move)}`,
    'aria-current': step === steps && 'step',
    onclick: () => scrollToBoard(lookInto(judged, steps)),
  };
  const side = h('span', { class: `step-side ${mark}` }, sideName(mark));
  return h('button', attributes, side, ' ', cellName(move));
}
