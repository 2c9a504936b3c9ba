// Switches and menus of the Watch view.

import { h } from '../ui/dom.js';

/** A switch. @param {string} text @param {string} title @param {() => void} changed */
export function checkbox(text, title, changed) {
  const input = h('input', { type: 'checkbox', role: 'switch', onchange: changed });
  return { input, label: h('label', { class: 'watch-switch', title }, input, h('span', {}, text)) };
}

/**
 * A button that opens a list. It closes after a choice, a click or a focus elsewhere, and Escape;
 * a switch in it may be followed by another.
 * @param {string} text
 * @param {HTMLElement[]} items
 */
export function menu(text, items) {
  const summary = h('summary', {}, text);
  const list = h('div', { class: 'watch-menu-list' }, items);
  const element = h('details', { class: 'watch-menu' }, summary, list);
  const close = () => {
    element.open = false;
    summary.focus({ preventScroll: true });
  };
  /** @param {EventTarget | null} target */
  const isElsewhere = (target) => !element.contains(/** @type {Node | null} */ (target));
  list.addEventListener('click', ({ target }) => {
    if (/** @type {Element} */ (target).closest('button')) close();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && isElsewhere(relatedTarget)) element.open = false;
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (isElsewhere(target)) element.open = false;
  });
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !element.open) return;
      event.stopPropagation();
      close();
    },
    true, // before anything else that Escape would close
  );
  return element;
}
