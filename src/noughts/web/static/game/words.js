// The page's sentences about players, moves and values.

import { isHuman, myMark, nobodyPlays } from './state.js';

const number = new Intl.NumberFormat('en-GB');

export const letter = (mark) => mark.toUpperCase();
export const other = (mark) => (mark === 'x' ? 'o' : 'x');
export const count = (value) => number.format(value);
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

export function plural(amount, one, many = `${one}s`) {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}

/** "0.4 ms", "38 ms", "2.8 s". */
export function duration(seconds) {
  if (seconds < 0.001) return `${(seconds * 1000).toFixed(2)} ms`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`;
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/** "You", "A person", "engine, 1 s". */
export function playerName(game, mark) {
  const player = game.players[mark];
  if (isHuman(player)) return myMark(game) === mark ? 'You' : 'A person';
  return player.seconds ? `${player.name}, ${player.seconds} s` : player.name;
}

/** Whose turn it is, or how the game ended: a short line and a longer one. */
export function standing({ game, pending, thinking, running }) {
  if (game.outcome) return ending(game);
  if (pending) return sentMove(game, pending);
  const mine = myMark(game);
  const turn = letter(game.turn);
  const detail = lastMove(game) || startWords(game);
  if (mine === game.turn) return { short: 'Your turn', long: `${turn} to move. ${detail}` };
  if (isHuman(game.players[game.turn])) return { short: `${turn} to move`, long: detail };
  const name = game.players[game.turn].name;
  if (thinking) return { short: `${turn} is thinking…`, long: `${capital(name)}. ${detail}` };
  const short = nobodyPlays(game) && !running ? `${turn} to move, paused` : `${turn} to move`;
  return { short, long: `${capital(name)}. ${detail}` };
}

function sentMove(game, { move, mark }) {
  return { short: `${letter(mark)} plays ${move}`, long: startWords(game) };
}

function ending(game) {
  const { winner, words, reason } = game.outcome;
  const mine = myMark(game);
  const long = words ?? reason;
  if (!winner) return { short: 'Draw', long, kind: 'draw' };
  if (!mine) return { short: `${letter(winner)} wins`, long, kind: 'win' };
  return winner === mine
    ? { short: 'You win', long, kind: 'win' }
    : { short: 'You lose', long, kind: 'loss' };
}

function lastMove(game) {
  const last = game.moves.at(-1);
  return last && `${moveWords(game, last)}.`;
}

function startWords(game) {
  return `${capital(game.label)}.`;
}

/** "You played b2", "O played b2". */
export function moveWords(game, { move, mark }) {
  const who = myMark(game) === mark ? 'You' : letter(mark);
  return `${who} played ${move}`;
}

/** "win in 3 plies", "draw", "at least a draw", "score +12". */
export function valueWords({ outcome, plies, score, bound }) {
  if (!outcome) return `score ${signed(score)}${BOUNDS[bound] ?? ''}`;
  if (outcome === 'draw') return 'draw';
  return plies ? `${outcome} in ${plural(plies, 'ply', 'plies')}` : outcome;
}

const BOUNDS = { 'at-least': ' or more', 'at-most': ' or less' };

/** "+12", "−135", "0". */
export function signed(score) {
  if (score === null || score === undefined) return '?';
  const rounded = Number.isInteger(score) ? score : Number(score.toFixed(1));
  if (rounded === 0) return '0';
  return (rounded > 0 ? '+' : '−') + count(Math.abs(rounded));
}
