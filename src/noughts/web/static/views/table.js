// Above the board of a game between two people: who is here, the clocks, and what one asks the other.

import { requestText } from '../game/api.js';
import { clockText, secondsLeft } from '../game/clock.js';
import { sidesName } from '../game/names.js';
import { seatAt } from '../game/seats.js';
import { answer, begin, offer, openNext } from '../game/session.js';
import { isWatching, myMark, state } from '../game/state.js';
import { playerName } from '../game/words.js';
import { byId, h } from '../ui/dom.js';
import { sheet } from '../ui/load.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { markElement } from './board.js';

/** @import { Game, Mark, Table } from '../types.js' */

/** @typedef {[id: string, text: string, act: () => unknown, kind?: string]} Action */
/** @typedef {{words: string, actions: Action[]}} Message */

const TICK = 100; // milliseconds: tenths are shown
const HURRY = 10; // seconds: the rest is shown in tenths, and said
/** @type {Mark[]} */
const MARKS = ['x', 'o'];
const ASKS = { undo: 'to take back a move', draw: 'for a draw', rematch: 'for another game' };
const AWAY = 'The server is away: the clocks stand as it last told them.';

let drawn = '';
let ticking = 0;
let hurried = '';
/** @type {Game | null} */
let before = null;

export function drawTable() {
  const { game, presence } = state;
  const place = byId('table-bar');
  const shown = game && !byId('board-area').hidden && (game.table || isWatching(game));
  place.hidden = !shown;
  if (!place.hidden) sheet('table.css');
  tellWhatChanged(game);
  runClock(game);
  const message = game && !place.hidden ? messageOf(game) : null;
  const key = JSON.stringify([game?.id, game?.table, game?.turn, presence, message]);
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
  if (table.offer) return asked(table.offer, mine);
  if (table.next) return { words: 'The next game has begun.', actions: [next()] };
  if (!game.outcome) return { words: company(0), actions: game.moves.length ? [draw()] : [] };
  /** @type {Action} */
  const rematch = ['rematch', 'Rematch', () => offer('rematch'), 'primary'];
  return { words: `Another game, with the ${sidesName(game)} swapped?`, actions: [rematch] };
}

/** How many watch, besides `known` ones. @param {number} known */
function company(known) {
  const others = (state.presence?.watching ?? known) - known;
  if (others <= 0) return '';
  return others === 1 ? 'One other person is watching.' : `${others} others are watching.`;
}

/** @param {NonNullable<Table['offer']>} offer @param {Mark} mine @returns {Message} */
function asked({ what, by }, mine) {
  if (by === mine) {
    return {
      words: `You ask ${ASKS[what]}.`,
      actions: [['decline', 'Withdraw', () => answer(false)]],
    };
  }
  return {
    words: `The other player asks ${ASKS[what]}.`,
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
const draw = () => ['offer-draw', 'Offer a draw', () => offer('draw')];

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
      notice('The other player has come. Have a good game!');
    }
    if (now.offer && now.offer.by !== mine && !old.offer) {
      announce(`The other player asks ${ASKS[now.offer.what]}.`);
    }
    const unchanged =
      game.moves.length === before.moves.length && !now.next && !game.outcome === !before.outcome;
    if (old.offer?.by === mine && !now.offer && unchanged && !withdrawn) {
      notice('The other player has declined.');
    }
  }
  withdrawn = state.sending;
  before = game;
}

let withdrawn = false; // an answer of ours is on its way

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
