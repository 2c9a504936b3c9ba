// Trees for the tests: drawn by hand as nested lists of leaf values, or traced by the server.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Model } from '../../src/noughts/web/static/watch/model.js';

export const ENDS = [
  ...['x wins', 'o wins', 'draw', 'horizon', 'cut-off', 'exhausted', 'unfinished'],
  ...['leaf', 'passed over'],
];
const [EXACT, AT_LEAST, AT_MOST] = [0, 1, 2];

export const BEGIN = {
  method: 'by-hand',
  maximiser: 'x',
  windows: true,
  strict: false,
  shallow: false,
  root_apart: false,
  whole_tree_first: false,
  passes: false,
  deepens: false,
  null_windows: false,
  table: false,
  by_depth: false,
  draw: 0,
  names: null,
  ends: ENDS,
  pseudocode: [],
};

/** The tree that textbooks print: MAX to move, three MIN nodes with three leaves each. */
export const TEXTBOOK = [
  [3, 12, 8],
  [2, 4, 6],
  [14, 5, 2],
];

/** What a search with alpha and beta reports of a tree, as rows of a trace. */
export function rowsOf(tree, { strict = false } = {}) {
  const rows = [];
  let finished = 0;

  function visit(node, parent, cell, max, [alpha, beta]) {
    const row = [parent, cell, alpha, beta, null, EXACT, ENDS.indexOf('horizon'), -1, []];
    const number = rows.push(row) - 1;
    const value = typeof node === 'number' ? node : search(node, number, max, [alpha, beta]);
    Object.assign(row, { 4: value, 7: finished++ });
    for (const side of [2, 3]) if (!Number.isFinite(row[side])) row[side] = null;
    return value;
  }

  function search(children, number, max, [from, to]) {
    let [best, alpha, beta] = [max ? -Infinity : Infinity, from, to];
    for (const [at, child] of children.entries()) {
      const depth = depthOf(rows, number) + 1;
      const value = visit(child, number, 3 * (depth - 1) + at, !max, [alpha, beta]);
      best = max ? Math.max(best, value) : Math.min(best, value);
      const limit = max ? to : from;
      const beyond = max ? best > limit : best < limit;
      if (beyond || (best === limit && !strict)) {
        const left = children.slice(at + 1).map((_, i) => 3 * (depth - 1) + at + 1 + i);
        const end = ENDS.indexOf(left.length ? 'cut-off' : 'exhausted');
        Object.assign(rows[number], { 5: max ? AT_LEAST : AT_MOST, 6: end, 8: left });
        return best;
      }
      if (max) alpha = Math.max(alpha, best);
      else beta = Math.min(beta, best);
    }
    const bound = best <= from ? AT_MOST : best >= to ? AT_LEAST : EXACT;
    Object.assign(rows[number], { 5: bound, 6: ENDS.indexOf('exhausted') });
    return best;
  }

  visit(tree, -1, -1, true, [-Infinity, Infinity]);
  return rows;
}

function depthOf(rows, number) {
  return rows[number][0] < 0 ? 0 : 1 + depthOf(rows, rows[number][0]);
}

const EMPTY = { rows: 3, columns: 3, cells: '.........', turn: 'x' };

/** A model of a tree that is drawn by hand; X is MAX. */
export function drawn(tree, begin = {}) {
  return modelOf(rowsOf(tree, begin), begin);
}

export function modelOf(rows, begin = {}, done = {}) {
  const ended = { searched: rows.length, complete: true, move: null, words: null, ...done };
  return new Model(EMPTY, { ...BEGIN, ...begin }, rows, ended);
}

/** The same tree without boards: its nodes are called by names, its leaves are given numbers. */
export function named(tree) {
  const rows = rowsOf(tree);
  for (const row of rows) if (row[6] === ENDS.indexOf('horizon')) row[6] = ENDS.indexOf('leaf');
  const names = rows.map((row) => `N${row[1] + 1}`);
  return modelOf(rows, { names });
}

/** Every trace that the tests of Python have asked the server for: `{position, begin, rows, done}`. */
export function traces() {
  const folder = process.env.NOUGHTS_TRACES;
  if (!folder) throw new Error('tests/test_page_modules.py runs these tests, with traces');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** The same as models. */
export const tracedModels = () =>
  traces().map(({ position, begin, rows, done }) => new Model(position, begin, rows, done));
