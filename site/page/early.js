// Answers while Python is still on its way: what one can choose from, the games that begin without a
// question, the first move of tic-tac-toe, the first exercise, the lessons. The build has asked the real
// server for them.

import { ANSWERS } from './answers.js';

/** @import { Beginning } from './answers.js' */

/** Games that have begun but not moved, by their ids. @type {Map<string, Beginning>} */
const begun = new Map();

/** Like the server's. */
const newId = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(6))))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

/**
 * The answer to a request; null if only Python knows it. What changes a game must be done again by
 * the server, a new game under the id that it has here.
 * @param {string} method
 * @param {string} path below api/v1
 * @param {string} body
 * @returns {{answer: Response, id: string | null} | null}
 */
export function answerEarly(method, path, body) {
  const known = ANSWERS.known[`${method} ${path} ${body}`];
  if (known) {
    const headers = { 'content-type': known.type };
    return { answer: new Response(known.text, { headers }), id: null };
  }
  if (method !== 'POST') return null;
  if (path === 'games') {
    const game = ANSWERS.games.find((each) => each.body === body);
    if (!game) return null;
    const id = newId();
    begun.set(id, game);
    return { answer: Response.json({ ...game.answer, id }), id };
  }
  const id = /^games\/([\w-]+)\/moves$/.exec(path)?.[1] ?? '';
  const { revision, move } = JSON.parse(body || '{}');
  const answer = begun.get(id)?.moves[move];
  begun.delete(id);
  return answer && revision === 0 ? { answer: Response.json({ ...answer, id }), id } : null;
}
