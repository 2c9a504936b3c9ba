// Above the board of a game between two people: who is here, the clocks, and what one asks the other.

import { requestText } from '../game/api.js';
import { clockText, secondsLeft } from '../game/clock.js';
import { cellName, sideName, sidesName } from '../game/names.js';
import { other } from '../game/notation.js';
import { seatAt } from '../game/seats.js';
import { answer, begin, offer, openNext } from '../game/session.js';
import { isWatching, myMark, state } from '../game/state.js';
import { playerName } from '../game/words.js';
import { byId, h } from '../ui/dom.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { markElement } from './board.js';

/** @import { Asked, Game, Mark, Table } from '../types.js' */
/** @typedef {NonNullable<Table['offer']>} Asks */

/** @typedef {[id: string, text: string, act: () => unknown, kind?: string]} Action */
/** @typedef {{words: string, actions: Action[]}} Message */

const TICK = 100; // milliseconds: tenths are shown
const HURRY = 10; // seconds: the rest is shown in tenths, and said
/** @type {Mark[]} */
const MARKS = ['x', 'o'];
const ASKS = { draw: 'for a draw', rematch: 'for another game' };
const WHAT = { undo: 'to take it back', draw: 'the draw', rematch: 'another game' };
const AWAY = 'The server is away: the clocks stand as it last told them.';

let drawn = '';
let ticking = 0;
let hurried = '';
/** @type {Game | null} */
let before = null;

export function draw() {
  const { game, presence } = state;
  const place = byId('table-bar');
  tellWhatChanged(game);
  runClock(game);
  const message = game && !place.hidden ? messageOf(game) : null;
  const turn = game?.outcome ? null : game?.turn;
  const key = JSON.stringify([game?.id, game?.table, game?.called, turn, presence, message]);
  if (key === drawn || !game) return;
  drawn = key;
  const focused = document.activeElement?.closest('#table-bar') && document.activeElement.id;
  place.replaceChildren(
    ...[game.table && plates(game), message && line(message)].filter((each) => each !== null),
  );
  showClocks();
  if (focused) (document.getElementById(focused) ?? byId('board-area')).focus();
}

// ---- Who is here ----

/** @param {Game} game */
const plates = (game) =>
  h(
    'div',
    { class: 'plates' },
    MARKS.map((mark) => plate(game, mark)),
  );

/** @param {Game} game @param {Mark} mark */
function plate(game, mark) {
  const turn = !game.outcome && game.turn === mark;
  const here = presenceWord(game, mark);
  return h('div', { class: `plate ${mark}${turn ? ' turn' : ''}`, 'data-seat': mark }, [
    markElement(mark),
    h('div', { class: 'plate-words' }, [
      h('span', { class: 'player-name' }, playerName(game, mark)),
      here && h('span', { class: 'presence', 'data-here': here }, here),
    ]),
    game.table?.clock && h('span', { class: 'time', role: 'timer', 'data-time': mark }),
  ]);
}

/** @param {Game} game @param {Mark} mark */
function presenceWord({ table, id }, mark) {
  if (!table || seatAt(id)?.mark === mark) return null;
  if (!table.seats[mark]) return 'not here yet';
  if (!state.presence) return null;
  return state.presence[mark] ? 'here' : 'away';
}

// ---- What is asked ----

/** @param {Game} game @returns {Message | null} */
function messageOf(game) {
  if (state.away !== null && game.table?.clock?.runs) return { words: AWAY, actions: [] };
  if (isWatching(game)) return watching(game);
  const { table } = game;
  const mine = myMark(game);
  if (!table || !mine) return null;
  if (!table.seats.x || !table.seats.o) {
    return {
      words: 'Waiting for the other player.',
      actions: [
        [
          'show-invitation',
          'Show the invitation',
          () => attempt(async () => (await import('./invite.js')).showInvitation(game)),
        ],
      ],
    };
  }
  if (table.offer) return asked(game, table.offer, mine);
  if (table.next) return { words: 'The next game has begun.', actions: [next()] };
  const { declined } = table;
  const refused = declined?.by === mine ? declined.what : null;
  if (!game.outcome) {
    const words = refused ? declinedWords(game, refused) : company(0);
    return { words, actions: game.moves.length && refused !== 'draw' ? [offerDraw()] : [] };
  }
  /** @type {Action} */
  const rematch = ['rematch', 'Rematch', () => offer('rematch'), 'primary'];
  const swapped = `Another game, with the ${sidesName(game)} swapped?`;
  const words = refused === 'rematch' ? declinedWords(game, refused) : swapped;
  return { words, actions: [rematch] };
}

/** @param {Game} game */
function opponent(game) {
  const mine = myMark(game);
  return (mine && game.called[other(mine)]) ?? 'The other player';
}

/** "The other player has declined the draw." @param {Game} game @param {Asked} what */
const declinedWords = (game, what) => `${opponent(game)} has declined ${WHAT[what]}.`;

/** "for a draw", "to take back X b2 and O a1". @param {Game} game @param {Asks} offer */
function askWords(game, { what, by }) {
  if (what !== 'undo') return ASKS[what];
  const last = game.moves.findLastIndex(({ mark }) => mark === by);
  const taken = game.moves
    .slice(last)
    .map(({ mark, move }) => `${sideName(mark)} ${cellName(move)}`);
  return `to take back ${taken.join(' and ')}`;
}

/** How many watch, besides `known` ones. @param {number} known */
function company(known) {
  const others = (state.presence?.watching ?? known) - known;
  if (others <= 0) return '';
  return others === 1 ? 'One other person is watching.' : `${others} others are watching.`;
}

/** @param {Game} game @param {Asks} offer @param {Mark} mine @returns {Message} */
function asked(game, offer, mine) {
  if (offer.by === mine) {
    return {
      words: `You ask ${askWords(game, offer)}.`,
      actions: [['decline', 'Withdraw', () => answer(false)]],
    };
  }
  return {
    words: `${opponent(game)} asks ${askWords(game, offer)}.`,
    actions: [
      ['decline', 'Decline', () => answer(false)],
      ['agree', 'Agree', () => answer(true), 'primary'],
    ],
  };
}

/** @param {Game} game @returns {Message} */
function watching(game) {
  /** @type {Action} */
  const copy = ['copy-game', 'Make a copy', () => attempt(() => copyGame(game))];
  const actions = game.table?.next ? [copy, next()] : [copy];
  return { words: `You are watching. ${company(1)}`, actions };
}

/** @returns {Action} */
const offerDraw = () => ['offer-draw', 'Offer a draw', () => offer('draw')];

/** @returns {Action} */
const next = () => ['next-game', 'Go there', () => attempt(openNext), 'primary'];

/** A game of our own that begins with the same moves. @param {Game} game */
async function copyGame({ id, players }) {
  const record = JSON.parse(await requestText(`/games/${id}/record`));
  await begin({ record, players });
  notice('This is your own copy: you can play on here.');
}

/** @param {Message} message */
function line({ words, actions }) {
  return h('div', { class: 'table-line' }, [
    h('p', { id: 'table-words' }, words),
    ...actions.map(([id, text, onclick, kind = '']) =>
      h('button', { id, type: 'button', class: `small ${kind}`, onclick }, text),
    ),
  ]);
}

/** Say what the other player has done, besides moves. @param {Game | null} game */
function tellWhatChanged(game) {
  const [old, now] = [before?.table, game?.table];
  const mine = game && myMark(game);
  if (game && before?.id === game.id && old && now && mine) {
    if (!(old.seats.x && old.seats.o) && now.seats.x && now.seats.o) {
      import('./invite.js').then(({ closeInvitation }) => closeInvitation());
      notice(`${opponent(game)} has come. Have a good game!`);
    }
    if (now.offer && now.offer.by !== mine && !old.offer) {
      announce(`${opponent(game)} asks ${askWords(game, now.offer)}.`);
    }
    if (old.offer?.by === mine && !now.offer && now.declined?.by === mine) {
      announce(declinedWords(game, now.declined.what));
    }
  }
  before = game;
}

// ---- The clock ----

/** @param {Game | null} game */
function runClock(game) {
  const runs = Boolean(game?.table?.clock?.runs) && state.away === null;
  if (runs && !ticking) ticking = setInterval(showClocks, TICK);
  if (!runs && ticking) {
    clearInterval(ticking);
    ticking = 0;
  }
}

function showClocks() {
  const { game } = state;
  if (!game?.table?.clock) return;
  for (const mark of MARKS) {
    const place = document.querySelector(`[data-time="${mark}"]`);
    if (!place) continue;
    const seconds = secondsLeft(game, mark, state.away ?? undefined);
    const text = clockText(seconds);
    if (place.textContent !== text) place.textContent = text;
    const runs = game.table.clock.runs === mark && state.away === null;
    place.className = `time${runs ? ' runs' : ''}${seconds < HURRY ? ' hurry' : ''}`;
    if (runs && mark === myMark(game) && seconds < HURRY) hurry(game.id);
  }
}

/** @param {string} id */
function hurry(id) {
  if (hurried === id) return;
  hurried = id;
  announce(`${HURRY} seconds left.`);
}
