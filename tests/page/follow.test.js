import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ApiError } from '../../src/noughts/web/static/game/api.js';
import { followPosition } from '../../src/noughts/web/static/game/follow.js';
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

test('a failure is reported, and retried when the server says so; leaving is not one', async () => {
  const failures = [new ApiError('busy', { status: 429, retryAfter: 0.01 })];
  const failed = mock.fn();
  const work = mock.fn(async (_, signal) => {
    const failure = failures.pop();
    if (failure) throw failure;
    await new Promise((_, leave) => signal.addEventListener('abort', () => leave(signal.reason)));
  });
  followPosition({ wanted: shownPosition, work, failed });
  await show('..x......');
  while (work.mock.callCount() < 2) await settled();
  assert.equal(failed.mock.callCount(), 1);
  await show('..xo.....');
  assert.equal(failed.mock.callCount(), 1);
});
