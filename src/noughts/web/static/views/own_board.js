// The fields for a board of one's own, in the forms that begin a game.

import { h } from '../ui/dom.js';

/** The fields that say which game it is. */
export const RULES = ['game', 'rows', 'columns', 'k', 'straight', 'exact'];
export const OWN_BOARD = { rows: 6, columns: 6, k: 4, straight: false, exact: false };

/** The choice of a game: those that have a name, and any other board.
 * @param {Record<string, string>} games names by games
 */
export const withOwnBoard = (games) => ({ ...games, custom: 'Another board' });

/** @param {typeof OWN_BOARD} given @param {number} most rows and columns */
export function boardFields({ rows, columns, k, straight, exact }, most) {
  return h('div', { class: 'for-custom' }, [
    h('div', { class: 'inline' }, [
      numberField('Rows', 'rows', rows, most),
      numberField('Columns', 'columns', columns, most),
      numberField('In a row', 'k', k, most),
    ]),
    h('div', { class: 'inline' }, [
      checkField('No diagonals', 'straight', straight),
      checkField('Longer lines do not win', 'exact', exact),
    ]),
  ]);
}

/** The board of these fields, and the name of the game that is chosen. @param {Record<string, any>} given */
export function readBoard(given) {
  const custom = {
    rows: Number(given.rows),
    columns: Number(given.columns),
    k: Number(given.k),
    straight: 'straight' in given,
    exact: 'exact' in given,
  };
  const ending = (custom.straight ? '-straight' : '') + (custom.exact ? '-exact' : '');
  const own = `${given.rows}x${given.columns}x${given.k}${ending}`;
  /** @type {string} */
  const gameName = given.game === 'custom' ? own : given.game;
  return { custom, gameName };
}

/** @param {string} label @param {string} name @param {number} value @param {number} most */
function numberField(label, name, value, most) {
  const attributes = { type: 'number', name, id: `custom-${name}`, value, min: 1, max: most };
  return h('label', { class: 'number-field' }, label, h('input', attributes));
}

/** @param {string} label @param {string} name @param {boolean} checked */
function checkField(label, name, checked) {
  const box = h('input', { type: 'checkbox', name, checked });
  return h('label', { class: 'check-field' }, box, label);
}
