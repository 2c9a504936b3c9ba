// The page that is saved with a walk: the search that it contains, step by step, with the sentences
// of the lesson that it was saved from.

import { h } from '../ui/dom.js';
import { Model } from './model.js';
import { Player } from './player.js';
import { Words } from './words.js';

/** @import { SavedPage } from './export.js' */

const root = /** @type {HTMLElement} */ (document.getElementById('walk-root'));
const { trace, step, pages, page } = JSON.parse(
  document.getElementById('walk')?.textContent ?? '{}',
);

class Walk extends Player {
  text = h('p', { class: 'watch-lesson-text' });
  place = h('p', { class: 'watch-page' });
  back = button('Back', () => this.turn(this.page - 1));
  next = button('Next', () => this.turn(this.page + 1));
  page = 0;
  /** @type {SavedPage[]} */
  pages = pages;

  /** Show a page, at its step. @param {number} page */
  turn(page) {
    const { step: at, node, repeats } = this.pages[page];
    this.pause();
    this.showPage(page);
    this.stage.repeats = repeats;
    this.goTo(at);
    if (node !== null) this.select(node);
  }

  /** @param {number} page */
  showPage(page) {
    this.page = page;
    this.text.textContent = this.pages[page].text;
    this.place.textContent = `${page + 1} of ${this.pages.length}`;
    this.back.disabled = page === 0;
    this.next.disabled = page === this.pages.length - 1;
  }

  /** Another step has another page. */
  arrived() {
    const found = this.pages.findLastIndex((each) => each.step <= this.step);
    if (found >= 0) this.showPage(found);
  }

  lesson() {
    const turns = h('div', { class: 'watch-turns' }, this.place, this.back, this.next);
    return h('section', { class: 'watch-lesson watch-panel' }, this.text, turns);
  }
}

/** @param {string} text @param {() => void} onclick */
function button(text, onclick) {
  return h('button', { type: 'button', class: 'watch-turn', onclick }, text);
}

const player = new Walk(root);
player.takeKeysOfPage();
const { stage, transport, sentence, code } = player;
const lesson = pages.length ? [player.lesson()] : [];
const parts = [stage.element, transport.element, ...lesson, sentence];
const side = h('div', { class: 'watch-side' }, code.element);
root.replaceChildren(
  h('div', { class: 'watch-parts is-alone' }, h('div', { class: 'watch-tree' }, parts), side),
);
root.classList.add('is-ready');
player.setWords(new Words(new Model(trace.position, trace.begin, trace.rows, trace.done)), {
  step,
});
player.goTo(step);
if (pages[page]?.step === step) player.turn(page);
else player.arrived();
