// What every move is worth in the shown position: the server says it, the board's empty cells and
// the words beside it show it, and it gets deeper while the server searches on.

import { isLost, stream } from '../game/api.js';
import { followPosition } from '../game/follow.js';
import { letter, other } from '../game/notation.js';
import { isThinking, shownPosition, state, update } from '../game/state.js';
import { valueWords } from '../game/words.js';
import { byId, h } from '../ui/dom.js';
import { count, duration, messageOf, plural, signed } from '../ui/format.js';
import { announce } from '../ui/notice.js';

/** @import { Analysis, MoveValue, Position, State } from '../types.js' */
/** @import { CellValue } from './board.js' */

const SECONDS = 15;
const SHOWN_OPINIONS = 12; // undecided moves that get a number on the board: the best ones
const SHAPES = { win: '▲', draw: '●', loss: '▼' };
const LETTERS = { win: 'W', draw: 'D', loss: 'L' };
const SIGNS = { exact: '', 'at-least': '≥', 'at-most': '≤' };

/** Analyse the shown position while the values are switched on. */
export function setUpValues() {
  followPosition({
    wanted: wantedPosition,
    work: analyse,
    failed: (error) => {
      const sentence = isLost(error) ? 'The values could not be fetched.' : messageOf(error);
      update({ analysis: { error: sentence } });
    },
    changed: () => update({ analysis: null }),
    pause: 120,
  });
}

function wantedPosition() {
  const position = shownPosition();
  if (!state.values || position?.outcome || state.pending || isThinking()) return null;
  return position;
}

/** @param {Position} position @param {AbortSignal} signal */
async function analyse({ game, cells, turn }, signal) {
  const body = { game, cells, turn, seconds: SECONDS, every_move: true };
  for await (const { event, data } of stream('/analysis', body, { signal })) {
    if (signal.aborted) return;
    if (event === 'error') throw new Error(data.error);
    update({ analysis: { ...data, finished: event === 'done' } });
    if (event === 'done') announce(`${verdict(data)} ${bestWords(data)}`);
  }
}

/**
 * What the board shows on its empty cells.
 * @param {State} state
 * @returns {Map<string, CellValue> | null}
 */
export function cellValues({ analysis, values }) {
  if (!values || !analysis || 'error' in analysis) return null;
  const best = new Set(analysis.best.length < analysis.moves.length ? analysis.best : []);
  const shown = opinionsToShow(analysis);
  const wanted = analysis.moves.filter((value) => value.outcome || shown.has(value.move));
  return new Map(wanted.map((value) => [value.move, cellValue(value, best.has(value.move))]));
}

/** @param {Analysis} analysis */
function opinionsToShow({ moves, best }) {
  const undecided = moves.filter(({ outcome }) => !outcome);
  const ranked = undecided.toSorted((a, b) => b.score - a.score).slice(0, SHOWN_OPINIONS);
  return new Set([...best, ...ranked.map(({ move }) => move)]);
}

/** @param {MoveValue} value @param {boolean} best */
function cellValue(value, best) {
  const { outcome, plies, score, bound } = value;
  const words = valueWords(value);
  if (!outcome) {
    const text = SIGNS[bound] + signed(Math.round(score));
    return { text, shape: '', kind: 'opinion', best, words };
  }
  const distance = outcome === 'draw' ? '' : (plies ?? '');
  return { text: LETTERS[outcome] + distance, shape: SHAPES[outcome], kind: outcome, best, words };
}

/** The words beside the board. */
export function drawValues() {
  const position = shownPosition();
  const section = byId('values-section');
  section.hidden = !state.values || !position || Boolean(position.outcome);
  if (position && !section.hidden) byId('values-text').replaceChildren(...paragraphs(position));
}

/** @param {Position} position */
function paragraphs({ turn }) {
  const { analysis } = state;
  if (isThinking()) return [h('p', { class: 'muted' }, `${letter(turn)} is thinking.`)];
  if (!analysis) return [h('p', { class: 'muted' }, 'Searching…')];
  if ('error' in analysis) return [h('p', { class: 'error' }, analysis.error)];
  return [
    h('p', { class: 'verdict' }, h('strong', {}, verdict(analysis)), ' ', bestWords(analysis)),
    figures(analysis),
    ...(analysis.line.length > 0 ? [principalLine(analysis)] : []),
  ];
}

/** @param {Analysis} analysis */
function verdict({ turn, outcome, plies }) {
  const side = letter(turn);
  if (outcome === 'draw') return 'A draw with best play.';
  if (!outcome) return `Not decided yet for ${side}.`;
  const verb = outcome === 'win' ? 'wins' : 'loses';
  return plies ? `${side} ${verb} in ${plural(plies, 'ply', 'plies')}.` : `${side} ${verb}.`;
}

/** @param {Analysis} analysis */
function bestWords({ best, moves }) {
  if (!best.length) return '';
  const all = best.length > 1 && best.length === moves.length;
  if (all) return `All ${best.length} moves are equally good.`;
  const names = best.length > 9 ? `${best.slice(0, 9).join(', ')}, …` : best.join(', ');
  if (best.length === 1) return `One move is best: ${names}.`;
  return `${best.length} moves are equally good: ${names}.`;
}

/** @param {Analysis & {finished: boolean}} analysis */
function figures({ depth, nodes, score, seconds, outcome, finished }) {
  /** @param {string} term @param {string} value */
  const pair = (term, value) => h('div', {}, h('dt', {}, term), h('dd', {}, value));
  return h('dl', { class: 'figures' }, [
    pair('Depth', String(depth)),
    pair('Nodes', count(nodes)),
    !outcome && pair('Score', signed(score)),
    pair('Time', duration(seconds) + (finished ? '' : ' …')),
  ]);
}

/** @param {Analysis} analysis */
function principalLine({ line, turn }) {
  const moves = line.map((move, index) => {
    const mark = index % 2 === 0 ? turn : other(turn);
    return [h('span', { class: `move ${mark}` }, move), ' '];
  });
  return h('p', { class: 'principal' }, h('span', { class: 'muted' }, 'Best line '), moves);
}
