// The page: wires the parts together and draws the state.
//
// Stable hooks, for tests and for other programs that drive the page:
//   cells          [data-cell="b2"] in #board (a grid); label "b2, empty, draw", "a1, X, last move"
//   status         #status (whose turn, or the result), #status-detail; #live is read aloud
//   buttons        #new-game #undo #redo #flip #numbers #values #resign #mute #theme #help
//                  #copy-link #text #download #download-sgf #upload (#file) #review #compare-again
//                  #swap-x #swap-o (take over or hand over), #pause #step (two programs)
//                  #play-again #review-now (game over)
//                  #earlier #later #play-from-here #back-to-game (looking back)
//                  #take-over #retry (the program could not move)
//                  #fresh-game #last-game (in #bad-link)
//   tabs           #tab-play #tab-watch #tab-compare, panels #panel-...
//   moves          #moves button[data-number="3"], aria-current on the shown one; #review-text
//   values         #values-text; on cells .value (.win .draw .loss .opinion, .best)
//   compare        #compare-rows tr, #compare-note
//   new game       #new-game-form: radios game, mode, mark, starts, first, reply; #opponent,
//                  #program-x, #program-o (each with -seconds), #custom-rows, ... #start-game
//   text           #position-text #position-game #position-turn #set-position #position-error
//   others         #notice, #connection, #try-now, #resign-dialog-yes, #hand-over-player

import { showInAddress } from './game/address.js';
import { setUpConnection } from './game/connection.js';
import { backToGame, lookBy } from './game/past.js';
import { setUpSession } from './game/session.js';
import { state, subscribe } from './game/state.js';
import { setUpDialogs } from './ui/dialogs.js';
import { byId, setIcon } from './ui/dom.js';
import { announce, hideNotice } from './ui/notice.js';
import { isMuted, setMuted, setUpSound } from './ui/sound.js';
import { setUpTheme } from './ui/theme.js';
import { drawBoard, focusBoard } from './views/board_view.js';
import { setUpCompare } from './views/compare.js';
import { setUpKeys, showHelp } from './views/keys.js';
import { drawMoves, setUpMoves } from './views/moves.js';
import { askForNewGame } from './views/newgame.js';
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
  byId('new-game').addEventListener('click', askForNewGame);
  byId('new-game').title = 'New game (n)';
  byId('help').addEventListener('click', showHelp);
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

function leave() {
  hideNotice();
  backToGame();
}

/** @type {Key[]} */
const KEYS = [
  ['n', 'new game', askForNewGame],
  ['u', 'undo', press('undo')],
  ['r', 'redo', press('redo')],
  ['v', 'values on or off', press('values')],
  ['#', 'move numbers on or off', press('numbers')],
  ['f', 'flip the board', press('flip')],
  ['m', 'sound on or off', toggleSound],
  ['[', 'one move back', () => lookBy(-1)],
  [']', 'one move forward', () => lookBy(1)],
  ['Escape', 'back to the game', leave],
  ['p', 'two programs: pause or resume', press('pause')],
  ['s', 'two programs: one move', press('step')],
  ['b', 'go to the board', focusBoard],
  ['?', 'this help', showHelp],
];

function draw() {
  drawTabs();
  drawBadLink();
  drawStatus();
  drawBoard();
  drawToolbar();
  drawSeats();
  drawValues();
  drawMoves();
  if (state.game) showInAddress(state.game);
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
  setUpShare();
  setUpKeys(KEYS);
  subscribe(draw);
  setUpValues();
  setUpCompare();
  start();
}

setUp();
