// Who plays X and who plays O, and whose turn it is in the position on the screen; a side can be taken
// over or given to a program at any time.

import { naming, sideName } from '../game/names.js';
import { setPlayer } from '../game/session.js';
import { HUMAN, isHuman, isWatching, mayVary, shownPosition, state } from '../game/state.js';
import { playerName, thoughtWords } from '../game/words.js';
import { byId, h, setText } from '../ui/dom.js';
import { attempt } from '../ui/notice.js';
import { markElement } from './board.js';

/** @import { Game, Mark, Thinking } from '../types.js' */

export function drawSeats() {
  const { game, thinking } = state;
  if (!game) return;
  setText('thought', thoughtWords(game, thinking));
  byId('thought').classList.toggle('outdated', state.past !== null || isOutdated(game, thinking));
  const { turn, outcome } = shownPosition() ?? game;
  const toMove = outcome ? null : turn;
  const past = state.past !== null;
  const key = JSON.stringify([state.levels, game.id, game.players, toMove, past, naming()]);
  const place = byId('players');
  place.hidden = game.table !== null; // they are beside the board, with their clocks
  if (place.dataset.drawn === key) return;
  place.dataset.drawn = key;
  const focused = document.activeElement?.id;
  place.replaceChildren(seat(game, 'x', toMove === 'x'), seat(game, 'o', toMove === 'o'));
  if (focused?.startsWith('swap-')) byId(focused).focus();
}

/**
 * Whether it is a person's turn and the program's last words are about something else than the
 * move before, as after an undo.
 * @param {Game} game
 * @param {Thinking | null} thinking
 */
function isOutdated(game, thinking) {
  const byProgram = !game.outcome && !isHuman(game.players[game.turn]);
  return !byProgram && thinking !== null && thinking.revision < game.revision - 1;
}

/** @param {Game} game @param {Mark} mark @param {boolean} turn whether it is to move */
function seat(game, mark, turn) {
  const spoken = h('span', { class: 'hidden' }, `${sideName(mark)}: `);
  return h('div', { class: `player-line${turn ? ' turn' : ''}` }, [
    markElement(mark),
    h('span', { class: 'player-name' }, spoken, playerName(game, mark)),
    turn && h('span', { class: 'turn-word muted' }, turnWord(game, mark)),
    !game.table && !isWatching(game) && swapButton(game, mark),
  ]);
}

/** Who makes the next move: beside the game, one person moves for both sides. @param {Game} game @param {Mark} mark */
function turnWord(game, mark) {
  const forIt = state.past && mayVary(game) && !isHuman(game.players[mark]);
  return forIt ? 'you move' : 'to move';
}

/** @param {Game} game @param {Mark} mark */
function swapButton(game, mark) {
  const person = isHuman(game.players[mark]);
  const words = person ? 'Computer plays…' : 'Play it myself';
  const side = sideName(mark);
  const who = person ? 'Let a program play' : 'Play';
  const label = `${who} ${side} from here on`;
  const ask = async () => (await import('./hand_over.js')).askWhoTakes(game, mark);
  const onclick = () => (person ? attempt(ask) : setPlayer(mark, HUMAN));
  const attributes = { id: `swap-${mark}`, type: 'button', class: 'small', onclick };
  return h('button', { ...attributes, title: label, 'aria-description': label }, words);
}
