// A widget's place in a notebook: a shadow root, so that its style and the notebook's do not mix. It
// is light or dark like the ground it stands on: Jupyter, VS Code and marimo each have a sign of
// their own for the theme, and all of them have the colour behind the widget.

import { h } from '../web/static/ui/dom.js';

export class Place {
  root = h('div', { class: 'noughts' });
  host = h('div', {});
  closing = new AbortController();

  /**
   * @param {HTMLElement} element
   * @param {string} sheet
   * @param {() => void} changed is called when the colours have changed
   */
  constructor(element, sheet, changed) {
    this.changed = changed;
    this.host.attachShadow({ mode: 'open' }).append(h('style', {}, sheet), this.root);
    element.append(this.host);
    this.keepKeys();
    this.watch();
  }

  /** Single keys are the widget's while it has the focus; those with Ctrl (⌘) are the notebook's. */
  keepKeys() {
    const { host } = this;
    const hasKey = (/** @type {KeyboardEvent} */ event) => !event.ctrlKey && !event.metaKey;
    host.addEventListener('keydown', (event) => hasKey(event) && event.stopPropagation());
    // JupyterLab looks at keys before the widget does, and leaves those alone that come from here.
    const leave = (/** @type {KeyboardEvent} */ event) =>
      host.toggleAttribute('data-lm-suppress-shortcuts', hasKey(event));
    addEventListener('keydown', leave, { capture: true, signal: this.closing.signal });
  }

  /** Look at the ground whenever it may have changed. */
  watch() {
    const look = () => requestAnimationFrame(() => this.look());
    const { signal } = this.closing;
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look, { signal });
    const themes = new MutationObserver(look);
    for (const each of [document.documentElement, document.body]) {
      themes.observe(each, { attributes: true });
    }
    const shown = new ResizeObserver(look); // there is no ground before it is on the page
    shown.observe(this.host);
    signal.addEventListener('abort', () => {
      themes.disconnect();
      shown.disconnect();
    });
  }

  look() {
    const theme = isDark(this.host) ? 'dark' : 'light';
    if (this.host.dataset.theme === theme) return;
    this.host.dataset.theme = theme;
    this.changed();
  }

  close() {
    this.closing.abort();
  }
}

/** Whether the first ground behind an element that can be seen is dark. @param {Element} element */
function isDark(element) {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const [red, green, blue, opacity] = rgb(getComputedStyle(at).backgroundColor);
    if (opacity > 127) return 0.3 * red + 0.59 * green + 0.11 * blue < 128;
  }
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

/** The next element outwards, also out of a shadow root. @param {Element} element */
function parentOf(element) {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

/** A colour in any notation, as numbers up to 255. @param {string} colour */
function rgb(colour) {
  const ctx = h('canvas', { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  if (!ctx) return [255, 255, 255, 0];
  ctx.fillStyle = colour;
  ctx.fillRect(0, 0, 1, 1);
  return ctx.getImageData(0, 0, 1, 1).data;
}
