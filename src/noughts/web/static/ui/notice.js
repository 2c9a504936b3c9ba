// Sentences for the person: spoken ones (the live region), and notes at the edge of the page.

import { byId, h, icon } from './dom.js';
import { messageOf } from './format.js';

const SHOWN_FOR = 9000; // milliseconds: time to read two sentences
const TOGETHER = 60; // milliseconds: sentences within this time are spoken as one

/** @type {string[]} */
let spoken = [];
let speaking = 0;
let hiding = 0;

/**
 * Say it to screen readers, politely. Sentences that come together are spoken together.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!sentence) return;
  spoken.push(sentence);
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    byId('live').textContent = spoken.join(' ');
    spoken = [];
  }, TOGETHER);
}

/**
 * Show a sentence at the edge of the page, and say it. It disappears by itself unless `stays`.
 * An `action` gets a button.
 * @param {string} sentence
 * @param {{stays?: boolean, action?: [text: string, act: () => unknown] | null}} [options]
 */
export function notice(sentence, { stays = false, action = null } = {}) {
  clearTimeout(hiding);
  const attributes = { class: 'plain', 'aria-label': 'Close this note', onclick: hideNotice };
  const close = h('button', attributes, icon('close'));
  const act = () => {
    hideNotice();
    action?.[1]();
  };
  const button = action && h('button', { class: 'notice-action', onclick: act }, action[0]);
  byId('notice').replaceChildren(h('p', {}, sentence), ...(button ? [button] : []), close);
  byId('notice').hidden = false;
  announce(sentence);
  if (!stays) hiding = setTimeout(hideNotice, SHOWN_FOR);
}

export function hideNotice() {
  clearTimeout(hiding);
  byId('notice').hidden = true;
}

/** Do it; if it fails, say why. @param {() => unknown} action */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    notice(messageOf(error));
  }
}
