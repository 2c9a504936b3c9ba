import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordOf } from '../../src/noughts/web/static/game/record.js';
import {
  hasNode,
  lineOfGame,
  linesTo,
  markOf,
  movesAfter,
  movesIn,
  variationOf,
} from '../../src/noughts/web/static/game/tree.js';
import { GAME } from './server.js';

const inner = { after: 2, moves: ['b1'] };
const edge = { after: 1, moves: ['a2', 'c1', 'c2'], name: 'an edge', variations: [inner] };
const late = { after: 3, moves: ['b3'], comments: { 4: 'why not' } };
const TREE = {
  ...{ ...GAME, undone: ['a3', 'c1'], variations: [edge, late] },
  comments: { 0: 'so', 2: 'yes', 4: 'hm' },
};

test('a node is found by its path', () => {
  assert.deepEqual(lineOfGame(TREE).moves, ['b2', 'a1', 'c3', 'a3', 'c1']);
  for (const path of [[], ['b2'], ['b2', 'a1', 'c3', 'a3'], ['b2', 'a2'], ['b2', 'a2', 'b1']]) {
    assert.ok(hasNode(TREE, path), path.join());
  }
  for (const path of [['a1'], ['b2', 'b1'], ['b2', 'a2', 'b1', 'c1'], ['b2', 'a1', 'b1']]) {
    assert.ok(!hasNode(TREE, path), path.join());
  }
  assert.equal(linesTo(TREE, ['b2', 'a2', 'b1'])?.length, 3);
});

test('what follows a node', () => {
  assert.deepEqual(movesAfter(TREE, []), ['b2']);
  assert.deepEqual(movesAfter(TREE, ['b2']), ['a1', 'a2']);
  assert.deepEqual(movesAfter(TREE, ['b2', 'a2']), ['c1', 'b1']);
  assert.deepEqual(movesAfter(TREE, ['b2', 'a1', 'c3']), ['a3', 'b3']);
  assert.deepEqual(movesAfter(TREE, ['b2', 'a1', 'c3', 'b3']), []);
});

test('the variation that a node is in', () => {
  assert.equal(variationOf(TREE, ['b2', 'a1']), null);
  assert.deepEqual(variationOf(TREE, ['b2', 'a2', 'c1']), { line: edge, start: ['b2', 'a2'] });
  assert.equal(variationOf(TREE, ['b2', 'a2', 'b1'])?.line, inner);
  assert.equal(movesIn(edge), 4);
  assert.deepEqual(
    [1, 2, 3].map((number) => markOf(TREE, number)),
    ['x', 'o', 'x'],
  );
});

test('as a file, what was taken back repeats the last move', () => {
  const { moves, comments, variations, outcome } = recordOf(TREE);
  assert.deepEqual(moves, [
    ['b2', 1],
    ['a1', 0],
    ['c3', 1],
  ]);
  assert.equal(outcome, null);
  assert.deepEqual(comments, { 0: 'so', 2: 'yes' });
  const back = { after: 2, moves: ['c3', 'a3', 'c1'], comments: { 4: 'hm' }, variations: [late] };
  assert.deepEqual(variations, [edge, back]);
  const start = recordOf({ ...TREE, moves: [], undone: ['b2', 'a1'], variations: [] });
  assert.deepEqual(start.moves, [
    ['b2', 0],
    ['a1', 0],
  ]);
  assert.deepEqual(recordOf(GAME).variations, []);
});

test('as a file, players keep their seconds and people their names', () => {
  const players = { x: { name: 'human' }, o: { name: 'engine', seconds: 2 } };
  const record = recordOf({ ...GAME, players, called: { x: 'Ada' }, title: 'A short one' });
  assert.deepEqual(record.players, { x: 'Ada', o: 'engine@2' });
  assert.deepEqual(record.about, { name: 'A short one' });
});
