// A server for the tests: answers each request by a function, and remembers what was asked.

// A page that takes whatever is announced.
globalThis.HTMLElement = class {};
globalThis.document = { getElementById: () => new HTMLElement() };

/**
 * Let `fetch` answer with `answer(method, path, body)`: data, or `{status, error}` for a refusal;
 * where it throws, the connection breaks.
 */
export function serve(answer) {
  const asked = [];
  globalThis.fetch = async (path, { method = 'GET', body, signal } = {}) => {
    signal?.throwIfAborted();
    const request = {
      method,
      path: path.replace(/^.*\/api\/v1/, ''),
      body: body && JSON.parse(body),
    };
    asked.push(request);
    const { status = 200, headers = {}, ...data } = await answer(request);
    return new Response(JSON.stringify(data), { status, headers });
  };
  return asked;
}

/** A body that comes in these pieces. */
export function pieces(...texts) {
  const bytes = new TextEncoder();
  const body = new ReadableStream({
    start(controller) {
      for (const text of texts) controller.enqueue(bytes.encode(text));
      controller.close();
    },
  });
  globalThis.fetch = async () => new Response(body);
}

export const GAME = {
  ...{ id: 'k3v9q2x7', revision: 3, game: '3x3x3', rows: 3, columns: 3 },
  label: 'tic-tac-toe: 3 in a row wins on 3x3',
  start: { cells: '.........', turn: 'x' },
  ...{ cells: 'o...x...x', turn: 'o', legal: ['a2', 'a3'], outcome: null },
  moves: [
    { move: 'b2', mark: 'x', seconds: 1 },
    { move: 'a1', mark: 'o', seconds: 0 },
    { move: 'c3', mark: 'x', seconds: 1 },
  ],
  undone: [],
  ...{ decision: null, comments: {}, variations: [], deleted: 0, held: false, title: '' },
  players: { x: { name: 'human' }, o: { name: 'hard' } },
  called: {},
};

/** Wait until all that is due now is done. */
export const settled = () => new Promise((done) => setTimeout(done));
