// The views: tabs as the W3C describes them, arrows move between them. Home has no tab; the name of
// the page leads there.

import { addPlace, TABS } from '../game/address.js';
import { ApiError, request } from '../game/api.js';
import { onBack } from '../game/connection.js';
import { followPosition } from '../game/follow.js';
import { shownPosition, state, subscribe, update } from '../game/state.js';
import { byId, h } from '../ui/dom.js';
import { sheet } from '../ui/load.js';
import { notice } from '../ui/notice.js';

/** @import { Place, Position, Tab, View } from '../types.js' */

/** @typedef {'watch' | 'practice'} LoadedTab */
/** @typedef {(tab: Tab, place: Place) => void} OpenView */
/** @typedef {{setUp: (openView: OpenView) => void, open?: (place: Place) => void}} Part */

const NOT_LOADED = 'This view could not be loaded. Open it again to try once more.';
const EMPTY_BOARD = { game: '3x3x3', cells: '', turn: 'x' }; // where there is no game
const WITHOUT_A_BOARD = ['home', 'watch', 'practice', 'games'];

/**
 * The views that show a position and are loaded when they are first opened.
 * @type {Record<LoadedTab, () => Promise<View>>}
 */
const LOAD = {
  watch: async () => {
    const [{ Watch }] = await Promise.all([import('../watch/watch.js'), sheet('watch/watch.css')]);
    return new Watch(byId('watch-root'));
  },
  practice: async () => {
    const module = import('../practice/practice.js');
    const [{ Practice }] = await Promise.all([module, sheet('practice/practice.css')]);
    return new Practice(byId('practice-root'));
  },
};

/** The other views that are loaded when they are first opened. @type {Partial<Record<Tab, () => Promise<Part>>>} */
const PARTS = {
  compare: async () => (await Promise.all([import('./compare.js'), sheet('compare.css')]))[0],
  games: async () => (await Promise.all([import('./games.js'), sheet('games.css')]))[0],
};

/** @type {Map<Tab, Promise<Part>>} */
const begun = new Map(); // of PARTS

/** @type {Partial<Record<LoadedTab, View>>} */
const loaded = {};
/** Where to go in a view when it is shown next. @type {{tab: Tab, place: Place} | null} */
let wanted = null;
/** @type {(() => void)[]} */
const again = [];

export function setUpTabs() {
  for (const tab of TABS) byId(`tab-${tab}`).addEventListener('click', () => update({ tab }));
  byId('tabs').addEventListener('keydown', (event) => {
    const at = TABS.indexOf(state.tab);
    const last = TABS.length - 1;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    update({ tab: TABS[(next + TABS.length) % TABS.length] });
    byId(`tab-${state.tab}`).focus();
  });
  byId('home').addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    update({ tab: 'home' });
  });
  subscribe(() => PARTS[state.tab] && part(state.tab));
  setUpView('watch');
  setUpView('practice');
}

export function drawTabs() {
  const { tab } = state;
  document.body.dataset.tab = state.opening ? '' : tab;
  document.body.classList.toggle('embedded', state.embedded);
  byId('embedded-title').hidden = !state.embedded;
  byId('board-area').hidden = WITHOUT_A_BOARD.includes(tab) && state.badLink === null;
  byId('panel-home').hidden = tab !== 'home';
  for (const name of TABS) {
    const chosen = name === tab;
    byId(`tab-${name}`).setAttribute('aria-selected', String(chosen));
    byId(`tab-${name}`).tabIndex = chosen || (tab === 'home' && name === 'play') ? 0 : -1;
    byId(`panel-${name}`).hidden = !chosen;
  }
}

/** Open a view at a certain place. @param {Tab} tab @param {Place} place */
export function openView(tab, place) {
  if (PARTS[tab]) part(tab).then(({ open }) => open?.(place));
  wanted = tab in LOAD ? { tab, place } : null;
  update({ tab });
  for (const repeat of again) repeat();
}

/** Such a part, set up when it is first wanted. @param {Tab} tab @returns {Promise<Part>} */
function part(tab) {
  const found = begun.get(tab) ?? loadPart(tab);
  begun.set(tab, found);
  found.catch(() => {
    begun.delete(tab);
    notice(NOT_LOADED);
  });
  return found;
}

/** @param {Tab} tab */
async function loadPart(tab) {
  const load = PARTS[tab];
  if (!load) throw new Error(`there is no part ${tab}`);
  const found = await load();
  found.setUp(openView);
  update({}); // it shows what there is
  return found;
}

/** Show the position in such a view while it is open. @param {LoadedTab} tab */
function setUpView(tab) {
  const repeat = followPosition({
    wanted: () => (state.tab === tab && !state.opening ? positionFor() : null),
    work: (position, signal) => showIn(tab, position, signal),
    failed: (error) => {
      const sentence = error instanceof ApiError && error.status ? error.message : NOT_LOADED;
      byId(`${tab}-note`).replaceChildren(h('p', { class: 'error' }, sentence));
    },
    changed: (position) => position || loaded[tab]?.hide(),
  });
  again.push(() => state.tab === tab && repeat());
  const place = () => (wanted?.tab === tab ? wanted.place : (loaded[tab]?.place() ?? {}));
  addPlace(tab, place); // the address stays as it is until the view is there
  onBack(() => loaded[tab]?.failed && repeat());
}

/** @returns {Position} */
const positionFor = () =>
  state.linked ?? shownPosition() ?? /** @type {any} */ ({ ...EMPTY_BOARD, outcome: null });

/** @param {LoadedTab} tab @param {Position} shown @param {AbortSignal} signal */
async function showIn(tab, { game, cells, turn }, signal) {
  const [view, position] = await Promise.all([
    loaded[tab] ?? LOAD[tab](),
    request('POST', '/position', { game, text: cells, turn }, { signal }),
  ]);
  loaded[tab] = view;
  byId(`${tab}-note`).replaceChildren();
  const place = wanted?.tab === tab ? wanted.place : null;
  wanted = null;
  if (place) view.open(place);
  view.show(position);
}
