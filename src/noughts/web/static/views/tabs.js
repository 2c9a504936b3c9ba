// Play, Watch, Compare: tabs as the W3C describes them, arrows move between them.

import { isAbort, request, stream } from '../game/api.js';
import { byId, h } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { shownPosition, state, update } from '../game/state.js';

const NOT_LOADED = 'This view could not be loaded. Open it again to try once more.';
const TABS = ['play', 'watch', 'compare'];

let watch = null; // the Watch view, loaded when it is first wanted
let loading = false;
let watched = ''; // the position it shows
let asking = null;

export function setUpTabs() {
  for (const name of TABS) byId(`tab-${name}`).addEventListener('click', () => openTab(name));
  byId('tabs').addEventListener('keydown', (event) => {
    const at = TABS.indexOf(state.tab);
    const last = TABS.length - 1;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    openTab(TABS[(next + TABS.length) % TABS.length]);
    byId(`tab-${state.tab}`).focus();
  });
}

export function openTab(tab) {
  update({ tab });
}

export function drawTabs() {
  document.body.dataset.tab = state.tab;
  for (const name of TABS) {
    const chosen = name === state.tab;
    byId(`tab-${name}`).setAttribute('aria-selected', String(chosen));
    byId(`tab-${name}`).tabIndex = chosen ? 0 : -1;
    byId(`panel-${name}`).hidden = !chosen;
  }
}

/** Show the position in the Watch view while it is open. */
export async function followWatch() {
  const position = state.tab === 'watch' ? shownPosition() : null;
  const key = position ? [position.game, position.cells, position.turn].join() : '';
  if (key === watched || loading) return;
  if (watched && !key) watch?.hide();
  watched = key;
  if (!position) return;
  try {
    await loadWatch();
    if (key === watched) await show(position);
  } catch (error) {
    if (isAbort(error)) return;
    watched = '';
    const sentence = error.status ? error.message : NOT_LOADED;
    byId('watch-note').replaceChildren(h('p', { class: 'error' }, sentence));
  }
}

/** Search anew, if the last attempt was lost. */
export function watchIfLost() {
  if (state.tab !== 'watch' || !watch?.failed) return;
  watched = '';
  followWatch();
}

async function loadWatch() {
  if (watch) return;
  loading = true;
  try {
    const { Watch } = await import('../watch/watch.js');
    watch = new Watch(byId('watch-root'), { stream, announce });
  } finally {
    loading = false;
  }
}

async function show({ game, cells, turn }) {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const position = await request('POST', '/position', { game, text: cells, turn }, { signal });
  byId('watch-note').replaceChildren();
  watch.show(position);
}
