// My games: those that were opened in this browser, the newest first. The server has them; the
// browser remembers only their names.

import { fetchAbout } from '../game/about.js';
import { request, requestText } from '../game/api.js';
import { inNames, lookOf, sideName } from '../game/names.js';
import { seatAt } from '../game/seats.js';
import { leaveGame, open } from '../game/session.js';
import { isHuman, myMark, state, subscribe, update } from '../game/state.js';
import { programName } from '../game/words.js';
import { ask } from '../ui/dialogs.js';
import { byId, h, icon } from '../ui/dom.js';
import { save } from '../ui/download.js';
import { capital, messageOf, plural } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { forgetGame, myGames, rememberGame } from '../ui/remember.js';
import { awaitsUs } from './awaited.js';
import { picture } from './picture.js';

/** @import { ListedGame, Mark } from '../types.js' */

const day = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit' },
});

const FINAL = 'A note then offers to undo it. When the note has gone, so has the game.';

/** @type {ListedGame[]} */
let games = [];
let drawn = false;
let searched = '';
let shownTurns = ''; // the games in which it was our turn when the list was loaded

/** Show them while the tab is open. */
export function setUp() {
  subscribe(draw);
}

function draw() {
  if (state.tab !== 'games') {
    drawn = false;
    return;
  }
  if (drawn) return refreshTurns();
  drawn = true;
  document.title = 'My games · Noughts';
  build();
  attempt(load);
}

/** Show where it is our turn now, but not while a name is being written. */
function refreshTurns() {
  const awaited = state.awaited.map(({ id }) => id).join();
  if (awaited === shownTurns || document.querySelector('.game-title-field')) return;
  shownTurns = awaited;
  attempt(load);
}

function build() {
  const search = h('input', { id: 'games-search', type: 'search', placeholder: 'Search' });
  search.setAttribute('aria-label', 'Search my games');
  search.value = searched;
  search.addEventListener('input', () => {
    searched = search.value;
    drawList();
  });
  /** @type {(id: string, words: string, path: string, ending: string) => Element} */
  const download = (id, words, path, ending) => {
    const onclick = () => attempt(() => downloadAll(path, ending));
    const attributes = { id, type: 'button', 'aria-label': `Download: ${words}`, onclick };
    return h('button', attributes, icon('down'), words);
  };
  const place = h('span', {}, 'They are kept on the server.');
  fetchAbout()
    .then(({ alone }) => {
      if (alone) place.textContent = 'They are kept in it until you clear its data.';
    })
    .catch(() => {}); // then the server says nothing about games either
  byId('panel-games').replaceChildren(
    h('div', { class: 'games-head' }, [
      h('h2', {}, 'My games'),
      search,
      download('download-all', 'All as JSON', '/games/files', 'jsonl'),
      download('download-all-sgf', 'All as SGF', '/games/sgf', 'sgf'),
    ]),
    h(
      'p',
      { class: 'muted' },
      'Games that you play in this browser, from their first move on, and games of files that you ' +
        'open. ',
      place,
      ' Games that you only watch are not here.',
    ),
    h('p', { id: 'games-note', class: 'muted' }, 'Loading…'),
    h('ul', { id: 'games-list', class: 'games-list' }),
  );
}

async function load() {
  const answer = await request('POST', '/games/list', { ids: myGames() });
  games = answer.games;
  drawList();
}

function drawList() {
  const words = searched.toLowerCase().split(/\s+/).filter(Boolean);
  const found = games.filter((game) => words.every((word) => textOf(game).includes(word)));
  byId('games-list').replaceChildren(...found.map(item));
  for (const id of ['games-search', 'download-all', 'download-all-sgf']) {
    byId(id).hidden = games.length === 0;
  }
  byId('games-note').textContent =
    games.length === 0 ? 'None yet: play one.' : found.length === 0 ? 'No game matches.' : '';
  announce(plural(found.length, 'game'));
}

/** What the search looks at. @param {ListedGame} game */
const textOf = (game) => `${game.title} ${name(game)} ${about(game)} ${when(game)}`.toLowerCase();

/** @param {ListedGame} game */
const name = (game) => game.title || capital(game.label.split(':')[0]);

/** @param {ListedGame} game */
function about(game) {
  const { outcome, moves } = game;
  const going = game.opened ? 'From a file' : 'Going on';
  const result = outcome
    ? inNames(outcome.words, game)
    : `${going}, ${plural(moves, 'move')} played.`;
  /** @param {Mark} mark */
  const player = (mark) => `${who(game, mark)} (${sideName(mark, game)})`;
  return `${player('x')} against ${player('o')}. ${result}`;
}

/** Who it is, as the sentence needs it: X begins it. @param {ListedGame} game @param {Mark} mark */
function who(game, mark) {
  const fit = mark === 'x' ? capital : String;
  if (!isHuman(game.players[mark])) return fit(programName(game.players[mark]));
  return myMark(game) === mark ? fit('you') : (game.called[mark] ?? fit('a person'));
}

/** @param {ListedGame} game */
const when = ({ touched }) => day.format(new Date(1000 * touched));

/** @param {ListedGame} game */
function item(game) {
  const show = () => attempt(() => openGame(game.id));
  const title = h('button', { type: 'button', class: 'game-title', onclick: show }, name(game));
  /** @type {(text: string, image: import('../ui/dom.js').IconName, act: () => unknown) => Element} */
  const tool = (text, image, act) => {
    const label = `${text} ${name(game)}`;
    const attributes = { type: 'button', class: 'plain', 'aria-label': label, title: text };
    return h('button', { ...attributes, onclick: () => attempt(act) }, icon(image));
  };
  /** Wherever one clicks on it. @param {Event} event */
  const onclick = ({ target }) => {
    if (!(/** @type {Element} */ (target).closest('button, input'))) show();
  };
  return h('li', { 'data-game': game.id, class: 'card', onclick }, [
    h('button', { type: 'button', class: 'game-picture', tabindex: -1, onclick: show }, [
      picture(game, lookOf(game)),
      h('span', { class: 'hidden' }, `Open ${name(game)}`),
    ]),
    h('div', { class: 'game-words' }, [
      title,
      awaitsUs(game) && h('p', { class: 'your-turn' }, 'Your turn'),
      h('p', {}, about(game)),
      h('p', { class: 'muted' }, when(game)),
    ]),
    h('div', { class: 'game-tools' }, [
      tool('Rename', 'pencil', () => rename(game)),
      tool('Delete', 'trash', () => remove(game)),
    ]),
  ]);
}

/** @param {string} id */
async function openGame(id) {
  await open(id);
  update({ tab: 'play' });
}

/** @param {ListedGame} game */
async function rename(game) {
  const place = document.querySelector(`[data-game="${CSS.escape(game.id)}"] .game-title`);
  if (!place) return;
  const field = h('input', { class: 'game-title-field', maxlength: 100, 'aria-label': 'Name' });
  field.value = game.title;
  place.replaceWith(field);
  field.focus();
  let done = false;
  /** @param {boolean} kept */
  const end = async (kept) => {
    if (done) return;
    done = true;
    const title = field.value.trim();
    try {
      if (kept && title !== game.title) {
        const key = seatAt(game.id)?.key;
        await request('POST', `/games/${game.id}/title`, { title, ...(key && { key }) });
        game.title = title;
      }
    } catch (error) {
      notice(messageOf(error));
    }
    drawList();
  };
  field.addEventListener('blur', () => end(true));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') end(true);
    if (event.key === 'Escape') end(false);
  });
}

/** Delete a game, after a question; a note offers to take that back. @param {ListedGame} game */
async function remove(game) {
  if (seatAt(game.id)) return leave(game);
  const which = `${name(game)}, ${when(game)}: ${about(game)}`;
  const question = { words: 'Delete this game?', more: [which, FINAL] };
  if (!(await ask('delete-dialog', question, 'Delete', 'Keep it'))) return;
  await request('POST', `/games/${game.id}/remove`, {});
  forgetGame(game.id);
  leaveGame(game.id);
  games = games.filter((each) => each !== game);
  drawList();
  notice(`${name(game)} deleted.`, { action: ['Undo', () => attempt(() => bringBack(game))] });
}

/** Two people's game is not deleted for the other one. @param {ListedGame} game */
function leave(game) {
  forgetGame(game.id);
  games = games.filter((each) => each !== game);
  drawList();
  const restore = () => {
    rememberGame(game.id);
    attempt(load);
  };
  const words = `${name(game)} has left your list; the other player still has it.`;
  notice(words, { action: ['Undo', restore] });
}

/** @param {ListedGame} game */
async function bringBack({ id }) {
  await request('POST', `/games/${id}/return`, {});
  rememberGame(id);
  if (state.tab === 'games') await load();
}

/** @param {string} path of the API @param {string} ending of the file's name */
async function downloadAll(path, ending) {
  const text = await requestText(path, { ids: games.map(({ id }) => id) });
  save(`noughts-games.${ending}`, new Blob([text]));
}
