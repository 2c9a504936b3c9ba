// Looking back at earlier positions of the game, which come from the server.

import { attempt } from '../ui/notice.js';
import { isLost, request } from './api.js';
import { reconnect, refresh, report } from './session.js';
import { shownNumber, state, update } from './state.js';

/** @import { Game, PastPosition } from '../types.js' */

let wanted = -1; // the number of the position that we wait for; -1 for none

/** The positions of one revision of a game, by their numbers. */
const known = {
  game: '',
  positions: /** @type {Map<number, Promise<PastPosition>>} */ (new Map()),
};

/** Show the position after `number` moves; the last is the game itself. @param {number} number */
export async function lookAt(number) {
  const { game } = state;
  if (!game) return;
  wanted = Math.max(0, number);
  if (wanted >= game.moves.length) backToGame();
  else await attempt(() => show(game, wanted));
}

/** Show the position `by` moves later, or earlier if negative. @param {number} by */
export const lookBy = (by) => lookAt((wanted < 0 ? shownNumber() : wanted) + by);

export function backToGame() {
  wanted = -1;
  update({ past: null });
}

/** @param {Game} game @param {number} number */
async function show(game, number) {
  try {
    const past = await fetchPosition(game, number);
    if (wanted !== number || state.game?.id !== game.id) return;
    wanted = -1;
    if (past.revision !== game.revision) await refresh(); // another window has changed the game
    if (past.revision === state.game.revision) update({ past });
    for (const near of [number - 1, number + 1]) fetchAhead(game, near);
  } catch (error) {
    if (isLost(error)) {
      await reconnect();
      if (wanted === number) await lookAt(number);
    } else {
      wanted = -1;
      report(error);
    }
  }
}

/** @param {Game} game @param {number} number */
function fetchAhead(game, number) {
  if (number >= 0 && number < game.moves.length) fetchPosition(game, number).catch(() => {});
}

/** @param {Game} game @param {number} number @returns {Promise<PastPosition>} */
function fetchPosition({ id, revision }, number) {
  const key = `${id} ${revision}`;
  if (known.game !== key) {
    known.game = key;
    known.positions = new Map();
  }
  const { positions } = known;
  const found = positions.get(number) ?? request('GET', `/games/${id}/positions/${number}`);
  positions.set(number, found);
  found.catch(() => positions.delete(number));
  return found;
}
