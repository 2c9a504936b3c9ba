// The line above the board: whose turn it is, how the game ended, what went wrong, and the buttons
// that go with it.

import { playAgain } from '../game/friendly.js';
import { cellName, inNames, rulesWords, sideName } from '../game/names.js';
import { addLine, backToGame, lookBy } from '../game/past.js';
import { reviewGame } from '../game/review.js';
import { playFrom, setPlayer, setRunning, step, tryAgain } from '../game/session.js';
import {
  HUMAN,
  isWatching,
  mayChange,
  mayVary,
  onlyPrograms,
  programsTurn,
  state,
} from '../game/state.js';
import { hasNode, lineOfGame, markOf, variationOf } from '../game/tree.js';
import { standing } from '../game/words.js';
import { byId, h, setText } from '../ui/dom.js';
import { capital } from '../ui/format.js';
import { attempt } from '../ui/notice.js';
import { markElement } from './board.js';

/** @import { Game, Mark, PastPosition } from '../types.js' */

const PLAY_FROM_HERE = 'Play on from here: the rest is taken back, and Redo brings it back';
const PLAY_VARIATION = 'Play on from here: this line becomes the game, the old one a variation';
const TRY = 'A move here begins a variation.';
const OPENED = 'Opened from a file.';
const UNDONE = 'Taken back; Redo plays it again.';

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
  setText('game-name', capital(rulesWords(game)));
  byId('invite').hidden = game.table !== null || game.opened || isWatching(game);
  if (state.tab !== 'home') document.title = `${short} · Noughts`;
}

/** @param {Game} game @returns {Status} */
function statusOf(game) {
  const { past, trouble } = state;
  if (past) return lookingBack(game, past);
  if (trouble) return inTrouble(game, trouble);
  const now = standing(game, state);
  if (game.outcome) return { ...now, mark: game.outcome.winner, actions: afterTheGame(game) };
  return { ...now, mark: game.turn, actions: forPrograms(game) };
}

/** @param {Game} game @param {PastPosition} past @returns {Status} */
function lookingBack(game, past) {
  const { turn, path, outcome } = past;
  return {
    ...whereWeLook(game, past),
    ...(outcome && { long: inNames(outcome.words) }),
    kind: 'past',
    mark: outcome ? outcome.winner : turn,
    actions: [
      ['earlier', '‹', () => lookBy(-1), 'step', 'One move back'],
      ['later', '›', () => lookBy(1), 'step', 'One move forward'],
      ...playFromHere(game, path),
      game.opened
        ? ['back-to-game', 'End', backToGame, 'primary', 'The end of the game']
        : ['back-to-game', 'Back', backToGame, 'primary', 'Back to the game'],
    ],
  };
}

/** @param {Game} game @param {string[]} path @returns {Action[]} */
function playFromHere(game, path) {
  if (!mayChange(game)) return [];
  const inGame = hasNode(game, path) && !variationOf(game, path);
  const play = async () => {
    await addLine(path); // a better line is not kept until then
    await playFrom(path);
  };
  const what = inGame ? PLAY_FROM_HERE : PLAY_VARIATION;
  return [['play-from-here', 'Play here', play, '', what]];
}

/** @param {Game} game @param {PastPosition} past */
function whereWeLook(game, { path, number }) {
  const variation = variationOf(game, path);
  if (variation) {
    const { name, after } = variation.line;
    const instead = `Instead of move ${after + 1}, ${replaced(game, variation.start)}.`;
    return { short: `Variation, move ${number}`, long: name ? `${name}. ${instead}` : instead };
  }
  if (!hasNode(game, path)) return { short: `Better line, move ${number}`, long: TRY };
  if (number > game.moves.length) return { short: `Move ${number}, undone`, long: UNDONE };
  return {
    short: number === 0 ? 'The start' : `Move ${number} of ${game.moves.length}`,
    long: mayVary(game) ? (game.opened && !number ? OPENED : TRY) : 'Looking back at the game.',
  };
}

/** The move that a variation replaces: "X b2". @param {Game} game @param {string[]} start */
function replaced(game, start) {
  const { line } = variationOf(game, start.slice(0, -1)) ?? { line: lineOfGame(game) };
  const move = line.moves[start.length - 1 - line.after];
  return `${sideName(markOf(game, start.length))} ${cellName(move)}`;
}

/** @param {Game} game @param {string} trouble @returns {Status} */
function inTrouble(game, trouble) {
  return {
    short: `${sideName(game.turn)} cannot move`,
    long: trouble,
    kind: 'trouble',
    mark: game.turn,
    actions: [
      ['retry', 'Try again', tryAgain],
      ['take-over', 'Take over', () => setPlayer(game.turn, HUMAN), 'primary'],
    ],
  };
}

/** Two people agree on another game elsewhere: see views/table.js. @param {Game} game @returns {Action[]} */
function afterTheGame(game) {
  /** @type {Action[]} */
  const review = state.review ? [] : [['review-now', 'Review', reviewAndShow]];
  if (game.table || isWatching(game)) return review;
  return [...review, ['play-again', 'Play again', () => attempt(() => playAgain(game)), 'primary']];
}

/** @param {Game} game @returns {Action[]} */
function forPrograms(game) {
  if (isWatching(game)) return [];
  if (!onlyPrograms(game)) {
    const waits = game.held && programsTurn(game) && !state.reply;
    return waits ? [['let-move', `Let ${sideName(game.turn)} move`, step, 'primary']] : [];
  }
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
  const key = JSON.stringify([game.id, state.past?.path, actions]);
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

/** Review the game; where the review stands below the board, go there. */
function reviewAndShow() {
  reviewGame();
  const place = byId('review-text');
  if (place.getBoundingClientRect().top > innerHeight) place.parentElement?.scrollIntoView();
}
