// Talking to the server: JSON requests, and server-sent events read from a fetch.

const ROOT = '/api/v1';

/** What the server refused, or that it did not answer at all (`lost`). */
export class ApiError extends Error {
  constructor(message, { status = 0, game = null, retryAfter = null, lost = false } = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.game = game;
    this.retryAfter = retryAfter;
    this.lost = lost;
  }
}

export const isAbort = (error) => error?.name === 'AbortError';

/** Send JSON, return the JSON of the answer. A refusal throws with the server's sentence. */
export async function request(method, path, body, { signal } = {}) {
  const response = await send(method, path, body, signal);
  return readJson(response);
}

/** Yield `{event, data}` for each server-sent event of the answer, until it ends. */
export async function* stream(path, body, { signal, method = 'POST' } = {}) {
  const response = await send(method, path, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const { value, done } = await readChunk(reader);
      if (done) return;
      const blocks = (text + value).replaceAll('\r\n', '\n').split('\n\n');
      text = blocks.pop();
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function send(method, path, body, signal) {
  const options = { method, signal, cache: 'no-store', headers: { Accept: '*/*' } };
  if (body !== undefined) {
    options.body = JSON.stringify(body);
    options.headers['Content-Type'] = 'application/json';
  }
  let response;
  try {
    response = await fetch(path.startsWith('/api/') ? path : ROOT + path, options);
  } catch (error) {
    throw isAbort(error) ? error : lost();
  }
  if (!response.ok) throw await refusal(response);
  return response;
}

async function readJson(response) {
  try {
    return await response.json();
  } catch (error) {
    throw isAbort(error) ? error : lost();
  }
}

async function readChunk(reader) {
  try {
    return await reader.read();
  } catch (error) {
    throw isAbort(error) ? error : lost();
  }
}

async function refusal(response) {
  const answer = await response.json().catch(() => ({}));
  const sentence = answer.error ?? `The server answered ${response.status} without saying why.`;
  return new ApiError(sentence, {
    status: response.status,
    game: answer.game ?? null,
    retryAfter: Number(response.headers.get('Retry-After')) || null,
  });
}

const lost = () => new ApiError('The server does not answer.', { lost: true });

function parseEvent(block) {
  let event = 'message';
  const data = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) event = line.slice(6).trim();
    else if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
  }
  return data.length ? { event, data: JSON.parse(data.join('\n')) } : null;
}
