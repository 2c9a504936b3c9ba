// All methods on the shown position: the same answer, so many nodes, so much time.

import { isAbort, request, stream } from '../game/api.js';
import { byId, h } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { shownPosition, state } from '../game/state.js';
import { count, duration, letter, plural } from '../game/words.js';

const PAUSE_BEFORE = 250;
const LEAST_SECONDS = 1e-5; // where the bars of time begin

let current = '';
let controller = null;
let timer = null;
let rows = [];
let failed = false;

/** Compare the shown position while the tab is open; called when anything changes. */
export function followCompare() {
  const position = state.tab === 'compare' ? shownPosition() : null;
  const key = position ? [position.game, position.cells, position.turn].join() : '';
  if (key === current) return;
  current = key;
  clearTimeout(timer);
  controller?.abort();
  if (position) timer = setTimeout(() => compare(position), PAUSE_BEFORE);
}

export function compareAgain() {
  current = '';
  followCompare();
}

async function compare(position) {
  controller = new AbortController();
  const { signal } = controller;
  rows = [];
  failed = false;
  if (position.outcome) return draw(position, 'The game is over: there is nothing to search.');
  try {
    const { game, cells, turn } = position;
    draw(position, 'Searching…');
    const { methods } = await request('POST', '/position', { game, text: cells, turn }, { signal });
    rows = methods.map(({ name, why_not }) => ({ method: name, why_not, waiting: !why_not }));
    draw(position, 'Searching…');
    for await (const { event, data } of stream('/comparison', { game, cells, turn }, { signal })) {
      if (event === 'row') put(data);
      if (event === 'error') return draw(position, data.error);
      draw(position, event === 'done' ? summary() : 'Searching…');
    }
    announce(`The comparison is finished. ${summary()}`);
  } catch (error) {
    if (isAbort(error) || signal.aborted) return;
    failed = true;
    draw(position, error.message);
  }
}

/** Search anew, if the last attempt was lost. */
export function compareIfLost() {
  if (failed) compareAgain();
}

function put(row) {
  const at = rows.findIndex(({ method }) => method === row.method);
  if (at < 0) rows.push(row);
  else rows[at] = row;
}

/** What those needed that came to their end. */
function summary() {
  const finished = rows.filter(({ nodes, complete }) => nodes !== undefined && complete);
  if (finished.length < 2) return '';
  const ranked = finished.toSorted((a, b) => a.nodes - b.nodes);
  const [least, most] = [ranked[0], ranked.at(-1)];
  const agreed = new Set(finished.map(({ outcome }) => outcome)).size === 1;
  const same = agreed ? 'All methods agree on the result. ' : '';
  const factor = Math.round(most.nodes / least.nodes);
  if (factor < 2) return same.trim();
  const few = `${least.method} needs ${plural(least.nodes, 'node')}`;
  return `${same}${few}, ${most.method} ${count(factor)} times as many.`;
}

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

/** A scale on which each power of ten is equally long: from a value to a share of the bar. */
function logarithmic(least, most) {
  const [from, to] = [Math.log10(least), Math.ceil(Math.log10(most))];
  return (value) => Math.max(0.01, (Math.log10(Math.max(value, least)) - from) / (to - from));
}

function line(row, scale) {
  const { method, move, outcome, nodes, seconds, waiting, complete } = row;
  const text = (value) => (waiting ? '…' : (value ?? '–'));
  return h(
    'tr',
    { class: waiting ? 'waiting' : '' },
    h('th', { scope: 'row' }, method),
    h('td', { class: 'mono' }, text(move)),
    h('td', {}, outcomeCell(outcome, text(outcome))),
    h('td', {}, waiting ? '…' : bar(count(nodes), scale.nodes(nodes), complete)),
    h('td', {}, waiting ? '…' : bar(duration(seconds), scale.seconds(seconds), complete)),
  );
}

function outcomeCell(outcome, text) {
  return outcome ? h('span', { class: `outcome ${outcome}` }, text) : text;
}

function bar(text, share, complete) {
  const track = h('span', { class: 'bar', 'aria-hidden': 'true' }, h('span', {}));
  track.firstChild.style.setProperty('width', `${(100 * share).toFixed(1)}%`);
  const stopped = complete === false && h('span', { class: 'muted' }, ' limited');
  return [h('span', { class: 'figure' }, text, stopped), track];
}

function unable({ method, why_not }) {
  return h(
    'tr',
    { class: 'unable' },
    h('th', { scope: 'row' }, method),
    h('td', { colspan: 4, class: 'muted' }, why_not),
  );
}
