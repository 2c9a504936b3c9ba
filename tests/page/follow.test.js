import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ApiError, request } from '../../src/noughts/web/static/game/api.js';
import { followPosition, patiently, search } from '../../src/noughts/web/static/game/follow.js';
import { shownPosition, update } from '../../src/noughts/web/static/game/state.js';
import { GAME, settled } from './server.js';

const show = async (cells) => {
  update({ game: cells && { ...GAME, cells } });
  await settled();
  await settled();
};

test('work begins with each other position, and ends what was under way', async () => {
  const done = [];
  const work = async ({ cells }, signal) => done.push({ cells, signal });
  const changed = mock.fn();
  const again = followPosition({ wanted: shownPosition, work, failed: assert.fail, changed });
  await show('x........');
  await show('x........');
  assert.deepEqual(
    done.map(({ cells }) => cells),
    ['x........'],
  );
  await show('xo.......');
  assert.equal(done[0].signal.aborted, true);
  assert.equal(done[1].signal.aborted, false);
  again();
  await settled();
  assert.equal(done.length, 3);
  await show(null);
  assert.equal(done[2].signal.aborted, true);
  assert.equal(changed.mock.calls.at(-1).arguments[0], null);
});

test('positions that follow each other quickly are left out', async () => {
  const work = mock.fn(async () => {});
  followPosition({ wanted: shownPosition, work, failed: assert.fail, pause: 400 });
  await show('x........');
  await show('xo.......');
  await new Promise((wait) => setTimeout(wait, 800));
  assert.deepEqual(
    work.mock.calls.map((call) => call.arguments[0].cells),
    ['xo.......'],
  );
});

test('a failure is reported; leaving is not one', async () => {
  const failures = [new ApiError('no such method', { status: 422 })];
  const failed = mock.fn();
  const work = mock.fn(async (_, signal) => {
    const failure = failures.pop();
    if (failure) throw failure;
    await new Promise((_, leave) => signal.addEventListener('abort', () => leave(signal.reason)));
  });
  followPosition({ wanted: shownPosition, work, failed });
  await show('..x......');
  assert.equal(failed.mock.callCount(), 1);
  await show('..xo.....');
  await show('..xox....');
  assert.equal(work.mock.callCount(), 3);
  assert.equal(failed.mock.callCount(), 1);
});

const wait = async (answers) => {
  const [events, words] = [[], []];
  globalThis.fetch = async () => answers.shift();
  const waits = (said) => words.push(said);
  const { signal } = new AbortController();
  for await (const { event } of search('/analysis', {}, { signal, waits })) events.push(event);
  return { events, words };
};

const lines = (...events) => new Response(events.map((each) => `event: ${each}\n\n`).join(''));

test('who waits in the queue is told the place, and when the search begins', async () => {
  const queued = (place) => `queued\ndata: {"place": ${place}}`;
  const { events, words } = await wait([
    lines(queued(12), queued(2), 'progress\ndata: {}', 'done\ndata: {}'),
  ]);
  assert.deepEqual(events, ['progress', 'done']);
  assert.deepEqual(words, ['Waiting, 12th in line…', 'Waiting, 2nd in line…', null]);
});

const busy = () =>
  new Response('{"error": "too many searches are open"}', {
    status: 429,
    headers: { 'Retry-After': '0.01' },
  });

test('a search that is refused because the server is busy is tried again', async () => {
  const { events, words } = await wait([busy(), busy(), lines('done\ndata: {}')]);
  assert.deepEqual(events, ['done']);
  const sentence = 'Waiting to try again: too many searches are open.';
  assert.deepEqual(words, [sentence, sentence, null]);
  const wrong = new Response('{"error": "no such board"}', { status: 400 });
  await assert.rejects(wait([wrong]), /no such board/);
});

test('a request that is refused because the server is busy is tried again', async () => {
  const [answers, words] = [[busy(), new Response('{"exercise": "minimax"}')], []];
  globalThis.fetch = async () => answers.shift();
  const ask = () =>
    patiently(
      () => request('POST', '/practice', {}),
      (said) => words.push(said),
    );
  assert.deepEqual(await ask(), { exercise: 'minimax' });
  assert.deepEqual(words, ['Waiting to try again: too many searches are open.']);
  answers.push(new Response('{"error": "no such tree"}', { status: 400 }));
  await assert.rejects(ask(), /no such tree/);
});
