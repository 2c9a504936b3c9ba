// A few options side by side, one of which is chosen.

import { h } from './dom.js';

/** @typedef {Record<string, string>} Options texts by values */

/** @type {(legend: string, name: string, options: Options, chosen: string) => HTMLElement} */
export function choice(legend, name, options, chosen) {
  const known = Object.hasOwn(options, chosen) ? chosen : Object.keys(options)[0];
  const labels = Object.entries(options).map(([value, text]) => {
    const button = h('input', { type: 'radio', name, value, checked: value === known });
    return h('label', {}, button, h('span', {}, text));
  });
  const list = h('div', { class: 'options' }, labels);
  return h('fieldset', { class: 'choice' }, h('legend', {}, legend), list);
}
