// Looking at other positions than the game's current one: earlier ones, what was taken back, and
// variations. The positions come from the server. A move that is made there becomes a variation.

import { announce, attempt } from '../ui/notice.js';
import { isLost, request } from './api.js';
import { cellName, sideName } from './names.js';
import * as session from './session.js';
import { shownPath, state, update } from './state.js';
import { hasNode, movesAfter, pathOfGame, samePath, startsWith, variationOf } from './tree.js';

/** @import { Game, Position } from '../types.js' */

/** @type {string[] | null} */
let wanted = null; // the path of the position that we wait for

/** @type {string[]} */
let walked = []; // the line on which one goes forward again after going back

/** The positions of one game, by their paths. */
const known = { id: '', positions: /** @type {Map<string, Promise<Position>>} */ (new Map()) };

// ---- Looking ----

/** Show the position after `number` moves of the game. @param {number} number */
export const lookAt = async (number) =>
  state.game && lookAtPath(pathOfGame(state.game).slice(0, Math.max(0, number)));

/** Show the position after these moves; null for the game itself, as its current one is.
 * @param {string[] | null} path
 */
export async function lookAtPath(path) {
  const { game } = state;
  if (!path) return backToGame();
  if (!game) return;
  if (!startsWith(walked, path)) walked = path;
  wanted = path;
  if (samePath(path, pathOfGame(game))) leave();
  else await attempt(() => show(game, path));
}

/** From now on, one move forward follows this line, if it is none of the game's. @param {string[]} path */
export function walkAlong(path) {
  walked = path;
}

/** Go along the line: `by` moves forward, or back if negative. @param {number} by */
export async function lookBy(by) {
  const { game } = state;
  if (!game) return;
  const path = wanted ?? shownPath();
  if (!startsWith(walked, path)) walked = path;
  if (by < 0) return lookAtPath(path.slice(0, Math.max(0, path.length + by)));
  const next = nextMove(game, path) ?? walked[path.length];
  if (next) await lookAtPath([...path, next]);
}

/** The move with which one goes on: where one came from, or that of the line.
 * @param {Game} game
 * @param {string[]} path
 */
function nextMove(game, path) {
  const moves = movesAfter(game, path);
  const came = startsWith(walked, path) ? walked[path.length] : undefined;
  return came && moves.includes(came) ? came : moves[0];
}

export function backToGame() {
  walked = [];
  leave();
}

function leave() {
  wanted = null;
  update({ past: null });
}

/** @param {Game} game @param {string[]} path */
async function show(game, path) {
  try {
    const position = await fetchPosition(game, path);
    if (wanted !== path || state.game?.id !== game.id) return;
    wanted = null;
    update({ past: { ...position, path, number: path.length } });
    for (const near of [
      path.slice(0, -1),
      [...path, ...movesAfter(state.game, path).slice(0, 1)],
    ]) {
      fetchPosition(game, near).catch(() => {});
    }
  } catch (error) {
    if (isLost(error)) {
      await session.reconnect();
      if (wanted === path) await lookAtPath(path);
    } else {
      wanted = null;
      session.report(error);
    }
  }
}

/** @param {Game} game @param {string[]} path @returns {Promise<Position>} */
function fetchPosition({ id, game, start }, path) {
  if (known.id !== id) {
    known.id = id;
    known.positions = new Map();
  }
  const { positions } = known;
  const key = path.join();
  const body = { game, text: start.cells, turn: start.turn, moves: path };
  const found = positions.get(key) ?? request('POST', '/position', body);
  positions.set(key, found);
  found.catch(() => positions.delete(key));
  return found;
}

// ---- Undo and redo: elsewhere than in the game they only go back and forward ----

export const undo = () => (state.past ? lookBy(-1) : session.undo());

export const redo = () => (state.past ? lookBy(1) : session.redo());

export function canUndo() {
  const { game, past } = state;
  if (!game) return false;
  return past ? past.path.length > 0 : session.canUndo(game);
}

export function canRedo() {
  const { game, past } = state;
  if (!game) return false;
  return past ? Boolean(nextMove(game, past.path)) : session.canRedo(game);
}

// ---- Changing the tree ----

/** Make a move in the shown position: one that is there already is followed. @param {string} move */
export async function tryMove(move) {
  const { game, past } = state;
  if (!game || !past || state.sending) return;
  const path = [...past.path, move];
  const there = hasNode(game, path);
  await addLine(path);
  if (!state.game || !hasNode(state.game, path)) return;
  if (!there) announce(`Variation: ${sideName(past.turn)} ${cellName(move)}.`);
  await lookAtPath(path);
}

/** Add the moves of a path to the tree, as far as they are not there. @param {string[]} path */
export async function addLine(path) {
  for (const [at, move] of path.entries()) {
    const before = path.slice(0, at);
    if (!state.game || !hasNode(state.game, before)) return;
    if (!hasNode(state.game, [...before, move])) await session.vary(before, move);
  }
}

/**
 * Delete the variation of the shown position; the position before it is shown. Returns the variation
 * and the path to its first move if it is gone.
 */
export async function deleteVariation() {
  const { game } = state;
  const variation = game && variationOf(game, shownPath());
  if (!variation) return null;
  const { start } = variation;
  await lookAtPath(start.slice(0, -1));
  await session.deleteLine(start);
  return state.game && !hasNode(state.game, start) ? variation : null;
}

/** Restore what was deleted last, and show it if it is known where it was. @param {string[]} [path] */
export async function restoreVariation(path) {
  await session.restore();
  if (path && state.game && hasNode(state.game, path)) await lookAtPath(path);
}
