// Saving a file that was made here or asked of the server.

import { h } from './dom.js';

/** @param {string} name @param {Blob} content */
export function save(name, content) {
  const href = URL.createObjectURL(content);
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000); // a browser may still ask where to put it
}
