// What can be done with a variation: name it, promote it, delete it; loaded when that is first done.

import { cellName } from '../game/names.js';
import { deleteVariation, lookAtPath, restoreVariation } from '../game/past.js';
import { nameVariation, promote } from '../game/session.js';
import { shownPath, state } from '../game/state.js';
import { movesAfter, pathOfGame, startsWith } from '../game/tree.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { notice } from '../ui/notice.js';

/** @import { Line } from '../types.js' */

const LONGEST_NAME = 80; // characters, as the server has it

/** @param {Line} line @param {string[]} start */
export function askName({ name = '' }, start) {
  const attributes = { id: 'variation-new-name', maxlength: LONGEST_NAME, autocomplete: 'off' };
  const field = h('input', { ...attributes, value: name });
  const onsubmit = () => nameVariation(start, field.value.trim());
  const form = h('form', { id: 'variation-form', method: 'dialog', onsubmit }, [
    h('label', { class: 'field' }, 'Name', field),
    h('div', { class: 'actions' }, [
      h('button', { type: 'button', onclick: closeDialog }, 'Cancel'),
      h('button', { class: 'primary', id: 'variation-save' }, 'Save'),
    ]),
  ]);
  openDialog('variation-dialog', 'Name of the variation', form);
  field.select();
}

/** Promote a variation, and offer to promote again what it takes the place of. @param {string[]} start */
export async function promoteIt(start) {
  const [before, shown] = [state.game, shownPath()];
  const [old] = before ? movesAfter(before, start.slice(0, -1)) : [];
  await promote(start);
  const { game } = state;
  if (!game || !old || movesAfter(game, start.slice(0, -1))[0] === old) return;
  const isGame = startsWith(pathOfGame(game), start);
  const words = isGame ? 'This line is now the game; the old one is a variation.' : 'Promoted.';
  const back = async () => {
    await promote([...start.slice(0, -1), old]);
    await lookAtPath(shown);
  };
  notice(words, { action: ['Undo', back] });
}

export async function deleteIt() {
  const gone = await deleteVariation();
  if (!gone) return;
  const { line, start } = gone;
  const what = line.name ? `“${line.name}”` : `Variation ${cellName(line.moves[0])}`;
  notice(`${what} deleted.`, { action: ['Undo', () => restoreVariation(start)] });
}
