import assert from 'node:assert/strict';
import { test } from 'node:test';
import { certainty, number, Words, worth } from '../../src/noughts/web/static/watch/words.js';
import { drawn, ENDS, modelOf, rowsOf, TEXTBOOK, tracedModels } from './trees.js';

const said = (model) => {
  const words = new Words(model);
  return Array.from({ length: model.steps }, (_, s) => words.sentence(s));
};

test('numbers, and values that are only bounds', () => {
  const model = drawn(TEXTBOOK);
  assert.equal(number(Infinity, model), '+∞');
  assert.equal(number(-Infinity, model), '−∞');
  assert.equal(number(-1, model), '−1');
  assert.equal(number(1234567, model), '1,234,567');
  assert.deepEqual(
    [0, 1, 2].map((bound) => worth(2, bound, model)),
    ['2', '≥ 2', '≤ 2'],
  );
});

test('a score that says how far away the end is, is a word', () => {
  const rows = rowsOf([[999_998, 5], [-999_998]]);
  for (const [i, end] of [
    [2, 'x wins'],
    [5, 'o wins'],
  ])
    rows[i][6] = ENDS.indexOf(end);
  const model = modelOf(rows, { by_depth: true });
  assert.equal(model.win, 1_000_000, 'a win at the root');
  assert.equal(number(999_997, model), 'win in 3');
  assert.equal(number(-999_996, model), 'loss in 4');
  assert.equal(number(5, model), '5', 'an estimate');
  assert.equal(number(-Infinity, model), '−∞');
  assert.ok(said(model).includes('The game is over: an X win in 2.'));
  const words = new Words(model);
  assert.equal(words.ended(2, model.enterStep[2]), 'the game is over');
  assert.equal(words.ended(3, model.enterStep[3]), 'the depth limit');
  assert.equal(words.ended(2, model.doneStep[2]), 'X wins');
});

test('a sentence says whose win it is, also where the other side can get no better', () => {
  const rows = rowsOf([[999_998], [-999_998, 5]]);
  for (const [i, end] of [
    [2, 'x wins'],
    [4, 'o wins'],
  ])
    rows[i][6] = ENDS.indexOf(end);
  const model = modelOf(rows, { by_depth: true });
  const cut = said(model)[model.cuts[0]];
  assert.match(cut, /^X already has an X win in 2 with a1; O can get an O win in 2 here, so X/);
});

test('the textbook tree, in words', () => {
  const model = drawn(TEXTBOOK);
  const sentences = said(model);
  assert.equal(sentences[0], 'The search begins: MAX (X is to move) wants the largest value.');
  assert.equal(sentences[1], 'X tries a1. It inherits α = −∞ and β = +∞.');
  assert.equal(sentences[3], 'The depth limit is reached: an unfinished game counts as 3.');
  assert.equal(sentences[4], 'b1 is worth 3: the first value for O; β becomes 3.');
  assert.equal(
    sentences[model.cuts[0]],
    'X already has 3 with a1; O can get 2 here, so X will not come here; 2 moves not tried.',
  );
  assert.equal(sentences.at(-1), 'The search is done: the value is 3.');
});

test('a value at the depth limit is an estimate, and above it true at this depth only', () => {
  const rows = rowsOf([[0, 1], [0]]);
  rows[2][6] = ENDS.indexOf('draw');
  rows[3][6] = ENDS.indexOf('x wins');
  const model = modelOf(rows);
  assert.deepEqual(
    [2, 1, 5, 0].map((node) => certainty(model, node)),
    ['exact', 'exact', 'estimate', 'at this depth'],
  );
  assert.equal(certainty(model, 4), '', 'a bound has its sign');
});

test('a loss that is seen is proved, whatever the depth limit hides beside it', () => {
  const rows = rowsOf([
    [0, -1],
    [0, 0],
  ]);
  rows[3][6] = ENDS.indexOf('o wins');
  const model = modelOf(rows);
  assert.deepEqual(
    [1, 2, 4].map((node) => certainty(model, node)),
    ['exact', 'estimate', 'at this depth'],
  );
});

test('a deep cut-off counts the moves down from where the other side can choose', () => {
  const cut = said(
    drawn([
      [5, 6],
      [
        [
          [3, 8],
          [7, 4],
        ],
        9,
      ],
    ]),
  ).find((each) => /deep/.test(each));
  assert.match(
    cut,
    /^X already has 5 with a1, 3 moves further up; O can get 3 .* A deep cut-off\.$/,
  );
});

test('what a strict search says of an equal value', () => {
  const sentences = said(drawn([[1], [1, 7]], { strict: true }));
  assert.ok(sentences.some((each) => each.includes('1 equals α, and strict cuts only beyond')));
});

test('what a search inherits depends on how it goes, not on its name', () => {
  const tree = [[3], [2]];
  assert.match(
    said(drawn(tree, { shallow: true }))[1],
    /Only α = −∞ is inherited; β starts at \+∞/,
  );
  assert.match(
    said(drawn(tree, { root_apart: true }))[1],
    /Each move at the root starts with a full/,
  );
  assert.match(said(drawn(tree, { deepens: true }))[3], /the board is estimated at 3/);
  assert.doesNotMatch(said(drawn(tree, { windows: false }))[1], /α|β/);
});

test('a choice at random is told only where there is one', () => {
  const whole = { windows: false, whole_tree_first: true };
  assert.match(said(drawn([[3], [2]], whole)).at(-1), /X plays its best move\.$/);
  assert.match(said(drawn([[3], [3]], whole)).at(-1), /X picks one of 2 best moves at random\.$/);
});

test('a search that was stopped says so', () => {
  const rows = rowsOf(TEXTBOOK).slice(0, 6);
  for (const open of [0, 5])
    rows[open] = [rows[open][0], rows[open][1], null, null, null, 0, 6, -1, []];
  const model = modelOf(rows);
  const words = new Words(model);
  assert.ok(words.sentence(model.steps - 1).endsWith(' The search was stopped here.'));
  assert.equal(words.ended(5, model.steps - 1), 'the search was stopped before it was known');
  assert.equal(words.ended(5, 0), 'not entered yet');
});

test('every step of every real search has its sentence', () => {
  for (const model of tracedModels()) {
    for (const sentence of said(model)) {
      assert.match(sentence, /^[A-Za-z(].*[.)]$/);
      assert.doesNotMatch(sentence, /undefined|NaN|null|Infinity|\[object/);
    }
  }
});
