import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forAPlayer } from '../../src/noughts/web/static/views/players.js';

test('whoever chooses a player is not told to set a depth limit, which a player does not have', () => {
  const why = 'minimax works with up to 10 empty cells, not with 225';
  const said = forAPlayer(`${why}: set a depth limit or choose four-in-a-line`);
  assert.equal(said, `${why}: choose four-in-a-line`);
  assert.equal(forAPlayer(null), null);
});
