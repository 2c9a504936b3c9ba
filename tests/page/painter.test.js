import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Camera } from '../../src/noughts/web/static/watch/camera.js';
import { Cards } from '../../src/noughts/web/static/watch/cards.js';
import { Layout } from '../../src/noughts/web/static/watch/layout.js';
import { Model } from '../../src/noughts/web/static/watch/model.js';
import { Painter } from '../../src/noughts/web/static/watch/painter.js';
import { questionBefore } from '../../src/noughts/web/static/watch/predict.js';
import { SvgContext } from '../../src/noughts/web/static/watch/svg_context.js';
import { Words } from '../../src/noughts/web/static/watch/words.js';
import { BEGIN, drawn, ENDS, modelOf, named, rowsOf, TEXTBOOK, tracedModels } from './trees.js';

const palette = new Proxy({}, { get: (_, name) => String(name) });

/** The whole tree at a step, as SVG. */
function painted(model, step, { zoom = 1, ghosts = true, apart = 130 * zoom } = {}) {
  const layout = new Layout(model);
  const end = ghosts ? model.size : model.stepEntered[step];
  const hasStub = (node) => !model.names && (ghosts || model.isDone(node, step));
  layout.arrange({ end, isFolded: () => false, hasStub, still: 0 });
  const camera = new Camera();
  const levels = { level1: apart / zoom, closest: Math.min(apart, camera.closest) };
  Object.assign(camera, { zoom, x: 400, width: 4000, height: 2000, ...levels });
  const ctx = new SvgContext((_, text) => 6 * text.length);
  const view = { step, selected: 0, ghosts, moved: 1, palette, theme: 0, same: [] };
  new Painter(ctx, layout, camera).paint(view);
  return ctx.picture(4000, 2000, 'ground', 'a <tree>');
}

const textsIn = (svg) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map((found) => found[1]);

/** The tree ((3 5) (2 9)) as the server sends it. */
function inBrackets() {
  const leaf = ENDS.indexOf('leaf');
  const rows = [
    [-1, -1, null, null, 3, 0, ENDS.indexOf('exhausted'), 5, []],
    [0, 1, null, null, 3, 0, ENDS.indexOf('exhausted'), 2, []],
    [1, 3, null, null, 3, 0, leaf, 0, []],
    [1, 4, null, 3, 5, 0, leaf, 1, []],
    [0, 2, 3, null, 2, 2, ENDS.indexOf('cut-off'), 4, [6]],
    [4, 5, 3, null, 2, 0, leaf, 3, []],
    [4, 6, null, null, 9, 0, ENDS.indexOf('passed over'), -1, []],
  ];
  const names = ['A', 'B', 'C', 'B1', 'B2', 'C1', 'C2'];
  const done = { searched: 6, complete: true, move: 'B', words: null };
  const position = { rows: 0, columns: 0, cells: '', turn: 'x' };
  return new Model(position, { ...BEGIN, names }, rows, done);
}

test('a tree in brackets: what is passed over is drawn, and no step enters it', () => {
  const model = inBrackets();
  assert.equal(model.steps, 3 * 6 - 1);
  assert.equal(model.isEntered(6, model.steps - 1), false);
  assert.deepEqual(model.countUntil(model.steps - 1), { nodes: 6, cuts: 1 });
  assert.equal(new Words(model).nodes(), '6 of 7 nodes');
  assert.equal(model.nodeNamed('C2'), 6);
  assert.equal(model.stepNode[model.stepWhere('cut C')], 4);
  assert.equal(model.stepChild[model.stepWhere('back C1')], 5);
  assert.throws(() => model.stepWhere('enter C2'), /no step/);
  const first = textsIn(painted(model, 0));
  for (const given of ['3', '5', '2', '9', 'C2']) assert.ok(first.includes(given), given);
  for (const zoom of [1, 0.6]) {
    const names = textsIn(painted(model, 0, { zoom })).filter((each) => /^[A-C]$/.test(each));
    assert.deepEqual(names.sort(), ['A', 'B', 'C'], 'also before they are entered');
  }
  const words = new Words(model);
  const sentences = Array.from({ length: model.steps }, (_, s) => words.sentence(s));
  assert.equal(sentences[0], 'The search begins: MAX wants the largest value.');
  assert.ok(sentences.includes('B1 is a leaf: its value is given, 3.'));
  assert.ok(sentences.some((each) => each.startsWith('MAX already has 3 with B; MIN can get 2')));
  assert.equal(sentences.at(-1), 'The search is done: the value is 3. MAX chooses B.');
  assert.equal(words.ended(6, model.steps - 1), 'passed over');
  assert.equal(words.ended(2, model.stepWhere('enter B1')), 'a leaf: its value is given');
  assert.equal(words.ended(1, model.stepWhere('enter B1')), 'being searched');
});

test('where levels are close, names stand beside the nodes; where they are too close, no texts', () => {
  const model = inBrackets();
  /** Where a name and a value are drawn, with so many pixels between levels. */
  const texts = (apart) => {
    const svg = painted(model, model.steps - 1, { zoom: 0.6, apart });
    const found = svg.matchAll(/<text x="([^"]*)" y="([^"]*)"[^>]*>([^<]*)</g);
    return new Map([...found].map(([, x, y, text]) => [text, { x: Number(x), y: Number(y) }]));
  };
  const [wide, close] = [texts(60), texts(40)];
  assert.ok(wide.get('≤ 2').y - wide.get('C').y > 25, 'its name is above a node');
  assert.ok(close.get('≤ 2').y - close.get('C').y < 20);
  assert.ok(close.get('C').x > close.get('≤ 2').x + 5, 'beside it');
  assert.deepEqual([...texts(20).keys()], []);
});

test('the name of a node with a ring stands clear of it', () => {
  const model = inBrackets();
  const svg = painted(model, model.stepWhere('enter C'), { zoom: 0.6, apart: 80 });
  const heights = Object.fromEntries(
    [...svg.matchAll(/ y="([^"]*)"[^>]*>([BC])</g)].map(([, y, name]) => [name, Number(y)]),
  );
  assert.equal(heights.B - heights.C, 5);
  const close = painted(model, model.stepWhere('enter C'), { zoom: 0.6, apart: 54 });
  const path = /d="M[^"]*?L[\d.]+ ([\d.]+)[^"]*"[^>]*stroke="accent"/.exec(close);
  const name = / y="([^"]*)"[^>]*>C</.exec(close);
  assert.ok(Number(name[1]) - 8 > Number(path[1]), 'and of the edge, where levels are close');
});

test('MAX and MIN have their own colours, but not among boards, where X and O have theirs', () => {
  const colours = (model) =>
    [...painted(model, 0).matchAll(/(?:stroke|fill)="(max|min|x|o)"/g)].map((found) => found[1]);
  assert.deepEqual(colours(drawn(TEXTBOOK, { maximiser: 'o' })), []);
  assert.ok(colours(inBrackets()).includes('max'));
  const words = new Words(drawn(TEXTBOOK, { maximiser: 'o' }));
  assert.deepEqual(words.legend(), { max: '▲ MAX is O', min: '▼ MIN is X' });
  assert.deepEqual(new Words(inBrackets()).legend(), { max: '▲ MAX', min: '▼ MIN' });
});

test('small boards are drawn where there is no room for alpha and beta', () => {
  const model = drawn(TEXTBOOK);
  const marks = (zoom) => painted(model, model.steps - 1, { zoom }).includes('stroke="x"');
  const windows = (zoom) => textsIn(painted(model, 20, { zoom })).some((text) => /^α/.test(text));
  assert.deepEqual([1, 0.6, 0.5].map(marks), [true, true, false]);
  assert.deepEqual([1, 0.6].map(windows), [true, false]);
});

test('a small tree is enlarged, and more on a large screen', () => {
  const zoomOf = (width, height) => {
    const camera = Object.assign(new Camera(), { width, height });
    return camera.fitted({ left: 0, right: 400 }, 2, camera.largest).zoom;
  };
  const phone = Object.assign(new Camera(), { width: 374, height: 338 });
  assert.equal(phone.fitted({ left: 0, right: 400 }, 2).x, 200, 'in the middle');
  assert.equal(zoomOf(860, 480), 1.4);
  assert.ok(zoomOf(2000, 1200) > 2.4);
});

test('a tree of 16 numbers has room for alpha and beta at 1280x720', () => {
  const model = named(Array.from({ length: 16 }, (_, i) => i));
  const layout = new Layout(model);
  const all = { end: model.size, isFolded: () => false, hasStub: () => false, still: 0 };
  layout.arrange(all);
  const camera = Object.assign(new Camera(), { width: 830, height: 486, level1: 65 });
  const { zoom } = camera.fitted(layout.bounds, layout.levels);
  assert.ok(zoom >= new Cards(null, model).nearEnough);
  assert.ok(layout.right[1] - layout.left[1] < layout.slots.slot, 'a leaf is narrower than a node');
  const alone = new Layout(named([[5], [1, 2]]));
  alone.arrange({ ...all, end: 6 });
  assert.equal(alone.right[1] - alone.left[1], alone.slots.slot, 'above an only child');
  assert.equal(alone.x[1], alone.x[2]);
});

test('values that are words are drawn only where they fit', () => {
  const rows = rowsOf([[999_998, 5], [-999_998]]);
  for (const [i, end] of Object.entries({ 2: 'x wins', 5: 'o wins' }))
    rows[i][6] = ENDS.indexOf(end);
  const model = modelOf(rows, { by_depth: true });
  const drawnAt = (zoom) => textsIn(painted(model, model.steps - 1, { zoom })).includes('win in 2');
  assert.deepEqual([0.9, 0.55].map(drawnAt), [true, false]);
});

test('where stones were chosen, cards have stones, and words their names', () => {
  const model = drawn(TEXTBOOK);
  assert.doesNotMatch(painted(model, 20), /#17171a/);
  const cells = Array.from({ length: 9 }, (_, i) => `${'abc'[i % 3]}${3 - Math.floor(i / 3)}`);
  const naming = { stones: true, sides: { x: 'Black', o: 'White' }, rows: ['3', '2', '1'], cells };
  model.position = { ...model.position, naming };
  assert.match(painted(model, 20), /#17171a/);
  assert.ok(textsIn(painted(model, 20)).includes('a3'));
  const words = new Words(model);
  assert.equal(words.sentence(1), 'Black tries a3. It inherits α = −∞ and β = +∞.');
  model.done.move = 'a1';
  assert.match(words.sentence(model.steps - 1), /Black plays a3\.$/);
});

test('a picture is well-formed, with its texts escaped', () => {
  for (const zoom of [1, 0.5, 0.05]) {
    const svg = painted(drawn(TEXTBOOK), 20, { zoom });
    assert.match(svg, /^<svg xmlns="[^"]+" width="4000" height="2000"/);
    assert.ok(svg.includes('<title>a &lt;tree&gt;</title>'));
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
  }
});

test('of a large board a card shows the marks and one cell around them', () => {
  const cells = [...'.'.repeat(400)];
  cells[5 * 20 + 6] = 'x';
  cells[9 * 20 + 8] = 'o';
  const position = { rows: 20, columns: 20, cells: cells.join(''), turn: 'x' };
  const rows = [
    [-1, -1, null, null, 0, 0, 3, 1, []],
    [0, 0, null, null, 0, 0, 3, 0, []],
  ];
  const done = { searched: 2, complete: true, move: null, words: null };
  const cards = new Cards(null, new Model(position, BEGIN, rows, done));
  assert.deepEqual(cards.crop(0), { top: 4, left: 5, rows: 7, columns: 5 });
  assert.deepEqual(cards.crop(1), { top: 0, left: 0, rows: 11, columns: 10 }, 'a1 is played');
  const empty = { ...position, cells: '.'.repeat(400) };
  const { rows: high, columns } = new Cards(null, new Model(empty, BEGIN, rows, done)).crop(0);
  assert.deepEqual([high, columns], [5, 5]);
});

test('while a cut-off is asked for, the tree shows what was known before', () => {
  let asked = 0;
  for (const model of tracedModels()) {
    const words = new Words(model);
    for (let s = 0; s < model.steps - 1; s++) {
      if (questionBefore(words, s + 1)?.about !== 'cut') continue;
      asked++;
      const node = model.stepNode[s];
      const { alpha, beta } = model.before(s);
      model.asked = s;
      const { best, ...window } = model.stateAt(node, s);
      assert.deepEqual(window, { alpha, beta });
      assert.equal(best, model.stepBest[s]);
      assert.doesNotMatch(words.veiled(s), /α|β|elsewhere/);
      model.asked = -1;
    }
  }
  assert.ok(asked > 50);
});
