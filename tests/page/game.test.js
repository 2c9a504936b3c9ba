import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTo, readAddress } from '../../src/noughts/web/static/game/address.js';
import { indexOf, letter, nameOf, other } from '../../src/noughts/web/static/game/notation.js';
import {
  canRedo,
  canUndo,
  movesToRedo,
  movesToUndo,
  setRunning,
} from '../../src/noughts/web/static/game/session.js';
import {
  myMark,
  onlyPrograms,
  programsTurn,
  update,
} from '../../src/noughts/web/static/game/state.js';
import {
  playerName,
  standing,
  thoughtWords,
  valueWords,
} from '../../src/noughts/web/static/game/words.js';
import { GAME, serve, settled } from './server.js';

const NOW = { pending: null, reply: null, running: false };
const people = { x: { name: 'human' }, o: { name: 'human' } };
const programs = { x: { name: 'engine', seconds: 1 }, o: { name: 'hard' } };

test('cells have the names that the server gives them', () => {
  assert.equal(nameOf(0, 3), 'a1');
  assert.equal(nameOf(399, 20), 't20');
  for (let index = 0; index < 400; index++) assert.equal(indexOf(nameOf(index, 20), 20), index);
  assert.deepEqual([letter('x'), other('x'), other('o')], ['X', 'o', 'x']);
});

test('an address leads back to the game it was made for', () => {
  globalThis.location = { origin: 'http://here', search: '' };
  for (const start of [
    GAME.start,
    { cells: 'x.o......', turn: 'o' },
    { cells: '.........', turn: 'o' },
  ]) {
    for (const players of [people, programs, GAME.players]) {
      const address = linkTo({ ...GAME, start, players });
      assert.match(address, /^http:\/\/here\/.*\?game=3x3x3&/); // in Node, below the modules' path
      const { id, link } = readAddress(new URL(address).search);
      assert.equal(id, null);
      assert.deepEqual(link.moves, ['b2', 'a1', 'c3']);
      assert.deepEqual(link.players, players);
      assert.equal(link.cells ?? '.........', start.cells);
      assert.equal(link.turn ?? 'x', start.turn);
    }
  }
});

test('an address is read as it is written, for the server to judge', () => {
  const nothing = { at: null, embedded: false, flipped: false, review: false, link: null };
  const asked = { ...nothing, tab: 'play', id: 'abc', place: { id: 'abc' } };
  assert.deepEqual(readAddress('?id=abc'), asked);
  assert.deepEqual(readAddress(''), { ...nothing, tab: 'home', id: null, place: {} });
  const here = readAddress('?view=watch&at=a1,b2&flip=1&review=1&step=12&embed');
  assert.deepEqual([here.tab, here.at, here.place.step], ['watch', ['a1', 'b2'], '12']);
  assert.deepEqual([here.flipped, here.review, here.embedded], [true, true, true]);
  assert.equal(readAddress('?view=nothing').tab, 'home');
  const { link } = readAddress('?cells=x.o&turn=X&moves=a1, b2&x=engine@soon&o=engine@0.5');
  assert.deepEqual([link.cells, link.turn, link.moves], ['x.o', 'x', ['a1', 'b2']]);
  assert.deepEqual(link.players.x, { name: 'engine', seconds: 'soon' });
  assert.deepEqual(link.players.o, { name: 'engine', seconds: 0.5 });
});

test('who plays', () => {
  assert.equal(myMark(GAME), 'x');
  assert.equal(myMark({ ...GAME, players: people }), null);
  assert.equal(onlyPrograms({ ...GAME, players: programs }), true);
  assert.equal(programsTurn(GAME), true);
  assert.equal(programsTurn({ ...GAME, outcome: { winner: null } }), false);
  assert.equal(playerName(GAME, 'x'), 'You');
  assert.equal(playerName({ ...GAME, players: people }, 'x'), 'A person');
  assert.equal(playerName({ ...GAME, players: people, called: { x: 'Ada' } }, 'x'), 'Ada');
  assert.equal(playerName({ ...GAME, players: programs }, 'x'), 'engine, 1 s');
});

test('whose turn it is, in words', () => {
  const short = (game, now = {}) => standing({ ...GAME, ...game }, { ...NOW, ...now }).short;
  assert.deepEqual(standing({ ...GAME, turn: 'x' }, NOW), {
    short: 'Your turn',
    long: 'X to move. You played c3.',
  });
  assert.equal(short({}, { reply: new AbortController() }), 'O is thinking…');
  assert.equal(short({ players: people }), 'O to move');
  assert.equal(short({ players: programs }), 'O to move, paused');
  assert.equal(short({ players: programs }, { running: true }), 'O to move');
  assert.equal(short({ held: true }), 'O to move, paused');
  assert.equal(short({ players: programs, held: true }, { running: true }), 'O to move');
  assert.equal(short({}, { pending: { move: 'a2', mark: 'x' } }), 'X plays a2');
});

test('how it ended, for the one who looks', () => {
  const ended = (winner, players = GAME.players, more = {}) =>
    standing({ ...GAME, players, ...more, outcome: { winner, words: 'X wins: O resigns.' } }, NOW);
  assert.deepEqual(ended('x'), { short: 'You win', long: 'O resigns.', kind: 'win' });
  assert.equal(ended('o').short, 'You lose');
  assert.equal(ended('o', people).short, 'O wins');
  assert.equal(ended('o', people, { called: { o: 'Ada' } }).short, 'Ada wins');
  assert.equal(ended(null).short, 'Draw');
});

test('how a game came to be, where nothing was played', () => {
  const long = (more) =>
    standing({ ...GAME, turn: 'x', moves: [], players: people, ...more }, NOW).long;
  assert.equal(long({ start: { cells: '.........', turn: 'x' } }), 'The game begins.');
  assert.equal(
    long({ start: { cells: 'xo.......', turn: 'x' } }),
    'From a position that was set up.',
  );
  assert.match(long({ opened: true }), /^Opened from a file/);
});

test('a line that is too long to win is remarked', () => {
  const remark = '6 in a row: longer lines do not win here.';
  assert.match(standing({ ...GAME, remark }, NOW).long, /played c3\. 6 in a row: longer lines/);
});

test('an opponent does not tell its plan, unless values are shown', () => {
  const found = { turn: 'o', depth: 9, nodes: 1200, outcome: null, plies: null, score: 12 };
  const thinking = { ...found, id: GAME.id, revision: 1, line: ['a1', 'b1'] };
  assert.equal(thoughtWords(GAME, thinking), 'Depth 9, 1,200 nodes');
  update({ values: true });
  assert.equal(thoughtWords(GAME, thinking), 'Depth 9, 1,200 nodes, +12 for O: a1 b1');
  update({ values: false });
  assert.match(thoughtWords({ ...GAME, players: programs }, thinking), /: a1 b1$/);
});

test('values in words', () => {
  const value = { move: 'a1', outcome: null, plies: null, score: -1234.56, bound: 'at-least' };
  assert.equal(valueWords(value), 'score −1,234.6 or more');
  assert.equal(valueWords({ ...value, outcome: 'win', plies: 1 }), 'win in 1 ply');
  assert.equal(valueWords({ ...value, outcome: 'loss', plies: 4 }), 'loss in 4 plies');
  assert.equal(valueWords({ ...value, outcome: 'draw', plies: 4 }), 'draw');
});

test('two programs go on when they are told to, even where one program would wait', async () => {
  const asked = serve(({ path }) => (path.endsWith('/events') ? { status: 404 } : GAME));
  update({ game: { ...GAME, players: programs, held: true } });
  setRunning(true);
  await settled();
  assert.ok(asked.some(({ path }) => path.endsWith('/reply')));
  update({ game: { ...GAME, held: true }, reply: null, running: false });
  asked.length = 0;
  setRunning(true);
  await settled();
  assert.deepEqual(asked, []);
  update({ game: null, running: false });
});

test('undo goes back to one’s own turn', () => {
  assert.equal(movesToUndo(GAME), 1);
  const moves = [...GAME.moves, { move: 'a2', mark: 'o' }];
  assert.equal(movesToUndo({ ...GAME, moves }), 2);
  assert.equal(movesToUndo({ ...GAME, moves: [] }), 0);
  assert.equal(movesToUndo({ ...GAME, players: people }), 1);
  assert.equal(movesToRedo({ ...GAME, turn: 'x', undone: ['a2', 'a3', 'b1'] }), 2);
  assert.equal(movesToRedo({ ...GAME, players: people, undone: ['a2', 'a3'] }), 1);
  assert.equal(movesToRedo(GAME), 0);
  assert.deepEqual([canUndo(GAME), canRedo(GAME)], [true, false]);
});

test('a resignation is taken back, and made again, before a move is', () => {
  const resigned = { ...GAME, moves: [], decision: { number: 0, counts: true } };
  assert.deepEqual([canUndo(resigned), canRedo(resigned)], [true, false]);
  const reprieved = { ...resigned, decision: { number: 0, counts: false } };
  assert.deepEqual([canUndo(reprieved), canRedo(reprieved)], [false, true]);
});
