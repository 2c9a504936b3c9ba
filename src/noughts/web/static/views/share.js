// Getting a game in and out of the page: a link, the editor, a file.

import { linkTo } from '../game/address.js';
import { shownMoves, state, subscribe } from '../game/state.js';
import { copy } from '../ui/clipboard.js';
import { byId, h, icon } from '../ui/dom.js';
import { sheet } from '../ui/load.js';
import { attempt } from '../ui/notice.js';

/** @import { IconName } from '../ui/dom.js' */

/** The link shows what is on the screen: the game, or its moves up to an earlier position. */
async function copyLink() {
  const { game, past } = state;
  if (!game) return;
  const shown = { ...game, moves: shownMoves().map((each) => ({ ...each, seconds: null })) };
  const what = past === null ? 'this game' : 'the game up to here';
  const without = game.variations.length > 0 ? ' Variations are only in the files.' : '';
  const said = `The link is copied. Anyone who opens it gets a copy of ${what}.${without}`;
  await copy(linkTo(shown), said);
}

/** @param {(exchange: typeof import('./exchange.js')) => unknown} act */
const exchange = (act) => attempt(async () => act(await import('./exchange.js')));

/** The position editor, loaded when it is first wanted. */
function edit() {
  return attempt(async () => {
    const [{ editPosition }] = await Promise.all([import('./editor.js'), sheet('editor.css')]);
    editPosition();
  });
}

/** @type {[id: string, text: string, picture: IconName, action: () => unknown][]} */
const BUTTONS = [
  ['copy-link', 'Copy link', 'link', copyLink],
  ['edit', 'Edit position', 'edit', edit],
  ['download', 'Download JSON', 'down', () => exchange(({ download }) => download('jsonl'))],
  ['download-sgf', 'Download SGF', 'down', () => exchange(({ download }) => download('sgf'))],
  ['download-psq', 'Download PSQ', 'down', () => exchange(({ download }) => download('psq'))],
  ['upload', 'Open a file', 'up', () => byId('file').click()],
];

export function setUpShare() {
  byId('exchange').append(
    ...BUTTONS.map(([id, text, picture, action]) =>
      h('button', { id, type: 'button', onclick: action }, icon(picture), text),
    ),
  );
  setUpFiles();
  subscribe(drawShare);
}

/** Piskvork and its files know Gomoku only. */
function drawShare() {
  byId('download-psq').hidden = state.game?.notation !== 'gomoku';
}

/** @param {File} file */
const open = (file) => exchange(({ upload }) => upload(file));

function setUpFiles() {
  const chooser = byId('file', HTMLInputElement);
  chooser.addEventListener('change', () => {
    const [file] = chooser.files ?? [];
    chooser.value = '';
    if (file) open(file);
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
    open(file);
  });
}
