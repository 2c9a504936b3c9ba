// How the board looks and how moves are made on it: a dialog, and what is chosen is remembered.

import { state, update } from '../game/state.js';
import { choice } from '../ui/choice.js';
import { openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { remember } from '../ui/remember.js';

const LOOKS = { auto: 'Automatic', cells: 'Cells', stones: 'Stones' };
const NOTATIONS = { auto: 'Automatic', rows: 'Rows from the top', gomoku: 'As in Gomoku' };
const CONFIRM = { auto: 'Automatic', always: 'Always', never: 'Never' };

const ABOUT_LOOKS = 'X is black and O is white. Automatic: stones on boards of 13x13 and larger.';
const ABOUT_NOTATIONS =
  'Rows from the top: a letter for the row, a number for the column. As in Gomoku: a letter for ' +
  'the column, a number for the row from the bottom. Automatic: as players of the game write.';
const ABOUT_CONFIRM =
  'The first tap shows where the move would be, the second one plays it. Automatic: on touch ' +
  'screens, where the cells are small, even when zoomed in.';

/** Ask how the board should look; it changes at once. */
export function askForLook() {
  const form = h('form', { id: 'look-form', method: 'dialog' }, [
    h('div', {}, choice('Board', 'look', LOOKS, state.look), about(ABOUT_LOOKS)),
    h(
      'div',
      {},
      choice('Coordinates', 'notation', NOTATIONS, state.notation),
      about(ABOUT_NOTATIONS),
    ),
    h('div', {}, choice('Confirm moves', 'confirm', CONFIRM, state.confirm), about(ABOUT_CONFIRM)),
    h('div', { class: 'actions' }, h('button', { class: 'primary', id: 'look-done' }, 'Done')),
  ]);
  form.addEventListener('change', (event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    update({ [name]: value, aim: null });
    remember(name, value);
  });
  openDialog('look-dialog', 'Look of the board', form);
}

/** @param {string} sentence */
const about = (sentence) => h('p', { class: 'muted about' }, sentence);
