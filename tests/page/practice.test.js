import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSend, withCutChanged, withText } from '../../src/noughts/web/static/practice/entries.js';
import { LEAF, layout, NODE } from '../../src/noughts/web/static/practice/layout.js';
import { another, harder, lineOf } from '../../src/noughts/web/static/practice/recipe.js';
import {
  afterRight,
  afterWrong,
  inWords,
  NONE,
} from '../../src/noughts/web/static/practice/score.js';

// ((3 5) (2 (9 1)))
const NODES = [
  ['A', null],
  ['B', 'A'],
  ['C', 'A'],
  ['B1', 'B', 3],
  ['B2', 'B', 5],
  ['C1', 'C', 2],
  ['D', 'C'],
  ['D1', 'D', 9],
  ['D2', 'D', 1],
].map(([name, parent, value = null]) => ({
  ...{ name, parent, value, move: null },
  player: value === null ? 'MAX' : null,
}));

const recipe = (more) => ({
  ...{ algorithm: 'alpha-beta', root: 'max', leaves: null, branching: null, depth: null },
  ...{ values: null, cuts: 0, deep: 0, seed: null, tree: null, position: null, ...more },
});
const exercise = (more, cuts = true) => ({ recipe: recipe(more), nodes: NODES, cuts });

test('a line has what is wished for, and no more', () => {
  assert.equal(lineOf(recipe({})), 'alpha-beta');
  const wishes = { leaves: 12, depth: 3, cuts: 2, values: [-9, 9], seed: 0, root: 'min' };
  const line = 'alpha-beta,root:min,leaves:12,depth:3,cuts:2,values:-9..9,seed:0';
  assert.equal(lineOf(recipe(wishes)), line);
  assert.equal(lineOf({ algorithm: 'minimax', tree: '((3 5))' }), 'minimax,tree:((3 5))');
  assert.equal(lineOf({ position: { cells: 'x.o' } }), 'cells:x.o');
});

test('another one has the same wishes; for a given tree, as many leaves', () => {
  const wishes = { algorithm: 'right-to-left', leaves: 12, cuts: 3, seed: 7 };
  assert.equal(another(exercise(wishes)), 'right-to-left,leaves:12,cuts:3');
  assert.equal(another(exercise({ tree: '((3 5) (2 (9 1)))' })), 'alpha-beta,leaves:5');
});

test('a harder one is alpha-beta after minimax, and larger after alpha-beta', () => {
  assert.match(harder(exercise({ algorithm: 'minimax' }, false)), /^leaves:6,/);
  assert.match(harder(exercise({ algorithm: 'right-to-left' })), /^right-to-left,leaves:6,/);
  const large = { ...exercise({}), nodes: Array(60).fill(NODES[3]) };
  assert.match(harder(large), /^alpha-beta,leaves:20,.*deep:2$/);
});

test('entries come and go', () => {
  const one = withText({}, 'C', 'alpha', ' 3 ');
  assert.deepEqual(one, { C: { alpha: '3' } });
  assert.deepEqual(withText(one, 'C', 'alpha', ''), {});
  const cut = withCutChanged(one, 'C');
  assert.deepEqual(cut, { C: { alpha: '3', cut: true } });
  assert.deepEqual(withCutChanged(cut, 'C'), one);
});

test('what is cut is sent without numbers, what is below it not at all', () => {
  const entries = {
    ...{ A: { value: '3' }, C: { alpha: '3', cut: true } },
    ...{ D: { value: '9' }, D1: { cut: true }, B1: { cut: true } },
  };
  const sent = { A: { value: '3' }, C: { cut: true }, B1: { cut: true } };
  assert.deepEqual(toSend(NODES, entries), sent);
});

test('nothing stands on anything else', () => {
  const { places, width, height } = layout(NODES, true);
  const box = (node) => {
    const { x, y } = places.get(node.name);
    const leaf = node.player === null;
    const [wide, high] = leaf ? [LEAF.width, LEAF.height] : [NODE.windows, NODE.height];
    return { left: x - wide / 2, right: x + wide / 2, top: y, bottom: y + high };
  };
  const boxes = NODES.map(box);
  for (const [i, one] of boxes.entries()) {
    assert.ok(one.left >= 0 && one.right <= width && one.bottom <= height);
    for (const other of boxes.slice(i + 1)) {
      const beside = one.right <= other.left || other.right <= one.left;
      assert.ok(beside || one.bottom <= other.top || other.bottom <= one.top);
    }
  }
});

test('an exercise counts once, if it was right at once', () => {
  let score = afterRight(NONE, 'one');
  score = afterRight(score, 'one');
  score = afterRight(score, 'two');
  assert.equal(inWords(score), '2 right in a row');
  assert.equal(afterWrong(score, 'two'), score);
  assert.equal(inWords(afterWrong(score, 'three')), '0 right in a row · most: 2');
  assert.equal(inWords(NONE), '');
});
