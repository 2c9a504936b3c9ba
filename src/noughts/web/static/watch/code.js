// The pseudocode, with the running lines marked.

import { h } from '../ui/dom.js';
import { BACK, ENTER } from './model.js';

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
      const element = h('li', { class: `watch-line${text ? '' : ' is-blank'}` }, text.trim());
      element.style.setProperty('--indent', String(indent));
      return { element, steps: new Set(steps) };
    });
    this.list.replaceChildren(...this.lines.map(({ element }) => element));
  }

  /**
   * Mark the lines that a step executes; with `veiled` only those before a cut-off is decided.
   * @param {Model} model
   * @param {number} step
   * @param {boolean} veiled
   */
  show(model, step, veiled) {
    const name = model.stepName(step, this.named);
    let reached = true;
    // A leaf is entered, but none of the lines below the head is reached before it returns.
    // Nor is anything said below it while the question is whether the table knows the board.
    const leaf = model.stepKind[step] === ENTER && (veiled || model.isLeaf(model.stepNode[step]));
    for (const { element, steps } of this.lines) {
      if (leavesAt(model, step, steps, veiled)) reached = false;
      const runs = reached && steps.has(name);
      if (runs && leaf) reached = false;
      element.classList.toggle('is-running', runs);
      if (runs) element.setAttribute('aria-current', 'step');
      else element.removeAttribute('aria-current');
    }
    this.keepInSight();
  }

  /** Scroll the panel, and nothing else, to the running lines. */
  keepInSight() {
    const { list } = this;
    if (list.scrollHeight <= list.clientHeight) return;
    const running = this.lines.find(({ element }) => element.classList.contains('is-running'));
    if (!running) return;
    const { offsetTop, offsetHeight } = running.element;
    const [top, room] = [offsetTop - list.offsetTop, list.clientHeight - 3 * offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top - offsetHeight;
    else if (top > list.scrollTop + room) list.scrollTop = top - room;
  }
}

/**
 * After a value that cuts, the lines below the test are no longer reached.
 * @type {(model: Model, step: number, steps: Set<string>, veiled: boolean) => boolean}
 */
function leavesAt(model, step, steps, veiled) {
  if (model.stepKind[step] !== BACK || !model.windows) return false;
  const node = model.stepNode[step];
  const cut = `${model.role(node)} cut`;
  if (!steps.has(cut)) return false;
  if (veiled) return !model.shallow && !model.rootApart;
  return model.leavesBeforeNarrowing(node, model.stepBest[step]);
}
