// The page's own server is in this browser: what the page asks for below `api/v1/` goes there.

import { answerEarly } from './early.js';

const PLACE = new URL('../', import.meta.url);
const API = new URL('api/v1/', PLACE).href;

const NOT_SECURE =
  'this page runs in your browser, which allows that only at an https address or on localhost';

const channel = new BroadcastChannel(`noughts ${PLACE.pathname}`);
const fetchElsewhere = window.fetch.bind(window);

/**
 * A request that is not answered to its end.
 * @typedef {object} Asked
 * @property {any} message as it was sent
 * @property {(response: Response) => void} begin
 * @property {(error: Error) => void} fail
 * @property {ReadableStreamDefaultController<Uint8Array> | null} stream once the answer has begun
 */

/** @type {Map<string, Asked>} */
const asked = new Map();
let answering = false; // whether the server has answered anything yet

const SOON = 500; // milliseconds: nobody needs a reason for a shorter wait
const starting = document.createElement('p');
starting.className = 'starting';
starting.setAttribute('role', 'status');

/**
 * @param {URL} url
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function ask(url, options = {}) {
  if (!isSecureContext) return Response.json({ error: NOT_SECURE }, { status: 503 });
  const { method = 'GET', body, signal } = options;
  signal?.throwIfAborted();
  const path = url.href.slice(API.length);
  const known = answering ? null : answerEarly(method, path, String(body ?? ''));
  if (!known) {
    if (!answering && !path.endsWith('/events')) setTimeout(sayWhatTakesLong, SOON);
    return askServer(url, options);
  }
  if (known.id) askServer(url, options, known.id).catch(() => {});
  return known.answer;
}

/** Until the server answers for the first time. */
function sayWhatTakesLong() {
  if (answering || starting.isConnected) return;
  document.querySelector('header')?.after(starting);
  starting.textContent =
    'Python and the engine are starting. On a first visit they have to be loaded, which takes a while.';
}

/**
 * With `early`, the page has the answer already: the id of the game that it is about.
 * @param {URL} url
 * @param {RequestInit} options
 * @param {string | null} [early]
 * @returns {Promise<Response>}
 */
function askServer(url, { method = 'GET', headers = {}, body, signal }, early = null) {
  return new Promise((begin, fail) => {
    const id = crypto.randomUUID();
    const message = {
      kind: 'ask',
      id,
      early,
      method,
      path: url.pathname.slice(PLACE.pathname.length - 1),
      query: url.search.slice(1),
      headers: [...new Headers(headers)],
      body: new TextEncoder().encode(/** @type {string} */ (body ?? '')),
    };
    asked.set(id, { message, begin, fail, stream: null });
    signal?.addEventListener('abort', () => leave(id, signal.reason));
    channel.postMessage(message);
  });
}

/** Stop waiting for an answer. @param {string} id @param {Error} why */
function leave(id, why) {
  const waiting = asked.get(id);
  if (!waiting) return;
  asked.delete(id);
  waiting.fail(why);
  waiting.stream?.error(why);
  channel.postMessage({ kind: 'leave', id });
}

channel.onmessage = ({ data }) => {
  if (data.kind === 'ready') return askAgain();
  const waiting = asked.get(data.id);
  if (!waiting) return;
  answering = true;
  starting.remove();
  if (data.kind === 'head') begin(waiting, data);
  if (data.kind === 'body') waiting.stream?.enqueue(data.bytes);
  if (data.kind === 'end') {
    asked.delete(data.id);
    waiting.fail(new TypeError('the answer is incomplete'));
    waiting.stream?.close();
  }
};

/** @param {Asked} waiting @param {{id: string, status: number, headers: [string, string][]}} head */
function begin(waiting, { id, status, headers }) {
  const body = new ReadableStream({
    start(controller) {
      waiting.stream = controller;
    },
    cancel() {
      waiting.stream = null;
      leave(id, new DOMException('no longer read', 'AbortError'));
    },
  });
  waiting.begin(new Response(body, { status, headers }));
}

/** Another tab had the server, or it has just started: it knows of nothing that was asked before. */
function askAgain() {
  for (const [id, waiting] of asked) {
    if (waiting.stream) leave(id, new TypeError('the server has moved to another tab'));
    else channel.postMessage(waiting.message);
  }
}

window.fetch = (what, options) => {
  const url = new URL(what instanceof Request ? what.url : what, location.href);
  return url.href.startsWith(API) ? ask(url, options) : fetchElsewhere(what, options);
};

// Files are links: a browser that follows one looks for it on the host.
document.addEventListener('click', async (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href.startsWith(API)) return;
  event.preventDefault();
  const tab = link.target === '_blank' ? window.open('', '_blank') : null; // must be at once
  const response = await fetch(link.href);
  const address = URL.createObjectURL(await response.blob());
  if (tab) tab.location.href = address;
  else save(address, response.headers.get('content-disposition'));
});

/** @param {string} address @param {string | null} disposition */
function save(address, disposition) {
  const link = document.createElement('a');
  link.href = address;
  link.download = /filename="([^"]*)"/.exec(disposition ?? '')?.[1] ?? '';
  link.click();
}

/** @type {Worker | null} */
let worker = null;

/** Be ready to have the server. */
function offer() {
  worker ??= new Worker(new URL('./server.js', import.meta.url), { type: 'module' });
}

// A tab that the browser freezes must not keep the server from the others.
document.addEventListener('freeze', () => {
  worker?.terminate();
  worker = null;
});
document.addEventListener('resume', offer);

if (isSecureContext) {
  offer();
  // From the second visit on, the page needs no network. Until the server answers, it would only
  // take the network from what the server needs.
  askServer(new URL('about', API), {})
    .then(() => navigator.serviceWorker?.register(new URL('sw.js', PLACE)))
    .catch(() => {}); // it works without
}
