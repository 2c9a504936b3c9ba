// The game in play: sends what the person does, shows what the server says, and asks a program for
// its move when it is its turn.

import { messageOf } from '../ui/format.js';
import { announce, notice } from '../ui/notice.js';
import { recall, remember, rememberGame } from '../ui/remember.js';
import { playEnd, playMark } from '../ui/sound.js';
import { ApiError, isAbort, isLost, request } from './api.js';
import { noteArrival } from './clock.js';
import { sleep, untilBack } from './connection.js';
import { follow, setUpLive } from './live.js';
import { cellName, inNames, sideName } from './names.js';
import { other } from './notation.js';
import { keepSeat, seatAt } from './seats.js';
import {
  isHuman,
  isReprieved,
  isWatching,
  mayChange,
  mayPlay,
  myMark,
  onlyPrograms,
  programsTurn,
  state,
  update,
} from './state.js';
import { hasNode, pathOfGame, samePath } from './tree.js';
import { placeWords, refusedWords } from './words.js';

/** @import { Asked, Game, Mark, Move, PastPosition, Player, Queued } from '../types.js' */
/** @import { Seat } from './seats.js' */

const MOVED_ON = 'This game has moved on in another window.';
const TRIES_WHEN_BUSY = 20;
const TRIES = 3; // a program may have moved in between

export function setUpSession() {
  setUpLive({
    onGame: receive,
    onThinking: (thinking) => update({ thinking }),
    onQueued: showPlace,
    onPresence: (presence) => update({ presence }),
    onLost: reconnect,
  });
}

// ---- Beginning and opening ----

/**
 * Begin a game; throws the server's sentence if it refuses. It begins without values, unless it is one
 * to look at, in which programs wait.
 * @param {{held?: boolean} & Record<string, unknown>} body
 * @param {{running?: boolean, seat?: Seat | null}} [options] two programs play on; our seat
 */
export async function begin(body, { running = false, seat = null } = {}) {
  const game = await request('POST', '/games', body);
  if (seat) keepSeat(game.id, seat);
  enter(game, { running });
  if (!body.held) {
    remember('values', false);
    update({ values: false });
  }
  return state.game;
}

/**
 * Open a game that the server has, if it is `wanted(game)`; throws if the server does not have it.
 * A `guest` only watches.
 * @param {string} id
 * @param {(game: Game) => boolean} [wanted]
 */
export async function open(id, wanted = () => true, { guest = false } = {}) {
  const game = await request('GET', `/games/${encodeURIComponent(id)}`);
  if (!wanted(game)) return false;
  enter(game, { guest });
  return true;
}

/** @param {Game} game */
function enter(game, { running = false, guest = false } = {}) {
  cancelReply();
  const fresh = { past: null, pending: null, news: null, review: null, trouble: null };
  const watched = guest ? game.id : null;
  update({ ...fresh, badLink: null, linked: null, running, guest: watched });
  showGame(game);
}

/** A game is no longer there: no page of it is shown. @param {string} id */
export function leaveGame(id) {
  if (state.game?.id !== id) return;
  cancelReply();
  update({ game: null, past: null, pending: null, news: null, review: null, trouble: null });
}

/** Take the free seat of a game.
 * @param {string} id
 * @param {{invitation: string, key: string, name: string}} asked
 */
export async function join(id, asked) {
  const { mark, game } = await request('POST', `/games/${id}/join`, asked);
  keepSeat(id, { mark, key: asked.key });
  enter(game);
}

/** Go on to the game that followed this one: the same two people, with the marks swapped. */
export async function openNext() {
  const { game } = state;
  const next = game?.table?.next;
  if (!game || !next) return;
  const seat = seatAt(game.id);
  if (seat && !seatAt(next)) keepSeat(next, { mark: other(seat.mark), key: seat.key });
  await open(next);
  if (seat) notice(`Another game: you play ${sideName(other(seat.mark))} this time.`);
}

/** Ask the other player. @param {Asked} what */
export const offer = (what) => change('offer', () => ({ what }));

/** Accept what the other player asks, decline it, or withdraw. @param {boolean} accept */
export const answer = (accept) => change('answer', () => ({ accept }));

// ---- What the person does ----

/** Play a move, if it is a person's turn. @param {string} move */
export async function play(move) {
  const { game } = state;
  if (state.sending || state.past || !game || game.outcome || !mayPlay(game, game.turn)) return;
  playMark(game.turn);
  update({ pending: { move, mark: game.turn } });
  await change('moves', () => ({ move }));
  update({ pending: null });
}

/**
 * Take back: a resignation alone; against a program to your previous turn, otherwise one move. Two
 * people on two machines have to agree.
 */
export const undo = () =>
  state.game?.table
    ? offer('undo')
    : change('undo', (game) => (game.decision?.counts ? { moves: 0 } : some(movesToUndo(game))), {
        pauses: true,
      });

/** Play again what one `undo` took back. */
export const redo = () =>
  change('redo', (game) => (isReprieved(game) ? { moves: 0 } : some(movesToRedo(game))), {
    pauses: true,
  });

/** @param {Game} game */
export const canUndo = (game) =>
  (mayChange(game) && Boolean(game.decision?.counts)) || movesToUndo(game) > 0;

/** @param {Game} game */
export const canRedo = (game) => mayChange(game) && (isReprieved(game) || movesToRedo(game) > 0);

/** Let the game go on from another position, with a program's move if it is its turn; what is left out
 * stays in the tree.
 * @param {string[]} path
 */
export async function playFrom(path) {
  await change('goto', () => ({ path }), { pauses: true });
  const { game } = state;
  if (game && programsTurn(game) && !onlyPrograms(game)) step();
}

export const resign = () =>
  change('resign', (game) => ({ mark: myMark(game) ?? game.turn }), { pauses: true });

/** Give a side to another player, or take it over. @param {Mark} mark @param {Player} player */
export const setPlayer = (mark, player) =>
  change('players', () => ({ players: { [mark]: player } }), { pauses: true });

// ---- Variations ----

const BESIDE = { stays: true, interrupts: false }; // a program that thinks is not disturbed

/** Try a move after a path. @param {string[]} path @param {string} move */
export const vary = (path, move) => change('vary', () => ({ path, move }), BESIDE);

/** Name the variation that a path ends in. @param {string[]} path @param {string} name */
export const nameVariation = (path, name) => change('name', () => ({ path, name }), BESIDE);

/** Let a variation change places with the line that it branches from. @param {string[]} path */
export const promote = (path) => change('promote', () => ({ path }), { stays: true, pauses: true });

/** Delete the last move of a path and all that follows it. @param {string[]} path */
export const deleteLine = (path) => change('delete', () => ({ path }), BESIDE);

/** Restore what was deleted last. */
export const restore = () => change('restore', () => ({}), BESIDE);

// ---- Programs ----

/** Two programs: resume, or pause after the current move. @param {boolean} running */
export function setRunning(running) {
  update({ running });
  if (running) askProgram();
}

/** Let the program whose turn it is make one move. */
export function step() {
  update({ running: false, oneMove: true });
  askProgram();
}

export function tryAgain() {
  update({ trouble: null, oneMove: true });
  askProgram();
}

/** @param {number} moves */
const some = (moves) => (moves > 0 ? { moves } : null);

/** @param {Game} game */
export function movesToUndo(game) {
  if (isWatching(game)) return 0;
  const mine = myMark(game);
  if (game.table && (game.outcome || game.table.clock || game.table.offer)) return 0;
  if (!mine) return Math.min(1, game.moves.length);
  const last = game.moves.findLastIndex(({ mark }) => mark === mine);
  return last < 0 ? 0 : game.moves.length - last;
}

/** @param {Game} game */
export function movesToRedo(game) {
  const all = game.undone.length;
  const mine = myMark(game);
  return Math.min(all, mine && mine === game.turn ? 2 : 1);
}

// ---- Sending a change ----

/**
 * Send a change. A program that is thinking is interrupted first; its move may have been made by
 * then.
 * @param {string} verb
 * @param {(game: Game) => object | null} body the request for the game as it is, null for none
 * @param {{pauses?: boolean, interrupts?: boolean, stays?: boolean}} [options] whether two programs
 *   pause; whether a program that thinks is interrupted; whether the shown position stays
 */
async function change(verb, body, { pauses = false, interrupts = true, stays = false } = {}) {
  if (state.sending || !state.game) return;
  update({ sending: true });
  try {
    if (pauses) update({ running: false });
    const interrupted = interrupts && cancelReply();
    if (interrupted) await refresh({ quiet: true });
    await send(verb, body, { again: interrupted || stays, stays });
  } catch (error) {
    if (!isAbort(error)) report(error);
  } finally {
    update({ sending: false });
    showNews();
    askProgram();
  }
}

/**
 * @param {string} verb
 * @param {(game: Game) => any} body
 * @param {{again: boolean, stays: boolean}} options whether to try again if the game has changed in
 *   between; whether the position on the screen stays
 */
async function send(verb, body, { again, stays }) {
  for (let attempt = 0; ; attempt++) {
    const before = currentGame();
    const asked = body(before);
    if (!asked) return;
    const { game, made } = await sendUntilAnswered(verb, asked);
    const sameGame = game.table && sameStand(before, game); // something was asked in between
    if (!made && (again || sameGame) && attempt < TRIES) {
      showGame(game, { quiet: true });
      continue;
    }
    showGame(game);
    update({ pending: null, ...(!stays && { past: null }) });
    if (!made) notice(asked.move ? `${MOVED_ON} Your move ${asked.move} was not made.` : MOVED_ON);
    return;
  }
}

/**
 * Ask until there is an answer, however often the server is lost or busy in the meantime. Returns
 * the game, and whether the change was `made`.
 * @param {string} verb
 * @param {{move?: string, path?: string[]}} asked
 * @param {{signal?: AbortSignal, waits?: (words: string) => void}} [options] `waits` gets the words to
 *   show while there is no place for it, however long that is
 * @returns {Promise<{game: Game, made: boolean}>}
 */
async function sendUntilAnswered(verb, asked, { signal, waits } = {}) {
  for (let attempt = 1; ; attempt++) {
    const before = currentGame();
    try {
      const key = seatAt(before.id)?.key;
      const body = { revision: before.revision, ...(key && { key }), ...asked };
      const path = `/games/${before.id}/${verb}`;
      return { game: await request('POST', path, body, { signal }), made: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 && error.game) return { game: error.game, made: false };
      if (error.lost) {
        const game = await untilBack(fetchGame);
        if (signal?.aborted) throw new DOMException('no longer wanted', 'AbortError');
        if (!sameStand(before, game)) return { game, made: follows(asked, before, game) };
        update({ game });
      } else if (waits && error.status === 429) {
        waits(refusedWords(error));
        await sleep(1000 * (error.retryAfter ?? 2));
      } else if ([429, 503].includes(error.status) && attempt < TRIES_WHEN_BUSY) {
        if (attempt === 2) notice(`Not done yet, still trying: ${error.message}`);
        await sleep(1000 * (error.retryAfter ?? 2));
      } else throw error;
    }
  }
}

/** @param {Game} one @param {Game} two */
function sameStand(one, two) {
  /** @param {Game} game */
  const stand = ({ start, moves, undone, outcome, variations, players }) => {
    const line = moves.map(({ move }) => move);
    return JSON.stringify([start, line, undone, outcome, variations, players]);
  };
  return stand(one) === stand(two);
}

/**
 * Whether a move was made although its answer was lost.
 * @type {(asked: {move?: string, path?: string[]}, before: Game, game: Game) => boolean}
 */
function follows({ move, path }, before, game) {
  return !move || hasNode(game, [...(path ?? pathOfGame(before)), move]);
}

/** Say what went wrong; a game that the server has lost continues. @param {unknown} error */
export function report(error) {
  update({ pending: null });
  notice(messageOf(error));
  if (error instanceof ApiError && error.status === 404) reconnect().catch(() => {});
}

// ---- The program's move ----

/** Ask for the move of the program whose turn it is, if it should move now. */
async function askProgram() {
  const { game, oneMove } = state;
  if (!game || state.reply || state.sending || !programsTurn(game) || isWatching(game)) return;
  const stands = onlyPrograms(game) ? !state.running : game.held;
  if ((stands || state.trouble) && !oneMove) return;
  const reply = new AbortController();
  update({ reply, oneMove: false, trouble: null, queue: null });
  /** @param {string} queue */
  const waits = (queue) => state.reply === reply && update({ queue });
  try {
    const [answer] = await Promise.all([
      sendUntilAnswered('reply', {}, { signal: reply.signal, waits }),
      sleep(1000 * recall('reply-time', 0.3)),
    ]);
    if (state.reply !== reply) return;
    update({ reply: null });
    showGame(answer.game);
    showNews();
  } catch (error) {
    if (state.reply !== reply) return;
    const trouble = isAbort(error) ? null : messageOf(error);
    update({ reply: null, running: false, trouble });
    if (trouble) announce(trouble);
  }
}

/** Where in the queue the program is that we wait for. @param {Queued} said */
function showPlace({ id, revision, place }) {
  const { game, reply } = state;
  if (!reply || game?.id !== id || game.revision !== revision) return;
  update({ queue: place > 0 ? placeWords(place) : null });
}

/** Stop waiting for the program's move; returns whether we waited for one. */
function cancelReply() {
  if (!state.reply) return false;
  state.reply.abort();
  update({ reply: null });
  return true;
}

// ---- What the server says ----

/**
 * Show the game as it is now. New moves make a sound and are announced, unless `quiet`; a `foreign`
 * game was changed by another window, which will ask for the program's reply.
 * @param {Game} game
 */
function showGame(game, { foreign = false, quiet = false } = {}) {
  noteArrival(game);
  const before = state.game?.id === game.id ? state.game : null;
  if (before && game.revision < before.revision) return;
  const played = before ? newMoves(before, game) : [];
  const moved = !before || !samePath(pathOfGame(before), pathOfGame(game));
  const changed = game.revision !== before?.revision;
  update({ game, ...(changed && { trouble: null }), ...(moved && { review: null }) });
  if (!before) update({ presence: null });
  if (!before || !isStillThere(state.past, before, game)) update({ past: null });
  if (!quiet && changed) tell(before, game, played);
  if (!isWatching(game)) rememberGame(game.id);
  follow({ id: game.id, key: seatAt(game.id)?.key ?? null, leaves: !game.table });
  if (foreign) askProgramLater(game);
  else askProgram();
  if (before && !before.table?.next && game.table?.next) openNext().catch(report);
}

/**
 * Whether a position can still be shown beside the game: it is neither deleted nor the current one.
 * @type {(past: PastPosition | null, before: Game, game: Game) => boolean}
 */
function isStillThere(past, before, game) {
  if (!past) return true;
  const gone = hasNode(before, past.path) && !hasNode(game, past.path);
  return !gone && !samePath(past.path, pathOfGame(game));
}

/** @param {Game} before @param {Game} game */
function newMoves(before, game) {
  const known = before.moves.length;
  const prefix = before.moves.every(({ move }, index) => game.moves[index]?.move === move);
  return prefix ? game.moves.slice(known) : [];
}

/** @param {Game | null} before @param {Game} game @param {Move[]} played */
function tell(before, game, played) {
  for (const { move, mark } of played)
    announce(`${sideName(mark, game)} plays ${cellName(move, game)}.`);
  const last = played.at(-1);
  if (last && last.move !== state.pending?.move) playMark(last.mark);
  if (game.outcome && before && !before.outcome) {
    playEnd(game.outcome.winner, myMark(game));
    announce(inNames(game.outcome.words, game));
  } else if (!game.outcome && isHuman(game.players[game.turn])) {
    announce(myMark(game) === game.turn ? 'Your turn.' : `${sideName(game.turn, game)} to move.`);
  }
}

/** The game, sent by the server. While we wait for an answer, it waits too. @param {Game} game */
function receive(game) {
  noteArrival(game);
  if (game.id !== state.game?.id) return;
  if (!state.sending && !state.reply) showGame(game, { foreign: true });
  else if (!state.news || game.revision > state.news.revision) update({ news: game });
}

function showNews() {
  const { news, game } = state;
  update({ news: null });
  if (news && news.id === game?.id) showGame(news, { foreign: true });
}

/**
 * Another window made a move; if it does not ask for the program's reply, this one will.
 * @param {Game} game
 */
function askProgramLater(game) {
  if (!programsTurn(game) || onlyPrograms(game)) return;
  const patience = 5000 + 2000 * (game.players[game.turn].seconds ?? 0);
  setTimeout(() => {
    if (state.game?.id === game.id && state.game.revision === game.revision) askProgram();
  }, patience);
}

// ---- When the server was lost ----

/** Wait for the server; the game continues where it was, even if the server has forgotten it. */
export async function reconnect() {
  const game = await untilBack(fetchGame);
  if (state.sending || state.reply) receive(game);
  else showGame(game);
}

/** Show the game as the server has it. */
export async function refresh({ quiet = false } = {}) {
  try {
    showGame(await fetchGame(), { quiet });
  } catch (error) {
    if (!isLost(error)) throw error;
    showGame(await untilBack(fetchGame), { quiet });
  }
}

function currentGame() {
  if (!state.game) throw new Error('there is no game yet');
  return state.game;
}

/** @returns {Promise<Game>} */
async function fetchGame() {
  const game = currentGame();
  try {
    return await request('GET', `/games/${game.id}`);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404 || game.table) throw error;
    return copyOf(game);
  }
}

/** @param {Game} game */
async function copyOf(game) {
  const { recordOf } = await import('./record.js');
  const copy = await request('POST', '/games', { record: recordOf(game), held: game.held });
  notice('The server no longer had this game; it continues from the copy in this page.');
  return copy;
}
