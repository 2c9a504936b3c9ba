import assert from 'node:assert/strict';
import { test } from 'node:test';
import { update } from '../../src/noughts/web/static/game/state.js';
import {
  bestWords,
  cellValues,
  commonWords,
  legend,
  stopsShort,
  verdict,
} from '../../src/noughts/web/static/game/verdicts.js';
import { standing, thoughtWords } from '../../src/noughts/web/static/game/words.js';
import { roughly } from '../../src/noughts/web/static/ui/format.js';
import { starPoints } from '../../src/noughts/web/static/views/crossings.js';
import { GAME } from './server.js';

const move = (name, outcome, plies, score = 0) => ({
  ...{ move: name, outcome, plies, score, bound: 'exact' },
});
const losses = (amount, plies = 2) =>
  Array.from({ length: amount }, (_, at) => move(`l${at}`, 'loss', plies));
const texts = (analysis) =>
  [...cellValues(analysis)].filter(([, { text }]) => text).map(([name, { text }]) => [name, text]);

test('what all moves do is said once, and the longest resistance is marked', () => {
  const moves = [...losses(52), move('g7', 'loss', 4), move('g8', 'loss', 4)];
  const analysis = { turn: 'o', outcome: 'loss', plies: 4, moves, best: ['g7', 'g8'] };
  assert.deepEqual(texts(analysis), [
    ['g7', 'L4'],
    ['g8', 'L4'],
  ]);
  assert.equal(commonWords(analysis), 'Every move loses.');
  const values = cellValues(analysis);
  assert.equal(values.get('l0').words, 'loss in 2 plies', 'the label still says it');
  assert.ok(values.get('g7').best);
  assert.deepEqual(legend(analysis), ['▼ L4: a loss in 4 plies'], 'as on the board');
  assert.equal(verdict(analysis), 'O loses in 4 plies.');
});

test('moves that are all alike need no mark at all', () => {
  const moves = losses(54);
  const analysis = { turn: 'o', moves, best: moves.map((each) => each.move) };
  assert.deepEqual(texts(analysis), []);
  assert.equal(commonWords(analysis), 'Every move loses.');
  assert.equal(bestWords(analysis), '', 'a loss is not good');
});

test('where nearly all moves are alike, the others are marked', () => {
  const moves = [...losses(20), move('b2', 'draw', 5), move('b3', 'draw', 5)];
  const analysis = { turn: 'x', moves, best: ['b2', 'b3'] };
  assert.deepEqual(texts(analysis), [
    ['b2', 'D'],
    ['b3', 'D'],
  ]);
  assert.equal(commonWords(analysis), 'Every move but b2 and b3 loses.');
  assert.equal(bestWords(analysis), '', 'they are named already');
  const one = { turn: 'x', moves: [...losses(20), move('b2', null, null, -12)], best: ['b2'] };
  assert.equal(commonWords(one), 'Every move but b2 loses.');
  assert.deepEqual(texts(one), [['b2', '−12']]);
});

test('many losses are said in words, and leave the board to the moves that matter', () => {
  const opinions = Array.from({ length: 30 }, (_, at) => move(`m${at}`, null, null, -at));
  const analysis = { turn: 'x', moves: [...opinions, ...losses(15)], best: ['m0'] };
  assert.equal(commonWords(analysis), '15 of 45 moves lose.');
  assert.equal(bestWords(analysis), 'Looks best: m0.');
  assert.deepEqual(
    texts(analysis).map(([name]) => name),
    ['m0', 'm1', 'm2', 'm3', 'm4'],
  );
});

test('a win that comes in so many plies at most is not called the quickest', () => {
  const within = (name, outcome, plies) => ({ ...move(name, outcome, null), within: plies });
  const wins = Array.from({ length: 30 }, (_, at) => within(`w${at}`, 'win', 11));
  const moves = [within('i8', 'win', 9), ...wins, move('c9', null, null, 1915)];
  const analysis = { turn: 'x', outcome: 'win', plies: null, within: 9, moves, best: ['i8'] };
  assert.equal(verdict(analysis), 'X wins in at most 9 plies.');
  assert.equal(commonWords(analysis), '31 of 32 moves win.');
  assert.equal(bestWords(analysis), 'Quickest, as far as is known: i8.');
  assert.deepEqual(texts(analysis), [
    ['i8', 'W9'],
    ['c9', '+1,915'],
  ]);
  assert.equal(legend(analysis)[0], '▲ W9: a win in at most 9 plies');
  const known = [move('i8', 'win', 5), ...wins];
  assert.equal(commonWords({ ...analysis, moves: known }), 'Every move wins.');
  assert.equal(bestWords({ ...analysis, moves: known }), 'Quickest: i8.');
  const lost = [within('i9', 'loss', 8), within('j8', 'loss', 8), ...losses(30)];
  const all = { turn: 'o', outcome: 'loss', plies: null, moves: lost, best: ['i9', 'j8'] };
  assert.equal(commonWords(all), 'Every move loses.');
  assert.equal(bestWords(all), 'Longest resistance, as far as is known: i9, j8.');
});

test('a loss without a number is explained', () => {
  const moves = [move('a1', 'loss', null), move('a2', 'loss', null), move('b2', 'win', null)];
  assert.deepEqual(legend({ turn: 'x', moves, best: ['b2'] }), [
    '▲ W: a win, how soon is not known',
    '▼ L: a loss, how soon is not known',
  ]);
});

test('moves with the same best score are counted, although one of them is named', () => {
  const moves = [...'abc'].map((row) => move(`${row}2`, null, null, 82));
  const named = { turn: 'x', moves: [...moves, move('a1', null, null, 3)], best: ['b2'] };
  assert.equal(bestWords(named), '3 moves have the best score; most central: b2.');
  const alone = { ...named, moves: [moves[1], move('a1', null, null, 3)] };
  assert.equal(bestWords(alone), 'Looks best: b2.');
});

test('a small board shows every value', () => {
  const analysis = { turn: 'x', moves: losses(7), best: ['l0'] };
  assert.equal(texts(analysis).length, 7);
  assert.equal(commonWords(analysis), '');
});

test('of many opinions five have a number and few more a dot', () => {
  const moves = Array.from({ length: 200 }, (_, at) => move(`m${at}`, null, null, at));
  const analysis = { turn: 'x', moves, best: ['m3'] };
  assert.deepEqual(
    texts(analysis).map(([name]) => name),
    ['m3', 'm196', 'm197', 'm198', 'm199'],
  );
  const dots = [...cellValues(analysis).values()].filter(({ dot }) => dot);
  assert.equal(dots.length, 7);
  assert.equal(legend(analysis).length, 2);
  assert.match(legend(analysis)[0], /estimate for X/);
});

test('a program that thinks says how far it is', () => {
  const players = { x: { name: 'human' }, o: { name: 'engine', seconds: 5 } };
  const game = { ...GAME, players };
  const about = { id: GAME.id, revision: GAME.revision, turn: 'o' };
  const thinking = { ...about, outcome: null, plies: null, score: 12 };
  const now = { pending: null, reply: {}, running: false };
  const said = (more) => standing(game, { ...now, thinking: { ...thinking, ...more } });
  update({ values: true }); // else it keeps its plan to itself
  const far = said({ depth: 9, nodes: 1_234_567, line: ['h8', 'g9', 'h9'] });
  assert.equal(far.short, 'O is thinking…');
  assert.equal(far.long, 'Depth 9, 1.2 M nodes, +12 for O: h8 g9 h9');
  assert.equal(far.kind, 'thinking');
  const proof = said({ depth: 0, nodes: 45_678, score: null, line: [] });
  assert.equal(proof.long, '46,000 nodes');
  const won = said({ depth: 7, nodes: 900, outcome: 'win', plies: 3, line: ['a2'] });
  assert.equal(won.long, 'Depth 7, 900 nodes, win in 3 for O: a2');
  const waits = standing(game, { ...now, thinking: null, queue: 'Waiting, 3rd in line…' });
  assert.deepEqual([waits.short, waits.long], ['O is waiting…', 'Waiting, 3rd in line…']);
  const old = said({ revision: 1, depth: 9, nodes: 1, line: [] });
  assert.match(old.long, /You played c3/, 'of an earlier move');
  const kept = { ...thinking, revision: 1, depth: 2, nodes: 9, line: [], outcome: 'draw' };
  assert.equal(thoughtWords(game, kept), 'Depth 2, 9 nodes, draw', 'it can still be read');
  update({ values: false });
});

test('rough numbers', () => {
  assert.deepEqual([987, 45_678, 1_250_000, 3e9].map(roughly), ['987', '46,000', '1.3 M', '3.0 G']);
});

test('star points', () => {
  assert.deepEqual(starPoints(15, 15), [
    [3, 3],
    [3, 11],
    [11, 3],
    [11, 11],
    [7, 7],
  ]);
  assert.equal(starPoints(19, 19).length, 9);
  assert.equal(starPoints(20, 20).length, 4);
  assert.deepEqual(starPoints(3, 3), [[1, 1]]);
  assert.deepEqual(starPoints(9, 9)[0], [2, 2]);
});

test('a line that stops before its win is over goes on', () => {
  const judged = (outcome, ends) => ({ before: { outcome, plies: null, value: null }, ends });
  assert.equal(stopsShort(judged('win', false)), true);
  assert.equal(stopsShort(judged('win', true)), false);
  assert.equal(stopsShort(judged(null, false)), false);
  assert.equal(stopsShort(judged('draw', false)), false);
});
