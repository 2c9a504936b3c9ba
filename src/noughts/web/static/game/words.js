// The page's sentences about players, moves and values.

import { capital, plural, signed } from '../ui/format.js';
import { letter } from './notation.js';
import { isHuman, myMark, onlyPrograms } from './state.js';

/** @import { Game, Mark, MoveValue, Outcome, State } from '../types.js' */

/** "You", "A person", "engine, 1 s". @param {Game} game @param {Mark} mark */
export function playerName(game, mark) {
  const player = game.players[mark];
  if (isHuman(player)) return myMark(game) === mark ? 'You' : 'A person';
  return player.seconds ? `${player.name}, ${player.seconds} s` : player.name;
}

/**
 * Whose turn it is, or how the game ended: a short line and a longer one.
 * @param {Game} game
 * @param {Pick<State, 'pending' | 'reply' | 'running'>} now
 * @returns {{short: string, long: string, kind?: string}}
 */
export function standing(game, { pending, reply, running }) {
  if (game.outcome) return ending(game, game.outcome);
  const start = `${capital(game.label)}.`;
  if (pending) return { short: `${letter(pending.mark)} plays ${pending.move}`, long: start };
  const mine = myMark(game);
  const turn = letter(game.turn);
  const last = game.moves.at(-1);
  const detail = last
    ? `${mine === last.mark ? 'You' : letter(last.mark)} played ${last.move}.`
    : start;
  if (mine === game.turn) return { short: 'Your turn', long: `${turn} to move. ${detail}` };
  if (isHuman(game.players[game.turn])) return { short: `${turn} to move`, long: detail };
  const long = `${capital(game.players[game.turn].name)}. ${detail}`;
  if (reply) return { short: `${turn} is thinking…`, long };
  return {
    short: onlyPrograms(game) && !running ? `${turn} to move, paused` : `${turn} to move`,
    long,
  };
}

/** @param {Game} game @param {Outcome} outcome */
function ending(game, { winner, words }) {
  const mine = myMark(game);
  if (!winner) return { short: 'Draw', long: words, kind: 'draw' };
  if (!mine) return { short: `${letter(winner)} wins`, long: words, kind: 'win' };
  return winner === mine
    ? { short: 'You win', long: words, kind: 'win' }
    : { short: 'You lose', long: words, kind: 'loss' };
}

/** "win in 3 plies", "draw", "score +12 or more". @param {MoveValue} value */
export function valueWords({ outcome, plies, score, bound }) {
  if (!outcome) return `score ${signed(score)}${BOUNDS[bound]}`;
  if (outcome === 'draw') return 'draw';
  return plies ? `${outcome} in ${plural(plies, 'ply', 'plies')}` : outcome;
}

const BOUNDS = { exact: '', 'at-least': ' or more', 'at-most': ' or less' };
