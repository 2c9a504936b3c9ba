import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  capital,
  count,
  duration,
  messageOf,
  plural,
  signed,
} from '../../src/noughts/web/static/ui/format.js';

test('numbers', () => {
  assert.equal(count(549946), '549,946');
  assert.equal(plural(1, 'node'), '1 node');
  assert.equal(plural(18297, 'node'), '18,297 nodes');
  assert.equal(plural(2, 'ply', 'plies'), '2 plies');
  assert.deepEqual([signed(12), signed(-135), signed(0), signed(-0.04)], ['+12', '−135', '0', '0']);
  assert.equal(signed(null), '?');
});

test('times', () => {
  const seconds = [0.0004, 0.0042, 0.038, 0.9996, 2.84, 12.6];
  const words = ['0.40 ms', '4.2 ms', '38 ms', '1000 ms', '2.8 s', '13 s'];
  assert.deepEqual(seconds.map(duration), words);
});

test('words', () => {
  assert.equal(capital('tic-tac-toe'), 'Tic-tac-toe');
  assert.equal(messageOf(new Error('no')), 'no');
  assert.equal(messageOf('no'), 'no');
});
