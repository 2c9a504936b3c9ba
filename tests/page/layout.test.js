import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Camera } from '../../src/noughts/web/static/watch/camera.js';
import { Layout, SLOT, STUB } from '../../src/noughts/web/static/watch/layout.js';
import { drawn, TEXTBOOK, tracedModels } from './trees.js';

const ROUNDING = 1e-6; // a stub is not a whole number of pixels

function arranged(model, { folded = [], end = model.size, layout = new Layout(model) } = {}) {
  const isFolded = (node) => folded.includes(node);
  layout.arrange({ end, isFolded, hasStub: () => true, still: 0 });
  return layout;
}

test('the textbook tree: a slot for each leaf, and room for what was cut', () => {
  const layout = arranged(drawn(TEXTBOOK));
  const { left, right } = layout.bounds;
  assert.ok(Math.abs(right - left - (3 + (1 + STUB) + 3) * SLOT) < ROUNDING);
  assert.equal(layout.levels, 3);
  assert.equal(layout.x[1], 1.5 * SLOT, 'over its three leaves');
});

test('no two subtrees overlap, and parents stand over the middle of their children', () => {
  for (const model of tracedModels()) {
    const layout = arranged(model);
    for (let i = 0; i < model.size; i++) {
      const children = model.childrenOf(i);
      assert.ok(layout.right[i] - layout.left[i] > layout.slots.slot - ROUNDING);
      assert.ok(layout.left[i] < layout.x[i] && layout.x[i] < layout.right[i]);
      if (!children.length) continue;
      const [first, last] = [children[0], children.at(-1)];
      assert.equal(layout.x[i], (layout.x[first] + layout.x[last]) / 2);
      assert.ok(layout.left[first] >= layout.left[i]);
      assert.ok(layout.right[last] < layout.right[i] + ROUNDING);
      for (let k = 1; k < children.length; k++) {
        assert.ok(layout.right[children[k - 1]] <= layout.left[children[k]]);
      }
    }
  }
});

test('a node is found where it stands', () => {
  for (const model of tracedModels()) {
    const layout = arranged(model);
    for (let i = 0; i < model.size; i++) {
      assert.equal(layout.find(layout.x[i], model.depth[i]), i);
    }
    assert.equal(layout.find(layout.bounds.left - 1, 0), -1);
  }
});

test('a folded subtree takes one slot, and stands for all that lies in it', () => {
  const model = drawn(TEXTBOOK);
  const layout = arranged(model, { folded: [1, 7] });
  assert.equal(layout.count, model.size - 6);
  assert.equal(layout.right[1] - layout.left[1], SLOT);
  assert.equal(layout.shownFor(3), 1);
  assert.equal(layout.shownFor(5), 5);
  assert.equal(layout.isPlaced(3), false);
});

test('what is looked at does not move when something else folds', () => {
  const model = drawn(TEXTBOOK);
  const layout = arranged(model);
  const before = layout.x[7];
  layout.arrange({ end: model.size, isFolded: (i) => i === 1, hasStub: () => true, still: 7 });
  assert.equal(layout.x[7], before);
});

test('nodes that are not entered yet have no place', () => {
  const model = drawn(TEXTBOOK);
  const layout = arranged(model, { end: 3 });
  assert.equal(layout.count, 3);
  assert.equal(layout.isPlaced(3), false);
});

test('the minimap covers no cut-off', () => {
  const camera = new Camera();
  Object.assign(camera, { width: 548, height: 408 });
  camera.look(camera.following(5000, 3));
  const right = camera.screenX(5000) + 65 + 40; // to the end of "396 not tried"
  assert.ok(right < 548 - 160);
});

test('zooming leaves what lies under the pointer where it is', () => {
  const camera = new Camera();
  Object.assign(camera, { width: 600, height: 400 });
  const [x, level] = [camera.worldX(123), camera.worldLevel(77)];
  camera.zoomAt(1.7, 123, 77);
  assert.ok(Math.abs(camera.worldX(123) - x) < 1e-9);
  assert.ok(Math.abs(camera.worldLevel(77) - level) < 1e-9);
});
