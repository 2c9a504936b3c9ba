// The way to the documentation, where it lies beside the page: see `site/build.py`.

import { h } from './dom.js';

/** A line with a link to it; none if the page does not say where it is. @returns {HTMLElement[]} */
export function documentation() {
  const place = document.querySelector('link[rel=help]')?.getAttribute('href');
  if (!place) return [];
  const link = h('a', { href: place }, 'Documentation');
  return [h('p', { class: 'muted' }, link, ': tutorials, how-to pages, explanations, reference')];
}
