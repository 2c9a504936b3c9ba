// Switches and menus of the Watch view.

import { h } from '../ui/dom.js';

/** A switch. @param {string} text @param {string} title @param {() => void} changed */
export function checkbox(text, title, changed) {
  const input = h('input', { type: 'checkbox', role: 'switch', onchange: changed });
  return { input, label: h('label', { class: 'watch-switch', title }, input, h('span', {}, text)) };
}

/** A button that opens a list. @param {string} text @param {HTMLElement[]} items */
export function menu(text, items) {
  const element = h('details', { class: 'watch-menu' }, [
    h('summary', {}, text),
    h('div', { class: 'watch-menu-list' }, items),
  ]);
  element.addEventListener('focusout', ({ relatedTarget }) => {
    const to = /** @type {Node | null} */ (relatedTarget);
    if (to && !element.contains(to)) element.open = false;
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !element.open) return;
    event.stopPropagation();
    element.open = false;
    element.querySelector('summary')?.focus();
  });
  return element;
}
