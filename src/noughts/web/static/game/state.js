// Everything that the page shows, in one object. `update` changes it and tells who draws.

import { recall } from '../ui/remember.js';

export const state = {
  game: null, // the game as the server last told it
  past: null, // the number of moves shown, while an earlier position is looked at
  pending: null, // {move, mark}: sent, not yet answered
  thinking: false, // a program's reply is awaited
  running: false, // two programs: they go on by themselves
  badLink: null, // a sentence: why the address could not be opened
  trouble: null, // a sentence that the status line shows instead of whose turn it is
  tab: 'play',
  flipped: false,
  numbers: recall('numbers', false),
  values: recall('values', false),
  analysis: null, // what values.js last heard about the shown position
  review: null, // what review.js found out about this game
};

const listeners = new Set();
let scheduled = false;

/** Call `listener(state)` after changes, once for all changes made in one go. */
export function subscribe(listener) {
  listeners.add(listener);
}

export function update(changes) {
  Object.assign(state, changes);
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    for (const listener of listeners) listener(state);
  });
}

/** The position on the screen: the game's own, or an earlier one that is looked at. */
export function shownPosition({ game, past } = state) {
  if (!game) return null;
  const { rows, columns, k, straight, exact, label, start } = game;
  const board = { game: game.game, rows, columns, k, straight, exact, label };
  if (past === null || past >= game.moves.length) {
    const { cells, turn, legal, outcome } = game;
    return { ...board, cells, turn, legal, outcome, number: game.moves.length };
  }
  const cells = [...start.cells];
  for (const { move, mark } of game.moves.slice(0, past)) cells[indexOf(move, columns)] = mark;
  const legal = cells.flatMap((mark, index) => (mark === '.' ? [nameOf(index, columns)] : []));
  const turn = game.moves[past].mark;
  return { ...board, cells: cells.join(''), turn, legal, outcome: null, number: past };
}

/** A cell's name: row letter, column number. */
export function nameOf(index, columns) {
  return String.fromCharCode(97 + Math.floor(index / columns)) + ((index % columns) + 1);
}

/** A cell's index, row by row from 0. */
export function indexOf(name, columns) {
  return (name.charCodeAt(0) - 97) * columns + Number(name.slice(1)) - 1;
}

export const isHuman = (player) => player.name === 'human';

/** The only person's mark, or null if nobody or two people play. */
export function myMark(game) {
  const people = ['x', 'o'].filter((mark) => isHuman(game.players[mark]));
  return people.length === 1 ? people[0] : null;
}

export const nobodyPlays = (game) => !isHuman(game.players.x) && !isHuman(game.players.o);

export const programsTurn = (game) => !game.outcome && !isHuman(game.players[game.turn]);
