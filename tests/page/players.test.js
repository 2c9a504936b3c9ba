import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forAPlayer, whyNot } from '../../src/noughts/web/static/views/players.js';

const WHY = 'follows every game to its end, which works with up to';

test('whoever chooses a player is told neither to set a depth limit nor to take another game', () => {
  const said = forAPlayer(`minimax ${WHY} 10: set a depth limit or choose four-in-a-line`);
  assert.equal(said, `minimax ${WHY} 10`);
  assert.equal(forAPlayer(null), null);
});

test('players that cannot play for the same reason are named together', () => {
  const reasons = new Map([
    ['minimax', `minimax ${WHY} 10 empty cells, not with 225`],
    ['alpha-beta', `alpha-beta ${WHY} 12 empty cells, not with 225`],
    ['strings', 'strings plays 3x3x3 only, not 15x15x5'],
    ['engine', null],
  ]);
  assert.deepEqual(whyNot(reasons), [
    'minimax, alpha-beta: each follows every game to its end, which does not work with 225 empty cells.',
    'strings plays 3x3x3 only, not 15x15x5.',
  ]);
});
