// The game as a file has it, for a server that has lost it; loaded when that is needed.

import { playerSpec } from './notation.js';
import { lineOfGame } from './tree.js';

/** @import { Game, Mark } from '../types.js' */

/** A player as files name it. @param {Game} game @param {Mark} mark */
const playerText = ({ players, called }, mark) => called[mark] ?? playerSpec(players[mark]);

/**
 * The game as the server reads it from a file: what was taken back becomes a variation that repeats
 * the last move.
 * @param {Game} game
 */
export function recordOf(game) {
  const { start, moves, undone, comments, variations } = game;
  const played = moves.length || undone.length;
  const outcome = moves.length === played ? game.outcome : null;
  const line = lineOfGame(game).moves;
  /** @param {(number: number) => boolean} wanted */
  const said = (wanted) =>
    Object.fromEntries(Object.entries(comments).filter(([number]) => wanted(Number(number))));
  const back = line.length > played && {
    after: played - 1,
    moves: line.slice(played - 1),
    comments: said((number) => number > played),
    variations: variations.filter(({ after }) => after >= played),
  };
  return {
    game: game.game,
    ...start,
    players: { x: playerText(game, 'x'), o: playerText(game, 'o') },
    ...(game.title && { about: { name: game.title } }),
    moves: line.slice(0, played).map((move, at) => [move, moves[at]?.seconds ?? 0]),
    outcome: outcome && { winner: outcome.winner, reason: outcome.reason, cells: outcome.cells },
    comments: said((number) => number <= played),
    variations: [...variations.filter(({ after }) => after < played), ...(back ? [back] : [])],
  };
}
