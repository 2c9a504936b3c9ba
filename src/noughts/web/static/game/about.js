// What the server offers: its games, its players, its limits, and where others find it.

import { request } from './api.js';

/** @import { About } from '../types.js' */

/** @type {About | null} */
let about = null;

/** What you can choose from; fetched once. @returns {Promise<About>} */
export const fetchAbout = async () => about ?? (await refreshAbout());

/** Ask again: a laptop that has moved has other addresses. @returns {Promise<About>} */
export async function refreshAbout() {
  about = /** @type {About} */ (await request('GET', '/about'));
  return about;
}

/**
 * The addresses under which others find this page, the likeliest first: the one in use, if others
 * can use it too.
 */
export function origins() {
  const addresses = about?.addresses ?? [];
  const elsewhere = isThisComputer(location.hostname) && addresses.length > 0;
  return elsewhere ? addresses : [location.origin];
}

/** @param {string} host */
export const isThisComputer = (host) => /^(localhost|127\..*|\[::1\])$/.test(host);
