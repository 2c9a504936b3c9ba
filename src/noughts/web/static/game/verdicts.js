// What an analysis says, in words and on the cells of the board: the parts that need no page.

import { plural, signed } from '../ui/format.js';
import { cellNames, sideName } from './names.js';
import { valueWords } from './words.js';

/** @import { Analysis, MoveValue, ReviewedMove, Shape, Verdict } from '../types.js' */

/**
 * What an empty cell says about the move there. Without a `text` only its label says it; `dot`
 * marks a move that is not among the best.
 * @typedef {object} CellValue
 * @property {string} text
 * @property {string} shape
 * @property {string} kind
 * @property {boolean} best
 * @property {boolean} dot
 * @property {string} words
 */

const SHOWN_OPINIONS = 5; // undecided moves that get a number on the board: the best ones
const DOTS = 7; // and how many more get a dot
const MANY = 12; // moves: with more, those that all end alike are marked once, in words
const NEARLY_ALL = 0.8; // of the moves
const SHAPES = { win: '▲', draw: '●', loss: '▼' };
const LETTERS = { win: 'W', draw: 'D', loss: 'L' };
const SIGNS = { exact: '', 'at-least': '≥', 'at-most': '≤' };
const DOES = { win: 'wins', draw: 'draws', loss: 'loses' };
const DO = { win: 'win', draw: 'draw', loss: 'lose' };
const FRAMED = {
  win: 'The quickest wins have a frame.',
  draw: 'The best have a frame.',
  loss: 'The longest resistance has a frame.',
};

/** What the board shows on its empty cells. @param {Analysis} analysis */
export function cellValues(analysis) {
  const { best, moves } = analysis;
  const marked = new Set(best.length < moves.length ? best : []);
  const common = commonOutcome(analysis);
  const ranks = ranking(analysis);
  /** @type {Map<string, CellValue>} */
  const values = new Map();
  for (const value of moves) {
    const rank = ranks.get(value.move) ?? 0;
    if (!value.outcome && rank >= SHOWN_OPINIONS + DOTS) continue;
    const isBest = marked.has(value.move);
    const quiet = value.outcome ? value.outcome === common && !isBest : rank >= SHOWN_OPINIONS;
    values.set(value.move, cellValue(value, { best: isBest, quiet }));
  }
  return values;
}

/**
 * How (nearly) all moves of a large board end; null if they differ.
 * @param {Analysis} analysis
 * @returns {Verdict | null}
 */
function commonOutcome({ moves }) {
  if (moves.length <= MANY) return null;
  const outcomes = /** @type {Verdict[]} */ (['win', 'draw', 'loss']);
  const enough = NEARLY_ALL * moves.length;
  return outcomes.find((each) => moves.filter((m) => m.outcome === each).length >= enough) ?? null;
}

/** The undecided moves, the best one has rank 0. @param {Analysis} analysis */
function ranking({ moves, best }) {
  const first = new Set(best);
  const undecided = moves.filter(({ outcome }) => !outcome);
  const ranked = undecided.toSorted(
    (a, b) => Number(first.has(b.move)) - Number(first.has(a.move)) || b.score - a.score,
  );
  return new Map(ranked.map(({ move }, rank) => [move, rank]));
}

/**
 * @param {MoveValue} value
 * @param {{best: boolean, quiet: boolean}} how
 * @returns {CellValue}
 */
function cellValue(value, { best, quiet }) {
  const { outcome, plies, score, bound } = value;
  const words = valueWords(value);
  if (!outcome) {
    const text = quiet ? '' : SIGNS[bound] + signed(Math.round(score));
    return { text, shape: '', kind: 'opinion', best, dot: quiet, words };
  }
  if (quiet) return { text: '', shape: '', kind: outcome, best, dot: false, words };
  const text = LETTERS[outcome] + (outcome === 'draw' ? '' : (plies ?? ''));
  return { text, shape: SHAPES[outcome], kind: outcome, best, dot: false, words };
}

/** "X wins in 3 plies." @param {Analysis} analysis @param {Shape | null} [board] */
export function verdict({ turn, outcome, plies }, board) {
  const side = sideName(turn, board);
  if (outcome === 'draw') return 'A draw with best play.';
  if (!outcome) return 'Not decided yet.';
  const verb = DOES[outcome];
  return plies ? `${side} ${verb} in ${plural(plies, 'ply', 'plies')}.` : `${side} ${verb}.`;
}

/** "One move is best: b2." @param {Analysis} analysis @param {Shape | null} [board] */
export function bestWords({ best, moves }, board) {
  if (!best.length) return '';
  const all = best.length > 1 && best.length === moves.length;
  if (all) return `All ${best.length} moves are equally good.`;
  const first = cellNames(best.slice(0, 9), board).join(', ');
  const names = best.length > 9 ? `${first}, …` : first;
  const alike = asGoodAs(moves, best[0]);
  if (alike > best.length) return `${alike} moves have the best score; most central: ${names}.`;
  if (best.length === 1) return `One move is best: ${names}.`;
  return `${best.length} moves are equally good: ${names}.`;
}

/** How many moves are worth what this one is: of an empty board the server names the most central.
 * @param {MoveValue[]} moves @param {string} best
 */
function asGoodAs(moves, best) {
  const top = moves.find(({ move }) => move === best);
  return moves.filter(
    ({ score, bound, outcome, plies }) =>
      score === top?.score && bound === top.bound && outcome === top.outcome && plies === top.plies,
  ).length;
}

/** What is said once instead of on each cell; empty if each says it. @param {Analysis} analysis */
export function commonWords(analysis) {
  const { moves, best } = analysis;
  const common = commonOutcome(analysis);
  if (!common) return '';
  const alike = moves.filter(({ outcome }) => outcome === common);
  const all = alike.length === moves.length;
  const said = all
    ? `Every move ${DOES[common]}.`
    : `${alike.length} of ${moves.length} moves ${DO[common]}; the others are marked.`;
  const framed = best.length < moves.length && alike.some(({ move }) => best.includes(move));
  return framed ? `${said} ${FRAMED[common]}` : said;
}

/** What the signs on the board mean, those that are there. @param {Analysis} analysis */
export function legend(analysis) {
  const shown = [...cellValues(analysis).values()];
  /** @param {RegExp} sign */
  const has = (sign) => shown.some(({ text }) => sign.test(text));
  /** The first such value on the board. @param {RegExp} sign @param {string} words */
  const soon = (sign, words) => {
    const { text = '' } = shown.find((each) => sign.test(each.text)) ?? {};
    return (
      text && `${words.replace('_', text)} in ${plural(Number(text.slice(1)), 'ply', 'plies')}`
    );
  };
  const lines = [
    soon(/^W\d/, '▲ _: a win'),
    has(/^W$/) && '▲ W: a win, how soon is not known',
    has(/^D/) && '● D: a draw',
    soon(/^L\d/, '▼ _: a loss'),
    has(/^L$/) && '▼ L: a loss, how soon is not known',
    shown.some(({ text, kind }) => text && kind === 'opinion') &&
      `+12: the engine’s estimate for ${sideName(analysis.turn)}, in its own units`,
    shown.some(({ dot }) => dot) && '·: the next best',
  ];
  return lines.filter((line) => line);
}

/**
 * Whether the better line stops before the end of the win that is proved.
 * @param {Pick<ReviewedMove, 'before' | 'line'>} judged
 */
export const stopsShort = ({ before: { outcome, plies }, line }) =>
  outcome === 'win' && line.length < (plies ?? Number.POSITIVE_INFINITY);
