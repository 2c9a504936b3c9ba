import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cellName,
  columnName,
  inNames,
  lookOf,
  rowName,
  sideName,
  sidesName,
} from '../../src/noughts/web/static/game/names.js';
import { state } from '../../src/noughts/web/static/game/state.js';
import { verdict } from '../../src/noughts/web/static/game/verdicts.js';
import { standing } from '../../src/noughts/web/static/game/words.js';
import { GAME } from './server.js';

const SMALL = { rows: 3, columns: 3, notation: 'rows' };
const GOMOKU = { rows: 15, columns: 15, notation: 'gomoku' };
const WIDE = { rows: 16, columns: 20, notation: 'gomoku' };

test('a board with stones has Black and White, one with marks X and O', () => {
  assert.deepEqual([lookOf(SMALL), lookOf(GOMOKU)], ['cells', 'stones']);
  assert.deepEqual([sideName('x', SMALL), sideName('o', SMALL)], ['X', 'O']);
  assert.deepEqual([sideName('x', GOMOKU), sideName('o', GOMOKU)], ['Black', 'White']);
  assert.deepEqual([sidesName(SMALL), sidesName(GOMOKU)], ['marks', 'colours']);
  state.look = 'stones';
  assert.equal(sideName('o', SMALL), 'White');
  state.look = 'cells';
  assert.equal(sideName('o', GOMOKU), 'O');
  state.look = 'auto';
});

test('cells have the names that players of the game give them, or those that are chosen', () => {
  assert.equal(cellName('a1', GOMOKU), 'a15');
  assert.equal(cellName('o15', GOMOKU), 'o1');
  assert.equal(cellName('b3', WIDE), 'c15');
  assert.deepEqual([columnName(0, GOMOKU), rowName(0, GOMOKU)], ['a', '15']);
  assert.deepEqual([columnName(0, SMALL), rowName(0, SMALL)], ['1', 'a']);
  assert.equal(cellName('b3', SMALL), 'b3');
  state.notation = 'gomoku';
  assert.equal(cellName('a1', SMALL), 'a3');
  state.notation = 'rows';
  assert.equal(cellName('a1', GOMOKU), 'a1');
  state.notation = 'auto';
});

test('what the server says gets the names of the board', () => {
  const sentence = 'X wins: a line from a1 to e5. It missed O h10, a win in 3 plies on 15x15.';
  assert.equal(inNames(sentence, SMALL), sentence);
  assert.equal(
    inNames(sentence, GOMOKU),
    'Black wins: a line from a15 to e11. It missed White j8, a win in 3 plies on 15x15.',
  );
});

test('the words about a game use them', () => {
  const moves = [{ move: 'b2', mark: 'x', seconds: 1 }];
  const game = { ...GAME, ...GOMOKU, moves, turn: 'o', outcome: null };
  const people = { x: { name: 'human' }, o: { name: 'human' } };
  const now = { pending: null, reply: null, running: false, thinking: null };
  const { short, long } = standing({ ...game, players: people }, now);
  assert.deepEqual([short, long], ['White to move', 'Black played b14.']);
  assert.equal(verdict({ turn: 'o', outcome: 'win', plies: 3 }, GOMOKU), 'White wins in 3 plies.');
});
