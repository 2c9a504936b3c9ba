// The buttons under the board.

import { letter, other } from '../game/notation.js';
import { movesToRedo, movesToUndo, redo, resign, undo } from '../game/session.js';
import { myMark, nobodyPlays, programsTurn, state, update } from '../game/state.js';
import { ask } from '../ui/dialogs.js';
import { byId, h, icon } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { remember } from '../ui/remember.js';

/** @import { IconName } from '../ui/dom.js' */

/**
 * @type {[id: string, text: string, picture: IconName, action: () => unknown, key: string | null][]}
 */
const TOOLS = [
  ['undo', 'Undo', 'undo', undo, 'u'],
  ['redo', 'Redo', 'redo', redo, 'r'],
  ['values', 'Values', 'values', toggle('values'), 'v'],
  ['numbers', 'Numbers', 'numbers', toggle('numbers'), '#'],
  ['flip', 'Flip', 'flip', () => update({ flipped: !state.flipped }), 'f'],
  ['resign', 'Resign', 'resign', askToResign, null],
];

/** @param {'values' | 'numbers'} name */
function toggle(name) {
  return () => {
    update({ [name]: !state[name] });
    remember(name, state[name]);
    announce(`${name} ${state[name] ? 'shown' : 'hidden'}`);
  };
}

export function setUpToolbar() {
  byId('toolbar').append(
    ...TOOLS.map(([id, text, picture, action, key]) => {
      const title = key ? `${text} (${key})` : text;
      const act = () => byId(id).getAttribute('aria-disabled') !== 'true' && action();
      const attributes = { id, type: 'button', class: 'tool', title, onclick: act };
      return h('button', attributes, icon(picture), h('span', {}, text));
    }),
  );
}

export function drawToolbar() {
  const { game } = state;
  disable('undo', !game || movesToUndo(game) === 0);
  disable('redo', !game || Boolean(game.outcome) || movesToRedo(game) === 0);
  const nobody = !game || nobodyPlays(game) || (!myMark(game) && programsTurn(game));
  disable('resign', nobody || Boolean(game.outcome));
  byId('values').setAttribute('aria-pressed', String(state.values));
  byId('numbers').setAttribute('aria-pressed', String(state.numbers));
  byId('flip').setAttribute('aria-pressed', String(state.flipped));
}

/**
 * A button that is disabled this way keeps the focus.
 * @param {string} id
 * @param {boolean} disabled
 */
function disable(id, disabled) {
  byId(id).setAttribute('aria-disabled', String(disabled));
}

async function askToResign() {
  const { game } = state;
  if (!game) return;
  const loser = myMark(game) ?? game.turn;
  const question = `Resign, and let ${letter(other(loser))} win?`;
  if (await ask(question, 'Resign', 'Go on playing', { id: 'resign-dialog' })) resign();
}
