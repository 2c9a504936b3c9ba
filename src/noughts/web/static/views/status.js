// The line above the board: whose turn it is, how the game ended, what went wrong, and the buttons
// that belong to that.

import { markElement } from './board.js';
import { byId, h, setText } from '../ui/dom.js';
import { look } from './moves.js';
import { playAgain } from './newgame.js';
import { attempt } from '../ui/notice.js';
import { reviewGame } from '../game/review.js';
import { backTo, setPlayer, setRunning, step, tryAgain } from '../game/session.js';
import { nobodyPlays, shownPosition, state, update } from '../game/state.js';
import { letter, standing } from '../game/words.js';

export function drawStatus() {
  const { game } = state;
  if (!game) return;
  const { short, long, kind = '', mark = null, actions = [] } = statusNow();
  setText('status', short);
  setText('status-detail', long);
  byId('status-bar').className = `status-bar ${kind}`;
  drawStatusMark(mark);
  drawActions(actions);
  setText('game-name', game.label);
  document.title = `${short} · Noughts`;
}

function statusNow() {
  const { game, past, trouble } = state;
  if (past !== null) return lookingBack(game, past);
  if (trouble) return inTrouble(game, trouble);
  const now = standing(state);
  if (game.outcome) return { ...now, mark: game.outcome.winner, actions: afterTheGame() };
  return { ...now, mark: game.turn, actions: forPrograms(game) };
}

function lookingBack(game, past) {
  return {
    short: past === 0 ? 'The start' : `Move ${past} of ${game.moves.length}`,
    long: 'Looking back at the game.',
    kind: 'past',
    mark: shownPosition().turn,
    actions: [
      ['earlier', '‹', () => look(-1), 'step', 'One move back'],
      ['later', '›', () => look(1), 'step', 'One move on'],
      ['play-from-here', 'Play here', () => backTo(past), '', 'Play from here, take back the rest'],
      ['back-to-game', 'Back', () => update({ past: null }), 'primary', 'Back to the game'],
    ],
  };
}

function inTrouble(game, trouble) {
  return {
    short: `${letter(game.turn)} cannot move`,
    long: trouble,
    kind: 'trouble',
    mark: game.turn,
    actions: [
      ['retry', 'Try again', tryAgain],
      ['take-over', 'Take over', () => setPlayer(game.turn, { name: 'human' }), 'primary'],
    ],
  };
}

function afterTheGame() {
  const again = ['play-again', 'Play again', () => attempt(() => playAgain(state.game)), 'primary'];
  return state.review ? [again] : [['review-now', 'Review', reviewGame], again];
}

function forPrograms(game) {
  if (!nobodyPlays(game)) return [];
  return [
    ['step', 'Step', step],
    ['pause', state.running ? 'Pause' : 'Go on', () => setRunning(!state.running), 'primary'],
  ];
}

function drawStatusMark(mark) {
  const place = byId('status-mark');
  if (place.dataset.mark === String(mark)) return;
  place.dataset.mark = mark;
  place.replaceChildren(...(mark ? [markElement(mark)] : []));
}

let drawnActions = '';

/** The buttons beside the status; only made anew when they are others, to keep the focus. */
function drawActions(actions) {
  const key = JSON.stringify([state.game.id, state.past, actions]);
  if (key === drawnActions) return;
  drawnActions = key;
  const focused = document.activeElement?.closest('#status-actions') && document.activeElement.id;
  byId('status-actions').replaceChildren(
    ...actions.map(([id, text, action, kind = '', label = null]) => {
      const attributes = { id, type: 'button', class: kind, onclick: action };
      return h('button', { ...attributes, 'aria-label': label, title: label }, text);
    }),
  );
  if (focused) (document.getElementById(focused) ?? byId('board-area')).focus();
}
