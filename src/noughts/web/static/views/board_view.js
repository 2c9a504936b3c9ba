// The game on the board: what the board shows of the state, and what a click on it does.

import { letter } from '../game/notation.js';
import { play } from '../game/session.js';
import { isHuman, shownNumber, shownPosition, state } from '../game/state.js';
import { byId } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { Board } from './board.js';
import { cellValues } from './values.js';

const board = new Board(byId('board-root'), { onChoose: choose });
let drawnGame = ''; // the id of the game on the board: its new marks are drawn in

/**
 * A cell was clicked. The server judges moves; this only says why nothing is sent.
 * @param {string} name
 */
function choose(name) {
  const position = shownPosition();
  if (playableCells().has(name)) play(name);
  else if (!position || position.outcome) return;
  else if (position.legal.includes(name)) announce(`It is ${letter(position.turn)}'s turn.`);
  else announce(`${name} cannot be played.`);
}

/** The cells where a person can move now. */
function playableCells() {
  const position = shownPosition();
  const person = position && state.game && isHuman(state.game.players[position.turn]);
  return new Set(person && !state.pending ? position.legal : []);
}

/** Move the keyboard's focus to the board. */
export const focusBoard = () => board.focus();

export function drawBoard() {
  const { game, pending } = state;
  const position = shownPosition();
  byId('board-root').hidden = !position;
  if (!game || !position) return;
  const moves = game.moves.slice(0, shownNumber());
  board.draw({
    ...position,
    label: `Board, ${position.label}`,
    flipped: state.flipped,
    turn: pending?.mark ?? position.turn,
    playable: playableCells(),
    pending: state.past === null ? (pending?.move ?? null) : null,
    last: moves.at(-1)?.move ?? null,
    line: position.outcome?.cells ?? [],
    numbers: state.numbers ? new Map(moves.map(({ move }, index) => [move, index + 1])) : null,
    values: cellValues(state),
    animate: drawnGame === game.id,
  });
  drawnGame = game.id;
}
