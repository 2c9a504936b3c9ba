// All methods on the shown position: their answers, node counts and times.

import { addPlace } from '../game/address.js';
import { request } from '../game/api.js';
import { followPosition, search } from '../game/follow.js';
import { cellName, naming, sideName } from '../game/names.js';
import { lookBy } from '../game/past.js';
import { maySearch, shownNumber, shownPosition, state, subscribe, update } from '../game/state.js';
import { copy } from '../ui/clipboard.js';
import { byId, h, icon, setText } from '../ui/dom.js';
import { capital, count, duration, messageOf, plural } from '../ui/format.js';
import { announce } from '../ui/notice.js';
import { OF_TREES } from '../watch/lessons.js';

/** @import { ComparisonRow, Mark, MethodHere, Place, Position, PositionWithMethods } from '../types.js' */
/** @typedef {(value: number) => number} Scale */
/**
 * @typedef {object} Column
 * @property {string} name
 * @property {(row: ComparisonRow) => string | number} by
 * @property {boolean} [amount]
 */

const WAIT = 'Two people play this game. When it is over, you can compare the methods here.';
const OVER = 'The game is over: nothing to search. Go back to an earlier position.';
const STOPPED =
  '* The clock, or a win that it found, ended this search before all games were over.';
const TABLE_COPIED = 'The table is copied, as Markdown.';
const LEAST_SECONDS = 1e-5; // where the time bars begin on a log scale

/** The columns: what each is called, and what it is sorted by. @type {Column[]} */
const COLUMNS = [
  { name: 'Method', by: ({ method }) => method },
  { name: 'Move', by: ({ move }) => move ?? '' },
  { name: 'Result', by: ({ outcome }) => outcome ?? '' },
  { name: 'Nodes', by: ({ nodes }) => nodes ?? Infinity, amount: true },
  { name: 'Time', by: ({ seconds }) => seconds ?? Infinity, amount: true },
];

/** @type {ComparisonRow[]} */
let rows = [];
/** What the server says about the methods, by their names. @type {Map<string, MethodHere>} */
let known = new Map();
/** @type {{column: number, down: boolean} | null} */
let sorted = null; // null: in the server's order
let sentence = '';
/** Who is to move; null where the game is over. @type {Mark | null} */
let turn = null;
let named = ''; // how the sides and cells were named when it was drawn
/** Watch a method. @type {(method: string) => void} */
let watch = () => {};

/**
 * Compare the shown position while the tab is open.
 * @param {(tab: 'watch', place: Place) => void} openView
 */
export function setUp(openView) {
  watch = (method) => {
    const depth = depthField.value.trim();
    openView('watch', { method, ...(depth && { depth }) });
  };
  const again = followPosition({
    wanted: () => (state.tab === 'compare' ? shownPosition() : null),
    work: compare,
    failed: (error) => draw(messageOf(error)),
    pause: 250,
  });
  byId('compare-again').addEventListener('click', again);
  byId('compare-copy').addEventListener('click', () => copy(markdown(), TABLE_COPIED));
  depthField.addEventListener('change', () => {
    again();
    update({}); // the address shows the depth
  });
  logSwitch.addEventListener('change', () => draw());
  subscribe(() => named && named !== naming() && draw());
  addPlace('compare', () => {
    const depth = depthField.value.trim();
    /** @type {Place} */
    const place = depth && !depthField.validity.rangeUnderflow ? { depth } : {};
    return place;
  });
  drawHead();
}

const depthField = byId('compare-depth', HTMLInputElement);
const logSwitch = byId('compare-log', HTMLInputElement);

/** Show what the address asks for. @param {Place} place */
export function open({ depth = '' }) {
  depthField.value = depth;
}

/** @param {Position} position @param {AbortSignal} signal */
async function compare(position, signal) {
  rows = [];
  const { game, cells } = position;
  turn = position.outcome ? null : position.turn;
  if (position.outcome) return draw(OVER);
  if (!maySearch(state.game)) return draw(WAIT);
  const depth = depthLimit();
  draw('Searching…');
  const asked = { game, text: cells, turn: position.turn, ...(depth && { depth }) };
  /** @type {PositionWithMethods} */
  const { methods } = await request('POST', '/position', asked, { signal });
  rows = methods.map(({ name, why_not }) => ({ method: name, why_not, waiting: !why_not }));
  known = new Map(methods.map((method) => [method.name, method]));
  draw('Searching…');
  const body = { game, cells, turn: position.turn, ...(depth && { depth }) };
  /** @param {string | null} words */
  const waits = (words) => draw(words ?? 'Searching…');
  for await (const { event, data } of search('/comparison', body, { signal, waits })) {
    if (event === 'row') rows = rows.map((row) => (row.method === data.method ? data : row));
    if (event === 'error') throw new Error(data.error);
    draw(event === 'done' ? summary() : 'Searching…');
  }
  announce(`The comparison is finished. ${summary()}`);
}

/** The depth limit, null for none; throws if it is none at all. */
function depthLimit() {
  if (depthField.value.trim() === '' && !depthField.validity.badInput) return null;
  const depth = depthField.valueAsNumber;
  if (Number.isInteger(depth) && depth >= 1 && depth <= 400) return depth;
  throw new Error('The depth must be a whole number from 1 to 400, or empty for no limit.');
}

/** What the methods needed, and what is said of those that did not come to the end. */
function summary() {
  const stopped = rows.some(wasStopped);
  return [needs(), stopped && (whyLimited() || STOPPED)].filter(Boolean).join(' ');
}

/** What a depth limit means for the table; '' without one. */
function whyLimited() {
  const depth = depthField.value.trim();
  const plies = `${depth} ${depth === '1' ? 'ply' : 'plies'}`;
  return (
    depth &&
    `Searched ${plies} deep: a number is the score found there, on the method’s own scale, and proves nothing.`
  );
}

/** What the methods that finished needed. */
function needs() {
  const finished = rows.flatMap(({ method, outcome, nodes, complete }) =>
    nodes !== undefined && complete ? [{ method, outcome, nodes }] : [],
  );
  if (finished.length < 2) return '';
  const ranked = finished.toSorted((a, b) => a.nodes - b.nodes);
  // The two that lessons are about come first; every course compares them.
  const pair = OF_TREES.flatMap((name) => finished.find(({ method }) => method === name) ?? []);
  const [least, most] = pair.length === 2 ? pair : [ranked[0], ranked[ranked.length - 1]];
  const agreed = new Set(finished.map(({ outcome }) => outcome)).size === 1;
  const same = agreed ? 'All methods agree on the result. ' : '';
  const factor = Math.round(most.nodes / least.nodes);
  if (factor < 2) return same.trim();
  const few = `${least.method} looks at ${plural(least.nodes, 'node')}`;
  return `${same}${few}, ${most.method} at ${count(factor)} times as many.`;
}

function draw(words = sentence) {
  sentence = words;
  named = naming();
  setText('compare-turn', turn ? `${sideName(turn)} to move` : '');
  setText('compare-note', words);
  if (words === OVER && !state.linked && shownNumber() > 0)
    byId('compare-note').append(' ', before());
  const scale = logSwitch.checked ? logarithmic : linear;
  const scales = {
    nodes: scale(1, Math.max(10, ...rows.map(({ nodes }) => nodes ?? 1))),
    seconds: scale(LEAST_SECONDS, Math.max(1e-3, ...rows.map(({ seconds }) => seconds ?? 0))),
  };
  const body = inOrder().flatMap((row) =>
    row.why_not ? [unable(row)] : [line(row, scales), about(row)],
  );
  byId('compare-rows').replaceChildren(...body);
  for (const id of ['compare-table', 'compare-copy']) byId(id).hidden = rows.length === 0;
}

/** The way out of a game that is over. */
function before() {
  const attributes = { type: 'button', class: 'small', id: 'compare-before' };
  return h('button', { ...attributes, onclick: () => lookBy(-1) }, 'Before the last move');
}

/** The rows as they are sorted; those that could not search stay at the end. */
function inOrder() {
  if (!sorted) return rows;
  const { by } = COLUMNS[sorted.column];
  const sign = sorted.down ? -1 : 1;
  /** @param {ComparisonRow} one @param {ComparisonRow} two */
  const order = (one, two) => {
    const unlike = Number(Boolean(one.why_not)) - Number(Boolean(two.why_not));
    if (unlike) return unlike;
    const [a, b] = [by(one), by(two)];
    return a === b ? 0 : (a < b ? -1 : 1) * sign;
  };
  return rows.toSorted(order);
}

/** The heads of the columns: a click sorts by one, another one turns the order round. */
function drawHead() {
  const cells = COLUMNS.map(({ name, amount }, column) => {
    const here = sorted?.column === column ? sorted : null;
    const order = here ? (here.down ? 'descending' : 'ascending') : 'none';
    const arrow = here ? (here.down ? ' ▾' : ' ▴') : '';
    const button = h('button', { type: 'button', onclick: () => sortBy(column) }, name, arrow);
    return h('th', { scope: 'col', 'aria-sort': order, class: amount && 'amount' }, button);
  });
  const last = h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'Watch it'));
  byId('compare-head').replaceChildren(...cells, last);
}

/** @param {number} column */
function sortBy(column) {
  sorted = { column, down: sorted?.column === column && !sorted.down };
  drawHead();
  draw();
  const head = byId('compare-head').children[column];
  /** @type {HTMLElement | null} */ (head.querySelector('button'))?.focus();
}

/** A scale that begins at nothing. @param {number} _ @param {number} most @returns {Scale} */
const linear = (_, most) => (value) => Math.max(0.004, value / most);

/**
 * A scale on which each power of ten is equally long: from a value to a share of the bar.
 * @param {number} least
 * @param {number} most
 * @returns {Scale}
 */
function logarithmic(least, most) {
  const [from, to] = [Math.log10(least), Math.ceil(Math.log10(most))];
  return (value) => Math.max(0.01, (Math.log10(Math.max(value, least)) - from) / (to - from));
}

/** @param {ComparisonRow} row @param {{nodes: Scale, seconds: Scale}} scale */
function line(row, scale) {
  const { method, move, outcome, nodes = 0, seconds = 0, waiting } = row;
  /** @param {string | null | undefined} value */
  const text = (value) => (waiting ? '…' : (value ?? '–'));
  return h('tr', { class: waiting ? 'waiting' : '' }, [
    h('th', { scope: 'row', title: wordsOn(method) }, method),
    h('td', { class: 'mono' }, text(move && cellName(move))),
    h('td', {}, outcome ? h('span', { class: `outcome ${outcome}` }, outcome) : text(scored(row))),
    h('td', {}, waiting ? '…' : bar(count(nodes) + star(row), scale.nodes(nodes))),
    h('td', {}, waiting ? '…' : bar(duration(seconds), scale.seconds(seconds))),
    h('td', {}, !waiting && known.get(method)?.watch && watchButton(method)),
  ]);
}

/** What a search found that proves nothing; a phone has room for `~−0.8`. @param {ComparisonRow} row */
function scored({ method, score }) {
  if (score == null) return null;
  const estimates = known.get(method)?.estimates;
  return (estimates ? `~${count(Number(score.toFixed(1)) || 0)}` : count(score)).replace('-', '−');
}

/** Whether a search ended too early; one that estimates has no end. @param {ComparisonRow} row */
const wasStopped = ({ method, complete }) => complete === false && !known.get(method)?.estimates;

/** Whether something else than a depth limit ended a search. @param {ComparisonRow} row */
const star = (row) => (wasStopped(row) && !whyLimited() ? '*' : '');

/** The table as it is sorted, in Markdown. */
function markdown() {
  const heads = COLUMNS.map(({ name }) => name);
  const rules = COLUMNS.map(({ amount }) => (amount ? '---:' : '---'));
  const body = inOrder().map(({ method, why_not, waiting, ...row }) => {
    if (why_not || waiting) return [method, why_not ?? '…', '', '', ''];
    const all = { method, ...row };
    const figures = [count(row.nodes ?? 0) + star(all), duration(row.seconds ?? 0)];
    const result = row.outcome ?? scored(all) ?? '–';
    return [method, row.move ? cellName(row.move) : '–', result, ...figures];
  });
  return [heads, rules, ...body].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** What kind of search it is, below its figures. @param {ComparisonRow} row */
function about({ method }) {
  return h('tr', { class: 'method-about' }, h('td', { colspan: 6 }, wordsOn(method)));
}

/** @param {string} method */
function wordsOn(method) {
  const words = known.get(method)?.about;
  return words && `${capital(words)}.`;
}

/** @param {string} method */
function watchButton(method) {
  const onclick = () => watch(method);
  const attributes = { type: 'button', class: 'plain watch-row', title: 'Watch this search' };
  return h('button', { ...attributes, 'aria-label': `Watch ${method}`, onclick }, icon('eye'));
}

/** @param {string} text @param {number} share */
function bar(text, share) {
  const filled = h('span', {});
  filled.style.setProperty('width', `${(100 * share).toFixed(1)}%`);
  const track = h('span', { class: 'bar', 'aria-hidden': 'true' }, filled);
  return [h('span', { class: 'figure' }, text), track];
}

/** @param {ComparisonRow} row */
function unable({ method, why_not }) {
  const reason = h('td', { colspan: 5, class: 'muted' }, why_not);
  return h('tr', { class: 'unable' }, h('th', { scope: 'row' }, method), reason);
}
