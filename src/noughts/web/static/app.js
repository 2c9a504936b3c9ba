// The page: wires the parts together and draws the state.
//
// Stable hooks, for tests and for other programs that drive the page:
//   cells          [data-cell="b2"] in #board (a grid); label "b2, empty, draw", "a1, X, last move"
//   status         #status (whose turn, or the result), #status-detail; #live is read aloud
//   buttons        #new-game #undo #redo #flip #numbers #values #resign #mute #theme #help
//                  #copy-link #edit #download #download-sgf #download-psq #upload (#file) #review #compare-again
//                  #swap-x #swap-o (take over or hand over), #pause #step (two programs)
//                  #play-again #review-now (game over)
//                  #earlier #later #play-from-here #back-to-game (looking back)
//                  #take-over #retry (the program could not move), #let-move (it waits)
//                  #fresh-game #last-game (in #bad-link)
//   views          #home, #tab-play #tab-watch #tab-practice #tab-compare #tab-games, panels
//                  #panel-home, #panel-play, ...; [data-start="3x3x3"] and #continue at home
//   my games       #games-list li[data-game="ID"], #games-search #download-all #download-all-sgf
//   moves          #moves button[data-number="3"] of the game, button[data-path="b2,a1"] of any line,
//                  aria-current on the shown one; .variation, .fold, #variation-name
//                  #variation-promote #variation-delete, #restore
//   review         #review-text, #review-words #curve (a slider) #review-close; [data-look="4"] shows the
//                  position before move 5, [data-step="1"] a move of the better line; on cells .hint
//   values         #values-text; on cells .value (.win .draw .loss .opinion, .best)
//   compare        #compare-rows tr:has(th), .method-about below it, #compare-note #compare-depth #compare-log, .watch-row
//   watch          [data-lesson="first-cut"] [data-example="block"] #watch-this [data-earlier="1"]
//   new game       #new-game-form: radios game, mode, mark, starts, first, reply; #opponent,
//                  #program-x, #program-o (each with -seconds), #custom-rows, ... #start-game
//   editor         #edit; #edited-board, radios palette, #position-text #position-game #position-turn
//                  #clear-position #analyse-position #set-position #position-said #position-error
//   phone          #board-bar with #zoom and #place (a move that takes two taps)
//   look           #look; #look-form with radios look and confirm
//   two people     #invite, #invite-form (radios game, mark, clock; #custom-rows, ... #your-name)
//                  #make-invitation, #invitation-link
//                  #copy-invitation #share-invitation #copy-spectators #code; #join #only-watch;
//                  #table-bar: [data-seat="x"] (.time), #table-words, #agree #decline #rematch
//                  #show-invitation #copy-game #next-game
//   others         #thought (what a program last found), #notice, #connection, #try-now, #resign-dialog-yes, #hand-over-player

import { showInAddress } from './game/address.js';
import { setUpConnection } from './game/connection.js';
import { backToGame, lookBy } from './game/past.js';
import { setUpSession } from './game/session.js';
import { subscribe } from './game/state.js';
import { setUpDialogs } from './ui/dialogs.js';
import { byId, setIcon } from './ui/dom.js';
import { announce, hideNotice } from './ui/notice.js';
import { isMuted, setMuted, setUpSound } from './ui/sound.js';
import { setUpTheme } from './ui/theme.js';
import { askForNewGame, inviteFriend } from './views/ask.js';
import { drawBoard, focusBoard } from './views/board_view.js';
import { drawHome } from './views/home.js';
import { setUpKeys, showHelp } from './views/keys.js';
import { drawAwaited, drawReview, drawTable } from './views/later.js';
import { drawMoves, setUpMoves } from './views/moves.js';
import { drawReviewButton, setUpReview } from './views/review_button.js';
import { drawSeats } from './views/seats.js';
import { setUpShare } from './views/share.js';
import { drawBadLink, setUpStartup, start } from './views/startup.js';
import { drawStatus } from './views/status.js';
import { drawTabs, setUpTabs } from './views/tabs.js';
import { drawToolbar, setUpToolbar } from './views/toolbar.js';
import { drawValues, setUpValues } from './views/values.js';

/** @import { Key } from './views/keys.js' */

function setUpButtons() {
  setIcon(byId('help'), 'help');
  byId('new-game').addEventListener('click', () => askForNewGame());
  byId('new-game').title = 'New game (n)';
  byId('help').addEventListener('click', showHelp);
  byId('invite').addEventListener('click', () => inviteFriend());
  byId('mute').addEventListener('click', toggleSound);
  drawSound();
}

function toggleSound() {
  setMuted(!isMuted());
  announce(isMuted() ? 'Sound off' : 'Sound on');
  drawSound();
}

function drawSound() {
  const button = byId('mute');
  setIcon(button, isMuted() ? 'muted' : 'sound');
  button.setAttribute('aria-pressed', String(isMuted()));
  button.setAttribute('aria-label', 'Mute');
  button.title = isMuted() ? 'Sound is off (m)' : 'Sound is on (m)';
}

/** @param {string} id */
const press = (id) => () => document.getElementById(id)?.click();

/** Only where the board is shown. @param {() => unknown} action */
const onBoard = (action) => () => !byId('board-area').hidden && action();

function leave() {
  hideNotice();
  backToGame();
}

/** @type {Key[]} */
const KEYS = [
  ['n', 'new game', () => askForNewGame()],
  ['u', 'undo', onBoard(press('undo'))],
  ['r', 'redo', onBoard(press('redo'))],
  ['v', 'values on or off', onBoard(press('values'))],
  ['#', 'move numbers on or off', onBoard(press('numbers'))],
  ['f', 'flip the board', onBoard(press('flip'))],
  ['m', 'sound on or off', toggleSound],
  ['[, ArrowLeft', 'one move back', onBoard(() => lookBy(-1))],
  ['], ArrowRight', 'one move forward', onBoard(() => lookBy(1))],
  ['Escape', 'back to the game', leave],
  ['p', 'two programs: pause or resume', onBoard(press('pause'))],
  ['s', 'two programs: one move', onBoard(press('step'))],
  ['b', 'go to the board', onBoard(focusBoard)],
  ['e', 'edit the position', onBoard(press('edit'))],
  ['?', 'this help', showHelp],
];

function draw() {
  drawTabs();
  drawBadLink();
  drawStatus();
  drawTable();
  drawAwaited();
  drawBoard();
  drawToolbar();
  drawSeats();
  drawValues();
  drawMoves();
  drawReviewButton();
  drawReview();
  drawHome();
  showInAddress();
}

function setUp() {
  setUpTheme();
  setUpDialogs();
  setUpSound();
  setUpConnection();
  setUpSession();
  setUpToolbar();
  setUpStartup();
  setUpButtons();
  setUpTabs();
  setUpMoves();
  setUpReview();
  setUpShare();
  setUpKeys(KEYS);
  subscribe(draw);
  setUpValues();
  start();
}

setUp();
