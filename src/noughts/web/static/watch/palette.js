// The page's colours, for the canvas: read from its style sheet, and again when the theme changes.

import { h } from '../ui/dom.js';

/** @typedef {Record<Colour | 'font', string>} Palette */
/** @typedef {typeof COLOURS[number]} Colour */

const COLOURS = /** @type {const} */ ([
  'ground',
  'surface',
  'surface2',
  'faint',
  'text',
  'muted',
  'accent',
  'x',
  'o',
  'max',
  'min',
  'win',
  'draw',
  'loss',
  'warn',
  'edge',
  'fold',
]);

/** The colours and the font as they are now. @param {HTMLElement} element */
export function readPalette(element) {
  const probe = h('span', { hidden: true });
  probe.style.setProperty('forced-color-adjust', 'none'); // else all colours would be one
  element.append(probe);
  /** @type {any} */
  const palette = { font: getComputedStyle(element).fontFamily };
  for (const name of COLOURS) {
    probe.style.color = `var(--watch-${name})`;
    palette[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return /** @type {Palette} */ (palette);
}

/** The colours for slides and paper, whatever the page's are. @param {HTMLElement} element */
export function printPalette(element) {
  const light = h('div', { class: 'watch-print', hidden: true });
  element.append(light);
  const palette = readPalette(light);
  light.remove();
  return palette;
}

/**
 * Call `changed` whenever the colours may have changed, until the signal ends that.
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function watchTheme(changed, signal) {
  for (const media of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
    matchMedia(media).addEventListener('change', changed, { signal });
  }
  const observer = new MutationObserver(changed);
  const attributes = { attributeFilter: ['class', 'data-theme', 'style'] };
  observer.observe(document.documentElement, attributes);
  observer.observe(document.body, attributes);
  signal.addEventListener('abort', () => observer.disconnect());
}
