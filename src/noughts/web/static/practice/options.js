// What the exercise is to be like, and sheets of exercises for a class.

import { linkToThis } from '../game/address.js';
import { codeOf, hereOnly } from '../game/scan.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { h, icon } from '../ui/dom.js';
import { capital, messageOf } from '../ui/format.js';
import { sheet } from '../ui/load.js';
import { announce, attempt } from '../ui/notice.js';
import { ROOT } from '../ui/root.js';
import { lineOf } from './recipe.js';

/** @import { Exercise, Recipe } from './types.js' */
/** @import { Attributes } from '../ui/dom.js' */

const API = `${ROOT}api/v1/practice`;
const MOST_EXERCISES = 30;
const ROOTS = [
  ['max', 'MAX'],
  ['min', 'MIN'],
];
const KINDS = [
  ['generated', 'Generated'],
  ['brackets', 'My own'],
  ['game', 'A real game'],
];

/** Numbers of a generated tree: name, label, least, most.
 * @type {['leaves' | 'branching' | 'depth' | 'cuts' | 'deep', string, number, number][]} */
const NUMBERS = [
  ['leaves', 'Leaves', 2, 64],
  ['branching', 'Children', 2, 64],
  ['depth', 'Levels', 1, 12],
  ['cuts', 'Cut-offs, at least', 0, 64],
  ['deep', 'Deep ones, at least', 0, 64],
];

/**
 * @param {string} name
 * @param {string} legend
 * @param {string[][]} choices
 * @param {string} chosen
 */
function radios(name, legend, choices, chosen) {
  /** @param {string[]} choice */
  const option = ([value, label]) =>
    h(
      'label',
      {},
      h('input', { type: 'radio', name, value, checked: value === chosen }),
      h('span', {}, label),
    );
  return h(
    'fieldset',
    { class: 'choice' },
    h('legend', {}, legend),
    h('div', { class: 'options' }, ...choices.map(option)),
  );
}

/** @param {string} name @param {string} label @param {Attributes} more */
const numberField = (name, label, more) =>
  h('label', { class: 'number-field' }, label, h('input', { type: 'number', name, ...more }));

/** @param {string} name @param {string} label @param {string} value */
const textField = (name, label, value, placeholder = '') => {
  const plain = { spellcheck: 'false', autocomplete: 'off' };
  return h('label', { class: 'field' }, label, h('input', { name, value, placeholder, ...plain }));
};

/** @param {Recipe} recipe */
function generatedFields(recipe) {
  const [low, high] = recipe.values ?? ['', ''];
  return h(
    'div',
    { class: 'inline for-generated' },
    ...NUMBERS.map(([name, label, min, max]) =>
      numberField(name, label, { min, max, value: recipe[name] ?? '', placeholder: 'any' }),
    ),
    numberField('low', 'Lowest value', { min: -9999, max: 9999, value: low, placeholder: '1' }),
    numberField('high', 'Highest value', { min: -9999, max: 9999, value: high, placeholder: '20' }),
    numberField('seed', 'Seed', {
      min: 0,
      max: 999_999_999,
      value: recipe.seed ?? '',
      placeholder: 'any',
    }),
  );
}

/** @param {Exercise} exercise @param {(line: string) => Promise<void>} load */
export function openOptions(exercise, load) {
  const { recipe, tree } = exercise;
  const methods = exercise.algorithms.map(({ name, title }) => [name, capital(title)]);
  const kind = recipe.tree !== null ? 'brackets' : recipe.position ? 'game' : 'generated';
  const error = h('p', { class: 'error', role: 'alert' });
  const brackets = h('textarea', {
    name: 'tree',
    rows: '3',
    spellcheck: 'false',
    'aria-label': 'Tree in brackets',
  });
  brackets.value = tree;
  const cells = recipe.position?.cells ?? 'xo./xox/o..';
  const fields = {
    generated: generatedFields(recipe),
    brackets: h(
      'div',
      {},
      h('p', { class: 'muted' }, 'Numbers are leaves, brackets are nodes: ((3 5) (2 9 1) (7 4))'),
      brackets,
    ),
    game: h(
      'div',
      { class: 'of-a-game' },
      textField('cells', 'A board with few empty cells', cells),
      textField('game', 'Its game, such as 4x4x3', recipe.position?.game ?? '', 'by the cells'),
    ),
  };
  /** @type {HTMLFormElement} */
  const form = h(
    'form',
    { id: 'practice-options', novalidate: true },
    radios('algorithm', 'Method', methods, recipe.algorithm),
    h(
      'div',
      { class: 'pair-of-choices' },
      radios('kind', 'Tree', KINDS, kind),
      radios('root', 'At the root', ROOTS, recipe.root),
    ),
    ...Object.values(fields),
    h(
      'div',
      { class: 'actions' },
      error,
      h('button', { class: 'primary', id: 'set-exercise' }, 'Set the exercise'),
    ),
  );
  const show = () => {
    const chosen = new FormData(form).get('kind');
    for (const [name, element] of Object.entries(fields)) element.hidden = name !== chosen;
  };
  form.addEventListener('change', show);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await load(lineOf(readOptions(new FormData(form))));
      closeDialog();
    } catch (problem) {
      error.textContent = messageOf(problem);
    }
  });
  show();
  openDialog('practice-options-dialog', 'Options', form);
}

/** @param {FormData} data @returns {Partial<Recipe>} */
export function readOptions(data) {
  /** @param {string} name */
  const text = (name) => String(data.get(name) ?? '').trim();
  /** @param {string} name */
  const number = (name) => (text(name) === '' ? null : Number(text(name)));
  const common = /** @type {Partial<Recipe>} */ ({
    algorithm: text('algorithm'),
    root: text('root'),
  });
  if (text('kind') === 'brackets') return { ...common, tree: text('tree') };
  if (text('kind') === 'game') {
    const position = { game: text('game'), cells: text('cells') };
    return { ...common, position: /** @type {any} */ (position) };
  }
  const [low, high] = [number('low'), number('high')];
  /** @type {[number, number] | null} */
  const values = low === null && high === null ? null : [low ?? 1, high ?? 20];
  const wishes = Object.fromEntries(NUMBERS.map(([name]) => [name, number(name)]));
  return { ...common, ...wishes, values, seed: number('seed') };
}

/** Sheets to print, questions for Moodle, a picture. @param {Exercise} exercise */
export function openSheets(exercise) {
  const { recipe } = exercise;
  const many = recipe.seed !== null;
  const number = h('input', {
    type: 'number',
    id: 'sheet-number',
    min: 1,
    max: MOST_EXERCISES,
    value: many ? 4 : 1,
  });
  const seed = h('input', {
    type: 'number',
    id: 'sheet-seed',
    min: 0,
    max: 999_999_999,
    value: recipe.seed ?? 0,
  });
  /** @type {[id: string, text: string, about: string, path: string, more: Record<string, string>][]} */
  const kinds = [
    ['sheet', 'Sheet without key', 'to print and hand out', 'sheet', {}],
    ['sheet-key', 'Sheet with key', 'the keys are on pages of their own', 'sheet', { key: 'yes' }],
    ['moodle', 'Moodle questions', 'Question bank, Import, Moodle XML format', 'moodle', {}],
  ];
  const links = kinds.map(([id, text, about]) => link(id, text, about, id.startsWith('sheet')));
  const pictures = [
    link('picture', 'Picture of this tree', 'SVG'),
    link('picture-key', 'Picture of its key', 'SVG'),
  ];
  const show = () => {
    const line = many ? lineOf({ ...recipe, seed: Number(seed.value) || 0 }) : exercise.exercise;
    const asked = Math.round(number.valueAsNumber) || 1;
    const wanted = many ? String(Math.min(Math.max(asked, 1), MOST_EXERCISES)) : '1';
    for (const [at, [, , , path, more]] of kinds.entries()) {
      links[at].href =
        `${API}/${path}?${new URLSearchParams({ exercise: line, number: wanted, ...more })}`;
    }
  };
  for (const [at, key] of ['no', 'yes'].entries()) {
    pictures[at].href =
      `${API}/picture?${new URLSearchParams({ exercise: exercise.exercise, key })}`;
  }
  const about = many
    ? h(
        'div',
        { class: 'inline' },
        h('label', { class: 'number-field' }, 'Exercises', number),
        h('label', { class: 'number-field' }, 'First seed', seed),
        h(
          'p',
          { class: 'muted' },
          'Each has the next seed. The same seeds give the same exercises.',
        ),
      )
    : h('p', { class: 'muted' }, 'This tree is one exercise.');
  const body = h(
    'div',
    { class: 'sheets', oninput: show },
    about,
    ...links,
    ...pictures,
    address(),
  );
  show();
  sheet('table.css');
  openDialog('practice-sheets', 'Make a sheet', body);
}

/** The exercise for a class: everybody scans its link from the screen. @param {string} link */
const openCode = (link) =>
  attempt(async () => {
    const code = await codeOf(link);
    openDialog(
      'practice-code',
      'Scan it for this exercise',
      h('div', { class: 'invitation' }, code, h('p', { class: 'muted' }, link), hereOnly(link)),
    );
  });

/** The link that gives everybody the same exercise, to be copied or scanned. */
function address() {
  const link = linkToThis();
  const input = h('input', { id: 'exercise-link', readonly: true, value: link });
  input.addEventListener('focus', () => input.select());
  const copied = h('span', {}, 'Copy');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(input.value);
      copied.textContent = 'Copied';
      announce('The link is copied.');
    } catch {
      input.focus(); // which selects it, to be copied by hand
      copied.textContent = 'Press Ctrl+C';
    }
  };
  const button = h('button', { type: 'button', id: 'copy-exercise', onclick: copy });
  button.append(icon('link'), copied);
  const shown = () => openCode(link);
  const scan = h('button', { type: 'button', id: 'scan-exercise', onclick: shown }, 'QR code');
  return h(
    'div',
    { class: 'field' },
    h('label', { for: 'exercise-link' }, 'Link to this exercise'),
    h('div', { class: 'link-row' }, input, button, scan),
    hereOnly(link),
  );
}

/** @param {string} id @param {string} text @param {string} about */
function link(id, text, about, opens = false) {
  const how = opens ? { target: '_blank', rel: 'noopener' } : { download: '' };
  return h(
    'a',
    { id: `get-${id}`, class: 'get', ...how },
    h('strong', {}, text),
    h('span', { class: 'muted' }, about),
  );
}
