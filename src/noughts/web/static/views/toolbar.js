// The buttons under the board.

import { ask } from '../ui/dialogs.js';
import { byId, h, icon } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { remember } from '../ui/remember.js';
import { movesToRedo, movesToUndo, redo, resign, undo } from '../game/session.js';
import { isHuman, myMark, programsTurn, state, update } from '../game/state.js';
import { letter, other } from '../game/words.js';

const TOOLS = [
  ['undo', 'Undo', 'undo', undo, 'u'],
  ['redo', 'Redo', 'redo', redo, 'r'],
  ['values', 'Values', 'values', toggle('values'), 'v'],
  ['numbers', 'Numbers', 'numbers', toggle('numbers'), '#'],
  ['flip', 'Flip', 'flip', () => update({ flipped: !state.flipped }), 'f'],
  ['resign', 'Resign', 'resign', askToResign, null],
];

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
  const person = game && (isHuman(game.players.x) || isHuman(game.players.o));
  disable('undo', !game || movesToUndo(game) === 0);
  disable('redo', !game || Boolean(game.outcome) || movesToRedo(game) === 0);
  disable('resign', !person || Boolean(game.outcome) || (!myMark(game) && programsTurn(game)));
  byId('values').setAttribute('aria-pressed', String(state.values));
  byId('numbers').setAttribute('aria-pressed', String(state.numbers));
  byId('flip').setAttribute('aria-pressed', String(state.flipped));
}

/** A button that is disabled this way keeps the focus. */
function disable(id, disabled) {
  byId(id).setAttribute('aria-disabled', String(disabled));
}

async function askToResign() {
  const { game } = state;
  const loser = myMark(game) ?? game.turn;
  const question = `Resign, and let ${letter(other(loser))} win?`;
  if (await ask(question, 'Resign', 'Go on playing', { id: 'resign-dialog' })) resign();
}
