import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { backToGame, lookAt, lookBy } from '../../src/noughts/web/static/game/past.js';
import {
  shownNumber,
  shownPosition,
  state,
  update,
} from '../../src/noughts/web/static/game/state.js';
import { GAME, serve, settled } from './server.js';

// What no rule would make of the moves: the page must not know better.
const told = (number) => ({
  ...{ ...GAME, id: state.game.id, revision: state.game.revision, number },
  ...{ cells: 'xxxxxxxx.', turn: 'o', legal: ['a1', 'c3'], outcome: null },
});
const numberIn = ({ path }) => Number(path.split('/').at(-1));
const players = { x: { name: 'human' }, o: { name: 'human' } };
let games = 0;

beforeEach(() => update({ game: { ...GAME, players, id: `game${games++}` }, past: null }));

test('an earlier position is what the server says it was', async () => {
  const asked = serve((request) => told(numberIn(request)));
  await lookAt(1);
  assert.equal(asked[0].path, `/games/${state.game.id}/positions/1`);
  assert.deepEqual(shownPosition(), told(1));
  assert.equal(shownNumber(), 1);
  backToGame();
  assert.equal(shownPosition(), state.game);
  assert.equal(shownNumber(), 3);
});

test('neighbours are there before they are asked for, and nothing is asked twice', async () => {
  const asked = serve((request) => told(numberIn(request)));
  await lookAt(1);
  await settled();
  assert.deepEqual(asked.map(numberIn), [1, 0, 2]);
  await lookBy(-1);
  assert.equal(shownNumber(), 0);
  await lookBy(-1);
  assert.equal(shownNumber(), 0, 'nothing comes before the start');
  await lookAt(2);
  await settled();
  assert.deepEqual(asked.map(numberIn), [1, 0, 2]);
  await lookBy(1);
  assert.equal(shownPosition(), state.game);
});

test('keys that come faster than answers add up', async () => {
  serve(async (request) => {
    await settled();
    return told(numberIn(request));
  });
  const both = [lookBy(-1), lookBy(-1)];
  assert.equal(shownNumber(), 3, 'nothing is made up meanwhile');
  await Promise.all(both);
  assert.equal(shownNumber(), 1);
});

test('a game that another window has changed is fetched first', async () => {
  const newer = { ...state.game, revision: 4, moves: GAME.moves.slice(0, 2) };
  serve(({ path }) => {
    if (path.endsWith('/events')) return { status: 404 };
    return path.includes('positions') ? { ...told(1), revision: 4 } : newer;
  });
  await lookAt(1);
  assert.equal(state.game.revision, 4);
  assert.equal(shownNumber(), 1);
});

test('a new revision is asked anew', async () => {
  const asked = serve((request) => told(numberIn(request)));
  await lookAt(0);
  await settled();
  update({ game: { ...state.game, revision: 9 } });
  await lookAt(0);
  assert.equal(asked.map(numberIn).filter((number) => number === 0).length, 2);
});
