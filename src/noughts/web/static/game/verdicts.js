// What an analysis says, in words and on the cells of the board: the parts that need no page.

import { signed } from '../ui/format.js';
import { cellNames, sideName } from './names.js';
import { inPlies, valueWords } from './words.js';

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
 * @property {boolean} atMost its number is not proved to be the least
 * @property {string} words
 */

const SHOWN_OPINIONS = 5; // undecided moves that get a number on the board: the best ones
const DOTS = 7; // and how many more get a dot
const MANY = 12; // moves: more that end alike are marked once, in words
const FEW = 5; // moves: so many are named where all others end alike
const SHAPES = { win: '▲', draw: '●', loss: '▼' };
const LETTERS = { win: 'W', draw: 'D', loss: 'L' };
const SIGNS = { exact: '', 'at-least': '≥', 'at-most': '≤', estimate: '~' };
const DOES = { win: 'wins', draw: 'draws', loss: 'loses' };
const DO = { win: 'win', draw: 'draw', loss: 'lose' };
const SHOWN_NAMES = 9; // of moves that are equally good

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
 * How so many moves of a large board end that it is said in words: most of them, or many that lose;
 * null if there is no need.
 * @param {Analysis} analysis
 * @returns {Verdict | null}
 */
function commonOutcome({ moves }) {
  const outcomes = /** @type {Verdict[]} */ (['win', 'draw', 'loss']);
  return (
    outcomes.find((each) => {
      const { length } = moves.filter(({ outcome }) => outcome === each);
      return length > MANY && (each === 'loss' || 2 * length > moves.length);
    }) ?? null
  );
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
  const { outcome, plies, within, score, bound } = value;
  const about = { best, dot: false, atMost: !plies && Boolean(within), words: valueWords(value) };
  if (!outcome) {
    const text = quiet ? '' : SIGNS[bound] + signed(Math.round(score));
    return { ...about, text, shape: '', kind: 'opinion', dot: quiet };
  }
  if (quiet) return { ...about, text: '', shape: '', kind: outcome };
  const text = LETTERS[outcome] + (outcome === 'draw' ? '' : (plies ?? within ?? ''));
  return { ...about, text, shape: SHAPES[outcome], kind: outcome };
}

/** "X wins in 3 plies." @param {Analysis} analysis @param {Shape | null} [board] */
export function verdict({ turn, outcome, plies, within }, board) {
  const side = sideName(turn, board);
  if (outcome === 'draw') return 'A draw with best play.';
  if (!outcome) return 'Not decided yet.';
  return `${side} ${DOES[outcome]}${inPlies(plies, within)}.`;
}

/** "One move is best: b2." @param {Analysis} analysis @param {Shape | null} [board] */
export function bestWords(analysis, board) {
  const { best, moves } = analysis;
  const others = notCommon(analysis);
  if (!best.length || others.length === best.length) return ''; // these have been named
  const top = moves.find(({ move }) => move === best[0]);
  const many = best.length > 1;
  if (many && best.length === moves.length)
    return top?.outcome === 'loss' ? '' : `All ${best.length} moves are equally good.`;
  const shown = cellNames(best.slice(0, SHOWN_NAMES), board);
  const names = shown.join(', ') + (best.length > SHOWN_NAMES ? ', …' : '');
  const alike = asGoodAs(moves, best[0]);
  if (!top?.outcome && alike > best.length)
    return `${alike} moves have the best score; most central: ${names}.`;
  if (!top?.outcome) return `${many ? 'Look' : 'Looks'} best: ${names}.`;
  const known = top.plies ? '' : ', as far as is known';
  if (top.outcome === 'loss') return `Longest resistance${known}: ${names}.`;
  if (top.outcome === 'win' && (known || commonOutcome(analysis) === 'win'))
    return `Quickest${known}: ${names}.`;
  return many ? `${best.length} moves are equally good: ${names}.` : `One move is best: ${names}.`;
}

/** The few moves that do not end as all others do. @param {Analysis} analysis */
function notCommon(analysis) {
  const common = commonOutcome(analysis);
  if (!common) return [];
  const others = analysis.moves.filter(({ outcome }) => outcome !== common);
  return others.length <= FEW && common !== 'win' ? others : [];
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

/**
 * What is said once instead of on each cell; empty if each says it.
 * @param {Analysis} analysis
 * @param {Shape | null} [board]
 */
export function commonWords(analysis, board) {
  const { moves } = analysis;
  const common = commonOutcome(analysis);
  if (!common) return '';
  const alike = moves.filter(({ outcome }) => outcome === common);
  const others = notCommon(analysis);
  if (alike.length === moves.length) return `Every move ${DOES[common]}.`;
  if (others.length === 0) return `${alike.length} of ${moves.length} moves ${DO[common]}.`;
  const names = cellNames(
    others.map(({ move }) => move),
    board,
  );
  const last = names.pop();
  const but = names.length ? `${names.join(', ')} and ${last}` : last;
  return `Every move but ${but} ${DOES[common]}.`;
}

/** What the signs on the board mean, those that are there. @param {Analysis} analysis */
export function legend(analysis) {
  const shown = [...cellValues(analysis).values()];
  /** @param {RegExp} sign */
  const has = (sign) => shown.some(({ text }) => sign.test(text));
  /** One such value on the board, if possible one that may be less. @param {RegExp} sign @param {string} words */
  const soon = (sign, words) => {
    const such = shown.filter(({ text }) => sign.test(text));
    const { text = '', atMost = false } = such.find((each) => each.atMost) ?? such[0] ?? {};
    const number = Number(text.slice(1));
    const [plies, within] = atMost ? [null, number] : [number, null];
    return text && words.replace('_', text) + inPlies(plies, within);
  };
  const lines = [
    soon(/^W\d/, '▲ _: a win'),
    has(/^W$/) && '▲ W: a win, how soon is not known',
    has(/^D/) && '● D: a draw',
    soon(/^L\d/, '▼ _: a loss'),
    has(/^L$/) && '▼ L: a loss, how soon is not known',
    shown.some(({ text, kind }) => text && kind === 'opinion') &&
      `+12: the engine’s estimate for ${sideName(analysis.turn)}, in its own units`,
    shown.some(({ dot }) => dot) && '•: the next best',
  ];
  return lines.filter((line) => line);
}

/**
 * Whether the better line stops before the end of the win that is proved.
 * @param {Pick<ReviewedMove, 'before' | 'ends'>} judged
 */
export const stopsShort = ({ before: { outcome }, ends }) => outcome === 'win' && !ends;
