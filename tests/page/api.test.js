import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ApiError,
  isAbort,
  isLost,
  request,
  stream,
} from '../../src/noughts/web/static/game/api.js';
import { pieces, serve } from './server.js';

const all = async (events) => {
  const found = [];
  for await (const event of events) found.push(event);
  return found;
};

test('events are read however the network cuts them', async () => {
  const text = 'event: row\ndata: {"a": 1}\n\n: still there\n\nevent: done\r\ndata: {}\r\n\r\n';
  const wanted = [
    { event: 'row', data: { a: 1 } },
    { event: 'done', data: {} },
  ];
  for (const at of [1, 7, 20, 25, 26, 40, text.length - 1]) {
    pieces(text.slice(0, at), text.slice(at));
    assert.deepEqual(await all(stream('/comparison', {})), wanted);
  }
  pieces(...text);
  assert.deepEqual(await all(stream('/comparison', {})), wanted);
});

test('a refusal carries the sentence, the game and when to try again', async () => {
  const refusal = {
    status: 429,
    error: 'too many',
    game: { id: 'a' },
    headers: { 'Retry-After': '3' },
  };
  serve(() => refusal);
  await assert.rejects(request('POST', '/x', {}), (error) => {
    assert.ok(error instanceof ApiError);
    assert.equal(error.message, 'too many');
    assert.deepEqual([error.status, error.retryAfter, error.game.id], [429, 3, 'a']);
    return !isLost(error);
  });
  serve(() => ({ status: 500 }));
  await assert.rejects(request('GET', '/x'), /The server answered 500 without a reason/);
});

test('silence and leaving are told apart', async () => {
  serve(() => {
    throw new TypeError('fetch failed');
  });
  await assert.rejects(request('GET', '/x'), (error) => isLost(error) && !isAbort(error));
  const { signal } = AbortSignal.abort ? { signal: AbortSignal.abort() } : {};
  await assert.rejects(request('GET', '/x', undefined, { signal }), (error) => isAbort(error));
});
