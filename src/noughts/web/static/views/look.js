// How the board looks and how moves are made on it: a dialog, and what is chosen is remembered.

import { state, update } from '../game/state.js';
import { choice } from '../ui/choice.js';
import { openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { remember } from '../ui/remember.js';

/** @import { Look, State } from '../types.js' */

const LARGE = 13; // rows and columns: from this many on, stones are usual

const LOOKS = { auto: 'Automatic', cells: 'Cells', stones: 'Stones' };
const CONFIRM = { auto: 'Automatic', always: 'Always', never: 'Never' };

const ABOUT_LOOKS = 'X is black and O is white. Automatic: stones on boards of 13x13 and larger.';
const ABOUT_CONFIRM =
  'The first tap shows where the move would be, the second one plays it. Automatic: where the ' +
  'cells are too small for a finger.';

/**
 * The look of a board of this size.
 * @param {{rows: number, columns: number}} size
 * @param {State['look']} chosen
 * @returns {Look}
 */
export function lookOf({ rows, columns }, chosen) {
  if (chosen === 'cells' || chosen === 'stones') return chosen;
  return Math.min(rows, columns) >= LARGE ? 'stones' : 'cells';
}

/** Ask how the board should look; it changes at once. */
export function askForLook() {
  const form = h('form', { id: 'look-form', method: 'dialog' }, [
    h('div', {}, choice('Board', 'look', LOOKS, state.look), about(ABOUT_LOOKS)),
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
