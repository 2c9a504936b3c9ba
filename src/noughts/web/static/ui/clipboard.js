// Copying text. If the browser refuses, the text is shown to be copied by hand.

import { openDialog } from './dialogs.js';
import { h } from './dom.js';
import { notice } from './notice.js';

/** Copy a text and say so. @param {string} text @param {string} sentence */
export async function copy(text, sentence) {
  try {
    await navigator.clipboard.writeText(text);
    notice(sentence);
  } catch {
    const attributes = { class: 'wide', readonly: true, value: text, 'aria-label': 'Text to copy' };
    const field = h('input', attributes);
    openDialog('copy-dialog', 'Copy this', field);
    field.select();
  }
}
