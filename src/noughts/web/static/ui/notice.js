// Sentences to the person: spoken ones (the live region), and notes at the foot of the page.

import { byId, h, icon } from './dom.js';

const SHOWN_FOR = 9000;
let spoken = [];
let speaking = null;
let hiding = null;

/** Say it to screen readers, politely. Sentences that come together are said together. */
export function announce(sentence) {
  if (!sentence) return;
  spoken.push(sentence);
  clearTimeout(speaking);
  speaking = setTimeout(() => {
    byId('live').textContent = spoken.join(' ');
    spoken = [];
  }, 60);
}

/** Show a sentence at the foot of the page, and say it. It goes away by itself unless it stays. */
export function notice(sentence, { stays = false } = {}) {
  clearTimeout(hiding);
  const close = h('button', { class: 'plain', 'aria-label': 'Close this note' }, icon('close'));
  close.addEventListener('click', hideNotice);
  byId('notice').replaceChildren(h('p', {}, sentence), close);
  byId('notice').hidden = false;
  announce(sentence);
  if (!stays) hiding = setTimeout(hideNotice, SHOWN_FOR);
}

export function hideNotice() {
  clearTimeout(hiding);
  byId('notice').hidden = true;
}

/** Do it; if it fails, say why. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    notice(error.message);
  }
}
