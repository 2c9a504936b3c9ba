// Talking to the server: JSON requests, and server-sent events read from a fetch.

import { recall, remember } from '../ui/remember.js';
import { ROOT } from '../ui/root.js';

/** @import { ServerEvent } from '../types.js' */

const API = `${ROOT}api/v1`;
const CLIENT = 'Noughts-Client';

/** The server refused a request, or did not answer at all (`lost`). */
export class ApiError extends Error {
  name = 'ApiError';
  status = 0;
  lost = false;
  /** The game as it is now, if that is why it was refused. @type {any} */
  game = null;
  /** How many seconds to wait before asking again. @type {number | null} */
  retryAfter = null;

  /** @param {string} message @param {Partial<ApiError>} [more] */
  constructor(message, more = {}) {
    super(message);
    Object.assign(this, more);
  }
}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof Error && error.name === 'AbortError';

/** @param {unknown} error */
export const isLost = (error) => error instanceof ApiError && error.lost;

/**
 * Send JSON, return the JSON of the answer. A refusal throws with the server's sentence.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function request(method, path, body, { signal } = {}) {
  const response = await send(method, path, body, signal);
  return orLost(response.json());
}

/**
 * The text of a file on the server; with a body, of what it asks for.
 * @param {string} path
 * @param {unknown} [body]
 */
export async function requestText(path, body) {
  const response = await send(body === undefined ? 'GET' : 'POST', path, body);
  return orLost(response.text());
}

/**
 * Yield each server-sent event of the answer, until it ends.
 * @param {string} path
 * @param {unknown} body
 * @param {{signal?: AbortSignal, method?: string, headers?: Record<string, string>}} [options]
 * @returns {AsyncGenerator<ServerEvent, void>}
 */
export async function* stream(path, body, { signal, method = 'POST', headers = {} } = {}) {
  const response = await send(method, path, body, signal, headers);
  const bytes = /** @type {ReadableStream<BufferSource>} */ (response.body);
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await orLost(reader.read());
      if (done) return;
      const blocks = (text + value).replaceAll('\r\n', '\n').split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @param {Record<string, string>} [more] other headers
 */
async function send(method, path, body, signal, more = {}) {
  const json = body !== undefined;
  const headers = {
    Accept: '*/*',
    [CLIENT]: clientName(),
    ...(json && { 'Content-Type': 'application/json' }),
    ...more,
  };
  const options = { method, signal, headers, body: json ? JSON.stringify(body) : undefined };
  const response = await orLost(fetch(API + path, { ...options, cache: 'no-store' }));
  if (!response.ok) throw await refusal(response);
  return response;
}

/**
 * What this browser calls itself, so that the server can give everybody the same share; chosen by
 * chance, and it says nothing about who uses it.
 */
function clientName() {
  const known = recall(CLIENT, '');
  if (typeof known === 'string' && known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  remember(CLIENT, name);
  return name;
}

/**
 * The result of a promise; if it fails, the server is lost.
 * @template T
 * @param {Promise<T>} promise
 */
async function orLost(promise) {
  try {
    return await promise;
  } catch (error) {
    throw isAbort(error) ? error : new ApiError('The server is not responding.', { lost: true });
  }
}

/** @param {Response} response */
async function refusal(response) {
  const answer = await response.json().catch(() => ({}));
  const sentence = answer.error ?? `The server answered ${response.status} without a reason.`;
  return new ApiError(sentence, {
    status: response.status,
    game: answer.game ?? null,
    retryAfter: Number(response.headers.get('Retry-After')) || null,
  });
}

/** @param {string} block @returns {ServerEvent | null} */
function parseEvent(block) {
  let event = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length ? { event, data: JSON.parse(data.join('\n')) } : null;
}
