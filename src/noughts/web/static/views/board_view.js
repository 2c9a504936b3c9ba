// The game on the board: what of the state the board shows, and what a click on it does.

import { Board } from './board.js';
import { byId } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { play } from '../game/session.js';
import { isHuman, shownPosition, state } from '../game/state.js';
import { cellValues } from './values.js';
import { letter } from '../game/words.js';

const board = new Board(byId('board-root'), { onChoose: choose });
let drawnGame = null; // the id of the game on the board: its new marks are drawn in

/** A cell was clicked. The server judges moves; here it is only said why nothing is sent. */
function choose(name) {
  const position = shownPosition();
  if (playableCells(position).has(name)) play(name);
  else if (position && !position.outcome) announce(whyNot(name, position));
}

function whyNot(name, position) {
  if (!position.legal.includes(name)) return `${name} is taken.`;
  return `It is ${letter(position.turn)}'s turn.`;
}

function playableCells(position) {
  const open = position && !position.outcome && !state.pending;
  return new Set(open && isHuman(state.game.players[position.turn]) ? position.legal : []);
}

/** Move the keyboard's focus to the board. */
export const focusBoard = () => board.focus();

export function drawBoard() {
  const { game, pending } = state;
  const position = shownPosition();
  byId('board-root').hidden = !position;
  if (!position) return;
  const moves = game.moves.slice(0, position.number);
  board.draw({
    ...position,
    label: `Board, ${position.label}`,
    flipped: state.flipped,
    turn: pending?.mark ?? position.turn,
    playable: playableCells(position),
    pending: state.past === null ? (pending?.move ?? null) : null,
    last: moves.at(-1)?.move ?? null,
    line: position.outcome?.cells ?? [],
    numbers: state.numbers ? new Map(moves.map(({ move }, index) => [move, index + 1])) : null,
    values: cellValues(state),
    animate: drawnGame === game.id,
  });
  drawnGame = game.id;
}
