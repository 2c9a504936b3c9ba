// The server, in a worker. Of all tabs of the browser that show the page, one at a time has it: the
// one that holds the lock. Requests and answers go through a channel that all tabs hear.
//
// A page sends {kind: 'ask', id, early, method, path, query, headers, body} and {kind: 'leave', id};
// it gets {kind: 'ready'}, and for its request {kind: 'head', id, status, headers}, {kind: 'body', id,
// bytes}, {kind: 'end', id}. What it has already answered itself (`early`) is done again, in order.

import { startPython } from './python.js';

const PLACE = new URL('../', import.meta.url).pathname;
const GAMES = '/games';
const IDLE = 2; // workers that are kept ready, because starting one takes a while

const channel = new BroadcastChannel(`noughts ${PLACE}`);
navigator.locks.request(channel.name, serve);

/** Answer requests for as long as this tab is open. */
async function serve() {
  /** @type {any[]} */
  const waiting = [];
  const known = new Set();
  /** @type {any} */
  let server = null;
  channel.onmessage = ({ data }) => {
    if (data.kind === 'ask' && known.has(data.id)) return;
    if (data.kind === 'ask') known.add(data.id);
    if (server) answer(server, data);
    else waiting.push(data);
  };
  channel.postMessage({ kind: 'ready' }); // what was asked before this was not heard
  const opened = await open().catch(refusing);
  while (waiting.length) {
    const first = waiting.shift();
    const answered = answer(opened, first);
    if (first.early) await answered;
  }
  server = opened;
  return new Promise(() => {});
}

/** @param {any} server @param {any} message */
function answer(server, { kind, id, early, method, path, query, headers, body }) {
  if (kind === 'ask') return server.ask(id, early ?? '', method, path, query, headers, body);
  return server.leave(id);
}

/** What answers if there is no server. @param {unknown} why */
function refusing(why) {
  const error = `this browser cannot start Python: ${why}`;
  const body = new TextEncoder().encode(JSON.stringify({ error }));
  /** @param {string} id */
  const ask = (id) => {
    post('head', id, 503, [['content-type', 'application/json']]);
    post('body', id, body);
    post('end', id);
  };
  return { ask, leave: () => {} };
}

/** The server, with the games that this browser keeps. */
async function open() {
  const python = await startPython();
  const { FS } = python;
  FS.mkdir(GAMES);
  FS.mount(FS.filesystems.IDBFS, {}, GAMES);
  /** @param {boolean} load */
  const synced = (load) =>
    /** @type {Promise<void>} */ (
      new Promise((done, fail) =>
        FS.syncfs(load, (/** @type {any} */ error) => (error ? fail(error) : done())),
      )
    );
  await synced(true);
  const server = python.pyimport('noughts_site.alone').Server(
    GAMES,
    keeper(() => synced(false)),
    start,
    post,
  );
  await server.open();
  idle.push(searcher());
  return server;
}

/**
 * Changes that come while the file is written are written together, after that.
 * @param {() => Promise<void>} write
 */
function keeper(write) {
  /** @type {Promise<void>} */
  let running = Promise.resolve();
  /** @type {Promise<void> | null} */
  let next = null;
  return () => {
    next ??= running.then(() => {
      next = null;
      running = write();
      return running;
    });
    return next;
  };
}

/** @param {string} kind @param {string} id @param {any[]} rest */
function post(kind, id, ...rest) {
  if (kind === 'head') channel.postMessage({ kind, id, status: rest[0], headers: rest[1] });
  else if (kind === 'body') channel.postMessage({ kind, id, bytes: rest[0] });
  else channel.postMessage({ kind, id });
}

// Searches

/** Workers that wait for a search. @type {Worker[]} */
const idle = [];

const searcher = () => new Worker(new URL('./search.js', import.meta.url), { type: 'module' });

/**
 * Let a worker answer a request. `stop` ends it, if it is still at it.
 * @param {string} line
 * @param {(event: string, data: string) => void} hear
 */
function start(line, hear) {
  const worker = idle.pop() ?? searcher();
  let answered = false;
  const done = new Promise((resolve, reject) => {
    worker.onmessage = ({ data: [event, data] }) => {
      if (event === 'failed') return reject(new Error(data));
      answered = event === 'done' || event === 'refused';
      hear(event, data);
      if (answered) resolve(undefined);
    };
    worker.onerror = (event) => reject(new Error(event.message));
  });
  worker.postMessage(line);
  const stop = () => {
    worker.onmessage = worker.onerror = null;
    if (answered && idle.length < IDLE) idle.push(worker);
    else worker.terminate();
    if (idle.length === 0) idle.push(searcher());
  };
  return { done, stop };
}
