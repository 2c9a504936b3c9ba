// Copying text. If the browser refuses, the text is shown to be copied by hand.

import { openDialog } from './dialogs.js';
import { h } from './dom.js';
import { notice } from './notice.js';

const BY_HAND =
  'The browser does not let this page copy. The text is selected: press Ctrl+C (⌘C on a Mac).';

/** Copy a text and say so. @param {string} text @param {string} sentence */
export async function copy(text, sentence) {
  if (await toClipboard(text)) notice(sentence);
  else {
    const names = { class: 'wide', readonly: true, rows: 4, 'aria-label': 'Text to copy' };
    const field = h('textarea', names, text);
    openDialog('copy-dialog', 'Copy this', [h('p', {}, BY_HAND), field]);
    field.select();
  }
}

/** Whether the browser copies the text. @param {string} text */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/**
 * The old way, the only one on pages that come neither by HTTPS nor from this computer.
 * @param {string} text
 */
function copySelected(text) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = h('textarea', { class: 'hidden', readonly: true }, text);
  const within = document.querySelector('dialog[open]') ?? document.body; // the rest is inert
  within.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  focused?.focus({ preventScroll: true });
  return copied;
}
