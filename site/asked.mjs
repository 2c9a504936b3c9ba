// What the page asks before anything else, from the page's own modules: `node site/asked.mjs` prints
// JSON, {friendly: a game that begins without a question, requests: [[method, path, body], ...]}.

import { FRIENDLY_GAME } from '../src/noughts/web/static/game/friendly.js';
import { FIRST } from '../src/noughts/web/static/practice/recipe.js';
import { LESSONS } from '../src/noughts/web/static/watch/lessons.js';
import { fetchTrace } from '../src/noughts/web/static/watch/trace.js';

const { game, turn } = FRIENDLY_GAME;
const requests = [
  ['GET', 'about', ''],
  ['POST', 'position', JSON.stringify({ game, text: '', turn })], // Watch, without a game
  ['POST', 'games/list', JSON.stringify({ ids: [] })],
  ['POST', 'practice', JSON.stringify({ exercise: FIRST })],
];
const API = /^.*api\/v1\//;
globalThis.fetch = (address, options) => {
  requests.push([options.method, String(address).replace(API, ''), options.body]);
  return Promise.reject(new Error('only what is asked matters'));
};
const searches = new Set(LESSONS.flatMap(({ pages }) => pages.map(({ search }) => search)));
const options = { signal: new AbortController().signal, waits: () => {} };
for (const search of searches) await fetchTrace(search, options).catch(() => {});
console.log(JSON.stringify({ friendly: FRIENDLY_GAME, requests }));
