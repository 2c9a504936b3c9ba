import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSend, withCutChanged, withText } from '../../src/noughts/web/static/practice/entries.js';
import { layout } from '../../src/noughts/web/static/practice/layout.js';
import {
  another,
  byMethod,
  FIRST,
  harder,
  isHardest,
  lineOf,
} from '../../src/noughts/web/static/practice/recipe.js';
import {
  afterRight,
  afterWrong,
  inWords,
  NONE,
} from '../../src/noughts/web/static/practice/score.js';
import { inSentence, inSigns, summary, task } from '../../src/noughts/web/static/practice/words.js';
import { keepWork, lastExercise, workOn } from '../../src/noughts/web/static/practice/work.js';

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
  ...{ values: null, cuts: null, deep: null, seed: null, tree: null, position: null, ...more },
});
const TREE = '((3 5) (2 (9 1)))';
const exercise = (more, cuts = true) => ({ recipe: recipe(more), nodes: NODES, cuts, tree: TREE });

test('a line has what is wished for, and no more', () => {
  assert.equal(lineOf(recipe({})), 'alpha-beta');
  const wishes = { leaves: 12, depth: 3, cuts: 0, values: [-9, 9], seed: 0, root: 'min' };
  const line = 'alpha-beta,root:min,leaves:12,depth:3,cuts:0,values:-9..9,seed:0';
  assert.equal(lineOf(recipe(wishes)), line);
  assert.equal(lineOf({ algorithm: 'minimax', tree: '((3 5))' }), 'minimax,tree:((3 5))');
  assert.equal(lineOf({ position: { game: '', cells: 'x.o' } }), 'cells:x.o');
});

test('another one has the same wishes; for a given tree, as many leaves', () => {
  const wishes = { algorithm: 'right-to-left', leaves: 12, cuts: 3, seed: 7 };
  assert.equal(another(exercise(wishes)), 'right-to-left,leaves:12,cuts:3');
  assert.equal(another(exercise({ tree: '((3 5) (2 (9 1)))' })), 'alpha-beta,leaves:5');
});

test('by another method: the same tree, or one with something to cut', () => {
  const [minimax, right] = [
    { name: 'minimax', cuts: false },
    { name: 'right-to-left', cuts: true },
  ];
  const wishes = { leaves: 12, cuts: 3, seed: 7 };
  assert.equal(byMethod(exercise(wishes), right), `right-to-left,tree:${TREE}`);
  assert.equal(
    byMethod(exercise({ ...wishes, root: 'min' }), minimax),
    `minimax,root:min,tree:${TREE}`,
  );
  const plain = exercise({ algorithm: 'minimax', leaves: 5, root: 'min', seed: 7 }, false);
  assert.equal(byMethod(plain, right), 'right-to-left,root:min,leaves:7,depth:2,cuts:1');
  const given = exercise({ algorithm: 'minimax', tree: TREE }, false);
  assert.equal(byMethod(given, right), `right-to-left,tree:${TREE}`);
  const position = { game: '3x3x3', cells: 'x.oo.x..x' };
  const game = exercise({ algorithm: 'minimax', position }, false);
  assert.equal(byMethod(game, right), 'right-to-left,game:3x3x3,cells:x.oo.x..x');
});

test('what the server says is shown in the signs of the page', () => {
  const said = 'By alpha-beta, with alpha = -inf and beta = +inf: C is -2. Write -inf or inf.';
  const shown = 'By alpha-beta, with α = −∞ and β = +∞: C is −2. Write −∞ or +∞.';
  assert.equal(inSigns(said), shown);
});

test('a harder one is larger; after a larger minimax it is alpha-beta with a cut-off', () => {
  const sized = (leaves, more, cuts) => ({
    ...exercise(more, cuts),
    nodes: Array(leaves).fill(NODES[3]),
  });
  const first = sized(6, { algorithm: 'minimax' }, false);
  assert.equal(harder(first), 'minimax,leaves:9,depth:3');
  const second = sized(9, { algorithm: 'minimax', root: 'min' }, false);
  assert.equal(harder(second), 'root:min,leaves:7,depth:2,cuts:1');
  assert.match(harder(exercise({ algorithm: 'right-to-left' })), /^right-to-left,leaves:7,/);
  const large = sized(60, {});
  assert.match(harder(large), /^alpha-beta,leaves:20,.*deep:2$/);
});

test('after the hardest one there is no harder one', () => {
  const leaves = Array.from({ length: 20 }, () => ({ player: null }));
  assert.ok(isHardest({ ...exercise({}), nodes: leaves }));
  assert.ok(!isHardest(exercise({})));
  assert.ok(!isHardest({ ...exercise({}, false), nodes: leaves }), 'after minimax come cut-offs');
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

/** What stands where, in em: nodes with all their fields, and leaves. */
function boxesOf(nodes, manner) {
  const { places, size } = layout(nodes, manner);
  return nodes.map((node) => {
    const { x, y } = places.get(node.name);
    const { width, height } = node.player === null ? size.leaf : size;
    return { left: x - width / 2, right: x + width / 2, top: y, bottom: y + height };
  });
}

for (const compact of [false, true]) {
  test(`nothing stands on anything else${compact ? ', compact' : ''}`, () => {
    const manner = { windows: true, compact, touch: compact };
    const { width, height } = layout(NODES, manner);
    const boxes = boxesOf(NODES, manner);
    for (const [i, one] of boxes.entries()) {
      assert.ok(one.left >= 0 && one.right <= width && one.bottom <= height);
      for (const other of boxes.slice(i + 1)) {
        const beside = one.right <= other.left || other.right <= one.left;
        assert.ok(beside || one.bottom <= other.top || other.bottom <= one.top);
      }
    }
  });
}

test('four nodes with two leaves each fit a phone, with fields for fingers', () => {
  const letters = ['B', 'C', 'D', 'E'];
  const nodes = [
    { name: 'A', parent: null, player: 'MAX', value: null },
    ...letters.map((name) => ({ name, parent: 'A', player: 'MIN', value: null })),
    ...letters.flatMap((parent) =>
      [1, 2].map((i) => ({ name: parent + i, parent, player: null, value: 10 * i })),
    ),
  ];
  const [phone, em] = [372, 15.4]; // pixels: between the margins of 390; the smallest scale
  const { width, size } = layout(nodes, { windows: true, compact: true, touch: true });
  assert.ok(width * em <= phone - 2);
  for (const side of [size.field, size.small, size.leaf.width, size.leaf.height])
    assert.ok(side * em >= 44);
  assert.ok(layout(nodes, { windows: true, touch: true }).width * em > phone);
});

test('the first exercise is minimax on a small tree', () => {
  assert.match(FIRST, /^minimax,leaves:6,/);
});

test('each exercise keeps its entries; the oldest are forgotten', () => {
  const entries = { B: { value: '5' } };
  keepWork({ exercise: 'one', entries, spoilt: true });
  keepWork({ exercise: 'two', entries: {}, spoilt: false });
  assert.deepEqual(workOn('one'), { exercise: 'one', entries, spoilt: true });
  assert.deepEqual(workOn('three').entries, {});
  assert.equal(lastExercise(), 'two');
  for (let i = 0; i < 50; i++) keepWork({ exercise: `more ${i}`, entries, spoilt: false });
  assert.deepEqual(workOn('one').entries, {});
});

test('what cannot be read is not called wrong', () => {
  const reason = "'x' cannot be read: write a whole number, such as 3 or -4.";
  const mark = { node: 'B', what: 'value', verdict: 'unreadable', reason };
  assert.equal(
    inSentence(mark),
    "Value at B: not marked. 'x' cannot be read: write a whole number, such as 3 or −4.",
  );
  const answer = { marks: [mark], asked: 3, blank: 2, done: false, answer: null };
  assert.equal(summary(answer), '0 of 3 right, 1 not readable, 2 fields still empty.');
});

test('the numbers of a summary add up, also with a cut that the key does not have', () => {
  const of = (verdict, what = 'value') => ({ node: 'C2', what, verdict, reason: '' });
  const marks = [of('right'), of('right'), of('follows'), of('wrong'), of('follows', 'cut')];
  const answer = { marks, asked: 4, blank: 0, done: false, answer: null };
  assert.equal(summary(answer), '2 of 5 right, 2 right after an earlier mistake, 1 wrong.');
  const inWronglyCut = { ...answer, marks: [of('right'), of('wrong', 'cut')] };
  assert.equal(summary(inWronglyCut), '1 of 4 right, 1 wrong.', 'what it hides is asked for');
});

test('the task of a real game says whose win is 1', () => {
  const game = { game: '3x3x3', cells: 'xo.xoxo..', turn: 'x' };
  const exercise = { cuts: false, backwards: false, root: 'MAX', game };
  assert.match(task(exercise), /^X is to move; X wins is 1, O wins is −1, a draw is 0\. Write/);
  assert.match(task({ ...exercise, root: 'MIN' }), /^X is to move; O wins is 1, X wins is −1, /);
  assert.match(task({ ...exercise, game: null }), /^Write the minimax value/);
});

test('an exercise counts once, if it was right at once', () => {
  let score = afterRight(NONE, 'one');
  score = afterRight(score, 'one');
  score = afterRight(score, 'two');
  assert.equal(inWords(score), '2 right in a row');
  assert.equal(afterWrong(score, 'two'), score);
  assert.equal(inWords(afterWrong(score, 'three')), 'most in a row: 2');
  assert.equal(inWords({ row: 1, best: 2, last: '' }), '1 in a row, most 2');
  assert.equal(inWords(NONE), '');
});
