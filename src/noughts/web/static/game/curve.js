// What a review says about the course of a game, as numbers and words. Nothing here draws.

import { cellName, inNames, sideName } from './names.js';
import { other } from './notation.js';
import { SIGNS } from './signs.js';

/** @import { Game, Mark, Review, ReviewedMove, ReviewVerdict, Worth } from '../types.js' */

/**
 * Where on the curve the sign of a bad move is: the middle of its mark, the mark's radius, and the
 * line on which the sign is written; null if there is no room for it.
 * @typedef {{judged: ReviewedMove, x: number, y: number, radius: number, text: number | null}} Sign
 */

/** From the best to the worst. @type {ReviewVerdict[]} */
export const VERDICTS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];

/** @param {ReviewedMove} judged */
export const isBad = ({ verdict }) =>
  verdict === 'inaccuracy' || verdict === 'mistake' || verdict === 'blunder';

/** The bad moves, in their order. @param {Review} review */
export const badMoves = ({ moves }) =>
  [...moves.values()].filter(isBad).sort((a, b) => a.number - b.number);

/**
 * What the game was worth to X: a point for the start and one after each move, null where that is
 * not known yet.
 * @param {Review} review
 * @param {number} amount how many moves the game has
 */
export function curveOf({ moves }, amount) {
  const first = moves.get(1);
  const points = [first ? forX(first.mark, first.before.value) : null];
  for (let number = 1; number <= amount; number++) {
    const judged = moves.get(number);
    points.push(judged ? forX(judged.mark, judged.after.value) : null);
  }
  return points;
}

/**
 * The known points of the curve, and those between them at which it crosses the middle.
 * @param {(number | null)[]} points
 */
export function withCrossings(points) {
  const known = points.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  return known.flatMap((point, index) => {
    const before = known[index - 1];
    if (!before || (before.value - 0.5) * (point.value - 0.5) >= 0) return [point];
    const share = (0.5 - before.value) / (point.value - before.value);
    return [{ at: before.at + share * (point.at - before.at), value: 0.5 }, point];
  });
}

/** @param {Mark} mark @param {number | null} value */
const forX = (mark, value) => (value === null || mark === 'x' ? value : 1 - value);

/**
 * What a position is worth, in a sentence: "X wins.", "A draw.", "Chances: X 62 %."
 * @param {Mark} mark whom the worth is for
 * @param {Worth | undefined} worth
 */
export function worthWords(mark, worth) {
  if (!worth || worth.value === null) return 'Not known yet.';
  const ahead = sideName(worth.value >= 0.5 ? mark : other(mark));
  if (worth.outcome) return worth.outcome === 'draw' ? 'A draw.' : `${ahead} wins.`;
  const share = Math.round(100 * Math.max(worth.value, 1 - worth.value));
  return share === 50 ? 'Even chances.' : `Chances: ${ahead} ${share} %.`;
}

/** What the chances are, said once below the curve. */
export const CHANCES =
  'Chances are what the engine expects: 100 % would be a sure win, 50 % is even. A win or a draw without a number is proved.';

/**
 * How many moves of each kind a side has made: "3 best, 1 blunder".
 * @param {Review} review
 * @param {Mark} mark
 */
export function tally({ moves }, mark) {
  const own = [...moves.values()].filter((judged) => judged.mark === mark);
  const counts = VERDICTS.map((verdict) => ({
    verdict,
    amount: own.filter((judged) => judged.verdict === verdict).length,
  }));
  return counts.filter(({ amount }) => amount > 0);
}

/** What the review says; before its end, that it is not the last word. @param {Game} game @param {Review} review */
export function reviewWords(game, { done, waiting, moves }) {
  if (done) return inNames(done.words);
  if (waiting) return waiting;
  const all = game.moves.length;
  const known = moves.size < all ? `${moves.size} of ${all} moves` : 'a first look';
  return `So far: ${known}. The marks may still change…`;
}

/**
 * Where in the game a point of the curve is, in words.
 * @param {Game} game
 * @param {Review} review
 * @param {number} number
 */
export function pointWords(game, review, number) {
  if (number === 0) {
    const first = review.moves.get(1);
    return `The start. ${worthWords(first?.mark ?? 'x', first?.before)}`;
  }
  const { move, mark } = game.moves[number - 1];
  const judged = review.moves.get(number);
  const verdict = judged?.verdict ? `, ${judged.verdict}` : '';
  const told = judged?.verdict === 'good' ? notBest(judged) : '';
  const worth = worthWords(mark, judged?.after);
  return `Move ${number}, ${sideName(mark)} ${cellName(move)}${verdict}. ${worth} ${told}`.trim();
}

/** In what a good move is not the best, without saying again that it is good. @param {ReviewedMove} judged */
const notBest = ({ words }) => inNames(words).replace(/^\S+ is good(?:; |\.)/, '');

const LETTER = 8; // the width of a letter of a sign, and
const LINE = 11; // its height, in units of the curve

/**
 * Where the signs of bad moves stand: none hides another. Of many close together, the worst are
 * written first; in a long game the marks are smaller.
 * @param {{judged: ReviewedMove, x: number, y: number}[]} marks where they are on the curve
 * @param {{apart: number, height: number}} size how far apart two moves are, and how high the curve is
 * @returns {Sign[]} the worst last: it is drawn over the others
 */
export function placeSigns(marks, { apart, height }) {
  const radius = Math.min(6, Math.max(3, 0.8 * apart));
  const bad = marks.toSorted((a, b) => rank(b.judged) - rank(a.judged));
  /** @type {Sign[]} */
  const placed = [];
  for (const mark of bad) {
    const below = mark.y + radius + LINE;
    const above = mark.y - radius - 3;
    const lines = [below, above, below + LINE, above - LINE];
    const wanted = mark.y < height / 2 ? lines : [above, below, above - LINE, below + LINE];
    const free = wanted.find(
      (line) =>
        line >= LINE &&
        line <= height - 2 &&
        isFree({ ...mark, text: line }, marks, placed, radius),
    );
    placed.push({ ...mark, radius, text: free ?? null });
  }
  return placed.reverse();
}

/** @param {ReviewedMove} judged */
const rank = ({ verdict }) => (verdict ? VERDICTS.indexOf(verdict) : 0);

/** @param {ReviewedMove} judged */
const widthOf = ({ verdict }) => (verdict ? LETTER * SIGNS[verdict].length : 0);

/**
 * @param {{judged: ReviewedMove, x: number, y: number, text: number}} sign
 * @param {{judged: ReviewedMove, x: number, y: number}[]} marks
 * @param {Sign[]} placed
 * @param {number} radius
 */
function isFree({ judged, x, text }, marks, placed, radius) {
  const half = widthOf(judged) / 2;
  const covers = marks.some(
    (mark) =>
      mark.judged !== judged &&
      Math.abs(mark.x - x) < half + radius &&
      mark.y + radius > text - LINE + 2 &&
      mark.y - radius < text,
  );
  const meets = placed.some(
    (other) =>
      other.text !== null &&
      Math.abs(other.x - x) < half + widthOf(other.judged) / 2 &&
      Math.abs(other.text - text) < LINE,
  );
  return !covers && !meets;
}
