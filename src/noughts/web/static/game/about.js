// What the server offers: its games, its players, its limits.

import { request } from './api.js';

/** @import { About } from '../types.js' */

/** @type {About | null} */
let about = null;

/** What you can choose from; fetched once. @returns {Promise<About>} */
export async function fetchAbout() {
  about ??= /** @type {About} */ (await request('GET', '/about'));
  return about;
}
