// The solution, step by step, with a sentence for each step.

import { byId, h } from '../ui/dom.js';
import { announce } from '../ui/notice.js';
import { inSigns } from './words.js';

/** @import { Solution } from './types.js' */
/** @import { Practice } from './practice.js' */

export class Walk {
  /** @type {Solution | null} */
  solution = null; // while it is shown
  step = 0;

  /** @param {Practice} practice */
  constructor(practice) {
    this.practice = practice;
    /** @param {string} id @param {string} text @param {() => void} onclick @param {string} [look] */
    const button = (id, text, onclick, look = 'small') =>
      h('button', { type: 'button', id, class: look, onclick }, text);
    byId('practice-walk').append(
      button('step-first', 'First', () => this.go(0)),
      button('step-back', 'Back', () => this.go(this.step - 1)),
      button('step-next', 'Next', () => this.go(this.step + 1), 'primary small'),
      button('step-last', 'Last', () => this.go(this.last)),
      h('span', { id: 'step-number', class: 'muted' }),
      h('span', { class: 'between' }),
      button('own-entries', 'Back to my entries', () => this.leave()),
    );
    byId('practice-walk').addEventListener('keydown', ({ key }) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
      if (by) this.go(this.step + by);
    });
  }

  get last() {
    return (this.solution?.steps.length ?? 1) - 1;
  }

  /** @param {Solution} solution @param {boolean} whole */
  open(solution, whole) {
    this.solution = solution;
    this.step = whole ? this.last : 0;
    this.practice.draw();
    announce(this.words());
    byId(whole ? 'own-entries' : 'step-next').focus();
  }

  close() {
    this.solution = null;
    this.show(false);
  }

  /** The buttons of the walk, or those for the student's entries. @param {boolean} walking */
  show(walking) {
    for (const id of ['practice-actions', 'practice-more', 'practice-found'])
      byId(id).hidden = walking;
    byId('practice-walk').hidden = !walking;
  }

  leave() {
    this.close();
    this.practice.draw();
    byId('show-key').focus();
  }

  /** @param {number} step */
  go(step) {
    const next = Math.max(0, Math.min(this.last, step));
    if (next === this.step) return;
    this.step = next;
    this.practice.draw();
    announce(this.words());
  }

  words() {
    if (!this.solution) return '';
    const { steps, answer } = this.solution;
    const { words } = steps[this.step];
    return inSigns(this.step === this.last ? `${words} ${answer}` : words);
  }

  draw() {
    if (!this.solution) return;
    this.practice.tree.drawSolution(this.solution, this.step);
    this.show(true);
    byId('practice-reason').textContent = this.words();
    byId('practice-reason').dataset.verdict = 'none';
    byId('step-number').textContent = `step ${this.step + 1} of ${this.last + 1}`;
    const { step, last } = this;
    const ends = { 'step-first': step === 0, 'step-back': step === 0 };
    const all = { ...ends, 'step-next': step === last, 'step-last': step === last };
    for (const [id, end] of Object.entries(all))
      byId(id).setAttribute('aria-disabled', String(end));
  }
}
