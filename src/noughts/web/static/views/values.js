// What every move is worth in the shown position: the server says it, the board's empty cells and
// the words beside it show it, and it gets deeper while the server searches on.

import { isLost } from '../game/api.js';
import { followPosition, search } from '../game/follow.js';
import { cellName, naming, sideName } from '../game/names.js';
import { other } from '../game/notation.js';
import { isThinking, maySearch, shownPosition, state, update } from '../game/state.js';
import { bestWords, cellValues, commonWords, legend, verdict } from '../game/verdicts.js';
import { byId, h } from '../ui/dom.js';
import { count, duration, messageOf, signed } from '../ui/format.js';
import { announce } from '../ui/notice.js';

/** @import { Analysis, Position, Shape, State } from '../types.js' */

const SECONDS = 15;
const LINE_SHOWN = 16; // moves of the best line: two rows

/** Analyse the shown position while the values are switched on. */
export function setUpValues() {
  setUpLine();
  followPosition({
    wanted: wantedPosition,
    work: analyse,
    failed: (error) => {
      const sentence = isLost(error) ? 'The values could not be fetched.' : messageOf(error);
      update({ analysis: { error: sentence } });
    },
    changed: () => update({ analysis: null, waiting: null, tried: [] }),
    pause: 120,
  });
}

const areShown = () => state.values && maySearch(state.game);

function wantedPosition() {
  const position = shownPosition();
  if (!areShown() || position?.outcome || state.pending || isThinking()) return null;
  return position;
}

/** @param {Position} position @param {AbortSignal} signal */
async function analyse({ game, cells, turn }, signal) {
  const body = { game, cells, turn, seconds: SECONDS, every_move: true };
  /** @param {string | null} waiting */
  const waits = (waiting) => update({ waiting });
  for await (const { event, data } of search('/analysis', body, { signal, waits })) {
    if (signal.aborted) return;
    if (event === 'error') throw new Error(data.error);
    update({ analysis: { ...data, finished: event === 'done' } });
    if (event === 'done') announce(`${verdict(data)} ${wordsOf(data)}`);
  }
}

/** What the board shows on its empty cells. @param {State} state */
export function shownValues({ analysis, values }) {
  return values && analysis && !('error' in analysis) ? cellValues(analysis) : null;
}

/** @type {unknown[]} */
let drawn = [];

/** The words beside the board; redrawn only when they change, to keep the focus. */
export function drawValues() {
  const position = shownPosition();
  const section = byId('values-section');
  section.hidden = !areShown() || !position || Boolean(position.outcome);
  if (!position || section.hidden) return;
  const now = [state.analysis, state.waiting, position.turn, isThinking(), naming()];
  if (now.every((part, at) => part === drawn[at])) return;
  drawn = now;
  const place = byId('values-text');
  const focused = document.activeElement?.getAttribute('data-line');
  place.replaceChildren(...paragraphs(position));
  /** @type {HTMLElement | null} */
  const again = focused ? place.querySelector(`[data-line="${focused}"]`) : null;
  again?.focus({ preventScroll: true });
}

/** @param {Position} position */
function paragraphs({ turn }) {
  const { analysis } = state;
  if (isThinking()) return [h('p', { class: 'muted' }, `${sideName(turn)} is thinking.`)];
  if (!analysis) return [h('p', { class: 'muted' }, state.waiting ?? 'Searching…')];
  if ('error' in analysis) return [h('p', { class: 'error' }, analysis.error)];
  return [
    h('p', { class: 'verdict' }, h('strong', {}, verdict(analysis)), ' ', wordsOf(analysis)),
    figures(analysis),
    ...(analysis.line.length > 0 ? [principalLine(analysis)] : []),
    ...signs(analysis),
  ];
}

/** What the signs on the board mean. @param {Analysis} analysis */
function signs(analysis) {
  const lines = legend(analysis).map((line) => h('li', {}, line));
  return lines.length > 0 ? [h('ul', { class: 'value-legend' }, lines)] : [];
}

/**
 * What is said once for all moves, and which are best.
 * @param {Analysis} analysis
 * @param {Shape | null} [board]
 */
export function wordsOf(analysis, board) {
  return [commonWords(analysis, board), bestWords(analysis, board)].filter(Boolean).join(' ');
}

/** @param {Analysis & {finished: boolean}} analysis */
function figures({ depth, nodes, score, seconds, outcome, finished, turn }) {
  /** @param {string} term @param {string} value */
  const pair = (term, value) => h('div', {}, h('dt', {}, term), h('dd', {}, value));
  return h('dl', { class: 'figures' }, [
    !outcome && pair('Depth', String(depth)),
    pair('Nodes', count(nodes)),
    !outcome && pair(`Score for ${sideName(turn)}`, signed(score)),
    pair('Time', duration(seconds) + (finished ? '' : ' …')),
  ]);
}

/**
 * The best line; a move that is pointed at or has the focus is shown on the board, with those
 * before it.
 * @param {Analysis} analysis
 */
function principalLine({ line, turn }) {
  const moves = line.slice(0, LINE_SHOWN).map((move, index) => {
    const mark = index % 2 === 0 ? turn : other(turn);
    const attributes = { type: 'button', class: `line-move ${mark}`, 'data-line': index + 1 };
    return h('button', { ...attributes, tabindex: index ? -1 : 0 }, cellName(move));
  });
  const more = line.length > LINE_SHOWN && h('span', { class: 'muted' }, '…');
  const title = 'Point at a move, or use the arrow keys, to see it on the board';
  const group = { class: 'principal', role: 'group', 'aria-label': 'Best line', title };
  return h('div', group, h('span', { class: 'muted' }, 'Best line '), moves, more);
}

/** Show the best line on the board as far as the move that is pointed at. */
function setUpLine() {
  const place = byId('values-text');
  /** @param {Event} event */
  const show = (event) => {
    const button = /** @type {Element} */ (event.target).closest('[data-line]');
    const { analysis } = state;
    if (!button || !analysis || 'error' in analysis) return;
    update({ tried: analysis.line.slice(0, Number(button.getAttribute('data-line'))) });
  };
  const hide = () => state.tried.length > 0 && update({ tried: [] });
  place.addEventListener('pointerover', show);
  place.addEventListener('focusin', show);
  place.addEventListener('click', show);
  place.addEventListener('pointerleave', hide);
  place.addEventListener('focusout', hide);
  place.addEventListener('keydown', alongTheLine);
}

/** Arrow keys move the focus along the best line. @param {KeyboardEvent} event */
function alongTheLine(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const at = document.activeElement?.getAttribute('data-line');
  if (!by || !at) return;
  event.preventDefault();
  const next = `#values-text [data-line="${Number(at) + by}"]`;
  /** @type {HTMLElement | null} */ (document.querySelector(next))?.focus();
}
