// What the page begins with: the game in the address, the last one, or a friendly new one.

import { readAddress } from '../game/address.js';
import { isLost, request } from '../game/api.js';
import { untilBack } from '../game/connection.js';
import * as session from '../game/session.js';
import { state, update } from '../game/state.js';
import { byId, setText } from '../ui/dom.js';
import { messageOf } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { isMine, recall } from '../ui/remember.js';
import { FRIENDLY_GAME } from './newgame.js';

/** @import { Game, Link } from '../types.js' */

export function setUpStartup() {
  /** @param {string} id @param {() => unknown} action */
  const onClick = (id, action) => byId(id).addEventListener('click', () => attempt(action));
  onClick('fresh-game', () => session.begin(FRIENDLY_GAME));
  onClick('last-game', () => session.open(recall('last', '')));
}

/**
 * Open what the address asks for: a game on the server, a link, or the last game. The address of
 * another person's game opens a copy, so that you cannot play in that game by mistake.
 */
async function openAddress() {
  const { id, link } = readAddress();
  if (id && (!link || isMine(id)) && (await opened(id, (game) => goesOn(game, link)))) return;
  if (link) {
    try {
      await beginFromLink(link);
    } catch (error) {
      if (isLost(error)) throw error;
      badLink(messageOf(error));
    }
    return;
  }
  if (id) return badLink(`The server has no game ${id}.`);
  const last = recall('last', '');
  if (last && (await opened(last, (game) => !game.outcome))) return;
  await session.begin(FRIENDLY_GAME);
}

/**
 * Whether the game has reached the position of the link, and perhaps gone further.
 * @param {Game} game
 * @param {Link | null} link
 */
function goesOn(game, link) {
  return !link || link.moves.every((move, at) => game.moves[at]?.move === move);
}

/** @param {string} id @param {(game: Game) => boolean} wanted */
async function opened(id, wanted) {
  try {
    return await session.open(id, wanted);
  } catch (error) {
    if (isLost(error)) throw error;
    return false;
  }
}

/** @param {Link} link */
async function beginFromLink({ game, cells, turn, moves, players }) {
  const named = game ?? (cells ? null : FRIENDLY_GAME.game);
  const wanted = { text: cells ?? '', ...(named && { game: named }), ...(turn && { turn }) };
  const position = await request('POST', '/position', wanted);
  await session.begin({
    game: position.game,
    cells: position.cells,
    turn: position.turn,
    moves,
    players: { x: players.x ?? FRIENDLY_GAME.players.x, o: players.o ?? FRIENDLY_GAME.players.o },
  });
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
  for (;;) {
    try {
      return await openAddress();
    } catch (error) {
      if (!isLost(error)) return notice(messageOf(error), { stays: true });
      await untilBack(() => request('GET', '/about'));
    }
  }
}
