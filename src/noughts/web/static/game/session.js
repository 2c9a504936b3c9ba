// The game in play: sends what the person does, shows what the server says, and asks a program for
// its move when it is its turn.

import { messageOf } from '../ui/format.js';
import { announce, notice } from '../ui/notice.js';
import { recall, rememberGame } from '../ui/remember.js';
import { playEnd, playMark } from '../ui/sound.js';
import { ApiError, isAbort, isLost, request } from './api.js';
import { sleep, untilBack } from './connection.js';
import { follow, setUpLive } from './live.js';
import { letter } from './notation.js';
import { isHuman, myMark, onlyPrograms, programsTurn, state, update } from './state.js';

/** @import { Game, Mark, Move, Player } from '../types.js' */

const MOVED_ON = 'This game has moved on in another window.';
const TRIES_WHEN_BUSY = 20;
const TRIES_AFTER_A_REPLY = 3; // an interrupted program may have moved in between

export function setUpSession() {
  setUpLive({ onGame: receive, onLost: reconnect });
}

// ---- Beginning and opening ----

/** Begin a game; throws the server's sentence if it refuses. @param {object} body */
export async function begin(body, { running = false } = {}) {
  enter(await request('POST', '/games', body), running);
}

/**
 * Open a game that the server has, if it is `wanted(game)`; throws if the server does not have it.
 * @param {string} id
 * @param {(game: Game) => boolean} [wanted]
 */
export async function open(id, wanted = () => true) {
  const game = await request('GET', `/games/${encodeURIComponent(id)}`);
  if (!wanted(game)) return false;
  enter(game, false);
  return true;
}

/** @param {Game} game @param {boolean} running */
function enter(game, running) {
  cancelReply();
  const fresh = { past: null, pending: null, news: null, review: null, trouble: null };
  update({ ...fresh, badLink: null, running });
  showGame(game);
}

// ---- What the person does ----

/**
 * Play a move, if it is a person's turn; from an earlier position, the later moves are undone.
 * @param {string} move
 */
export async function play(move) {
  if (state.sending) return;
  if (state.past && !(await backTo(state.past.number))) return;
  const { game } = state;
  if (!game || game.outcome || programsTurn(game)) return;
  playMark(game.turn);
  update({ pending: { move, mark: game.turn } });
  await change('moves', () => ({ move }));
  update({ pending: null });
}

/** Take back: against a program to your previous turn, otherwise one move. */
export const undo = () => change('undo', (game) => some(movesToUndo(game)), { pauses: true });

/** Play again what one `undo` took back. */
export const redo = () => change('redo', (game) => some(movesToRedo(game)), { pauses: true });

/** Go on from an earlier position: take back what came after it. @param {number} number */
export async function backTo(number) {
  await change('undo', (game) => some(game.moves.length - number), { pauses: true });
  return state.game?.moves.length === number;
}

export const resign = () =>
  change('resign', (game) => ({ mark: myMark(game) ?? game.turn }), { pauses: true });

/** Give a side to another player, or take it over. @param {Mark} mark @param {Player} player */
export const setPlayer = (mark, player) =>
  change('players', () => ({ players: { [mark]: player } }), { pauses: true });

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
  const mine = myMark(game);
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
 * @param {{pauses?: boolean}} [options] whether two programs pause
 */
async function change(verb, body, { pauses = false } = {}) {
  if (state.sending || !state.game) return;
  update({ sending: true });
  try {
    if (pauses) update({ running: false });
    const interrupted = cancelReply();
    if (interrupted) await refresh({ quiet: true });
    await send(verb, body, interrupted);
  } catch (error) {
    if (!isAbort(error)) report(error);
  } finally {
    update({ sending: false });
    showNews();
    askProgram();
  }
}

/** @param {string} verb @param {(game: Game) => any} body @param {boolean} interrupted */
async function send(verb, body, interrupted) {
  for (let attempt = 0; ; attempt++) {
    const asked = body(currentGame());
    if (!asked) return;
    const { game, made } = await sendUntilAnswered(verb, asked);
    if (!made && interrupted && attempt < TRIES_AFTER_A_REPLY) {
      showGame(game, { quiet: true });
      continue;
    }
    showGame(game);
    update({ past: null, pending: null });
    if (!made) notice(asked.move ? `${MOVED_ON} Your move ${asked.move} was not made.` : MOVED_ON);
    return;
  }
}

/**
 * Ask until there is an answer, however often the server is lost or busy in the meantime. Returns
 * the game, and whether the change was `made`.
 * @param {string} verb
 * @param {{move?: string}} asked
 * @param {AbortSignal} [signal]
 * @returns {Promise<{game: Game, made: boolean}>}
 */
async function sendUntilAnswered(verb, asked, signal) {
  for (let attempt = 1; ; attempt++) {
    const before = currentGame();
    try {
      const body = { revision: before.revision, ...asked };
      const path = `/games/${before.id}/${verb}`;
      return { game: await request('POST', path, body, { signal }), made: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 409 && error.game) return { game: error.game, made: false };
      if (error.lost) {
        const game = await untilBack(fetchGame);
        if (signal?.aborted) throw new DOMException('no longer wanted', 'AbortError');
        if (!sameStand(before, game)) return { game, made: follows(asked.move, before, game) };
        update({ game });
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
  const stand = ({ start, moves, outcome, players }) =>
    JSON.stringify([start, moves.map(({ move }) => move), outcome, players]);
  return stand(one) === stand(two);
}

/**
 * Whether a move was made although its answer was lost.
 * @type {(move: string | undefined, before: Game, game: Game) => boolean}
 */
const follows = (move, before, game) => !move || game.moves[before.moves.length]?.move === move;

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
  if (!game || state.reply || state.sending || !programsTurn(game)) return;
  if (onlyPrograms(game) && !state.running && !oneMove) return;
  if (state.trouble && !oneMove) return;
  const reply = new AbortController();
  update({ reply, oneMove: false, trouble: null });
  try {
    const [answer] = await Promise.all([
      sendUntilAnswered('reply', {}, reply.signal),
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
  const before = state.game?.id === game.id ? state.game : null;
  if (before && game.revision < before.revision) return;
  const played = before ? newMoves(before, game) : [];
  const moved = !before || played.length > 0 || game.moves.length !== before.moves.length;
  const changed = game.revision !== before?.revision;
  update({ game, ...(changed && { trouble: null }), ...(moved && { review: null }) });
  if (moved && played.length === 0) update({ past: null }); // the earlier position may be gone
  if (!quiet && changed) tell(before, game, played);
  rememberGame(game.id);
  follow(game.id);
  if (foreign) askProgramLater(game);
  else askProgram();
}

/** @param {Game} before @param {Game} game */
function newMoves(before, game) {
  const known = before.moves.length;
  const prefix = before.moves.every(({ move }, index) => game.moves[index]?.move === move);
  return prefix ? game.moves.slice(known) : [];
}

/** @param {Game | null} before @param {Game} game @param {Move[]} played */
function tell(before, game, played) {
  for (const { move, mark } of played) announce(`${letter(mark)} plays ${move}.`);
  const last = played.at(-1);
  if (last && last.move !== state.pending?.move) playMark(last.mark);
  if (game.outcome && before && !before.outcome) {
    playEnd(game.outcome.winner, myMark(game));
    announce(game.outcome.words);
  } else if (!game.outcome && isHuman(game.players[game.turn])) {
    announce(myMark(game) ? 'Your turn.' : `${letter(game.turn)} to move.`);
  }
}

/** The game, sent by the server. While we wait for an answer, it waits too. @param {Game} game */
function receive(game) {
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
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    return copyOf(game);
  }
}

/** @param {Game} game */
async function copyOf({ game, start, moves, players }) {
  const names = moves.map(({ move }) => move);
  const copy = await request('POST', '/games', { game, ...start, moves: names, players });
  notice('The server no longer had this game; it continues from the copy in this page.');
  return copy;
}
