// The buttons under the board.

import { sideName } from '../game/names.js';
import { other } from '../game/notation.js';
import { canRedo, canUndo, redo, undo } from '../game/past.js';
import { resign } from '../game/session.js';
import {
  isWatching,
  maySearch,
  myMark,
  onlyPrograms,
  programsTurn,
  state,
  update,
} from '../game/state.js';
import { ask } from '../ui/dialogs.js';
import { byId, h, icon, setDisabled } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { remember } from '../ui/remember.js';
import { askForLook } from './ask.js';

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
  ['look', 'Look', 'look', askForLook, null],
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
  const { game, values, numbers, flipped } = state;
  const isOver = !game || game.outcome !== null;
  setDisabled(byId('undo'), !canUndo());
  setDisabled(byId('redo'), !canRedo());
  byId('undo').title = game?.table ? 'Ask to take back your last move (u)' : 'Undo (u)';
  const nobody = isOver || onlyPrograms(game) || (!myMark(game) && programsTurn(game));
  setDisabled(byId('resign'), nobody || isWatching(game));
  const search = maySearch(game);
  setDisabled(byId('values'), !search);
  byId('values').title = search ? 'Values (v)' : 'Values: when the game is over';
  for (const [id, pressed] of Object.entries({
    values: values && search,
    numbers,
    flip: flipped,
  })) {
    byId(id).setAttribute('aria-pressed', String(pressed));
  }
}

async function askToResign() {
  const { game } = state;
  if (!game) return;
  const loser = myMark(game) ?? game.turn;
  const question = `Resign, and let ${sideName(other(loser))} win?`;
  if (await ask('resign-dialog', question, 'Resign', 'Keep playing')) resign();
}
