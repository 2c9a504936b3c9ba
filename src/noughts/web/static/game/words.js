// The page's sentences about players, moves and values.

import { capital, ordinal, plural, roughly, signed } from '../ui/format.js';
import { cellName, cellNames, inNames, sideName } from './names.js';
import { isHuman, isWatching, myMark, onlyPrograms, state } from './state.js';

/** @import { Game, Mark, MoveValue, Outcome, Player, Seated, State, Thinking } from '../types.js' */

/** "You", "A person", "Ada", "Computer, hard", "engine, 1 s". @param {Seated} game @param {Mark} mark */
export function playerName(game, mark) {
  const player = game.players[mark];
  if (!isHuman(player)) return programName(player);
  if (myMark(game) === mark) return 'You';
  return game.called[mark] ?? (game.table && !isWatching(game) ? 'Opponent' : 'A person');
}

/** @param {Player} player */
export function programName({ name, seconds }) {
  if (state.levels.includes(name)) return `Computer, ${name}`;
  return seconds ? `${name}, ${seconds} s` : name;
}

/**
 * Whose turn it is, or how the game ended: a short line and a longer one.
 * @param {Game} game
 * @param {Pick<State, 'pending' | 'reply' | 'running' | 'thinking' | 'queue'>} now
 * @returns {{short: string, long: string, kind?: string}}
 */
export function standing(game, { pending, reply, running, thinking, queue }) {
  if (game.outcome) return ending(game, game.outcome);
  if (game.opened) return ofAFile(game);
  const setUp = /[xo]/.test(game.start.cells);
  const start = setUp ? 'From a position that was set up.' : 'The game begins.';
  const mine = myMark(game);
  const turn = sideName(game.turn, game);
  const last = game.moves.at(-1);
  const mover = last && (mine === last.mark ? 'You' : sideName(last.mark, game));
  const played = last ? `${mover} played ${cellName(last.move, game)}.` : start;
  const detail = game.remark ? `${played} ${game.remark}` : played;
  if (pending) {
    const { mark, move } = pending;
    return { short: `${sideName(mark, game)} plays ${cellName(move, game)}`, long: detail };
  }
  if (mine === game.turn) return { short: 'Your turn', long: `${turn} to move. ${detail}` };
  if (isHuman(game.players[game.turn])) return { short: `${turn} to move`, long: detail };
  const long = `${capital(programName(game.players[game.turn]))}. ${detail}`;
  if (reply && queue) return { short: `${turn} is waiting…`, long: queue };
  if (reply) {
    const now = thinking?.revision === game.revision;
    const far = now && thoughtWords(game, thinking);
    return { short: `${turn} is thinking…`, long: far || long, kind: 'thinking' };
  }
  const paused = onlyPrograms(game) ? !running : game.held;
  return { short: paused ? `${turn} to move, paused` : `${turn} to move`, long };
}

/** The end of a game of others, which has not ended there. @param {Game} game */
function ofAFile({ turn, ...game }) {
  const long = 'Opened from a file: a move here goes on with it.';
  return { short: `${sideName(turn, game)} to move`, long };
}

/** @param {number} place in the queue: 1 is next */
export const placeWords = (place) => `Waiting, ${ordinal(place)} in line…`;

/** @param {Error} refusal why there is no place at all */
export const refusedWords = ({ message }) => `Waiting to try again: ${message}.`;

const LINE_SHOWN = 6; // moves of the best line beside "is thinking": what fits in two lines

/**
 * What a program last found in this game: "Depth 9, 1.2 M nodes, +12 for O: h8 g9 h9". An opponent
 * keeps its plan to itself, unless values are shown.
 * @param {Game} game
 * @param {Thinking | null} thinking
 */
export function thoughtWords(game, thinking, plan = state.values || onlyPrograms(game)) {
  if (thinking?.id !== game.id) return '';
  const { turn, depth, nodes, line, outcome, plies, score } = thinking;
  const value = outcome || score === null ? outcome : signed(score);
  const soon = value && plies && outcome !== 'draw' ? `${value} in ${plies}` : value;
  const worth = soon && outcome !== 'draw' ? `${soon} for ${sideName(turn, game)}` : soon;
  const shown = plan && depth > 0 && worth;
  const figures = [depth > 0 && `depth ${depth}`, `${roughly(nodes)} nodes`, shown];
  const words = capital(figures.filter(Boolean).join(', '));
  if (!plan) return words;
  return line.length ? `${words}: ${cellNames(line.slice(0, LINE_SHOWN), game).join(' ')}` : words;
}

/** Who has won, and below it only why: "Ada wins", "A line from c1 to c3." @param {Game} game @param {Outcome} outcome */
function ending(game, { winner, words }) {
  const mine = myMark(game);
  const long = capital(inNames(words.replace(/^[^:]*: /, ''), game));
  if (!winner) return { short: 'Draw', long, kind: 'draw' };
  if (!mine) {
    const name = game.called[winner] ?? sideName(winner, game);
    return { short: `${name} wins`, long, kind: 'win' };
  }
  return winner === mine
    ? { short: 'You win', long, kind: 'win' }
    : { short: 'You lose', long, kind: 'loss' };
}

/** "win in 3 plies", "draw", "score +12 or more". @param {MoveValue} value */
export function valueWords({ outcome, plies, within, score, bound }) {
  if (!outcome) return `score ${signed(score)}${BOUNDS[bound]}`;
  if (outcome === 'draw') return 'draw';
  return outcome + inPlies(plies, within);
}

/** " in 3 plies", " in at most 9 plies", or "". @param {number | null} plies @param {number | null} [within] */
export function inPlies(plies, within) {
  if (plies) return ` in ${plural(plies, 'ply', 'plies')}`;
  return within ? ` in at most ${plural(within, 'ply', 'plies')}` : '';
}

const BOUNDS = {
  exact: '',
  'at-least': ' or more',
  'at-most': ' or less',
  estimate: ', estimated',
};
