// The game in play: what the person wants is sent, what the server says is shown, and a program
// whose turn it is is asked for its move.

import { isAbort, request } from './api.js';
import { sleep, untilBack } from './connection.js';
import { follow, setUpLive } from './live.js';
import { announce, notice } from '../ui/notice.js';
import { recall, rememberGame } from '../ui/remember.js';
import { playEnd, playMark } from '../ui/sound.js';
import { isHuman, myMark, nobodyPlays, programsTurn, state, update } from './state.js';
import { letter } from './words.js';

const MOVED_ON = 'This game has moved on in another window.';
const TRIES_WHEN_BUSY = 20;

let sending = false; // a change of ours is on its way
let reply = null; // the AbortController of the reply that is awaited
let held = null; // news that came meanwhile
let stepping = false; // one move of a paused program was asked for

export function setUpSession() {
  setUpLive({ onGame: hear, onLost: comeBack });
}

// ---- Beginning and opening ----

/** Begin a game; throws the server's sentence if it cannot be. */
export async function begin(body, { running = false } = {}) {
  const game = await request('POST', '/games', body);
  enter(game, { running });
  return game;
}

/** Open a game that the server has, if it is `wanted(game)`; throws if the server has it not. */
export async function open(id, wanted = () => true) {
  const game = await request('GET', `/games/${encodeURIComponent(id)}`);
  if (wanted(game)) enter(game);
  return wanted(game);
}

function enter(game, { running = false } = {}) {
  interrupt();
  held = null;
  const fresh = { past: null, pending: null, review: null, analysis: null, trouble: null };
  update({ ...fresh, badLink: null, running });
  adopt(game);
}

// ---- What the person does ----

/** Play a move, if it is a person's turn; from an earlier position, the later moves are undone. */
export async function play(move) {
  if (sending || state.game === null) return;
  if (state.past !== null && !(await backTo(state.past))) return;
  const { game } = state;
  if (game.outcome || programsTurn(game)) return;
  playMark(game.turn);
  update({ pending: { move, mark: game.turn } });
  await change('moves', () => ({ move }));
  update({ pending: null });
}

/** Take back: against a program to one's own previous turn, otherwise one move. */
export const undo = () => change('undo', (game) => some(movesToUndo(game)), { pauses: true });

/** Play again what was taken back, as far as `undo` took it. */
export const redo = () => change('redo', (game) => some(movesToRedo(game)), { pauses: true });

/** Go on from an earlier position: take back what came after it. */
export async function backTo(number) {
  await change('undo', (game) => some(game.moves.length - number), { pauses: true });
  return state.game.moves.length === number;
}

export const resign = () =>
  change('resign', (game) => ({ mark: myMark(game) ?? game.turn }), { pauses: true });

/** Give a side to another player, or take it over. */
export const setPlayer = (mark, player) =>
  change('players', () => ({ players: { [mark]: player } }), { pauses: true });

/** Two programs: go on, or pause after the move that is being thought about. */
export function setRunning(running) {
  update({ running });
  if (running) goOn();
}

/** Let the program whose turn it is make one move. */
export function step() {
  update({ running: false });
  stepping = true;
  goOn();
}

export function tryAgain() {
  update({ trouble: null });
  stepping = true;
  goOn();
}

const some = (moves) => (moves > 0 ? { moves } : null);

export function movesToUndo(game) {
  const mine = myMark(game);
  if (!mine) return Math.min(1, game.moves.length);
  const last = game.moves.findLastIndex(({ mark }) => mark === mine);
  return last < 0 ? 0 : game.moves.length - last;
}

export function movesToRedo(game) {
  const all = game.undone.length;
  const mine = myMark(game);
  return Math.min(all, mine && mine === game.turn ? 2 : 1);
}

// ---- Sending a change ----

/**
 * Send a change. `body(game)` says what to ask of the game as it is, or null for nothing. A
 * program that is thinking is interrupted first; its move may have been made by then.
 */
async function change(verb, body, { pauses = false } = {}) {
  if (sending || !state.game) return;
  sending = true;
  try {
    if (pauses) update({ running: false });
    const interrupted = interrupt();
    if (interrupted) adopt(await latest(), { quiet: true });
    await send(verb, body, interrupted);
  } catch (error) {
    if (!isAbort(error)) refused(error);
  } finally {
    sending = false;
    takeHeld();
    goOn();
  }
}

async function send(verb, body, interrupted) {
  for (let attempt = 0; ; attempt++) {
    const asked = body(state.game);
    if (!asked) return;
    const { game, made } = await insist(verb, asked);
    if (!made && interrupted && attempt < 3) {
      adopt(game, { quiet: true });
      continue;
    }
    adopt(game);
    update({ past: null, pending: null });
    if (!made) notice(asked.move ? `${MOVED_ON} Your move ${asked.move} was not made.` : MOVED_ON);
    return;
  }
}

/**
 * Ask until there is an answer, however often the server goes away or is busy meanwhile. The
 * answer is the game, and whether the change was `made`.
 */
async function insist(verb, asked, signal) {
  for (let attempt = 1; ; attempt++) {
    const before = state.game;
    try {
      const body = { revision: before.revision, ...asked };
      const path = `/games/${before.id}/${verb}`;
      return { game: await request('POST', path, body, { signal }), made: true };
    } catch (error) {
      if (isAbort(error)) throw error;
      if (error.status === 409 && error.game) return { game: error.game, made: false };
      if (error.lost) {
        const game = await comeBack({ adopting: false });
        if (signal?.aborted) throw new DOMException('no longer wanted', 'AbortError');
        if (!sameStand(before, game)) return { game, made: contains(game, before, asked) };
        update({ game });
      } else if ([429, 503].includes(error.status) && attempt < TRIES_WHEN_BUSY) {
        if (attempt === 2) notice(`Not done yet, still trying: ${error.message}`);
        await sleep(1000 * (error.retryAfter ?? 2));
      } else throw error;
    }
  }
}

function sameStand(one, two) {
  const stand = ({ start, moves, outcome, players }) =>
    JSON.stringify([start, moves.map(({ move }) => move), outcome, players]);
  return stand(one) === stand(two);
}

/** Whether a move that was sent into the silence has been made after all. */
function contains(game, before, { move }) {
  return !move || game.moves[before.moves.length]?.move === move;
}

function refused(error) {
  update({ pending: null });
  notice(error.message);
  if (error.status === 404) comeBack().catch(() => {});
}

// ---- The program's move ----

/** Ask for the move of the program whose turn it is, if it should move now. */
async function goOn() {
  const { game } = state;
  if (!game || reply || sending || !programsTurn(game)) return;
  if (nobodyPlays(game) && !state.running && !stepping) return;
  if (state.trouble && !stepping) return;
  stepping = false;
  const controller = new AbortController();
  reply = controller;
  update({ thinking: true, trouble: null });
  try {
    const [answer] = await Promise.all([
      insist('reply', {}, controller.signal),
      sleep(1000 * recall('reply-time', 0.3)),
    ]);
    if (reply !== controller) return;
    reply = null;
    update({ thinking: false });
    adopt(answer.game);
    takeHeld();
  } catch (error) {
    if (reply !== controller) return;
    reply = null;
    update({ thinking: false, running: false, trouble: isAbort(error) ? null : error.message });
    if (state.trouble) announce(state.trouble);
  }
}

/** Stop waiting for the program's move; true if one was awaited. */
function interrupt() {
  if (!reply) return false;
  reply.abort();
  reply = null;
  update({ thinking: false });
  return true;
}

// ---- What the server says ----

/** Show the game as it is now. Moves that are new are heard and said, unless `quiet`. */
function adopt(game, { foreign = false, quiet = false } = {}) {
  const before = state.game;
  const same = before?.id === game.id;
  if (same && game.revision < before.revision) return;
  const changed = !same || game.revision !== before.revision;
  const played = same ? newMoves(before, game) : [];
  const moved = !same || played.length > 0 || game.moves.length !== before.moves.length;
  update({ game, ...(changed && { trouble: null }), ...(moved && { review: null }) });
  if (moved && played.length === 0) update({ past: null }); // what was looked at may be gone
  if (!quiet && (changed || !same)) tell(before, game, played, same);
  rememberGame(game.id);
  follow(game.id);
  if (foreign) takeOverLater(game);
  else goOn();
}

function newMoves(before, game) {
  const known = before.moves.length;
  const prefix = before.moves.every(({ move }, index) => game.moves[index]?.move === move);
  return prefix ? game.moves.slice(known) : [];
}

function tell(before, game, played, same) {
  for (const { move, mark } of played) announce(`${letter(mark)} plays ${move}.`);
  const last = played.at(-1);
  if (last && last.move !== state.pending?.move) playMark(last.mark);
  if (game.outcome && same && !before.outcome) {
    playEnd(game.outcome.winner, myMark(game));
    announce(game.outcome.words);
  } else if (!game.outcome && isHuman(game.players[game.turn])) {
    announce(myMark(game) ? 'Your turn.' : `${letter(game.turn)} to move.`);
  }
}

/** News from the server. While an answer of ours is awaited, they wait as well. */
function hear(game) {
  if (game.id !== state.game?.id) return;
  if (sending || reply) {
    if (!held || game.revision > held.revision) held = game;
  } else adopt(game, { foreign: true });
}

function takeHeld() {
  const game = held;
  held = null;
  if (game && game.id === state.game?.id) adopt(game, { foreign: true });
}

/** Another window made a move; if it does not ask for the program's reply, this one will. */
function takeOverLater(game) {
  if (!programsTurn(game) || nobodyPlays(game)) return;
  const patience = 5000 + 2000 * (game.players[game.turn].seconds ?? 0);
  setTimeout(() => {
    if (state.game?.id === game.id && state.game.revision === game.revision) goOn();
  }, patience);
}

// ---- After a silence ----

/** Wait for the server; the game goes on where it was, even if the server has forgotten it. */
async function comeBack({ adopting = true } = {}) {
  const game = await untilBack(fetchGame);
  if (!adopting) return game;
  if (sending || reply) hear(game);
  else adopt(game);
  return game;
}

async function latest() {
  try {
    return await fetchGame();
  } catch (error) {
    if (!error.lost) throw error;
    return untilBack(fetchGame);
  }
}

async function fetchGame() {
  const { game } = state;
  try {
    return await request('GET', `/games/${game.id}`);
  } catch (error) {
    if (error.status !== 404) throw error;
    return copyOf(game);
  }
}

async function copyOf({ game, start, moves, players }) {
  const names = moves.map(({ move }) => move);
  const copy = await request('POST', '/games', { game, ...start, moves: names, players });
  notice('The server no longer had this game; it goes on from the copy in this page.');
  return copy;
}
