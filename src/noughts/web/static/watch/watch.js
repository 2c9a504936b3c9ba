// The Watch view: the tree of a textbook search on the current position, step by step.

import { isAbort, stream } from '../game/api.js';
import { h } from '../ui/dom.js';
import { count, messageOf, plural } from '../ui/format.js';
import { announce } from '../ui/notice.js';
import { clamp } from './camera.js';
import { Code } from './code.js';
import { Details } from './details.js';
import { Model } from './model.js';
import { Quiz } from './quiz.js';
import { Stage } from './stage.js';
import { Transport } from './transport.js';
import { Words } from './words.js';

const MOST_NODES = 150_000; // asked of the server: enough for 3x3 with all methods but plain minimax
const MOST_DEEPENING = 30_000; // for a method that goes deeper until it is stopped
const SMALL = 400; // nodes up to which the whole tree is drawn and nothing folds by itself
const SPOKEN = 3; // steps per second up to which each one is announced
/**
 * @import { MethodHere, PositionWithMethods, TraceBegin, TraceDone, TraceRow } from '../types.js'
 */

/**
 * @typedef {object} Trace
 * @property {PositionWithMethods} position
 * @property {TraceBegin} begin
 * @property {TraceRow[]} rows
 * @property {TraceDone} done
 */

const FAVOURITE = 'alpha-beta'; // the method to show first, if it can search
/** @type {Record<string, 'parent' | 'child' | 'previous' | 'next'>} */
const WAYS = { ArrowUp: 'parent', ArrowDown: 'child', ArrowLeft: 'previous', ArrowRight: 'next' };
const HELP =
  '← → step, Shift+→ next cut-off, space play, Home End, + − zoom, 0 whole tree, f fold, ' +
  'Alt+arrows walk the tree. Drag to move, double-click to fold. ' +
  '▲ MAX, ▼ MIN, ✕ moves not tried, … not known yet.';

export class Watch {
  /** @type {PositionWithMethods | null} */
  position = null;
  key = ''; // identifies the position
  /** The search that is shown, in words. @type {Words | null} */
  words = null;
  step = 0;
  selected = 0; // a node
  playing = false;
  loading = false;
  request = new AbortController();
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
  details = new Details({
    select: (node) => this.select(node, true),
    goTo: (step) => this.seek(step),
    fold: (node) => this.fold(node),
  });
  quiz = new Quiz({
    answered: (step, text) => this.answered(step, text),
    next: () => this.nextQuestion(),
    topic: () => this.ask(),
  });
  code = new Code();
  counts = h('output', { class: 'watch-counts' });
  sentence = h('p', { class: 'watch-sentence' });
  message = h('div', { class: 'watch-message', hidden: true });
  methods = h('select', { class: 'watch-method', name: 'method', onchange: () => this.load() });
  depth = h('input', {
    ...{ type: 'number', name: 'depth', min: 1, max: 400, step: 1, inputmode: 'numeric' },
    ...{ class: 'watch-depth', placeholder: 'no limit', autocomplete: 'off' },
  });
  switches = {
    autoFold: checkbox('Fold finished', 'Fold finished branches', () => this.setOptions()),
    ghosts: checkbox('Show ahead', 'Show nodes before they are entered', () => this.setOptions()),
    follow: checkbox('Follow', 'Keep the current node in sight', () => this.setOptions()),
    predict: checkbox('Predict', 'Predict each step before it is shown', () => this.setPredict()),
  };

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.build();
  }

  // The page calls these

  /** @param {PositionWithMethods} position */
  show(position) {
    const key = [position.game, position.cells, position.turn].join();
    const changed = key !== this.key;
    this.key = key;
    this.position = position;
    if (!changed && (this.words || this.loading)) return;
    this.fillMethods();
    this.load();
  }

  hide() {
    this.pause();
    if (!this.loading) return;
    this.request.abort();
    this.loading = false;
  }

  /** Whether the position should be shown, but its search could not be fetched. */
  get failed() {
    return this.position !== null && !this.words && !this.loading;
  }

  // Building

  build() {
    this.stage.element.append(this.message, this.counts);
    this.root.classList.add('watch');
    this.root.addEventListener('keydown', (event) => this.onKey(event));
    const parts = [
      this.buildBar(),
      h('div', { class: 'watch-tree' }, this.stage.element, this.transport.element, this.sentence),
      h('div', { class: 'watch-side' }, this.quiz.element, this.details.element, this.code.element),
      h('p', { class: 'watch-help' }, HELP),
    ];
    this.root.replaceChildren(h('div', { class: 'watch-parts' }, parts));
    if (matchMedia('(max-width: 760px)').matches) this.code.element.open = false;
    this.setReady(false);
  }

  buildBar() {
    this.depth.addEventListener('change', () => {
      this.fillMethods();
      this.load();
    });
    this.switches.follow.input.checked = true;
    const switches = Object.values(this.switches).map(({ label }) => label);
    return h('div', { class: 'watch-bar' }, [
      h('div', { class: 'watch-fields' }, [
        h('label', { class: 'watch-field' }, h('span', {}, 'Method'), this.methods),
        h('label', { class: 'watch-field' }, h('span', {}, 'Depth'), this.depth),
      ]),
      h('div', { class: 'watch-switches' }, switches),
    ]);
  }

  /** The methods to choose from. With a depth limit the server decides what it can search. */
  fillMethods() {
    const before = this.methods.value;
    const limited = this.depthLimit() !== null;
    const methods = this.position?.methods.filter((method) => method.watch) ?? [];
    const canRun = /** @param {MethodHere} method */ ({ why_not }) => why_not === null || limited;
    const options = methods.map((method) => {
      const title = method.why_not ?? method.about;
      return h('option', { value: method.name, title, disabled: !canRun(method) }, method.name);
    });
    this.methods.replaceChildren(...options);
    const possible = methods.filter(canRun).map(({ name }) => name);
    const wanted = [before, FAVOURITE, ...possible];
    this.methods.value = wanted.find((name) => possible.includes(name)) ?? '';
  }

  depthLimit() {
    const depth = Math.floor(this.depth.valueAsNumber);
    return depth >= 1 ? depth : null;
  }

  // Loading

  async load() {
    this.request.abort();
    this.pause();
    const request = new AbortController();
    this.request = request;
    this.loading = true;
    this.clear();
    this.say(`Searching with ${this.methods.value} …`, 'busy');
    try {
      const trace = await this.fetchTrace(request.signal);
      if (request !== this.request) return;
      this.loading = false;
      this.open(trace);
    } catch (error) {
      if (request !== this.request) return;
      this.loading = false;
      if (!isAbort(error)) this.fail(messageOf(error));
    }
  }

  clear() {
    this.words = null;
    this.stage.clear();
    this.counts.textContent = '';
    this.setReady(false);
  }

  /** @param {AbortSignal} signal @param {number} [nodes] @returns {Promise<Trace>} */
  async fetchTrace(signal, nodes = MOST_NODES) {
    const { position } = this;
    if (!position) throw new Error('no position is shown');
    const { game, cells, turn } = position;
    const depth = this.depthLimit();
    const body = { game, cells, turn, method: this.methods.value, depth, nodes };
    /** @type {any} */
    const trace = { position, begin: null, rows: [], done: null };
    for await (const { event, data } of stream('/trace', body, { signal })) {
      if (event === 'begin') {
        const endless = data.deepens && depth === null && nodes > MOST_DEEPENING;
        if (endless) return this.fetchTrace(signal, MOST_DEEPENING);
        trace.begin = data;
      } else if (event === 'nodes') for (const row of data.nodes) trace.rows.push(row);
      else if (event === 'done') trace.done = data;
      else if (event === 'error') throw new Error(data.error);
    }
    if (!trace.done) throw new Error('The search is incomplete: the server stopped sending it.');
    return trace;
  }

  /** @param {Trace} trace */
  open({ position, begin, rows, done }) {
    if (rows.length === 0) {
      this.fail(done.words ?? 'The search has nothing to show.');
      return;
    }
    const model = new Model(position, begin, rows, done);
    this.words = new Words(model);
    this.step = 0;
    this.selected = 0;
    const small = model.size <= SMALL;
    this.switches.autoFold.input.checked = !small;
    this.switches.ghosts.input.checked = small && !this.switches.predict.input.checked;
    this.switches.follow.input.checked = true;
    this.stage.setOptions({ ghosts: true, autoFold: !small, follow: true });
    this.stage.setModel(model, 0);
    this.setOptions();
    this.quiz.setWords(this.words);
    this.code.setModel(model);
    this.say(done.words ?? nothingSeen(model), 'note');
    this.counts.textContent = countsOf(model);
    this.setReady(true);
    this.refresh();
    this.ask();
    announce(`${begin.method}: ${model.size} nodes, ${model.steps} steps.`);
  }

  /** @param {string} text */
  fail(text) {
    this.key = '';
    this.clear();
    this.say(text, 'error');
    announce(text);
  }

  /**
   * A message over the canvas; none if there is nothing to say.
   * @param {string | null} text
   * @param {string} [kind]
   */
  say(text, kind = 'note') {
    this.message.textContent = text ?? '';
    this.message.hidden = !text;
    this.message.dataset.kind = kind;
  }

  /** @param {boolean} ready */
  setReady(ready) {
    this.root.classList.toggle('is-ready', ready);
    for (const part of [this.transport, this.details, this.code]) part.element.inert = !ready;
  }

  // Options

  setOptions() {
    const { ghosts, autoFold, follow } = this.switches;
    this.stage.setOptions({
      ghosts: ghosts.input.checked,
      autoFold: autoFold.input.checked,
      follow: follow.input.checked,
    });
    if (this.root.classList.contains('is-ready')) this.refresh();
  }

  /** @param {boolean} follow */
  setFollow(follow) {
    this.switches.follow.input.checked = follow;
    this.stage.follow = follow;
  }

  setPredict() {
    const predict = this.switches.predict.input.checked;
    this.quiz.element.hidden = !predict;
    if (predict) this.switches.ghosts.input.checked = false; // they would show what is cut
    this.pause();
    this.setOptions();
    this.ask();
    if (this.words && predict && !this.quiz.question) announce(this.quiz.text.textContent ?? '');
  }

  get isAtEnd() {
    return this.words !== null && this.step === this.words.model.steps - 1;
  }

  get predicts() {
    return this.switches.predict.input.checked;
  }

  // Steps

  /** Go to any step. @param {number} step */
  seek(step) {
    this.pause();
    this.goTo(step);
    this.ask();
    this.speak();
  }

  /** @param {number} step @param {boolean} [quick] */
  goTo(step, quick = false) {
    if (!this.words) return;
    const { model } = this.words;
    this.step = clamp(step, 0, model.steps - 1);
    this.selected = model.stepNode[this.step];
    this.stage.setStep(this.step, this.selected, quick);
    this.say(null); // any message about the search has been read
    this.refresh();
  }

  forward() {
    if (this.predicts && this.quiz.question) {
      announce(this.quiz.question.text);
      this.quiz.focus();
      return;
    }
    this.seek(this.step + 1);
  }

  seekCut() {
    const step = this.words?.model.nextCut(this.step) ?? -1;
    if (step >= 0) this.seek(step);
  }

  refresh() {
    const { words, step } = this;
    if (!words) return;
    const { model } = words;
    const text = words.sentence(step);
    this.sentence.textContent = text;
    this.transport.show(model, step, this.playing, text);
    this.details.show(words, this.selected, step, this.stage.showsFolded(this.selected));
    this.code.show(model, step);
    const tree = `Search tree of ${model.method}, ${model.size} nodes.`;
    const label = `${tree} Step ${step + 1} of ${model.steps}. ${text}`;
    this.stage.canvas.setAttribute('aria-label', label);
  }

  speak() {
    announce(this.sentence.textContent ?? '');
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
    if (this.predicts && this.quiz.question) {
      this.forward();
      return;
    }
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
    const last = this.step + steps;
    this.goTo(this.predicts ? this.stepBeforeQuestion(last) : last, speed > 10);
    if (speed <= SPOKEN) this.speak();
    if (this.isAtEnd || (this.predicts && this.quiz.questionBefore(this.step + 1))) {
      this.pause();
      this.ask();
    }
  }

  // Predicting

  /** The first step from here with a question after it, at most `last`. @param {number} last */
  stepBeforeQuestion(last) {
    let at = this.step;
    while (at < last && !this.quiz.questionBefore(at + 1)) at++;
    return at;
  }

  ask() {
    if (!this.predicts || !this.words) return;
    if (this.quiz.ask(this.step + 1)) announce(this.quiz.text.textContent ?? '');
    else
      this.quiz.rest(this.isAtEnd ? 'The search is done.' : 'Nothing to predict in the next step.');
  }

  /** @param {number} step @param {string} text */
  answered(step, text) {
    this.goTo(step);
    announce(text);
  }

  nextQuestion() {
    if (!this.words) return;
    this.pause();
    this.goTo(this.stepBeforeQuestion(this.words.model.steps - 1));
    this.ask();
    this.quiz.focus();
  }

  // Nodes

  /** Look at a node without going to another step. @param {number} node @param {boolean} [show] */
  select(node, show = false) {
    this.selected = node;
    this.stage.select(node);
    if (show) this.stage.showNode(node);
    this.refresh();
    const { facts, title, ended } = this.details;
    const words = [title, facts.move, facts.turn, facts.value, ended];
    announce(words.map((each) => each.textContent).join(', '));
  }

  /** @param {number} node */
  fold(node) {
    this.stage.toggleFold(node);
    this.refresh();
  }

  /** @param {'parent' | 'child' | 'previous' | 'next'} way */
  walk(way) {
    const button = this.details.ways[way];
    if (!button.disabled) this.select(Number(button.value), true);
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

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
  altKey({ key }) {
    const way = WAYS[key];
    return way && (() => this.walk(way));
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown) | undefined} */
  plainKey(event) {
    const { key, shiftKey } = event;
    const target = /** @type {Element} */ (event.target);
    if (target.matches('select, input[type=number]')) return undefined;
    const isButton = target.matches('button, summary, input[type=checkbox]');
    if (isButton && (key === ' ' || key === 'Enter')) return undefined;
    if (this.predicts && /^[1-4]$/.test(key)) return () => this.quiz.answer(Number(key) - 1);
    if (this.predicts && key === 'Enter' && !this.quiz.question) return () => this.nextQuestion();
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
}

/** @param {string} text @param {string} title @param {() => void} changed */
function checkbox(text, title, changed) {
  const input = h('input', { type: 'checkbox', role: 'switch', onchange: changed });
  return { input, label: h('label', { class: 'watch-switch', title }, input, h('span', {}, text)) };
}

/**
 * A method that builds the whole tree first has nothing to show if the tree is too large.
 * @param {Model} model
 */
function nothingSeen(model) {
  if (model.size > 1 || model.isFinished(0)) return null;
  const most = count(MOST_NODES);
  return `More than ${most} nodes, and none gets a value before all exist: set a depth limit.`;
}

/** "18,297 nodes, 4,237 cut-offs". @param {Model} model */
function countsOf(model) {
  const { size, cuts, done } = model;
  const others = done.searched - size;
  const when = done.complete ? 'in earlier passes' : 'in other passes';
  const more = others > 0 ? `, ${plural(others, 'node')} ${when}` : '';
  return `${plural(size, 'node')}${more}, ${plural(cuts.length, 'cut-off')}`;
}
