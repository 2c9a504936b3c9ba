// A link for other machines: a code to scan, and a word where no other machine can open it.

import { h, svg } from '../ui/dom.js';
import { sheet } from '../ui/load.js';
import { isThisComputer } from './about.js';
import { request } from './api.js';

const HERE_ONLY =
  'The server listens on this computer only. To let other machines in, stop it and start it with';
const FOR_OTHERS = 'noughts web --host 0.0.0.0';

/** The QR code of a link. @param {string} link */
export async function codeOf(link) {
  const [code] = await Promise.all([request('POST', '/code', { text: link }), sheet('table.css')]);
  return drawn(code);
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
