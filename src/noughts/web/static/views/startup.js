// What the page begins with: the game in the address, the last one, or a friendly new one.

import { readAddress } from '../game/address.js';
import { request } from '../game/api.js';
import { untilBack } from '../game/connection.js';
import { byId, setText } from '../ui/dom.js';
import { FRIENDLY_GAME } from './newgame.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { isMine, recall } from '../ui/remember.js';
import * as session from '../game/session.js';
import { state, update } from '../game/state.js';

export function setUpOpening() {
  const onClick = (id, action) => byId(id).addEventListener('click', () => attempt(action));
  onClick('fresh-game', () => session.begin(FRIENDLY_GAME));
  onClick('last-game', () => session.open(recall('last', '')));
}

/**
 * Open what the address asks for: a game of the server's, a link, or the last game. Whoever is given
 * the address of somebody else's game gets a copy: nobody can play in a game by mistake.
 */
async function openAddress() {
  const { id, link } = readAddress();
  if (id && (!link || isMine(id)) && (await opened(id, (game) => goesOn(game, link)))) return;
  if (link) {
    try {
      await beginFromLink(link);
    } catch (error) {
      if (error.lost) throw error;
      badLink(error.message);
    }
    return;
  }
  if (id) return badLink(`The server has no game ${id}.`);
  const last = recall('last', null);
  if (last && (await opened(last, (game) => !game.outcome))) return;
  await session.begin(FRIENDLY_GAME);
}

/** Whether the game has come to where the link is, and perhaps further. */
function goesOn(game, link) {
  return !link || link.moves.every((move, at) => game.moves[at]?.move === move);
}

async function opened(id, wanted) {
  try {
    return await session.open(id, wanted);
  } catch (error) {
    if (error.lost) throw error;
    return false;
  }
}

async function beginFromLink({ game, cells, turn, moves, players }) {
  const wanted = { text: cells ?? '', ...(game && { game }), ...(turn && { turn }) };
  if (!game && !cells) wanted.game = FRIENDLY_GAME.game;
  const position = await request('POST', '/position', wanted);
  await session.begin({
    game: position.game,
    cells: position.cells,
    turn: position.turn,
    moves,
    players: { x: players.x ?? FRIENDLY_GAME.players.x, o: players.o ?? FRIENDLY_GAME.players.o },
  });
}

/** Say what is wrong with the link, and offer a way on. The address stays, to be corrected. */
export function drawBadLink() {
  const { badLink } = state;
  document.body.classList.toggle('no-game', !state.game);
  byId('bad-link').hidden = badLink === null;
  if (badLink === null) return;
  setText('bad-link-words', badLink);
  byId('last-game').hidden = recall('last', null) === null;
  document.title = 'A link that cannot be opened · Noughts';
}

function badLink(sentence) {
  update({ badLink: sentence });
  announce(`This link cannot be opened. ${sentence}`);
}

/** Open it as soon as the server answers. */
export async function start() {
  for (;;) {
    try {
      return await openAddress();
    } catch (error) {
      if (!error.lost) return notice(error.message, { stays: true });
      await untilBack(() => request('GET', '/about'));
    }
  }
}
