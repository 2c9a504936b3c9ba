// What every move is worth: asked of the server for the shown position, shown on the board's empty
// cells and in words beside it, deepening while the server goes on searching.

import { isAbort, stream } from '../game/api.js';
import { byId, h } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { shownPosition, state, update } from '../game/state.js';
import { count, duration, letter, plural, signed, valueWords } from '../game/words.js';

const PAUSE_BEFORE = 120; // milliseconds: moves that follow quickly are not analysed
const SECONDS = 15;
const SHOWN_OPINIONS = 12; // undecided moves that get a number on the board: the best ones
const SHAPES = { win: '▲', draw: '●', loss: '▼' };
const LETTERS = { win: 'W', draw: 'D', loss: 'L' };

let current = ''; // the position that is analysed
let controller = null;
let timer = null;

/** Begin, or end, the analysis as the shown position and the switch demand. */
export function followValues() {
  const position = wantedPosition();
  const key = position ? [position.game, position.cells, position.turn].join() : '';
  if (key === current) return;
  current = key;
  clearTimeout(timer);
  controller?.abort();
  controller = null;
  update({ analysis: null });
  if (position) timer = setTimeout(() => analyse(position), PAUSE_BEFORE);
}

function wantedPosition() {
  const position = shownPosition();
  if (!state.values || !position || position.outcome || state.pending) return null;
  return state.thinking && state.past === null ? null : position;
}

async function analyse({ game, cells, turn }) {
  controller = new AbortController();
  const { signal } = controller;
  try {
    const body = { game, cells, turn, method: 'engine', seconds: SECONDS, every_move: true };
    for await (const { event, data } of stream('/analysis', body, { signal })) {
      if (signal.aborted) return;
      if (event === 'error') update({ analysis: { error: data.error } });
      else update({ analysis: { ...data, finished: event === 'done' } });
      if (event === 'done') announce(`${verdict(data)} ${bestWords(data)}`);
    }
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    const sentence = error.lost ? 'The values could not be fetched.' : error.message;
    update({ analysis: { error: sentence } });
    if (error.retryAfter) timer = setTimeout(valuesAgain, 1000 * error.retryAfter);
  }
}

/** Ask anew, if the last answer was none. */
export function valuesAgain() {
  if (!state.analysis?.error) return;
  current = '';
  followValues();
}

/** What the board shows on its empty cells: a map from cell names, or null. */
export function cellValues({ analysis, values }) {
  if (!values || !analysis?.moves) return null;
  const best = new Set(analysis.best.length < analysis.moves.length ? analysis.best : []);
  const shown = opinionsToShow(analysis);
  const entries = analysis.moves
    .filter((value) => value.outcome || shown.has(value.move))
    .map((value) => [value.move, cellValue(value, best.has(value.move))]);
  return new Map(entries);
}

function opinionsToShow({ moves, best }) {
  const undecided = moves.filter(({ outcome }) => !outcome);
  const ranked = undecided.toSorted((a, b) => b.score - a.score).slice(0, SHOWN_OPINIONS);
  return new Set([...best, ...ranked.map(({ move }) => move)]);
}

function cellValue(value, best) {
  const { outcome, plies, score, bound } = value;
  const words = valueWords(value);
  if (!outcome) {
    const sign = { 'at-least': '≥', 'at-most': '≤' }[bound] ?? '';
    return { text: sign + signed(Math.round(score)), shape: '', kind: 'opinion', best, words };
  }
  const distance = outcome === 'draw' ? '' : (plies ?? '');
  return { text: LETTERS[outcome] + distance, shape: SHAPES[outcome], kind: outcome, best, words };
}

/** The words beside the board. */
export function drawValues() {
  const { analysis, values, game } = state;
  const section = byId('values-section');
  section.hidden = !values || !game || Boolean(shownPosition().outcome);
  if (section.hidden) return;
  byId('values-text').replaceChildren(...paragraphs(analysis));
}

function paragraphs(analysis) {
  const position = shownPosition();
  if (state.thinking && state.past === null) {
    return [h('p', { class: 'muted' }, `${letter(position.turn)} is thinking.`)];
  }
  if (!analysis) return [h('p', { class: 'muted' }, 'Looking…')];
  if (analysis.error) return [h('p', { class: 'error' }, analysis.error)];
  return [
    h('p', { class: 'verdict' }, h('strong', {}, verdict(analysis)), ' ', bestWords(analysis)),
    figures(analysis),
    analysis.line.length > 0 && principalLine(analysis),
  ].filter(Boolean);
}

function verdict({ turn, outcome, plies }) {
  const side = letter(turn);
  if (outcome === 'draw') return 'A draw with best play.';
  if (!outcome) return `Not decided yet for ${side}.`;
  const verb = outcome === 'win' ? 'wins' : 'loses';
  return plies ? `${side} ${verb} in ${plural(plies, 'ply', 'plies')}.` : `${side} ${verb}.`;
}

function bestWords({ best, moves }) {
  if (!best.length) return '';
  const all = best.length > 1 && best.length === moves.length;
  if (all) return `All ${best.length} moves are equally good.`;
  const names = best.length > 9 ? `${best.slice(0, 9).join(', ')}, …` : best.join(', ');
  if (best.length === 1) return `One move is best: ${names}.`;
  return `${best.length} moves are equally good: ${names}.`;
}

function figures({ depth, nodes, score, seconds, outcome, finished }) {
  const pairs = [
    ['Depth', String(depth)],
    ['Nodes', count(nodes)],
    !outcome && ['Score', signed(score)],
    ['Time', duration(seconds) + (finished ? '' : ' …')],
  ].filter(Boolean);
  return h(
    'dl',
    { class: 'figures' },
    pairs.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, value))),
  );
}

function principalLine({ line, turn }) {
  const marks = line.map((_, index) => ((index % 2 === 0) === (turn === 'x') ? 'x' : 'o'));
  const word = (move, index) => h('span', { class: `move ${marks[index]}` }, move);
  const moves = line.map((move, index) => [word(move, index), ' ']);
  return h('p', { class: 'principal' }, h('span', { class: 'muted' }, 'Best line '), moves);
}
