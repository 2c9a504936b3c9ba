// The game as a tree: its line, with what was taken back, and the variations. A node is its path:
// the moves from the start. The server keeps the tree; this only finds the way in it.

import { other } from './notation.js';

/** @import { Game, Line, Mark } from '../types.js' */

/** @param {string[]} one @param {string[]} two */
export const samePath = (one, two) => one.length === two.length && startsWith(one, two);

/** Whether a path begins with another one. @param {string[]} path @param {string[]} first */
export const startsWith = (path, first) => first.every((move, at) => path[at] === move);

/** The path to where the game is now. @param {Game} game */
export const pathOfGame = ({ moves }) => moves.map(({ move }) => move);

/** The line of the game, with what was taken back. @param {Game} game @returns {Line} */
export function lineOfGame(game) {
  const { comments, variations, undone } = game;
  return { after: 0, moves: [...pathOfGame(game), ...undone], comments, variations };
}

/**
 * The lines that lead to a node, the game's own first; the node is in the last one. Null if there
 * is no such node.
 * @param {Game} game
 * @param {string[]} path
 */
export function linesTo(game, path) {
  const lines = [lineOfGame(game)];
  for (let number = 0; number < path.length; number++) {
    const line = lines[lines.length - 1];
    if (line.moves[number - line.after] === path[number]) continue;
    const branch = branches(line, number).find(({ moves }) => moves[0] === path[number]);
    if (!branch) return null;
    lines.push(branch);
  }
  return lines;
}

/** The variations of a line after so many moves. @param {Line} line @param {number} number */
export const branches = ({ variations = [] }, number) =>
  variations.filter(({ after }) => after === number);

/** @param {Game} game @param {string[]} path */
export const hasNode = (game, path) => linesTo(game, path) !== null;

/** The moves that follow a node, that of its line first. @param {Game} game @param {string[]} path */
export function movesAfter(game, path) {
  const line = linesTo(game, path)?.at(-1);
  if (!line) return [];
  const next = line.moves[path.length - line.after];
  const others = branches(line, path.length).map(({ moves }) => moves[0]);
  return next ? [next, ...others] : [];
}

/**
 * The variation that a node is in, and the path to its first move; null for the game's own line.
 * @param {Game} game
 * @param {string[]} path
 */
export function variationOf(game, path) {
  const lines = linesTo(game, path) ?? [];
  const line = lines.at(-1);
  return lines.length > 1 && line ? { line, start: path.slice(0, line.after + 1) } : null;
}

/** How many moves a line has, with its variations. @param {Line} line @returns {number} */
export function movesIn({ moves, variations = [] }) {
  return variations.reduce((sum, each) => sum + movesIn(each), moves.length);
}

/** Who made the move of that number. @param {Game} game @param {number} number @returns {Mark} */
export const markOf = ({ start }, number) => (number % 2 === 1 ? start.turn : other(start.turn));
