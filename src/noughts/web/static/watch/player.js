// A search that is there, shown step by step: the tree, the buttons below it and a sentence for
// each step. It needs no server, and is also what an exported page consists of.

import { h } from '../ui/dom.js';
import { clamp } from './camera.js';
import { Code } from './code.js';
import { Stage } from './stage.js';
import { Transport } from './transport.js';

/** @import { Words } from './words.js' */

const SPOKEN = 3; // steps per second up to which each one is announced
const SMALL = 400; // nodes up to which the whole tree is drawn and nothing folds by itself

export class Player {
  /** The search that is shown, in words. @type {Words | null} */
  words = null;
  step = 0;
  selected = 0; // a node
  playing = false;
  // While it plays:
  timer = 0;
  owed = 0; // steps that are due
  lastTime = 0;
  // The parts of the view:
  stage = new Stage({
    select: (node) => this.select(node),
    looked: () => this.setFollow(false),
  });
  transport = new Transport({
    first: () => this.seek(0),
    back: () => this.seek(this.step - 1),
    play: () => this.togglePlay(),
    forward: () => this.forward(),
    cut: () => this.seekCut(),
    last: () => this.seek(Infinity),
    seek: (step) => this.seek(step),
  });
  code = new Code();
  closing = new AbortController();
  sentence = h('p', { class: 'watch-sentence' });

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    root.classList.add('watch');
    root.addEventListener('keydown', (event) => this.onKey(event));
    const { signal } = this.closing;
    addEventListener('beforeprint', () => this.setPrinting(true), { signal });
    addEventListener('afterprint', () => this.setPrinting(false), { signal });
  }

  /** On a page that is about the tree: before anything has the focus, keys are meant for it. */
  takeKeysOfPage() {
    const { root } = this;
    document.addEventListener('keydown', (event) => {
      if (event.target === document.body && root.getClientRects().length) this.onKey(event);
    });
  }

  /** It is shown no more: nothing on the page may keep it. */
  close() {
    this.pause();
    this.closing.abort();
    this.stage.close();
  }

  /** Paper is light, and finer than a screen. @param {boolean} printing */
  setPrinting(printing) {
    this.root.classList.toggle('watch-print', printing);
    this.stage.setPrinting(printing);
  }

  // What a view with more around it adds

  /** Called after everything that leads to another step, except while it plays. */
  arrived() {}

  /** Whether the next step has to wait. */
  blocked() {
    return false;
  }

  /** Where playing stops on its way to a step. @param {number} last */
  stopBefore(last) {
    return last;
  }

  /** Whether the next step is asked for, so that nothing may be said about it. */
  get veiled() {
    return false;
  }

  // Showing

  /** @param {Words} words @param {{step?: number, grows?: boolean}} [how] */
  setWords(words, { step = 0, grows = false } = {}) {
    const { model } = words;
    const small = model.size <= SMALL;
    this.words = words;
    this.step = clamp(step, 0, model.steps - 1);
    this.selected = model.stepNode[this.step];
    this.stage.setModel(model, this.step, {
      ghosts: small && !grows,
      grows,
      autoFold: !small,
      follow: true,
    });
    this.code.setModel(model);
    const parts = Object.entries(words.legend());
    const legend = parts.map(([role, text]) =>
      h('span', { class: model.names ? `is-${role}` : 'is-side' }, text),
    );
    this.stage.legend.replaceChildren(...legend);
  }

  /** @param {boolean} follow */
  setFollow(follow) {
    this.stage.follow = follow;
  }

  /** Look at a node without going to another step. @param {number} node @param {boolean} [show] */
  select(node, show = false) {
    this.selected = node;
    this.stage.select(node);
    if (show) this.stage.showNode(node);
    this.refresh();
  }

  refresh() {
    const { words, step } = this;
    if (!words) return;
    const { model } = words;
    const text = this.veiled ? words.veiled(step) : words.sentence(step);
    this.sentence.textContent = text;
    this.transport.show(model, step, this.playing, text, this.veiled);
    this.code.show(model, step, this.veiled);
    const tree = `Search tree of ${model.method}, ${model.nodes} nodes.`;
    const label = `${tree} Step ${step + 1} of ${model.steps}. ${text}`;
    this.stage.canvas.setAttribute('aria-label', label);
  }

  /** @param {string} _text */
  speak(_text = this.sentence.textContent ?? '') {}

  // Steps

  get isAtEnd() {
    return this.words !== null && this.step === this.words.model.steps - 1;
  }

  /** Go to any step. @param {number} step */
  seek(step) {
    this.pause();
    this.goTo(step);
    this.arrived();
    this.speak();
  }

  /** @param {number} step @param {boolean} [quick] */
  goTo(step, quick = false) {
    if (!this.words) return;
    const { model } = this.words;
    this.step = clamp(step, 0, model.steps - 1);
    this.selected = model.stepNode[this.step];
    model.asked = this.veiled ? this.step : -1;
    this.stage.setStep(this.step, this.selected, quick);
    this.refresh();
  }

  forward() {
    if (!this.blocked()) this.seek(this.step + 1);
  }

  seekCut() {
    const step = this.words?.model.nextCut(this.step) ?? -1;
    if (step >= 0) this.seek(step);
  }

  // Playing

  togglePlay() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Play on; at the end, from the beginning. */
  play() {
    if (!this.words || this.words.model.steps < 2) return;
    if (this.isAtEnd) this.seek(0);
    if (this.blocked()) return;
    this.playing = true;
    this.owed = 1; // the first step at once
    this.lastTime = performance.now();
    this.timer = requestAnimationFrame((now) => this.tick(now));
    this.refresh();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    cancelAnimationFrame(this.timer);
    this.refresh();
  }

  /** @param {number} now */
  tick(now) {
    const { speed } = this.transport;
    this.owed += (Math.min(250, Math.max(0, now - this.lastTime)) / 1000) * speed;
    this.lastTime = now;
    const steps = Math.floor(this.owed);
    this.owed -= steps;
    if (steps > 0) this.run(steps, speed);
    if (!this.playing) return;
    this.timer = requestAnimationFrame((later) => this.tick(later));
  }

  /** @param {number} steps @param {number} speed */
  run(steps, speed) {
    this.goTo(this.stopBefore(this.step + steps), speed > 10);
    if (speed <= SPOKEN) this.speak();
    if (this.isAtEnd || this.veiled) {
      this.pause();
      this.arrived();
    }
  }

  // Keys

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.words || event.ctrlKey || event.metaKey) return;
    const act = event.altKey ? this.altKey(event) : this.plainKey(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {KeyboardEvent} _event @returns {(() => unknown) | undefined} */
  altKey(_event) {
    return undefined;
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown) | undefined} */
  plainKey(event) {
    const { key, shiftKey } = event;
    const target = /** @type {Element} */ (event.target);
    if (target.matches('select, input:not([type=range], [type=checkbox])')) return undefined;
    const isButton = target.matches('button, a, summary, input[type=checkbox]');
    if (isButton && (key === ' ' || key === 'Enter')) return undefined;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: shiftKey ? () => this.seekCut() : () => this.forward(),
      ArrowLeft: () => this.seek(this.step - 1),
      ' ': () => this.togglePlay(),
      Home: () => this.seek(0),
      End: () => this.seek(Infinity),
      '+': () => this.stage.zoomMiddle(1.4),
      '=': () => this.stage.zoomMiddle(1.4),
      '-': () => this.stage.zoomMiddle(1 / 1.4),
      0: () => this.stage.fit(),
      f: () => this.fold(this.selected),
    };
    return keys[key];
  }

  /** @param {number} node */
  fold(node) {
    this.stage.toggleFold(node);
    this.refresh();
  }
}
