import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeIn, wantedIn } from '../../src/noughts/web/static/watch/lesson.js';
import { LESSONS } from '../../src/noughts/web/static/watch/lessons.js';

const [lesson] = LESSONS;
const { name } = lesson;

test('the address of a lesson has its page, and the step where one has gone on from it', () => {
  assert.deepEqual(placeIn(lesson, 0, null), { lesson: name });
  assert.deepEqual(placeIn(lesson, 3, null), { lesson: name, step: '4' });
  assert.deepEqual(placeIn(lesson, 3, 19), { lesson: name, step: '4', walk: '20' });
  for (const [page, step] of [
    [0, null],
    [0, 0],
    [3, 19],
  ]) {
    assert.deepEqual(wantedIn(lesson, placeIn(lesson, page, step)), { page, step });
  }
});

test('an address that no lesson has written opens a page all the same', () => {
  assert.deepEqual(wantedIn(lesson, { step: '99', walk: '0' }), { page: 0, step: null });
  assert.deepEqual(wantedIn(lesson, { step: 'two', walk: '3.5' }), { page: 0, step: null });
});
