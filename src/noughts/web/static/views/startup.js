// What the page begins with, and what Back and Forward lead to: the place in the address.

import { fetchAbout } from '../game/about.js';
import { readAddress, wentThroughHistory } from '../game/address.js';
import { isLost, request } from '../game/api.js';
import { untilBack } from '../game/connection.js';
import { FRIENDLY_GAME } from '../game/friendly.js';
import { lookAtPath } from '../game/past.js';
import { closeReview, reviewGame } from '../game/review.js';
import * as session from '../game/session.js';
import { HUMAN, state, subscribe, update } from '../game/state.js';
import { hasNode } from '../game/tree.js';
import { byId, setText } from '../ui/dom.js';
import { messageOf } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { canRemember, isMine, recall } from '../ui/remember.js';
import { openView } from './tabs.js';

/** @import { Game, Link } from '../types.js' */
/** @typedef {ReturnType<typeof readAddress>} Asked */

const NEED_A_GAME = ['play', 'compare'];

export function setUpStartup() {
  /** @param {string} id @param {() => unknown} action */
  const onClick = (id, action) => byId(id).addEventListener('click', () => attempt(action));
  onClick('fresh-game', () => session.begin(FRIENDLY_GAME));
  onClick('last-game', () => session.open(recall('last', '')));
  window.addEventListener('popstate', () => {
    wentThroughHistory();
    start();
  });
  subscribe(() => needsAGame() && attempt(openLastGame));
  subscribe(() => hasTwo() && update({ linked: null }));
}

/** Whether a view is open that shows a game, and there is none. */
const needsAGame = () =>
  NEED_A_GAME.includes(state.tab) && !state.game && !state.opening && state.badLink === null;

/** Whether a view shows a game, and another position was looked at before. */
const hasTwo = () => NEED_A_GAME.includes(state.tab) && state.game && state.linked;

async function openLastGame() {
  if (!needsAGame()) return;
  update({ opening: true });
  try {
    if (state.linked) await beginFromPosition();
    else await lastGame();
  } finally {
    update({ opening: false });
  }
}

/** Go on with the last game, if it is not over; otherwise begin one. */
async function lastGame() {
  const last = recall('last', '');
  if (last && (await opened(last, (game) => !game.outcome))) return;
  await session.begin(FRIENDLY_GAME);
}

async function beginFromPosition() {
  const { game, cells, turn } = /** @type {any} */ (state.linked);
  await session.begin({ game, cells, turn, players: { x: HUMAN, o: HUMAN } });
}

/** Open what the address asks for. */
async function openAddress() {
  const asked = readAddress();
  const { tab, flipped, embedded } = asked;
  update({ opening: true, badLink: null, linked: null, flipped, embedded, tab });
  if (location.hash && (await (await import('./join.js')).openInvitation())) return;
  await openGame(asked);
  if (state.badLink !== null) return;
  if (asked.at || state.past) await lookAtPath(asked.at);
  if (asked.review && !state.review) reviewGame();
  if (!asked.review && state.review) closeReview();
  if (state.tab === tab) openView(tab, asked.place); // else another tab was chosen meanwhile
}

/**
 * Open the game that the address asks for: one on the server, or a link. The address of another
 * person's game lets you watch it, so that you cannot play in it by mistake. A browser that stores
 * nothing does not know whose game it is, and gets a copy.
 * @param {Asked} asked
 */
async function openGame({ tab, id, link }) {
  if (id && id === state.game?.id) return;
  const mine = !link || (id !== null && isMine(id));
  const wanted = id && (mine || (tab === 'play' && canRemember()));
  if (wanted && (await opened(id, (game) => goesOn(game, link), { guest: !mine }))) return;
  if (link) {
    try {
      if (tab === 'watch') update({ linked: await positionOf(link) });
      else await beginFromLink(link);
    } catch (error) {
      if (isLost(error)) throw error;
      badLink(messageOf(error));
    }
    return;
  }
  if (id) return badLink(`The server has no game ${id}.`);
  if (NEED_A_GAME.includes(tab)) await lastGame();
}

/**
 * Whether the game has the position of the link, in any of its lines.
 * @param {Game} game
 * @param {Link | null} link
 */
function goesOn(game, link) {
  return !link || hasNode(game, link.moves);
}

/** @param {string} id @param {(game: Game) => boolean} wanted @param {{guest?: boolean}} [how] */
async function opened(id, wanted, how) {
  try {
    return await session.open(id, wanted, how);
  } catch (error) {
    if (isLost(error)) throw error;
    return false;
  }
}

/** The position that a link describes. @param {Link} link */
async function positionOf({ game, cells, turn, moves }) {
  const named = game ?? (cells ? null : FRIENDLY_GAME.game);
  const wanted = { text: cells ?? '', ...(named && { game: named }), ...(turn && { turn }) };
  return request('POST', '/position', { ...wanted, moves });
}

/**
 * A game from a link. Who plays, if it does not say so: the computer in a new game, people where
 * there already are stones. There one wants to look before anything moves, so programs wait.
 * @param {Link} link
 */
async function beginFromLink(link) {
  const { cells, moves, players } = link;
  const { game, cells: start, turn } = await positionOf({ ...link, moves: [] });
  const fresh = !cells && moves.length === 0;
  const usual = fresh ? FRIENDLY_GAME.players : { x: HUMAN, o: HUMAN };
  const seats = { x: players.x ?? usual.x, o: players.o ?? usual.o };
  await session.begin({ game, cells: start, turn, moves, players: seats, held: !fresh });
}

/** Ask once which players are levels; without an answer, they are called by their names. */
async function askForLevels() {
  if (state.levels.length) return;
  const { players } = await fetchAbout().catch(() => ({ players: [] }));
  update({ levels: players.filter(({ kind }) => kind === 'level').map(({ name }) => name) });
}

/** Say what is wrong with the link, and offer games. The address stays, so you can correct it. */
export function drawBadLink() {
  const { badLink } = state;
  document.body.classList.toggle('no-game', !state.game);
  byId('bad-link').hidden = badLink === null;
  if (badLink === null) return;
  setText('bad-link-words', badLink);
  byId('last-game').hidden = recall('last', '') === '';
  document.title = 'Link cannot be opened · Noughts';
}

/** @param {string} sentence */
function badLink(sentence) {
  update({ badLink: sentence });
  announce(`This link cannot be opened. ${sentence}`);
}

/** Open the address as soon as the server answers. */
export async function start() {
  askForLevels();
  for (;;) {
    try {
      await openAddress();
      return update({ opening: false });
    } catch (error) {
      if (!isLost(error)) return notice(messageOf(error), { stays: true });
      await untilBack(() => request('GET', '/about'));
    }
  }
}
