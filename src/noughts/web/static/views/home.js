// The first screen: what this is, which games there are, and what you can do with them.

import { request } from '../game/api.js';
import { USUAL_OPPONENT } from '../game/friendly.js';
import { lookOf, sideName } from '../game/names.js';
import { begin, open } from '../game/session.js';
import { HUMAN, state, update } from '../game/state.js';
import { playerName } from '../game/words.js';
import { byId, h, icon } from '../ui/dom.js';
import { capital, plural } from '../ui/format.js';
import { attempt } from '../ui/notice.js';
import { recall } from '../ui/remember.js';
import { askForNewGame, inviteFriend } from './ask.js';

import { picture } from './picture.js';

/** @import { Game, Mark, Tab } from '../types.js' */
/** @import { IconName } from '../ui/dom.js' */

/** @type {{game: string, name: string, about: string, board: string[]}[]} */
const GAMES = [
  {
    game: '3x3x3',
    name: 'Tic-tac-toe',
    about: 'Three in a row. Small enough to search to the end.',
    board: ['x.o', '.x.', '..o'],
  },
  {
    game: '8x8x4-straight',
    name: 'Four in a line',
    about: 'Four in a row or column, no diagonals, on 8x8.',
    board: [
      ...['........', '........', '...o....', '..xxx.o.'],
      ...['...ox...', '...o....', '........', '........'],
    ],
  },
  {
    game: '15x15x5',
    name: 'Gomoku',
    about: 'Five in a row, on 15x15.',
    board: [
      ...['.........', '.........', '..x..o...', '...xo....', '...oxx...'],
      ...['..o..x...', '......o..', '.........', '.........'],
    ],
  },
];

/** @type {[tab: Tab, about: string, picture: IconName][]} */
const PURPOSES = [
  ['watch', 'Six short lessons, then any search, node by node.', 'tree'],
  ['practice', 'Trees as exams set them, marked with the reason.', 'pencil'],
  ['compare', 'All methods on one position: moves, nodes, time.', 'values'],
];

let drawn = false;

export function drawHome() {
  if (state.tab !== 'home') {
    drawn = false;
    return;
  }
  if (drawn) return;
  drawn = true;
  document.title = 'Noughts';
  byId('panel-home').replaceChildren(...content());
  offerLastGame();
}

function content() {
  return [
    h('div', { class: 'hero' }, [
      h('h2', {}, 'Play, and see how a program thinks'),
      h('p', {}, [
        'Noughts plays every game of k in a row. It shows what each move is worth, and lets you ',
        'watch minimax and alpha-beta at work, one node at a time.',
      ]),
    ]),
    h('div', { id: 'continue-place' }),
    section('Play', [...GAMES.map(gameCard), anyBoard()], 'four'),
    section('Or', [friendCard(), ...PURPOSES.map(purposeCard)], 'four'),
  ];
}

/** @param {string} heading @param {HTMLElement[]} cards @param {string} [kind] */
function section(heading, cards, kind = '') {
  return h('section', {}, h('h3', {}, heading), h('div', { class: `cards ${kind}` }, cards));
}

/** @param {typeof GAMES[0]} game */
function gameCard({ game, name, about, board }) {
  const onclick = () => attempt(() => startGame(game));
  const [rows, columns] = game.split('x').map(Number); // the picture may show a part of the board
  return h('button', { type: 'button', class: 'choice-card', 'data-start': game, onclick }, [
    picture(
      { rows: board.length, columns: board.length, cells: board.join('') },
      lookOf({ rows, columns }),
    ),
    words(name, about),
  ]);
}

/** @param {string} game */
async function startGame(game) {
  await begin({ game, turn: 'x', players: { x: HUMAN, o: { name: USUAL_OPPONENT } } });
  update({ tab: 'play' });
}

function anyBoard() {
  const board = { rows: 4, columns: 7, cells: '......x...o.......x.........' };
  const attributes = { type: 'button', class: 'choice-card', 'data-start': 'custom' };
  return h('button', { ...attributes, onclick: () => askForNewGame('custom') }, [
    picture(board, lookOf(board)),
    words('Any board', 'Up to 20x20, any number in a row. Choose who plays.'),
  ]);
}

function friendCard() {
  const attributes = { type: 'button', class: 'choice-card wide', id: 'home-invite' };
  return h('button', { ...attributes, onclick: () => inviteFriend('') }, [
    h('span', { class: 'card-icon' }, icon('friend')),
    words('Play a friend', 'By a link or a code, each on their own machine.'),
  ]);
}

/** It has the name of its tab. @param {typeof PURPOSES[0]} purpose */
function purposeCard([tab, about, image]) {
  const attributes = { type: 'button', class: 'choice-card wide', 'data-open': tab };
  return h('button', { ...attributes, onclick: () => update({ tab }) }, [
    h('span', { class: 'card-icon' }, icon(image)),
    words(byId(`tab-${tab}`).textContent ?? '', about),
  ]);
}

/** @param {string} name @param {string} about */
function words(name, about) {
  return h('span', { class: 'card-words' }, [
    h('strong', {}, name),
    h('span', { class: 'muted' }, about),
  ]);
}

/** If a game is still going on, offer to go on with it. */
async function offerLastGame() {
  const last = recall('last', '');
  if (!last) return;
  /** @type {Game | null} */
  const game = await request('GET', `/games/${encodeURIComponent(last)}`).catch(() => null);
  if (!game || game.outcome || game.moves.length === 0 || state.tab !== 'home') return;
  const title = capital(game.label.split(':')[0]);
  /** @param {Mark} mark */
  const player = (mark) => `${playerName(game, mark)} (${sideName(mark, game)})`;
  const against = `${player('x')}, ${player('o')}`;
  const about = `${title}: ${against}. ${plural(game.moves.length, 'move')} played.`;
  const onclick = () =>
    attempt(async () => {
      await open(last);
      update({ tab: 'play' });
    });
  const card = h('button', { type: 'button', class: 'choice-card wide', id: 'continue', onclick }, [
    picture(game, lookOf(game)),
    words('Continue your game', about),
  ]);
  byId('continue-place').replaceChildren(card);
}
