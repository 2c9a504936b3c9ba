// Getting a game in and out of the page: a link, a board as text, a file.

import { linkTo } from '../game/address.js';
import { request, requestText } from '../game/api.js';
import { begin } from '../game/session.js';
import { HUMAN, shownNumber, shownPosition, state } from '../game/state.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { byId, h, icon } from '../ui/dom.js';
import { messageOf } from '../ui/format.js';
import { notice } from '../ui/notice.js';

/** @import { Position } from '../types.js' */
/** @import { IconName } from '../ui/dom.js' */

// ---- A link ----

/** The link shows what is on the screen: the game, or its moves up to an earlier position. */
async function copyLink() {
  const { game, past } = state;
  if (!game) return;
  const shown = { ...game, moves: game.moves.slice(0, shownNumber()) };
  const what = past === null ? 'this game' : 'the game up to here';
  await copy(linkTo(shown), `The link is copied. Anyone who opens it gets a copy of ${what}.`);
}

/** @param {string} text @param {string} sentence */
async function copy(text, sentence) {
  try {
    await navigator.clipboard.writeText(text);
    notice(sentence);
  } catch {
    const attributes = { class: 'wide', readonly: true, value: text, 'aria-label': 'Text to copy' };
    const field = h('input', attributes);
    openDialog('copy-dialog', 'Copy this', field);
    field.select();
  }
}

// ---- A board as text ----

const HOW_TO_WRITE = 'x, o and . for each cell, row by row. Change it, or paste another board.';

function askForText() {
  const position = shownPosition();
  const board = h('textarea', { id: 'position-text', rows: 8, spellcheck: 'false' });
  board.value = position ? inRows(position) : '';
  const plain = { autocomplete: 'off', spellcheck: 'false' };
  const game = h('input', { id: 'position-game', placeholder: 'from its size', ...plain });
  game.value = position?.game ?? '';
  const turn = h('select', { id: 'position-turn' }, [
    h('option', { value: '' }, 'from the marks, X first'),
    h('option', { value: 'x' }, 'X'),
    h('option', { value: 'o' }, 'O'),
  ]);
  turn.value = position?.turn ?? '';
  const followMarks = () => {
    turn.value = '';
  };
  board.addEventListener('input', followMarks, { once: true });
  const error = h('p', { class: 'error', role: 'alert', id: 'position-error' });
  const form = h('form', { id: 'position-form', method: 'dialog' }, [
    h('p', { class: 'muted' }, HOW_TO_WRITE),
    h('label', { for: 'position-text' }, 'Board'),
    board,
    h('div', { class: 'inline' }, [
      h('label', { class: 'field' }, 'Game', game),
      h('label', { class: 'field' }, 'To move', turn),
    ]),
    h('div', { class: 'actions' }, [
      error,
      h('button', { type: 'button', id: 'copy-position', onclick: () => copyText(board) }, 'Copy'),
      h('button', { class: 'primary', id: 'set-position' }, 'Play from here'),
    ]),
  ]);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    error.textContent = '';
    try {
      await beginFromText(board.value, game.value, turn.value);
      closeDialog();
    } catch (failure) {
      error.textContent = messageOf(failure);
    }
  });
  openDialog('position-dialog', 'Position as text', form);
  board.focus();
}

/** @param {Position} position */
function inRows({ cells, columns }) {
  return cells.replace(new RegExp(`.{${columns}}(?=.)`, 'g'), '$&\n');
}

/** @param {HTMLTextAreaElement} board */
async function copyText(board) {
  board.select();
  try {
    await navigator.clipboard.writeText(board.value);
    notice('The board is copied.');
  } catch {
    // The text is selected, so that you can copy it.
  }
}

/**
 * A new game from a board as text, between the same players.
 * @type {(text: string, game: string, turn: string) => Promise<void>}
 */
async function beginFromText(text, game, turn) {
  const asked = { text, ...(game.trim() && { game: game.trim() }), ...(turn && { turn }) };
  const { game: name, cells, turn: next } = await request('POST', '/position', asked);
  const players = state.game?.players ?? { x: HUMAN, o: HUMAN };
  await begin({ game: name, cells, turn: next, players });
}

// ---- A file ----

/** @param {'jsonl' | 'sgf'} ending */
async function download(ending) {
  if (!state.game) return;
  const { id, game } = state.game;
  try {
    const text = await requestText(`/games/${id}/${ending === 'sgf' ? 'sgf' : 'record'}`);
    const href = URL.createObjectURL(new Blob([text]));
    h('a', { href, download: `noughts-${game}-${id}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  } catch (error) {
    notice(`The game could not be downloaded. ${messageOf(error)}`);
  }
}

/**
 * Open the last game of a file. If it cannot be read, the screen stays as it was.
 * @param {File} file
 */
async function upload(file) {
  try {
    const { record, games } = await readFile(await file.text());
    await begin({ record });
    const which = games > 1 ? `The last of ${games} games` : 'The game';
    notice(`${which} in ${file.name} is open.`);
  } catch (error) {
    notice(`${file.name} could not be opened: ${messageOf(error)}`, { stays: true });
  }
}

/**
 * The last game of a file: SGF, which the server reads, or lines of JSON.
 * @param {string} text
 */
async function readFile(text) {
  if (/^[^{]*\(\s*;/.test(text)) return request('POST', '/record', { text });
  const lines = text.split('\n').filter((line) => line.trim());
  const last = lines.at(-1);
  if (!last) throw new Error('it is empty.');
  const record = parsed(last);
  if (!record?.game) throw new Error('it is not a game file.');
  return { record, games: lines.length };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @type {[id: string, text: string, picture: IconName, action: () => unknown][]} */
const BUTTONS = [
  ['copy-link', 'Copy link', 'link', copyLink],
  ['text', 'Position as text', 'text', askForText],
  ['download', 'Download', 'down', () => download('jsonl')],
  ['download-sgf', 'Download SGF', 'down', () => download('sgf')],
  ['upload', 'Open a file', 'up', () => byId('file').click()],
];

export function setUpShare() {
  byId('exchange').append(
    ...BUTTONS.map(([id, text, picture, action]) =>
      h('button', { id, type: 'button', onclick: action }, icon(picture), text),
    ),
  );
  setUpFiles();
}

function setUpFiles() {
  const chooser = byId('file', HTMLInputElement);
  chooser.addEventListener('change', () => {
    const [file] = chooser.files ?? [];
    chooser.value = '';
    if (file) upload(file);
  });
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    document.body.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    document.body.classList.remove('dropping');
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    upload(file);
  });
}
