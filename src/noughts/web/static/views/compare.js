// All methods on the shown position: their answers, node counts and times.

import { request, stream } from '../game/api.js';
import { followPosition } from '../game/follow.js';
import { letter } from '../game/notation.js';
import { shownPosition, state } from '../game/state.js';
import { byId, h } from '../ui/dom.js';
import { count, duration, messageOf, plural } from '../ui/format.js';
import { announce } from '../ui/notice.js';

/** @import { ComparisonRow, Position, PositionWithMethods } from '../types.js' */
/** @typedef {(value: number) => number} Scale */

const LEAST_SECONDS = 1e-5; // where the time bars begin

/** @type {ComparisonRow[]} */
let rows = [];

/** Compare the shown position while the tab is open. */
export function setUpCompare() {
  const again = followPosition({
    wanted: () => (state.tab === 'compare' ? shownPosition() : null),
    work: compare,
    failed: (error, position) => draw(position, messageOf(error)),
    pause: 250,
  });
  byId('compare-again').addEventListener('click', again);
}

/** @param {Position} position @param {AbortSignal} signal */
async function compare(position, signal) {
  rows = [];
  if (position.outcome) return draw(position, 'The game is over: nothing to search.');
  const { game, cells, turn } = position;
  draw(position, 'Searching…');
  /** @type {PositionWithMethods} */
  const { methods } = await request('POST', '/position', { game, text: cells, turn }, { signal });
  rows = methods.map(({ name, why_not }) => ({ method: name, why_not, waiting: !why_not }));
  draw(position, 'Searching…');
  for await (const { event, data } of stream('/comparison', { game, cells, turn }, { signal })) {
    if (event === 'row') rows = rows.map((row) => (row.method === data.method ? data : row));
    if (event === 'error') throw new Error(data.error);
    draw(position, event === 'done' ? summary() : 'Searching…');
  }
  announce(`The comparison is finished. ${summary()}`);
}

/** What the methods that finished needed. */
function summary() {
  const finished = rows.flatMap(({ method, outcome, nodes, complete }) =>
    nodes !== undefined && complete ? [{ method, outcome, nodes }] : [],
  );
  if (finished.length < 2) return '';
  const ranked = finished.toSorted((a, b) => a.nodes - b.nodes);
  const [least, most] = [ranked[0], ranked[ranked.length - 1]];
  const agreed = new Set(finished.map(({ outcome }) => outcome)).size === 1;
  const same = agreed ? 'All methods agree on the result. ' : '';
  const factor = Math.round(most.nodes / least.nodes);
  if (factor < 2) return same.trim();
  const few = `${least.method} needs ${plural(least.nodes, 'node')}`;
  return `${same}${few}, ${most.method} ${count(factor)} times as many.`;
}

/** @param {Position} position @param {string} sentence */
function draw(position, sentence) {
  const scale = {
    nodes: logarithmic(1, Math.max(10, ...rows.map(({ nodes }) => nodes ?? 1))),
    seconds: logarithmic(LEAST_SECONDS, Math.max(1e-3, ...rows.map(({ seconds }) => seconds ?? 0))),
  };
  byId('compare-note').textContent = sentence;
  byId('compare-turn').textContent = position.outcome ? '' : `${letter(position.turn)} to move`;
  const body = rows.map((row) => (row.why_not ? unable(row) : line(row, scale)));
  byId('compare-rows').replaceChildren(...body);
  byId('compare-table').hidden = rows.length === 0;
}

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
  const { method, move, outcome, nodes = 0, seconds = 0, waiting, complete } = row;
  /** @param {string | null | undefined} value */
  const text = (value) => (waiting ? '…' : (value ?? '–'));
  return h('tr', { class: waiting ? 'waiting' : '' }, [
    h('th', { scope: 'row' }, method),
    h('td', { class: 'mono' }, text(move)),
    h('td', {}, outcome ? h('span', { class: `outcome ${outcome}` }, outcome) : text(outcome)),
    h('td', {}, waiting ? '…' : bar(count(nodes), scale.nodes(nodes), complete)),
    h('td', {}, waiting ? '…' : bar(duration(seconds), scale.seconds(seconds), complete)),
  ]);
}

/** @param {string} text @param {number} share @param {boolean} [complete] */
function bar(text, share, complete) {
  const filled = h('span', {});
  filled.style.setProperty('width', `${(100 * share).toFixed(1)}%`);
  const track = h('span', { class: 'bar', 'aria-hidden': 'true' }, filled);
  const stopped = complete === false && h('span', { class: 'muted' }, ' limited');
  return [h('span', { class: 'figure' }, text, stopped), track];
}

/** @param {ComparisonRow} row */
function unable({ method, why_not }) {
  const reason = h('td', { colspan: 4, class: 'muted' }, why_not);
  return h('tr', { class: 'unable' }, h('th', { scope: 'row' }, method), reason);
}
