// The tree as a picture (SVG, PNG), and the whole walk as a page that plays without a server.

import { h } from '../ui/dom.js';
import { save } from '../ui/download.js';
import { count } from '../ui/format.js';
import { ROOT } from '../ui/root.js';
import { Camera } from './camera.js';
import { SLOT } from './layout.js';
import { context } from './minimap.js';
import { Painter } from './painter.js';
import { printPalette } from './palette.js';
import { escaped, SvgContext } from './svg_context.js';

/** @import { Ctx } from './cards.js' */
/** @import { Palette } from './palette.js' */
/** @import { Stage } from './stage.js' */
/** @import { Trace } from './trace.js' */
/** @import { Watch } from './watch.js' */

const MARGIN = 24; // pixels around the tree
const CAPTION = 44; // pixels below it, for two lines
const WIDEST_SVG = 20_000; // pixels: beyond it, the tree is drawn smaller
const WIDEST_PNG = 8_000; // what every browser can draw
const MOST_NODES = 6_000; // of a page: with more it would grow beyond 500 KB
const ENTRY = `${ROOT}static/watch/standalone.js`;
const SHEET = `${ROOT}static/watch/watch.css`;

/** @param {Watch} watch */
export async function saveSvg(watch) {
  const text = treeAsSvg(watch.stage, captionsOf(watch), measure());
  save(nameOf(watch, 'svg'), new Blob([text], { type: 'image/svg+xml' }));
}

/** @param {Watch} watch */
export async function savePng(watch) {
  save(nameOf(watch, 'png'), await treeAsPng(watch.stage, captionsOf(watch)));
}

/** @param {Watch} watch */
export async function savePage(watch) {
  const { trace, step, words } = watch;
  if (!trace || !words) throw new Error('There is no search to save yet.');
  if (trace.rows.length > MOST_NODES) {
    throw new Error(
      `This search has ${count(trace.rows.length)} nodes; a page holds at most ` +
        `${count(MOST_NODES)}. Set a smaller depth.`,
    );
  }
  const page = await pageOf({ trace, step, ...lessonOf(watch) }, subjectOf(watch));
  save(nameOf(watch, 'html'), new Blob([page], { type: 'text/html' }));
}

// Pictures

/** @param {Stage} stage @param {string[]} captions @param {(font: string, text: string) => number} wide */
export function treeAsSvg(stage, captions, wide) {
  const camera = cameraFor(stage, WIDEST_SVG);
  const ctx = new SvgContext(wide);
  const palette = printPalette(stage.element);
  draw(stage, camera, /** @type {any} */ (ctx), captions, palette);
  return ctx.picture(camera.width, camera.height + CAPTION, palette.ground, captions[0]);
}

/** @param {Stage} stage @param {string[]} captions @returns {Promise<Blob>} */
async function treeAsPng(stage, captions) {
  const camera = cameraFor(stage, WIDEST_PNG);
  const ratio = Math.min(2, WIDEST_PNG / camera.width);
  const palette = printPalette(stage.element);
  const canvas = h('canvas', {});
  canvas.width = Math.round(camera.width * ratio);
  canvas.height = Math.round((camera.height + CAPTION) * ratio);
  const ctx = context(canvas);
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  draw(stage, camera, ctx, captions, palette);
  ctx.globalCompositeOperation = 'destination-over'; // the painter clears its ground first
  ctx.fillStyle = palette.ground;
  ctx.fillRect(0, 0, camera.width, camera.height + CAPTION);
  return new Promise((resolve, reject) => {
    const made = /** @param {Blob | null} blob */ (blob) =>
      blob ? resolve(blob) : reject(new Error('The browser could not draw a picture this large.'));
    canvas.toBlob(made, 'image/png');
  });
}

/** A camera that sees the whole tree, as large as it may be. @param {Stage} stage @param {number} widest */
function cameraFor(stage, widest) {
  const { layout } = stage.tree;
  const { bounds, levels } = layout;
  const camera = new Camera();
  const wide = Math.max(SLOT, bounds.right - bounds.left);
  const zoom = Math.min(1, (widest - 2 * MARGIN) / wide);
  camera.level1 = stage.camera.level1;
  camera.look({ x: (bounds.left + bounds.right) / 2, level: (levels - 1) / 2, zoom });
  camera.width = Math.ceil(wide * zoom + 2 * MARGIN);
  camera.height = Math.ceil(levels * camera.levelHeight + MARGIN);
  return camera;
}

/** @type {(stage: Stage, camera: Camera, ctx: Ctx, captions: string[], palette: Palette) => void} */
function draw(stage, camera, ctx, captions, palette) {
  new Painter(ctx, stage.tree.layout, camera).paint(stage.seen(palette));
  ctx.font = `12px ${palette.font}`;
  ctx.fillStyle = palette.muted;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  for (const [line, caption] of captions.entries()) {
    const bottom = camera.height + 14 + 16 * line;
    ctx.fillText(caption, MARGIN, bottom, camera.width - 2 * MARGIN);
  }
}

/** How wide a text is, by a canvas of the browser. */
function measure() {
  const ctx = context(h('canvas', {}));
  return /** @param {string} font @param {string} text */ (font, text) => {
    ctx.font = font;
    return ctx.measureText(text).width;
  };
}

// A page

/**
 * A page of a lesson as it is saved.
 * @typedef {{step: number, text: string, node: number | null, repeats: boolean}} SavedPage
 */

/**
 * The pages of the lesson about this search, without questions, and which of them is shown, or -1.
 * @param {Watch} watch
 */
function lessonOf({ words, search, showing, lesson: { lesson, page } }) {
  if (!words || !lesson || showing !== 'lesson') return { pages: [], page: -1 };
  const { model } = words;
  const told = lesson.pages.filter((each) => each.search === search && !each.question);
  const pages = told.map(({ at, text, select, repeats = false }) => ({
    step: model.stepWhere(at),
    text,
    node: select === undefined ? null : model.nodeNamed(select),
    repeats,
  }));
  return { pages, page: told.indexOf(lesson.pages[page]) };
}

/** @param {{trace: Trace, step: number, pages: SavedPage[], page: number}} walk @param {string} subject */
async function pageOf(walk, subject) {
  const [modules, sheet] = await Promise.all([modulesFrom(ENTRY), textOf(SHEET)]);
  const imports = Object.fromEntries(
    [...modules].map(([path, text]) => [
      `noughts${path}`,
      `data:text/javascript;base64,${base64(text)}`,
    ]),
  );
  const data = (/** @type {unknown} */ value) => JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(subject)}</title>
<style>
${sheet}
</style>
<script type="importmap">${data({ imports })}</script>
</head>
<body class="watch-page-of-its-own">
<h1>${escaped(subject)}</h1>
<div id="walk-root"><noscript>This page needs JavaScript to step through the search.</noscript></div>
<p>A search, step by step: use the buttons, the slider or the arrow keys. Made with Noughts; this
file needs neither a server nor the network.</p>
<script type="application/json" id="walk">${data(walk)}</script>
<script type="module">import 'noughts${ENTRY}';</script>
</body>
</html>
`;
}

/**
 * A module and all that it imports, by their addresses; what they import gets names that the page
 * itself resolves.
 * @param {string} entry
 */
async function modulesFrom(entry) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const todo = [entry];
  for (let path = todo.pop(); path; path = todo.pop()) {
    if (found.has(path)) continue;
    const here = path;
    const text = await textOf(here);
    const resolved = text.replace(/^(import\b[^'\n]*|\} from )'(\.[^']+)'/gm, (_, head, to) => {
      const { pathname } = new URL(to, new URL(here, location.origin));
      todo.push(pathname);
      return `${head}'noughts${pathname}'`;
    });
    found.set(here, resolved);
  }
  return found;
}

/** @param {string} path */
async function textOf(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} could not be read from the server.`);
  return response.text();
}

/** Of its UTF-8. @param {string} text */
function base64(text) {
  let bytes = ''; // a character each
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

// Names

/** What is searched, in a line. @param {Watch} watch */
function subjectOf({ words, lesson: { lesson } }) {
  if (!words) throw new Error('There is no search to save yet.');
  const { model } = words;
  const { rows, columns } = model.position;
  const where = model.names ? 'a tree' : `a ${rows}x${columns} board`;
  return `${lesson ? `${lesson.title}: ` : ''}${model.method} on ${where}: ${words.nodes()}`;
}

/** What is drawn, and who is MAX. @param {Watch} watch */
function captionsOf(watch) {
  const place = `step ${count(watch.step + 1)} of ${count(watch.words?.model.steps ?? 0)}`;
  return [`${subjectOf(watch)}, ${place}`, Object.values(watch.words?.legend() ?? {}).join(', ')];
}

/** @param {Watch} watch @param {string} ending */
function nameOf({ words, step }, ending) {
  return `noughts-${words?.model.method ?? 'search'}-step-${step + 1}.${ending}`;
}
