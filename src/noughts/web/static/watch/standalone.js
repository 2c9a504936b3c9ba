// The page that is saved with a walk: the search that it contains, step by step.

import { h } from '../ui/dom.js';
import { Model } from './model.js';
import { Player } from './player.js';
import { Words } from './words.js';

const root = /** @type {HTMLElement} */ (document.getElementById('walk-root'));
const { trace, step } = JSON.parse(document.getElementById('walk')?.textContent ?? '{}');
const player = new Player(root);
const { stage, transport, sentence, code } = player;
const tree = h('div', { class: 'watch-tree' }, stage.element, transport.element, sentence);
const side = h('div', { class: 'watch-side' }, code.element);
root.replaceChildren(h('div', { class: 'watch-parts' }, tree, side));
root.classList.add('is-ready');
player.setWords(new Words(new Model(trace.position, trace.begin, trace.rows, trace.done)), {
  step,
});
player.goTo(step);
