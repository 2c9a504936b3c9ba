// Single keys for what the buttons do.

import { dialogIsOpen } from '../ui/dialogs.js';
import { attempt } from '../ui/notice.js';
import { recall } from '../ui/remember.js';

const TEXT_FIELDS = 'input:not([type=checkbox], [type=range])';

/** Its names, with ', ' between them; the action gives false if it leaves the key to others.
 * @typedef {[names: string, words: string, action: () => unknown]} Key */

/** @type {Key[]} */
let keys = [];

/** @param {Key[]} actions */
export function setUpKeys(actions) {
  keys = actions;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (dialogIsOpen() || !recall('keys', true) || isWriting(event.target)) return;
    const found = keys.find(([names]) => names.split(', ').includes(event.key));
    if (!found || found[2]() === false) return;
    event.preventDefault();
  });
}

/**
 * Whether keys go into a field. For a moment, a field of a dialog that was just closed still has
 * the focus.
 * @param {EventTarget | null} target
 */
function isWriting(target) {
  const fields = `${TEXT_FIELDS}, textarea, select, [contenteditable]`;
  if (!(target instanceof Element) || target.closest('dialog:not([open])')) return false;
  return target.matches(fields);
}

/** List them, and what else there is to know. */
export const showHelp = () => attempt(async () => (await import('./help.js')).showHelp(keys));
