// Play, Watch, Compare: tabs as the W3C describes them, arrows move between them.

import { ApiError, request } from '../game/api.js';
import { onBack } from '../game/connection.js';
import { followPosition } from '../game/follow.js';
import { shownPosition, state, update } from '../game/state.js';
import { byId, h } from '../ui/dom.js';

/** @import { Position, Tab } from '../types.js' */
/** @import { Watch } from '../watch/watch.js' */

const NOT_LOADED = 'This view could not be loaded. Open it again to try once more.';
/** @type {Tab[]} */
const TABS = ['play', 'watch', 'compare'];

/** @type {Watch | null} */
let watch = null; // the Watch view, loaded when it is first wanted

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
  setUpWatch();
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
function setUpWatch() {
  const again = followPosition({
    wanted: () => (state.tab === 'watch' ? shownPosition() : null),
    work: showInWatch,
    failed: (error) => {
      const sentence = error instanceof ApiError && error.status ? error.message : NOT_LOADED;
      byId('watch-note').replaceChildren(h('p', { class: 'error' }, sentence));
    },
    changed: (position) => position || watch?.hide(),
  });
  onBack(() => watch?.failed && again());
}

/** @param {Position} position @param {AbortSignal} signal */
async function showInWatch({ game, cells, turn }, signal) {
  const [{ Watch }, position] = await Promise.all([
    import('../watch/watch.js'),
    request('POST', '/position', { game, text: cells, turn }, { signal }),
  ]);
  watch ??= new Watch(byId('watch-root'));
  byId('watch-note').replaceChildren();
  watch.show(position);
}
