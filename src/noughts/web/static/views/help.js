// The help: every key, and what the values mean. It is loaded when somebody first asks for it.

import { openDialog } from '../ui/dialogs.js';
import { h } from '../ui/dom.js';
import { recall, remember } from '../ui/remember.js';

/** @typedef {import('./keys.js').Key} Key */

/** @type {[key: string, words: string][]} */
const ON_THE_BOARD = [
  ['Arrows', 'go to another cell; after a click, ← and → walk through the game'],
  ['Home, End', 'go to the first or last cell of the row; with Ctrl, of the board'],
  ['Enter, Space', 'play there'],
];

/** @type {[key: string, words: string][]} */
const IN_WATCH = [
  ['←, →', 'one step back or forward'],
  ['Shift+→', 'the next cut-off'],
  ['Space', 'play or pause'],
  ['Home, End', 'the first or the last step'],
  ['PageDown, PageUp', 'the next or the previous page of a lesson; Enter goes on, too'],
  ['+, −', 'zoom'],
  ['0', 'the whole tree'],
  ['f', 'fold or unfold the node'],
  ['Alt+arrows', 'walk the tree'],
  ['a, b, c, d', 'Predict: your answer'],
  ['Enter', 'Predict: the next question'],
];

/** @type {[key: string, words: string][]} */
const IN_PRACTICE = [
  ['Enter', 'go to the next field, in the order of the search'],
  ['x', 'cut the branch to this node, or take that back'],
];

const CELLS =
  'On most boards a letter names the row, from the top, and a number the column: b3 is in the second ' +
  'row. In Gomoku it is the other way round: a letter for the column and a number for the row, ' +
  'counted upwards. Look can change it. Links and JSON files always name the row first.';

const VALUES =
  'W3 is a win in three plies for the side to move, L2 a loss in two, D a draw. A ply is one move ' +
  'of one side. A number such as +12 is the engine’s estimate where it has not seen the end.';

const VARIATIONS =
  'A move made while you look back begins a variation; the game stays as it is. Play here lets the ' +
  'game go on from the position you look at: what came later is taken back, and Redo or a click in ' +
  'the list of moves brings it back; a variation becomes the game, and the old line a variation. While you look at another position than the game’s own, Undo ' +
  'and Redo only step back and forward, as [ and ] do. Nothing is lost: another move than the one ' +
  'you took back makes a variation of the old line, and a deleted variation can be restored.';

/** @param {Key[]} keys those of a game */
export function showHelp(keys) {
  const using = h('input', { type: 'checkbox', id: 'use-keys', checked: recall('keys', true) });
  using.addEventListener('change', () => remember('keys', using.checked));
  const own = keys.map(([names, words]) => [caption(names), words]);
  /** @type {[view: string, heading: string, pairs: [key: string, words: string][], wide: boolean][]} */
  const sections = [
    ['play', 'On the board', ON_THE_BOARD, true],
    ['play', 'In a game', /** @type {[string, string][]} */ (own), false],
    ['watch', 'In Watch', IN_WATCH, true],
    ['practice', 'In Practice', IN_PRACTICE, true],
  ];
  const { tab } = document.body.dataset; // what is on the screen comes first
  sections.sort(([a], [b]) => Number(b === tab) - Number(a === tab));
  const content = h('div', { class: 'help' }, [
    ...sections.flatMap(([, heading, pairs, wide]) => [h('h3', {}, heading), list(pairs, wide)]),
    h('label', { class: 'check-field' }, using, 'Use these keys'),
    h('h3', {}, 'Looking back and variations'),
    h('p', {}, VARIATIONS),
    h('h3', {}, 'How cells are named'),
    h('p', {}, CELLS),
    h('h3', {}, 'What the values mean'),
    h('p', {}, VALUES),
  ]);
  openDialog('help-dialog', 'Help', content);
}

/** What stands on the keys. @param {string} names */
const caption = (names) =>
  names.replace('Escape', 'Esc').replace('ArrowLeft', '←').replace('ArrowRight', '→');

/** @param {[key: string, words: string][]} pairs @param {boolean} wide keys of several letters */
function list(pairs, wide) {
  const lines = pairs.map(([key, words]) => {
    const caps = key.split(', ').map((each) => h('kbd', {}, each));
    return h('div', {}, h('dt', {}, caps), h('dd', {}, words));
  });
  return h('dl', { class: wide ? 'keys wide' : 'keys' }, lines);
}
