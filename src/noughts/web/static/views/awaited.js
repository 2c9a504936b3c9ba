// Games between people that are not on the screen: the page says when it is our turn there.

import { request } from '../game/api.js';
import { other } from '../game/notation.js';
import { seatedGames } from '../game/seats.js';
import { open } from '../game/session.js';
import { myMark, state, update } from '../game/state.js';
import { byId, h } from '../ui/dom.js';
import { plural } from '../ui/format.js';
import { attempt, notice } from '../ui/notice.js';

/** @import { ListedGame, Table } from '../types.js' */

const PAUSE = 5000; // milliseconds between questions: little beside the shortest usual clock

let asking = false;
let finished = ''; // the seats at which every game is over
let drawn = '';

/** Whether it is our turn in a game between two people. @param {ListedGame} game */
export const awaitsUs = (game) =>
  isFull(game.table) && game.outcome === null && myMark(game) === game.turn;

/** @param {Table | null} table */
const isFull = (table) => Boolean(table?.seats.x && table.seats.o);

export function draw() {
  const elsewhere = state.awaited.filter(({ id }) => !isShown(id));
  const key = elsewhere.map(({ id }) => id).join();
  if (!asking && finished !== seatedGames().join()) askOn();
  if (key === drawn) return;
  const fresh = elsewhere.find(({ id }) => !drawn.split(',').includes(id));
  drawn = key;
  const label = `your turn in ${plural(elsewhere.length, 'game')}`;
  const badge = h('span', { class: 'badge', title: label, role: 'img', 'aria-label': label });
  badge.textContent = String(elsewhere.length);
  byId('tab-games').replaceChildren('My games', ...(elsewhere.length ? [badge] : []));
  if (fresh) tell(fresh);
}

/** @param {string} id */
const isShown = (id) => state.game?.id === id && state.tab === 'play' && !document.hidden;

/** @param {ListedGame} game */
function tell(game) {
  const go = async () => {
    await open(game.id);
    update({ tab: 'play' });
    scrollTo(0, 0); // names and clocks come before the board
  };
  const clock = game.table?.clock?.runs ? ' Your clock is running.' : '';
  const opponent = game.called[other(game.turn)] ?? 'the other player';
  const words = `It is your turn against ${opponent}.${clock}`;
  notice(words, { stays: true, action: ['Go there', () => attempt(go)] });
}

/** Ask from time to time, until all games with seats are over. */
async function askOn() {
  asking = true;
  const ids = seatedGames();
  try {
    /** @type {{games: ListedGame[]}} */
    const { games } = await request('POST', '/games/list', { ids });
    update({ awaited: games.filter(awaitsUs) });
    if (games.every(({ outcome }) => outcome)) finished = ids.join();
  } catch {
    // The server is away, which the page says elsewhere.
  }
  setTimeout(() => {
    asking = false;
    update({});
  }, PAUSE);
}
