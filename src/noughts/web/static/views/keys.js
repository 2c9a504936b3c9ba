// Single keys for what the buttons do, and the help that lists them.

import { dialogIsOpen, openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { recall, remember } from '../ui/remember.js';

/** @type {[key: string, words: string][]} */
const ON_THE_BOARD = [
  ['Arrows', 'go to another cell'],
  ['Home, End', 'go to the first or last cell of the row; with Ctrl, of the board'],
  ['Enter, Space', 'play there'],
];

const VALUES =
  'W3 is a win in three plies for the side to move, L2 a loss in two, D a draw. A ply is one move ' +
  'of one side. A number such as +12 is the engine’s estimate where it has not seen the end.';

const VARIATIONS =
  'A move made while you look back begins a variation; the game stays as it is. Play here lets the ' +
  'game go on from the position you look at: what came later is taken back, and Redo or a click in ' +
  'the list of moves brings it back. While you look at another position than the game’s own, Undo ' +
  'and Redo only step back and forward, as [ and ] do. Nothing is lost: another move than the one ' +
  'you took back makes a variation of the old line, and a deleted variation can be restored.';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=range])';

/** @typedef {[key: string, words: string, action: () => unknown]} Key */

/** @type {Key[]} */
let keys = [];

/** @param {Key[]} actions */
export function setUpKeys(actions) {
  keys = actions;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (dialogIsOpen() || !recall('keys', true) || isWriting(event.target)) return;
    const found = keys.find(([key]) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found[2]();
  });
}

/**
 * Whether keys go into a field. For a moment, a field of a dialog that was just closed still has
 * the focus.
 * @param {EventTarget | null} target
 */
function isWriting(target) {
  const fields = `${TEXT_FIELDS}, textarea, select, [contenteditable]`;
  if (!(target instanceof Element) || target.closest('dialog:not([open])')) return false;
  return target.matches(fields);
}

export function showHelp() {
  const using = h('input', { type: 'checkbox', id: 'use-keys', checked: recall('keys', true) });
  using.addEventListener('change', () => remember('keys', using.checked));
  const content = h('div', { class: 'help' }, [
    h('h3', {}, 'On the board'),
    list(ON_THE_BOARD),
    h('h3', {}, 'Anywhere'),
    list(keys.map(([key, words]) => [key === 'Escape' ? 'Esc' : key, words])),
    h('label', { class: 'check-field' }, using, 'Use these keys'),
    h('h3', {}, 'Looking back and variations'),
    h('p', {}, VARIATIONS),
    h('h3', {}, 'What the values mean'),
    h('p', {}, VALUES),
  ]);
  openDialog('help-dialog', 'Help', content);
}

/** @param {[key: string, words: string][]} pairs */
function list(pairs) {
  const lines = pairs.map(([key, words]) => {
    const caps = key.split(', ').map((each) => h('kbd', {}, each));
    return h('div', {}, h('dt', {}, caps), h('dd', {}, words));
  });
  return h('dl', { class: 'keys' }, lines);
}
