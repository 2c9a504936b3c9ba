// A search in a notebook, step by step: the page's own player, with the node beside it. It needs
// Python only to be told which step it shows, so that it works in a saved notebook, too.

import { h } from '../web/static/ui/dom.js';
import { Details } from '../web/static/watch/details.js';
import { Model } from '../web/static/watch/model.js';
import { namingOf } from '../web/static/watch/naming.js';
import { Player } from '../web/static/watch/player.js';
import { Words } from '../web/static/watch/words.js';
import { Place } from './place.js';

/** @import { Rendering, SharedModel } from './types.js' */

class Tree extends Player {
  details = new Details({
    select: (node) => this.select(node, true),
    goTo: (step) => this.seek(step),
    fold: (node) => this.fold(node),
  });
  spoken = h('p', { class: 'hidden', role: 'status' });

  /** @param {HTMLElement} root @param {SharedModel} model */
  constructor(root, model) {
    super(root);
    this.model = model;
    const { stage, transport, sentence, code, details } = this;
    const tree = [stage.element, details.brief, transport.element, sentence, this.spoken];
    root.append(
      h('div', { class: 'watch-parts is-alone' }, [
        h('div', { class: 'watch-tree' }, tree),
        h('div', { class: 'watch-side' }, code.element, details.element),
      ]),
    );
    root.classList.add('is-ready');
    this.showSearch();
  }

  showSearch() {
    const { position, begin, rows, done } = this.model.get('_walk');
    const naming = 'notation' in position ? namingOf(/** @type {any} */ (position)) : undefined;
    const words = new Words(new Model({ ...position, naming }, begin, rows, done));
    this.setWords(words, { step: this.model.get('step') });
    this.goTo(this.step);
    this.arrived();
  }

  refresh() {
    super.refresh();
    const { words, selected, step } = this;
    if (!words) return;
    const folded = this.stage.showsFolded(selected);
    this.details.show(words, selected, { step, folded, asked: false, veiled: false });
  }

  /** @param {number} node */
  select(node, show = false) {
    super.select(node, show);
    this.speak(this.details.spoken);
  }

  /** @param {KeyboardEvent} event */
  altKey({ key }) {
    return this.details.altKey(key);
  }

  speak(text = this.sentence.textContent ?? '') {
    this.spoken.textContent = text;
  }

  /** Python knows which step is shown, but for those that only pass by. */
  arrived() {
    if (this.model.get('step') === this.step) return;
    this.model.set('step', this.step);
    this.model.save_changes();
  }

  pause() {
    const { playing } = this;
    super.pause();
    if (playing) this.arrived();
  }

  /** Python, or another view of the same widget, has gone to another step; it knows that already. */
  follow() {
    const step = this.model.get('step');
    if (step === this.step) return;
    super.pause();
    this.goTo(step);
    if (this.isAtEnd) this.arrived(); // there may be fewer steps than it thought
  }
}

/** @param {Rendering} rendering */
export function render({ model, el }) {
  const place = new Place(el, model.get('_sheet'), () => tree.stage.changeTheme());
  const tree = new Tree(place.root, model);
  const followed = () => tree.follow();
  model.on('change:step', followed);
  return () => {
    model.off('change:step', followed);
    tree.close();
    place.close();
  };
}
