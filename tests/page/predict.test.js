import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CUT, TABLE } from '../../src/noughts/web/static/watch/model.js';
import { questionBefore, Score } from '../../src/noughts/web/static/watch/predict.js';
import { Words } from '../../src/noughts/web/static/watch/words.js';
import { drawn, modelOf, rowsOf, TEXTBOOK, tracedModels } from './trees.js';

const asked = (model) => {
  const words = new Words(model);
  return Array.from({ length: model.steps }, (_, s) => questionBefore(words, s));
};

test('the textbook tree: what becomes of beta, and cut off or go on', () => {
  const model = drawn(TEXTBOOK);
  const questions = asked(model);
  const [cut] = model.cuts;
  assert.equal(questions[0], null);
  assert.equal(questions[cut].about, 'cut');
  assert.equal(questions[cut].answer, 1);
  assert.equal(
    questions[cut].text,
    'O has 2 here, α is 3, β is +∞, and moves are left. Cut off or go on?',
  );
  assert.equal(questions[cut].node, model.stepNode[cut]);
  const first = questions.find(Boolean);
  assert.equal(model.moveName(model.childrenOf(first.node)[0]), 'b1', 'not about the child');
  assert.equal(first.text, 'b1 comes back with 3. What is β for O now?');
  assert.equal(first.answer, 3, 'a first value is asked for, too');
  assert.match(questions[cut - 1].text, /^b1 comes back with 2\. What is the best value so far/);
  const second = questions.find((each) => each?.text.startsWith('b2 comes back with 12.'));
  assert.equal(second.answer, 3);
  assert.deepEqual(
    second.options.map(({ value }) => value),
    second.options.map(({ value }) => value).toSorted((a, b) => a - b),
  );
});

test('no question about a heuristic, nor where neither side has a value elsewhere', () => {
  const about = asked(drawn([[5, 2], [1]])).map((each) => each?.about);
  assert.ok(!about.includes('leaf'));
  assert.ok(!about.slice(0, 9).includes('cut'));
});

test('no question for the value of an only move', () => {
  const model = drawn([[5], [3, 4]]);
  const asks = (way) => asked(model)[model.stepWhere(way)] !== null;
  assert.deepEqual(['back a1 b1', 'back a2 b1'].map(asks), [false, true]);
});

test('a finished game is worth what the scores of this search say', () => {
  const rows = rowsOf([[8], [6]]);
  for (const [i, end] of [
    [2, 0],
    [4, 0],
  ])
    rows[i][6] = end;
  const options = (model) => asked(model).find((each) => each?.about === 'leaf')?.options;
  const plain = options(modelOf(rows));
  assert.deepEqual(
    plain.map(({ text }) => text),
    ['−8 (O wins)', '0 (draw)', '8 (X wins)'],
  );
  const byDepth = options(modelOf(rows, { by_depth: true }));
  assert.deepEqual(
    byDepth.map(({ value }) => value),
    [-8, 0, 7, 8],
    'a ply miscounted',
  );
  const halfway = options(modelOf(rows, { draw: 2 }));
  assert.deepEqual(
    halfway.map(({ text }) => text),
    ['0 (O wins)', '2 (draw)', '8 (X wins)'],
  );
});

test('every question about a real search can be answered wrong, and right once', () => {
  for (const model of tracedModels()) {
    const questions = asked(model);
    assert.ok(questions.some(Boolean), model.method);
    for (const [step, question] of questions.entries()) {
      if (!question) continue;
      const values = question.options.map(({ value }) => value);
      assert.ok(values.length >= 2 && values.length <= 4);
      assert.equal(new Set(question.options.map(({ text }) => text)).size, values.length);
      assert.equal(values.filter((value) => value === question.answer).length, 1);
      if (question.about === 'cut')
        assert.equal(question.answer === 1, model.stepKind[step] === CUT);
      if (question.about === 'table')
        assert.equal(question.answer === 1, model.stepKind[step] === TABLE);
    }
  }
});

test('what the table holds is asked where it is a bound', () => {
  const models = tracedModels().filter((model) => model.table);
  assert.ok(models.length);
  const questions = models.flatMap(asked).filter((each) => each?.about === 'table');
  assert.ok(questions.length);
  for (const { answer, text, reason } of questions) {
    assert.match(text, /^This board is in the table, worth at (least|most) /);
    assert.match(reason, answer ? /that is enough/ : /the search looks again/);
  }
});

test('only the first answer to a question counts', () => {
  const score = new Score();
  score.add(3, false);
  score.add(3, true);
  score.add(7, true);
  assert.equal(String(score), '1 of 2 right');
  assert.equal(String(new Score([...score.answers])), '1 of 2 right', 'as it is kept');
});
