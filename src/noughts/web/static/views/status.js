// The line above the board: whose turn it is, how the game ended, what went wrong, and the buttons
// that go with it.

import { letter } from '../game/notation.js';
import { backToGame, lookBy } from '../game/past.js';
import { reviewGame } from '../game/review.js';
import { backTo, setPlayer, setRunning, step, tryAgain } from '../game/session.js';
import { HUMAN, onlyPrograms, state } from '../game/state.js';
import { standing } from '../game/words.js';
import { byId, h, setText } from '../ui/dom.js';
import { attempt } from '../ui/notice.js';
import { markElement } from './board.js';
import { playAgain } from './newgame.js';

/** @import { Game, Mark, PastPosition } from '../types.js' */

const PLAY_FROM_HERE = 'Play from here, take back the rest';

/**
 * @typedef {[id: string, text: string, act: () => unknown, kind?: string, label?: string]} Action
 */
/**
 * @typedef {object} Status
 * @property {string} short
 * @property {string} long
 * @property {string} [kind]
 * @property {Mark | null} mark
 * @property {Action[]} actions
 */

export function drawStatus() {
  const { game } = state;
  if (!game) return;
  const { short, long, kind = '', mark, actions } = statusOf(game);
  setText('status', short);
  setText('status-detail', long);
  byId('status-bar').className = `status-bar ${kind}`;
  drawStatusMark(mark);
  drawActions(game, actions);
  setText('game-name', game.label);
  document.title = `${short} · Noughts`;
}

/** @param {Game} game @returns {Status} */
function statusOf(game) {
  const { past, trouble } = state;
  if (past) return lookingBack(game, past);
  if (trouble) return inTrouble(game, trouble);
  const now = standing(game, state);
  if (game.outcome) return { ...now, mark: game.outcome.winner, actions: afterTheGame() };
  return { ...now, mark: game.turn, actions: forPrograms(game) };
}

/** @param {Game} game @param {PastPosition} past @returns {Status} */
function lookingBack(game, { number, turn }) {
  return {
    short: number === 0 ? 'The start' : `Move ${number} of ${game.moves.length}`,
    long: 'Looking back at the game.',
    kind: 'past',
    mark: turn,
    actions: [
      ['earlier', '‹', () => lookBy(-1), 'step', 'One move back'],
      ['later', '›', () => lookBy(1), 'step', 'One move forward'],
      ['play-from-here', 'Play here', () => backTo(number), '', PLAY_FROM_HERE],
      ['back-to-game', 'Back', backToGame, 'primary', 'Back to the game'],
    ],
  };
}

/** @param {Game} game @param {string} trouble @returns {Status} */
function inTrouble(game, trouble) {
  return {
    short: `${letter(game.turn)} cannot move`,
    long: trouble,
    kind: 'trouble',
    mark: game.turn,
    actions: [
      ['retry', 'Try again', tryAgain],
      ['take-over', 'Take over', () => setPlayer(game.turn, HUMAN), 'primary'],
    ],
  };
}

/** @returns {Action[]} */
function afterTheGame() {
  const begin = () => state.game && playAgain(state.game);
  /** @type {Action} */
  const again = ['play-again', 'Play again', () => attempt(begin), 'primary'];
  return state.review ? [again] : [['review-now', 'Review', reviewGame], again];
}

/** @param {Game} game @returns {Action[]} */
function forPrograms(game) {
  if (!onlyPrograms(game)) return [];
  return [
    ['step', 'Step', step],
    ['pause', state.running ? 'Pause' : 'Resume', () => setRunning(!state.running), 'primary'],
  ];
}

/** @param {Mark | null} mark */
function drawStatusMark(mark) {
  const place = byId('status-mark');
  if (place.dataset.mark === String(mark)) return;
  place.dataset.mark = String(mark);
  place.replaceChildren(...(mark ? [markElement(mark)] : []));
}

let drawnActions = '';

/**
 * The buttons beside the status; only rebuilt when they change, to keep the focus.
 * @param {Game} game
 * @param {Action[]} actions
 */
function drawActions(game, actions) {
  const key = JSON.stringify([game.id, state.past?.number, actions]);
  if (key === drawnActions) return;
  drawnActions = key;
  const focused = document.activeElement?.closest('#status-actions') && document.activeElement.id;
  byId('status-actions').replaceChildren(
    ...actions.map(([id, text, onclick, kind = '', label = null]) => {
      const attributes = { id, type: 'button', class: kind, onclick };
      return h('button', { ...attributes, 'aria-label': label, title: label }, text);
    }),
  );
  if (focused) (document.getElementById(focused) ?? byId('board-area')).focus();
}
