// Asking the server for a search to watch.

import { search } from '../game/follow.js';

/** @import { Position, TraceBegin, TraceDone, TraceRow } from '../types.js' */
/** @import { Naming } from './naming.js' */

export const MOST_NODES = 150_000; // enough for 3x3 with all methods but plain minimax
const MOST_DEEPENING = 30_000; // for a method that goes deeper until it is stopped

/** A search: on a position, or on a tree in brackets.
 * @typedef {object} Search
 * @property {string} method
 * @property {number | null} [depth]
 * @property {Board} [position]
 * @property {string} [tree]
 * @property {string} [root] who is to move at the root of the tree
 */

/** @typedef {Pick<Position, 'rows' | 'columns' | 'cells' | 'turn'> & {naming?: Naming}} Searched */
/** @typedef {Searched & Pick<Position, 'game'>} Board */

/**
 * @typedef {object} Trace
 * @property {Searched} position
 * @property {TraceBegin} begin
 * @property {TraceRow[]} rows
 * @property {TraceDone} done
 */

/** @type {Trace['position']} */
const NO_BOARD = { rows: 0, columns: 0, cells: '', turn: 'x' };

/**
 * @param {Search} wanted
 * @param {{signal: AbortSignal, waits: (words: string | null) => unknown}} options `waits` is told the
 *   place in the queue
 * @param {number} [nodes]
 * @returns {Promise<Trace>}
 */
export async function fetchTrace(wanted, options, nodes = MOST_NODES) {
  const { position, tree, root, method, depth = null } = wanted;
  /** @type {any} */
  const trace = { position: position ?? NO_BOARD, begin: null, rows: [], done: null };
  const where = position && { game: position.game, cells: position.cells, turn: position.turn };
  const body = tree !== undefined ? { tree, root, method } : { ...where, method, depth, nodes };
  for await (const { event, data } of search('/trace', body, options)) {
    if (event === 'begin') {
      const endless = data.deepens && depth === null && nodes > MOST_DEEPENING;
      if (endless) return fetchTrace(wanted, options, MOST_DEEPENING);
      trace.begin = data;
    } else if (event === 'nodes') for (const row of data.nodes) trace.rows.push(row);
    else if (event === 'done') trace.done = data;
    else if (event === 'error') throw new Error(data.error);
  }
  if (!trace.done) throw new Error('The search is incomplete: the server stopped sending it.');
  return trace;
}
