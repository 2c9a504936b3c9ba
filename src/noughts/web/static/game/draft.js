// Reading a position that may be wrong: an editor and a form ask while it is not finished.

import { request } from './api.js';

/** @import { Mark, PositionWithMethods } from '../types.js' */
/** @typedef {{game?: string, text: string, turn?: Mark}} Draft */

/**
 * The position, as the server reads it; throws its sentence if there is none.
 * @param {Draft} draft
 * @param {{signal?: AbortSignal}} [options]
 * @returns {Promise<PositionWithMethods>}
 */
export async function readDraft(draft, options) {
  const found = await request('POST', '/position', { ...draft, draft: true }, options);
  if (found.why_not) throw new Error(found.why_not);
  return found;
}
