// The pseudocode, with the running lines marked.

import { h } from '../ui/dom.js';
import { BACK } from './model.js';

/** @import { Model } from './model.js' */

export class Code {
  constructor() {
    this.list = h('ol', { class: 'watch-lines' });
    const attributes = { class: 'watch-code watch-panel', open: true };
    this.element = h('details', attributes, h('summary', {}, 'Pseudocode'), this.list);
    /** @type {{element: HTMLElement, steps: Set<string>}[]} */
    this.lines = [];
    /** The steps that a line names. @type {Set<string>} */
    this.named = new Set();
  }

  /** @param {Model} model */
  setModel(model) {
    this.named = new Set(model.pseudocode.flatMap((line) => line.steps));
    this.lines = model.pseudocode.map(({ text, steps }) => {
      const indent = text.length - text.trimStart().length;
      const element = h('li', { class: 'watch-line' }, text.trim() || '\u00a0');
      element.style.setProperty('--indent', String(indent));
      return { element, steps: new Set(steps) };
    });
    this.list.replaceChildren(...this.lines.map(({ element }) => element));
  }

  /** @param {Model} model @param {number} step */
  show(model, step) {
    const name = model.stepName(step, this.named);
    let reached = true;
    for (const { element, steps } of this.lines) {
      if (leavesAt(model, step, steps)) reached = false;
      const runs = reached && steps.has(name);
      element.classList.toggle('is-running', runs);
      if (runs) element.setAttribute('aria-current', 'step');
      else element.removeAttribute('aria-current');
    }
  }
}

/**
 * After a value that cuts, the lines below the test are no longer reached.
 * @type {(model: Model, step: number, steps: Set<string>) => boolean}
 */
function leavesAt(model, step, steps) {
  if (model.stepKind[step] !== BACK || !model.windows) return false;
  const node = model.stepNode[step];
  const cut = `${model.isMax(node) ? 'max' : 'min'} cut`;
  return steps.has(cut) && model.leavesBeforeNarrowing(node, model.stepBest[step]);
}
