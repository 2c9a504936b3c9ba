import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, clockWords, secondsLeft } from '../../src/noughts/web/static/game/clock.js';
import {
  invitationTo,
  keepSeat,
  newKey,
  readInvitation,
  seatAt,
} from '../../src/noughts/web/static/game/seats.js';
import {
  isWatching,
  mayPlay,
  maySearch,
  myMark,
  update,
} from '../../src/noughts/web/static/game/state.js';
import { GAME } from './server.js';

const TABLE = { seats: { x: true, o: true }, offer: null, next: null, clock: null };
const PEOPLE = { x: { name: 'human' }, o: { name: 'human' } };
const between = (id) => ({ ...GAME, id, players: PEOPLE, table: TABLE });

test('a key has 128 bits, and no two are the same', () => {
  const keys = Array.from({ length: 1000 }, newKey);
  for (const key of keys) assert.match(key, /^[A-Za-z0-9_-]{22}$/);
  assert.equal(new Set(keys).size, 1000);
});

test('an invitation is read as it was written, and nothing else is', () => {
  const key = newKey();
  const { hash } = new URL(invitationTo('k3-v9_q2', key), 'http://127.0.0.1:8008');
  assert.deepEqual(readInvitation(hash), { id: 'k3-v9_q2', invitation: key });
  for (const other of ['', '#board', `#join=k3v9q2x7.${key}!`, '#join=../about.', `#${key}`]) {
    assert.equal(readInvitation(other), null);
  }
});

test('who has a seat plays its mark, and everybody else watches', () => {
  const game = between('seated');
  assert.deepEqual([isWatching(game), myMark(game), mayPlay(game, 'o')], [true, null, false]);
  keepSeat('seated', { mark: 'o', key: newKey() });
  assert.deepEqual([isWatching(game), myMark(game)], [false, 'o']);
  assert.deepEqual([mayPlay(game, 'x'), mayPlay(game, 'o')], [false, true]);
  for (let at = 0; at < 300; at++) keepSeat(`game${at}`, { mark: 'x', key: newKey() });
  assert.equal(seatAt('seated'), null); // the oldest are forgotten
  assert.equal(seatAt('game299').mark, 'x');
});

test('searches help nobody while two people play', () => {
  const game = between('unaided');
  assert.equal(maySearch(game), false);
  assert.equal(maySearch({ ...game, outcome: { winner: 'x' } }), true);
  assert.equal(maySearch(GAME), true);
});

test('a guest of a game without seats watches it', () => {
  const game = { ...GAME, players: PEOPLE, table: null };
  assert.deepEqual([isWatching(game), mayPlay(game, 'o')], [false, true]);
  update({ guest: game.id });
  assert.deepEqual([isWatching(game), mayPlay(game, 'o'), myMark(game)], [true, false, null]);
  update({ guest: null });
});

test('a clock shows tenths under ten seconds', () => {
  const shown = [3725.9, 600, 67, 10, 9.99, 0.05, 0].map(clockText);
  assert.deepEqual(shown, ['1:02:05', '10:00', '1:07', '0:10', '9.9', '0.0', '0.0']);
});

test('a clock runs for one side only, and not below nothing', (context) => {
  const now = context.mock.method(performance, 'now', () => 1000);
  const clock = { seconds: 60, increment: 0, left: { x: 12, o: 30 }, runs: 'x' };
  const game = { ...between('clock'), table: { ...TABLE, clock } };
  assert.equal(secondsLeft(game, 'x'), 12);
  now.mock.mockImplementation(() => 3500);
  assert.deepEqual([secondsLeft(game, 'x'), secondsLeft(game, 'o')], [9.5, 30]);
  now.mock.mockImplementation(() => 99_000);
  assert.equal(secondsLeft(game, 'x'), 0);
  assert.equal(secondsLeft(game, 'x', 2000), 11); // it stands since the server is away
});

test('a clock in words', () => {
  assert.equal(clockWords({ seconds: 300, increment: 0 }), '5 minutes each');
  assert.equal(
    clockWords({ seconds: 90, increment: 1 }),
    '90 seconds each, and 1 second more for each move',
  );
});
