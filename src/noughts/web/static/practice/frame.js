// What stands around the tree: the head with the task, the foot with the marks, the rules.

import { rowLetter } from '../game/notation.js';
import { h } from '../ui/dom.js';
import { attempt } from '../ui/notice.js';
import { recall, remember } from '../ui/remember.js';
import { openOptions, openSheets } from './options.js';
import { another, harder } from './recipe.js';
import { inSigns } from './words.js';

/** @import { Attributes } from '../ui/dom.js' */
/** @import { Practice } from './practice.js' */
/** @import { Exercise } from './types.js' */

/** The position that a real game begins with. @param {Exercise} exercise */
export function board({ game }) {
  if (!game) return null;
  const columns = Number(game.game.split('x')[1]);
  const rows = [];
  for (let at = 0; at < game.cells.length; at += columns)
    rows.push(game.cells.slice(at, at + columns));
  const cell = (/** @type {string} */ mark) =>
    h('td', { class: mark }, mark === '.' ? '' : mark.toUpperCase());
  /** @param {string} scope @param {string | number} text */
  const label = (scope, text) => h('th', { scope }, `${text}`);
  const across = Array.from({ length: columns }, (_, i) => label('col', i + 1));
  const body = rows.map((row, i) => h('tr', {}, label('row', rowLetter(i)), ...[...row].map(cell)));
  return h(
    'table',
    { class: 'start-board', 'aria-label': `Board ${rows.join('/')}` },
    h('thead', {}, h('tr', {}, h('td', {}), ...across)),
    h('tbody', {}, ...body),
  );
}

/** @param {Practice} practice */
export function head(practice) {
  /** @param {string} id @param {string} text @param {() => unknown} onclick @param {string} [more] */
  const button = (id, text, onclick, more = '') =>
    h('button', { type: 'button', id, class: `small ${more}`, onclick }, text);
  const given = () => /** @type {Exercise} */ (practice.exercise);
  return h(
    'header',
    { class: 'practice-head' },
    h(
      'div',
      { class: 'practice-words' },
      h('h2', { id: 'practice-title', class: 'hidden' }),
      h('div', { id: 'practice-methods' }),
      h('p', { id: 'practice-task' }),
    ),
    h('div', { id: 'practice-board' }),
    h(
      'div',
      { class: 'practice-buttons' },
      h('p', { id: 'practice-score', class: 'muted' }),
      h('p', { id: 'practice-seed', class: 'muted' }),
      button('another', 'Another one like this', () => practice.fresh(another(given()))),
      button('harder', 'A harder one', () => practice.fresh(harder(given()))),
      button('options', 'Options', () => openOptions(given(), (line) => practice.load(line))),
      button('sheets', 'Print, Moodle…', () => openSheets(given())),
    ),
  );
}

/** @param {Practice} practice */
export function foot(practice) {
  const keepFocus = (/** @type {Event} */ event) => event.preventDefault();
  /** @type {(id: string, text: string, action: () => unknown, more?: Attributes) => HTMLElement} */
  const button = (id, text, action, more = {}) =>
    h('button', { type: 'button', id, onclick: () => attempt(action), ...more }, text);
  const held = { class: 'small', onpointerdown: keepFocus };
  /** @type {HTMLInputElement} */
  const asIGo = h('input', {
    ...{ type: 'checkbox', id: 'as-i-go', checked: recall('practice.as-i-go', false) },
    onchange: () => remember('practice.as-i-go', asIGo.checked),
  });
  return h(
    'div',
    { class: 'practice-foot' },
    h(
      'div',
      { class: 'practice-checks' },
      h(
        'div',
        { class: 'practice-actions', id: 'practice-found' },
        h('p', { id: 'practice-summary' }),
        h('span', { class: 'between' }),
        h('span', { id: 'mistake-number', class: 'muted' }),
        button('mistake-back', '‹', () => practice.step(-1), {
          class: 'small',
          'aria-label': 'The mistake before',
        }),
        button('mistake-next', '›', () => practice.step(1), {
          class: 'small',
          'aria-label': 'The next mistake',
        }),
      ),
      h('p', { id: 'practice-reason', tabindex: '-1' }),
      h(
        'div',
        { class: 'practice-actions', id: 'practice-actions' },
        button('infinite-minus', '−∞', () => practice.write('−∞'), {
          ...held,
          'aria-label': 'Write minus infinity',
        }),
        button('infinite-plus', '+∞', () => practice.write('+∞'), {
          ...held,
          'aria-label': 'Write plus infinity',
        }),
        button('check-one', 'Check this one', () => practice.checkOne(), held),
        button('check-all', 'Check all', () => practice.checkAll(), { class: 'primary small' }),
      ),
      h('div', { class: 'practice-actions', id: 'practice-walk', hidden: true }),
    ),
    h(
      'div',
      { class: 'practice-actions', id: 'practice-more' },
      h('label', { class: 'check-field' }, asIGo, 'Check as I go'),
      button('start-again', 'Start again', () => practice.restart(), { class: 'small' }),
      button('walk-through', 'Walk through', () => practice.showKey(false), { class: 'small' }),
      button('show-key', 'Show the key', () => practice.showKey(true), { class: 'small' }),
    ),
  );
}

export function rules() {
  return h(
    'details',
    { class: 'practice-rules' },
    h('summary', {}, 'How it is marked'),
    h('ul', { id: 'practice-rules' }),
  );
}

const OF_MINIMAX = [
  'The value of a MAX node is the highest of its children, of a MIN node the lowest.',
];
const OF_WINDOWS =
  'α is the most that MAX already has on the way from the root, β the least that MIN has; write them as the search enters the node. Watch shows how they change after that.';
const OF_BOUNDS =
  'A value is exact if nothing that is cut could change it; otherwise it is a bound, ≤ 2 or ≥ 7. You may leave the sign out.';
const OF_BOTH =
  'What is right after an earlier mistake of yours is marked as such, not as a new mistake.';

/** How an exercise is marked, as items of a list. @param {Exercise} exercise */
export function rulesFor({ cuts, rules }) {
  const own = cuts ? [OF_WINDOWS, ...rules.map(inSigns), OF_BOUNDS] : OF_MINIMAX;
  return [...own, OF_BOTH].map((text) => h('li', {}, text));
}
