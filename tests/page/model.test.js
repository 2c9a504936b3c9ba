import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BACK,
  CUT,
  ENTER,
  KINDS,
  LEAF,
  RETURN,
  TABLE,
} from '../../src/noughts/web/static/watch/model.js';
import { drawn, modelOf, rowsOf, TEXTBOOK, tracedModels } from './trees.js';

test('the textbook tree: 11 nodes, one cut-off, value 3', () => {
  const model = drawn(TEXTBOOK);
  assert.equal(model.size, 11);
  assert.equal(model.steps, 3 * 11 - 1);
  assert.equal(model.levels, 3);
  assert.equal(model.cuts.length, 1);
  assert.equal(model.stepBest[model.steps - 1], 3);
  const cut = model.stepNode[model.cuts[0]];
  assert.equal(cut, 5); // root, first MIN node and its leaves come before it
  assert.deepEqual(model.untried.get(cut), [4, 5]);
  assert.equal(model.sourceOf(cut), 1, 'MAX has 3 with its first move');
  assert.equal(model.nextCut(0), model.cuts[0]);
  assert.equal(model.nextCut(model.cuts[0]), -1);
  assert.deepEqual(model.countUntil(0), { nodes: 1, cuts: 0 });
  assert.deepEqual(model.countUntil(model.cuts[0] - 1), { nodes: 7, cuts: 0 });
  assert.deepEqual(model.countUntil(model.cuts[0]), { nodes: 7, cuts: 1 });
  assert.deepEqual(model.countUntil(model.steps - 1), { nodes: 11, cuts: 1 });
});

test('alpha and beta at each step of a small tree', () => {
  const model = drawn([[5, 2], [1]]);
  const seen = Array.from({ length: model.steps }, (_, s) => [
    model.stepKind[s],
    model.stepNode[s],
    model.stepAlpha[s],
    model.stepBeta[s],
    model.stepBest[s],
  ]);
  const inf = Infinity;
  assert.deepEqual(seen, [
    [ENTER, 0, -inf, inf, -inf],
    [ENTER, 1, -inf, inf, inf],
    [ENTER, 2, -inf, inf, -inf],
    [LEAF, 2, -inf, inf, 5],
    [BACK, 1, -inf, 5, 5],
    [ENTER, 3, -inf, 5, -inf],
    [LEAF, 3, -inf, 5, 2],
    [BACK, 1, -inf, 2, 2],
    [RETURN, 1, -inf, 2, 2],
    [BACK, 0, 2, inf, 2],
    [ENTER, 4, 2, inf, inf],
    [ENTER, 5, 2, inf, -inf],
    [LEAF, 5, 2, inf, 1],
    [BACK, 4, 2, inf, 1], // 1 is below alpha: left before beta is touched
    [RETURN, 4, 2, inf, 1],
    [BACK, 0, 2, inf, 2],
    [RETURN, 0, 2, inf, 2],
  ]);
});

test('an equal value cuts, unless the search is strict', () => {
  const tree = [[1], [1, 7]];
  assert.equal(drawn(tree).cuts.length, 1);
  assert.equal(drawn(tree, { strict: true }).cuts.length, 0);
});

test('a search that was stopped: open nodes inherit their window', () => {
  const rows = rowsOf(TEXTBOOK).slice(0, 6);
  for (const open of [0, 5])
    rows[open] = [rows[open][0], rows[open][1], null, null, null, 0, 6, -1, []];
  const model = modelOf(rows);
  assert.equal(model.isFinished(5), false);
  assert.deepEqual([model.alpha[5], model.beta[5]], [3, Infinity]);
  assert.equal(model.stepKind[model.steps - 1], ENTER);
  const shallow = modelOf(rows, { shallow: true });
  assert.deepEqual([shallow.alpha[5], shallow.beta[5]], [3, Infinity]);
  const apart = modelOf(rows, { root_apart: true });
  assert.deepEqual([apart.alpha[5], apart.beta[5]], [-Infinity, Infinity]);
});

test('a whole tree is grown first and valued level by level', () => {
  const rows = rowsOf([[4, 6], [1]]).map((row) => [...row]);
  const order = [5, 3, 0, 1, 4, 2]; // leaves, then MIN, then the root
  for (const [i, row] of rows.entries()) row[7] = order[i];
  const model = modelOf(rows, { windows: false, whole_tree_first: true });
  assert.equal(model.steps, 2 * 6);
  assert.deepEqual([...model.stepNode.subarray(6, 12)], [2, 3, 5, 1, 4, 0]);
});

test('in every real search each node is entered, finished and handed back once', () => {
  const models = tracedModels();
  assert.ok(models.length >= 10);
  for (const model of models) {
    const { size, steps, wholeTreeFirst } = model;
    assert.equal(steps, wholeTreeFirst ? 2 * size : 3 * size - 1, model.method);
    const times = KINDS.map(() => 0);
    for (let s = 0; s < steps; s++) times[model.stepKind[s]]++;
    assert.equal(times[ENTER], size);
    assert.equal(times[LEAF] + times[CUT] + times[RETURN] + times[TABLE], size);
    assert.equal(times[BACK], wholeTreeFirst ? 0 : size - 1);
    for (let i = 0; i < size; i++) assert.ok(model.enterStep[i] < model.doneStep[i]);
  }
});

test('in every real search subtrees are ranges, and levels of MAX and MIN take turns', () => {
  for (const model of tracedModels()) {
    for (let i = 1; i < model.size; i++) {
      const parent = model.parent[i];
      assert.ok(parent < i && i < model.after[parent]);
      assert.equal(model.isMax(i) === model.isMax(parent), model.isPass(i));
      assert.ok(model.isAbove(parent, i));
      assert.ok(model.childrenOf(parent).includes(i));
    }
    assert.equal(model.pathTo(model.size - 1)[0], 0);
  }
});

test('in every real search what is looked up is what a replay finds', () => {
  for (const model of tracedModels()) {
    const now = new Map();
    for (let s = 0; s < model.steps; s++) {
      now.set(model.stepNode[s], model.stateOf(s));
      if (s % 7) continue;
      for (const [node, state] of now)
        assert.deepEqual(model.stateAt(node, s), state, model.method);
    }
  }
});

test('a search that saw every game end has proved its value, however it went about it', () => {
  const models = tracedModels().filter((model) => !model.deepens);
  assert.ok(models.some((model) => model.passes) && models.some((model) => model.scouts));
  for (const model of models) {
    assert.ok(model.isProved(0), model.method);
    assert.deepEqual(model.span(0), [model.value[0], model.value[0]]);
  }
});

test('a search in passes counts the nodes of the game only', () => {
  const passes = tracedModels().filter((model) => model.passes);
  assert.deepEqual(
    new Set(passes.map(({ method }) => method)),
    new Set(['four-in-a-line', 'mtd-f', 'deepening']),
  );
  for (const model of passes) {
    assert.deepEqual(model.countUntil(model.steps - 1).nodes, model.size - 1);
    assert.equal(model.nodes, model.done.searched);
    const numbers = model.childrenOf(0).map((node) => model.moveName(node));
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => `pass ${i + 1}`),
    );
  }
});
