// Opening an invitation: who agrees first gets the free seat, everybody else watches.

import { ApiError, isLost } from '../game/api.js';
import { clockWords } from '../game/clock.js';
import { rulesWords, sideName } from '../game/names.js';
import { other } from '../game/notation.js';
import { isInvitation, newKey, readInvitation, seatAt } from '../game/seats.js';
import * as session from '../game/session.js';
import { state, update } from '../game/state.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { capital } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { recall, remember } from '../ui/remember.js';
import { nameField } from './name_field.js';

/** @import { Game, Mark } from '../types.js' */

const TAKEN = 'Somebody else has taken this seat. You are watching.';
const WRONG = 'This link does not invite you to this game: ask for it again. You are watching.';
const CUT = 'This invitation is not complete. Copy the whole link, or ask for it again.';
const GONE = 'The server no longer has the game of this invitation. Ask for another one.';
/** Why somebody cannot sit down, by the status of the answer. @type {Record<number, string>} */
const REFUSALS = { 403: WRONG, 409: TAKEN };
const OWN = 'This is your own invitation: send it to the person you want to play.';

/** Open the invitation in the address; false if there is none. */
export async function openInvitation() {
  const { hash } = location;
  if (!isInvitation(hash)) return false;
  history.replaceState(null, '', location.pathname + location.search); // it is not for others
  const found = readInvitation(hash);
  if (!found) {
    refuse(CUT);
    return true;
  }
  const { id, invitation } = found;
  const game = await gameOf(id);
  if (!game) return true;
  const free = freeSeat(game);
  if (seatAt(id)) notice(free ? OWN : 'This is your game.');
  else if (!free) notice(TAKEN, { stays: true });
  else attempt(() => offerSeat(game, free, invitation));
  return true;
}

/** Show the game, if there still is one. @param {string} id */
async function gameOf(id) {
  try {
    await session.open(id);
    update({ tab: 'play' });
    return state.game;
  } catch (error) {
    if (isLost(error)) throw error;
    refuse(GONE);
    return null;
  }
}

/** @param {string} sentence */
function refuse(sentence) {
  update({ badLink: sentence, tab: 'play' });
  announce(sentence);
}

/** @param {Game} game @returns {Mark | null} */
function freeSeat({ table }) {
  if (!table || (table.seats.x && table.seats.o)) return null;
  return table.seats.x ? 'o' : 'x';
}

/** @param {Game} game @param {Mark} mark @param {string} invitation */
async function offerSeat(game, mark, invitation) {
  const name = await agreed(game, mark);
  if (name === null) return;
  try {
    await session.join(game.id, { invitation, key: keyFor(game.id), name });
  } catch (error) {
    if (!(error instanceof ApiError) || !REFUSALS[error.status]) throw error;
    notice(REFUSALS[error.status], { stays: true });
  }
}

/**
 * The name of the person who wants to play, perhaps empty; null if the person does not.
 * @param {Game} game
 * @param {Mark} mark
 * @returns {Promise<string | null>}
 */
function agreed({ start, table, called, ...game }, mark) {
  const first = start.turn === mark ? 'You begin.' : `${sideName(other(mark))} begins.`;
  const inviter = called[other(mark)];
  const heading = inviter ? `${inviter} invites you to play` : 'You are invited to play';
  const field = nameField();
  return new Promise((answer) => {
    const play = () => {
      const name = field.querySelector('input')?.value ?? '';
      remember('name', name);
      answer(name);
    };
    const content = h('form', { class: 'join', method: 'dialog', onsubmit: play }, [
      h('p', {}, `${capital(rulesWords(game))}.`),
      h('p', {}, `You play ${sideName(mark)}. ${first}`),
      table?.clock && h('p', {}, `With a clock: ${clockWords(table.clock)}.`),
      field,
      h('div', { class: 'actions' }, [
        h('button', { id: 'only-watch', type: 'button', onclick: closeDialog }, 'Only watch'),
        h('button', { id: 'join', class: 'primary', autofocus: true }, 'Play'),
      ]),
    ]);
    openDialog('join-dialog', heading, content, () => answer(null));
  });
}

/** The key to sit down with: the same again if the answer to it was lost. @param {string} id */
function keyFor(id) {
  /** @type {{id?: string, key?: string}} */
  const last = recall('joining', {});
  const key = last.id === id && last.key ? last.key : newKey();
  remember('joining', { id, key });
  return key;
}
