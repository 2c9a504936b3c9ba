import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  backToGame,
  canRedo,
  canUndo,
  lookAt,
  lookAtPath,
  lookBy,
  redo,
  tryMove,
  undo,
} from '../../src/noughts/web/static/game/past.js';
import {
  shownNumber,
  shownPath,
  shownPosition,
  state,
  update,
} from '../../src/noughts/web/static/game/state.js';
import { GAME, serve, settled } from './server.js';

// What no rule would make of the moves: the page must not know better.
const STRANGE = { cells: 'xxxxxxxx.', turn: 'o', legal: ['a1', 'c3'], outcome: null };
const { game, rows, columns, label } = GAME;
const told = (path) => ({ game, rows, columns, label, ...STRANGE, path, number: path.length });
const answer = ({ body }) => ({ game, rows, columns, label, ...STRANGE, asked: body.moves });
const paths = (asked) => asked.map(({ body }) => body.moves.join());
const players = { x: { name: 'human' }, o: { name: 'human' } };
let games = 0;

beforeEach(() => {
  backToGame();
  update({ game: { ...GAME, players, id: `game${games++}` }, past: null });
});

test('an earlier position is what the server says it was', async () => {
  const asked = serve(answer);
  await lookAt(1);
  const text = GAME.start.cells;
  assert.deepEqual(asked[0].body, { game: '3x3x3', text, turn: 'x', moves: ['b2'] });
  assert.deepEqual(shownPosition(), { ...told(['b2']), asked: ['b2'] });
  assert.equal(shownNumber(), 1);
  backToGame();
  assert.equal(shownPosition(), state.game);
  assert.equal(shownNumber(), 3);
});

test('neighbours are there before they are asked for, and nothing is asked twice', async () => {
  const asked = serve(answer);
  await lookAt(1);
  await settled();
  assert.deepEqual(paths(asked), ['b2', '', 'b2,a1']);
  await lookBy(-1);
  assert.equal(shownNumber(), 0);
  await lookBy(-1);
  assert.equal(shownNumber(), 0, 'nothing comes before the start');
  await lookAt(2);
  await settled();
  assert.deepEqual(paths(asked), ['b2', '', 'b2,a1', 'b2,a1,c3']);
  await lookBy(1);
  assert.equal(shownPosition(), state.game);
});

test('keys that come faster than answers add up', async () => {
  serve(async (request) => {
    await settled();
    return answer(request);
  });
  const both = [lookBy(-1), lookBy(-1)];
  assert.equal(shownNumber(), 3, 'nothing is made up meanwhile');
  await Promise.all(both);
  assert.equal(shownNumber(), 1);
});

test('one walks along a variation, up to the line that it branches from, and back', async () => {
  serve(answer);
  update({ game: { ...state.game, variations: [{ after: 1, moves: ['c1', 'c2'] }] } });
  await lookAtPath(['b2', 'c1', 'c2']);
  await lookBy(-1);
  await lookBy(-1);
  assert.deepEqual(shownPath(), ['b2']);
  await lookBy(1);
  assert.deepEqual(shownPath(), ['b2', 'c1'], 'where one came from');
  await lookBy(1);
  await lookBy(1);
  assert.deepEqual(shownPath(), ['b2', 'c1', 'c2'], 'nothing comes after the end');
  await lookAt(2);
  await lookBy(-1);
  await lookBy(1);
  assert.deepEqual(shownPath(), ['b2', 'a1'], 'the line that was looked at last');
});

test('undo and redo change the game only where it is', async () => {
  const asked = serve(answer);
  await lookAt(2);
  await undo();
  assert.deepEqual(shownPath(), ['b2']);
  assert.deepEqual([canUndo(), canRedo()], [true, true]);
  await redo();
  await redo();
  assert.equal(shownPosition(), state.game);
  assert.ok(asked.every(({ path }) => path === '/position'));
});

test('a move that is there is followed, another one is sent', async () => {
  const known = { after: 1, moves: ['c1'] };
  const asked = serve((request) => {
    if (request.path.endsWith('/events')) return { status: 404 };
    if (request.path === '/position') return answer(request);
    const variations = [known, { after: 1, moves: ['c2'] }];
    return { ...state.game, revision: 4, variations };
  });
  update({ game: { ...state.game, variations: [known] } });
  await lookAt(1);
  await tryMove('c1');
  assert.deepEqual(shownPath(), ['b2', 'c1']);
  await lookAt(1);
  await tryMove('c2');
  assert.deepEqual(shownPath(), ['b2', 'c2']);
  const sent = asked.filter(({ path }) => path.endsWith('/vary'));
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ revision: 3, path: ['b2'], move: 'c2' }],
  );
  await lookAt(1);
  await tryMove('a1');
  assert.deepEqual(shownPath(), ['b2', 'a1']);
});
