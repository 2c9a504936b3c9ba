import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  badMoves,
  curveOf,
  placeSigns,
  pointWords,
  reviewWords,
  tally,
  withCrossings,
  worthWords,
} from '../../src/noughts/web/static/game/curve.js';
import { stepIn } from '../../src/noughts/web/static/game/signs.js';

const game = {
  moves: [
    { move: 'h8', mark: 'x' },
    { move: 'a1', mark: 'o' },
    { move: 'h9', mark: 'x' },
  ],
};

const judged = (number, verdict, before, after) => ({
  number,
  mark: number % 2 ? 'x' : 'o',
  move: game.moves[number - 1].move,
  verdict,
  before: { value: before },
  after: { value: after },
  better: ['g7'],
  line: ['g7', 'h7'],
});

const review = {
  moves: new Map([
    [3, judged(3, 'good', 0.8, 0.75)],
    [2, judged(2, 'blunder', 0.5, 0.1)],
    [1, judged(1, 'best', 0.5, 0.5)],
  ]),
  done: null,
};

test('the curve is what the game was worth to X', () => {
  assert.deepEqual(curveOf(review, 3), [0.5, 0.5, 0.9, 0.75]);
  const started = { moves: new Map([[3, review.moves.get(3)]]), done: null };
  assert.deepEqual(curveOf(started, 3), [null, null, null, 0.75]);
});

test('between two moves the curve may cross the middle', () => {
  assert.deepEqual(withCrossings([null, 0.75, 0.25, 0.5]), [
    { at: 1, value: 0.75 },
    { at: 1.5, value: 0.5 },
    { at: 2, value: 0.25 },
    { at: 3, value: 0.5 },
  ]);
});

test('worths and points in words', () => {
  assert.equal(worthWords('x', { value: 0.62 }), 'Chances: X 62 %.');
  assert.equal(worthWords('x', { value: 0.2 }), 'Chances: O 80 %.');
  assert.equal(worthWords('o', { value: 0.8 }), 'Chances: O 80 %.');
  assert.equal(worthWords('x', { value: 0.499 }), 'Even chances.');
  assert.equal(worthWords('o', { value: 1, outcome: 'win' }), 'O wins.');
  assert.equal(worthWords('o', { value: 0, outcome: 'loss' }), 'X wins.');
  assert.equal(worthWords('o', { value: 0.5, outcome: 'draw' }), 'A draw.');
  assert.equal(worthWords('x', { value: null }), 'Not known yet.');
  assert.equal(pointWords(game, review, 0), 'The start. Even chances.');
  assert.equal(pointWords(game, review, 2), 'Move 2, O a1, blunder. Chances: X 90 %.');
});

test('a good move is called good once, and told in what it is not the best', () => {
  const said = (words) => {
    const moves = new Map([[3, { ...judged(3, 'good', 0.8, 0.75), words }]]);
    return pointWords(game, { ...review, moves }, 3);
  };
  const head = 'Move 3, X h9, good. Chances: X 75 %.';
  assert.equal(said('h9 is good.'), head);
  assert.equal(said('h9 is good; g7 is a little better.'), `${head} g7 is a little better.`);
  const sooner = 'h9 loses too, but sooner, in 2 plies: g7 holds out for 4 plies.';
  assert.equal(said(sooner), `${head} ${sooner}`);
});

test('before its end a review says that it may change', () => {
  const one = { moves: new Map([[3, review.moves.get(3)]]), done: null, waiting: null };
  const said = 'So far: 1 of 3 moves. The marks may still change…';
  assert.equal(reviewWords(game, one), said);
  const all = { ...review, waiting: null };
  assert.equal(reviewWords(game, all), 'So far: a first look. The marks may still change…');
  assert.equal(reviewWords(game, { ...all, done: { words: 'Well played.' } }), 'Well played.');
});

test('how often a side erred', () => {
  assert.deepEqual(tally(review, 'o'), [{ verdict: 'blunder', amount: 1 }]);
  assert.deepEqual(
    tally(review, 'x').map(({ verdict }) => verdict),
    ['best', 'good'],
  );
  assert.deepEqual(
    badMoves(review).map(({ number }) => number),
    [2],
  );
});

test('how far into the better line a position is', () => {
  const move = review.moves.get(2);
  assert.equal(stepIn(game, move, ['h8']), 0);
  assert.equal(stepIn(game, move, ['h8', 'g7']), 1);
  assert.equal(stepIn(game, move, ['h8', 'g7', 'h7']), 2);
  assert.equal(stepIn(game, move, ['h8', 'a1']), null);
  assert.equal(stepIn(game, move, ['h8', 'g7', 'h7', 'a1']), null);
  assert.equal(stepIn(game, move, []), null);
  assert.equal(stepIn(game, move, ['b2', 'g7']), null);
});

test('signs on the curve do not hide each other, and the worst are written first', () => {
  const height = 132;
  for (const apart of [2, 5, 12, 40]) {
    const verdicts = ['inaccuracy', 'blunder', 'mistake', 'inaccuracy', 'blunder', 'mistake'];
    const marks = verdicts.map((verdict, at) => ({
      judged: { verdict, number: at },
      x: 20 + apart * at,
      y: at % 3 ? 16 : 60,
    }));
    const signs = placeSigns(marks, { apart, height });
    assert.equal(signs.length, marks.length);
    assert.equal(signs.at(-1).judged.verdict, 'blunder', 'drawn over the others');
    const written = signs.filter(({ text }) => text !== null);
    for (const [at, one] of written.entries()) {
      assert.ok(one.text > 8 && one.text < height);
      for (const two of written.slice(at + 1)) {
        assert.ok(Math.abs(one.x - two.x) >= 12 || Math.abs(one.text - two.text) >= 11);
      }
    }
    assert.ok(written.some(({ judged }) => judged.verdict === 'blunder'));
    if (apart === 40) assert.equal(written.length, marks.length);
    if (apart >= 12) assert.equal(signs[0].radius, 6);
  }
});
