// A link for other machines: a code to scan, and a word where no other machine can open it.

import { h, svg } from '../ui/dom.js';
import { sheet } from '../ui/load.js';
import { isThisComputer } from './about.js';
import { request } from './api.js';

const HERE_ONLY =
  'The server listens on this computer only. To let other machines in, stop it and start it with';
const LARGER = 'QR code of the link: show it as large as the window, or small again';
const FOR_OTHERS = 'noughts web --host 0.0.0.0';

/** The QR code of a link. @param {string} link */
export async function codeOf(link) {
  const [code] = await Promise.all([request('POST', '/code', { text: link }), sheet('table.css')]);
  return enlargeable(drawn(code));
}

/** A click shows it as large as the window, for the last row; another one as before. @param {SVGElement} code */
function enlargeable(code) {
  const attributes = { type: 'button', class: 'code-button', title: LARGER, 'aria-label': LARGER };
  const button = h('button', attributes, code);
  /** @param {boolean} large */
  const show = (large) => {
    button.classList.toggle('large', large);
    button.setAttribute('aria-pressed', String(large));
  };
  button.addEventListener('click', () => show(!button.classList.contains('large')));
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !button.classList.contains('large')) return;
    event.preventDefault(); // it would close the dialog
    show(false);
  });
  return button;
}

/** Dark on white in any colours: not every reader takes the reverse. @param {{size: number, path: string}} code */
function drawn({ size, path }) {
  const box = {
    id: 'code',
    class: 'code',
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': 'QR code of the link',
    'shape-rendering': 'crispEdges',
  };
  return svg(
    'svg',
    box,
    svg('rect', { width: size, height: size, class: 'code-light' }),
    svg('path', { d: path, class: 'code-dark' }),
  );
}

/** What is to be known of a link that only this computer can open; else null. @param {string} link */
export function hereOnly(link) {
  if (!isThisComputer(new URL(link).hostname)) return null;
  return h(
    'p',
    { class: 'here-only', id: 'here-only' },
    `${HERE_ONLY} `,
    h('code', {}, FOR_OTHERS),
    '.',
  );
}
