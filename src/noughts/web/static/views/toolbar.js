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
import { announce, notice } from '../ui/notice.js';
import { remember } from '../ui/remember.js';
import { askForLook } from './ask.js';

/** @import { Game } from '../types.js' */
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
      const act = () => {
        const { ariaDisabled, dataset } = byId(id);
        if (ariaDisabled !== 'true') action();
        else if (dataset.why) notice(dataset.why);
      };
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
  explain(
    'undo',
    game?.table ? 'Ask to take back your last move (u)' : 'Undo (u)',
    whyNoUndo(game),
  );
  const nobody = isOver || onlyPrograms(game) || (!myMark(game) && programsTurn(game));
  setDisabled(byId('resign'), nobody || game.opened || isWatching(game));
  const search = maySearch(game);
  setDisabled(byId('values'), !search);
  explain('values', 'Values (v)', search ? '' : 'Values are shown when the game is over.');
  for (const [id, pressed] of Object.entries({
    values: values && search,
    numbers,
    flip: flipped,
  })) {
    byId(id).setAttribute('aria-pressed', String(pressed));
  }
}

/** Why nothing can be taken back in a game between two people. @param {Game | null} game */
function whyNoUndo(game) {
  if (!game?.table || isWatching(game)) return '';
  if (game.outcome) return 'The game is over: moves are no longer taken back.';
  return game.table.clock ? 'With a clock, moves are not taken back.' : '';
}

/** What a button does, or why it cannot: in its title, read aloud, and said when it is pressed.
 * @param {string} id
 * @param {string} title
 * @param {string} why
 */
function explain(id, title, why) {
  const button = byId(id);
  button.title = why || title;
  button.ariaDescription = why;
  button.dataset.why = why;
}

async function askToResign() {
  const { game } = state;
  if (!game) return;
  const loser = myMark(game) ?? game.turn;
  const question = `Resign, and let ${sideName(other(loser))} win?`;
  if (await ask('resign-dialog', question, 'Resign', 'Keep playing')) resign();
}
