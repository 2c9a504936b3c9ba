// The sides in forms: what they are called depends on the board that is chosen there.

import { sideName } from '../game/names.js';

/** @import { Mark, Shape } from '../types.js' */

/** @type {Mark[]} */
const MARKS = ['x', 'o'];

/** Name the options `x` and `o`, and the labels of the sides. @param {HTMLElement} form @param {Shape} board */
export function nameMarks(form, board) {
  for (const mark of MARKS) {
    const name = sideName(mark, board);
    const places = `input[value=${mark}] + span, option[value=${mark}], [data-side=${mark}]`;
    for (const place of form.querySelectorAll(places)) place.textContent = name;
  }
}
