// The Watch view: the tree of a textbook search on the current position, step by step.

import { h } from '../ui/dom.js';
import { Code } from './code.js';
import { Details } from './details.js';
import { Model } from './model.js';
import { Quiz } from './quiz.js';
import { Stage } from './stage.js';
import { Transport } from './transport.js';
import { Words } from './words.js';

const MOST_NODES = 150_000; // what is asked of the server: enough for 3x3, all but plain minimax
const MOST_DEEPENING = 30_000; // for a method that goes deeper until it is stopped
const SMALL = 400; // nodes up to which the whole tree is drawn and nothing folds by itself
const SPOKEN = 3; // steps a second up to which each is announced
const WAYS = { ArrowUp: 'parent', ArrowDown: 'child', ArrowLeft: 'previous', ArrowRight: 'next' };
const HELP =
  '← → step, Shift+→ next cut-off, space play, Home End, + − zoom, 0 whole tree, f fold, ' +
  'Alt+arrows walk the tree. Drag to move, double-click to fold. ' +
  '▲ MAX, ▼ MIN, ✕ moves not tried, … not known yet.';

export class Watch {
  /** `options`: stream(path, body, {signal}), announce(text), and marks, the names of X and O. */
  constructor(root, { stream, announce = () => {}, marks = {} }) {
    this.root = root;
    this.stream = stream;
    this.announce = announce;
    this.marks = marks;
    this.position = null;
    this.model = null;
    this.step = 0;
    this.playing = false;
    this.build();
  }

  // The page calls these

  show(position) {
    const key = [position.game, position.cells, position.turn].join();
    const changed = key !== this.key;
    this.key = key;
    this.position = position;
    if (!changed && (this.model || this.loading)) return;
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
    return this.position !== null && !this.model && !this.loading;
  }

  // Building

  build() {
    this.stage = new Stage({
      select: (node) => this.select(node),
      looked: () => this.setFollow(false),
    });
    this.transport = new Transport({
      first: () => this.seek(0),
      back: () => this.seek(this.step - 1),
      play: () => this.togglePlay(),
      forward: () => this.forward(),
      cut: () => this.seekCut(),
      last: () => this.seek(Infinity),
      seek: (step) => this.seek(step),
    });
    this.details = new Details({
      select: (node) => this.select(node, true),
      goTo: (step) => this.seek(step),
      fold: (node) => this.fold(node),
    });
    this.quiz = new Quiz({
      answered: (step, text) => this.answered(step, text),
      next: () => this.nextQuestion(),
      topic: () => this.ask(),
    });
    this.code = new Code();
    this.counts = h('output', { class: 'watch-counts' });
    this.sentence = h('p', { class: 'watch-sentence' });
    this.message = h('div', { class: 'watch-message', hidden: true });
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
    this.methods = h('select', { class: 'watch-method', name: 'method' });
    this.methods.addEventListener('change', () => this.load());
    this.depth = h('input', {
      ...{ type: 'number', name: 'depth', min: 1, max: 400, step: 1, inputmode: 'numeric' },
      ...{ class: 'watch-depth', placeholder: 'no limit', autocomplete: 'off' },
    });
    this.depth.addEventListener('change', () => {
      this.fillMethods();
      this.load();
    });
    this.switches = {
      autoFold: checkbox('Fold finished', 'Fold finished branches', () => this.setOptions()),
      ghosts: checkbox('Show ahead', 'Show nodes before they are entered', () => this.setOptions()),
      follow: checkbox('Follow', 'Keep the current node in sight', () => this.setOptions()),
      predict: checkbox('Predict', 'Say what comes before it is shown', () => this.setPredict()),
    };
    this.switches.follow.input.checked = true;
    return h(
      'div',
      { class: 'watch-bar' },
      h(
        'div',
        { class: 'watch-fields' },
        h('label', { class: 'watch-field' }, h('span', {}, 'Method'), this.methods),
        h('label', { class: 'watch-field' }, h('span', {}, 'Depth'), this.depth),
      ),
      h('div', { class: 'watch-switches' }, Object.values(this.switches).map(({ label }) => label)),
    );
  }

  /** The methods to choose from. With a depth limit the server decides what it can search. */
  fillMethods() {
    const before = this.methods.value;
    const limited = this.depthLimit() !== null;
    const methods = this.position.methods.filter((method) => method.watch);
    const canRun = ({ why_not: whyNot }) => whyNot === null || limited;
    const options = methods.map((method) => {
      const title = method.why_not ?? method.about;
      return h('option', { value: method.name, title, disabled: !canRun(method) }, method.name);
    });
    this.methods.replaceChildren(...options);
    const wanted = [before, 'alpha-beta', 'four-in-a-line', ...methods.map(({ name }) => name)];
    const possible = new Set(methods.filter(canRun).map(({ name }) => name));
    this.methods.value = wanted.find((name) => possible.has(name)) ?? '';
  }

  depthLimit() {
    const depth = Math.floor(this.depth.valueAsNumber);
    return depth >= 1 ? depth : null;
  }

  // Loading

  async load() {
    this.request?.abort();
    this.pause();
    const request = new AbortController();
    this.request = request;
    this.loading = true;
    this.model = null;
    this.stage.clear();
    this.counts.textContent = '';
    this.setReady(false);
    this.say(`Searching with ${this.methods.value} …`, 'busy');
    const started = performance.now();
    try {
      const trace = await this.fetchTrace(request.signal);
      if (request !== this.request) return;
      this.loading = false;
      this.open(trace);
      this.opened = performance.now() - started;
    } catch (error) {
      if (request !== this.request) return;
      this.loading = false;
      if (error.name !== 'AbortError') this.fail(error.message);
    }
  }

  async fetchTrace(signal) {
    const { game, cells, turn } = this.position;
    const body = { game, cells, turn, method: this.methods.value };
    const deepens = body.method === 'four-in-a-line' && this.depthLimit() === null;
    const limits = { depth: this.depthLimit(), nodes: deepens ? MOST_DEEPENING : MOST_NODES };
    const trace = { position: this.position, begin: null, rows: [], done: null };
    for await (const { event, data } of this.stream('/trace', { ...body, ...limits }, { signal })) {
      if (event === 'begin') trace.begin = data;
      else if (event === 'nodes') for (const row of data.nodes) trace.rows.push(row);
      else if (event === 'done') trace.done = data;
      else if (event === 'error') throw new Error(data.error);
    }
    if (!trace.done) throw new Error('The search broke off: the server did not send all of it.');
    return trace;
  }

  open({ position, begin, rows, done }) {
    if (rows.length === 0) {
      this.fail(done.words ?? 'The search has nothing to show.');
      return;
    }
    const model = new Model(position, begin, rows, done);
    this.model = model;
    this.words = new Words(model, this.marks);
    this.step = 0;
    this.selected = 0;
    const small = model.size <= SMALL;
    this.switches.autoFold.input.checked = !small;
    this.switches.ghosts.input.checked = small && !this.switches.predict.input.checked;
    this.switches.follow.input.checked = true;
    this.stage.setOptions({ ghosts: true, autoFold: !small, follow: true });
    this.stage.setModel(model, 0);
    this.setOptions();
    this.transport.setSteps(model.steps);
    this.details.setModel(model, this.words);
    this.quiz.setModel(model, this.words);
    this.code.setModel(model);
    this.say(done.words ?? this.nothingSeen(), 'note');
    this.showCounts();
    this.setReady(true);
    this.refresh();
    this.ask();
    this.announce(`${begin.method}: ${model.size} nodes, ${model.steps} steps.`);
  }

  /** A tree that is built first, whole, shows nothing of itself when it is too large. */
  nothingSeen() {
    if (this.model.size > 1 || this.model.isFinished(0)) return null;
    const most = MOST_NODES.toLocaleString('en-GB');
    return `More than ${most} nodes, and none is valued before all are there: set a depth limit.`;
  }

  showCounts() {
    const { size, cuts, done } = this.model;
    const number = (n, what) => `${n.toLocaleString('en-GB')} ${what}${n === 1 ? '' : 's'}`;
    const others = done.searched - size;
    const when = done.complete ? 'before' : 'in other passes';
    const more = others > 0 ? `, ${number(others, 'node')} ${when}` : '';
    const cut = number(cuts.length, 'cut-off');
    this.counts.textContent = `${number(size, 'node')}${more}, ${cut}`;
  }

  fail(text) {
    this.model = null;
    this.key = null;
    this.stage.clear();
    this.counts.textContent = '';
    this.setReady(false);
    this.say(text, 'error');
    this.announce(text);
  }

  /** A message over the canvas; none if there is nothing to say. */
  say(text, kind) {
    this.message.textContent = text ?? '';
    this.message.hidden = !text;
    this.message.dataset.kind = kind;
  }

  setReady(ready) {
    this.root.classList.toggle('is-ready', ready);
    for (const part of [this.transport, this.details, this.code]) part.element.inert = !ready;
  }

  // Options

  setOptions() {
    const isOn = (name) => this.switches[name].input.checked;
    const [ghosts, autoFold, follow] = ['ghosts', 'autoFold', 'follow'].map(isOn);
    this.stage.setOptions({ ghosts, autoFold, follow });
    if (this.root.classList.contains('is-ready')) this.refresh();
  }

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
    if (this.model && predict && !this.quiz.question) this.announce(this.quiz.text.textContent);
  }

  get predicts() {
    return this.switches.predict.input.checked;
  }

  // Steps

  /** Go to any step. */
  seek(step) {
    if (!this.model) return;
    this.pause();
    this.goTo(step);
    this.ask();
    this.speak();
  }

  goTo(step, quick = false) {
    this.step = Math.max(0, Math.min(this.model.steps - 1, step));
    this.selected = this.model.stepNode[this.step];
    this.stage.setStep(this.step, this.selected, quick);
    this.say(null); // whatever there was to say about the search has been read
    this.refresh();
  }

  forward() {
    if (this.predicts && this.quiz.question) {
      this.announce(this.quiz.question.text);
      this.quiz.focus();
      return;
    }
    this.seek(this.step + 1);
  }

  seekCut() {
    const step = this.model ? this.model.nextCut(this.step) : -1;
    if (step >= 0) this.seek(step);
  }

  refresh() {
    const { model, step } = this;
    if (!model) return;
    const text = this.words.sentence(step);
    this.sentence.textContent = text;
    this.transport.show(step, this.playing, model.nextCut(step) >= 0, text);
    this.details.show(this.selected, step, this.stage.layout.folded[this.selected] === 1);
    this.code.show(step);
    const tree = `Search tree of ${model.method}, ${model.size} nodes.`;
    const label = `${tree} Step ${step + 1} of ${model.steps}. ${text}`;
    this.stage.canvas.setAttribute('aria-label', label);
  }

  speak() {
    this.announce(this.sentence.textContent);
  }

  // Playing

  togglePlay() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Play on; at the end, from the beginning. */
  play() {
    if (!this.model || this.model.steps < 2) return;
    if (this.step >= this.model.steps - 1) this.seek(0);
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

  run(steps, speed) {
    const end = this.model.steps - 1;
    let step = Math.min(end, this.step + steps);
    if (this.predicts) step = this.stepBeforeQuestion(this.step, step);
    this.goTo(step, speed > 10);
    if (speed <= SPOKEN) this.speak();
    if (step === end || (this.predicts && this.quiz.questionBefore(step + 1))) {
      this.pause();
      this.ask();
    }
  }

  // Predicting

  /** The first step from which the next one is asked about, at most `last`. */
  stepBeforeQuestion(step, last) {
    let at = step;
    while (at < last && !this.quiz.questionBefore(at + 1)) at++;
    return at;
  }

  ask() {
    if (!this.predicts || !this.model) return;
    if (this.quiz.ask(this.step + 1)) this.announce(this.quiz.text.textContent);
    else {
      const end = this.step >= this.model.steps - 1;
      this.quiz.rest(end ? 'The search is done.' : 'Nothing to decide in the next step.');
    }
  }

  answered(step, text) {
    this.goTo(step);
    this.announce(text);
  }

  nextQuestion() {
    if (!this.model) return;
    this.pause();
    this.goTo(this.stepBeforeQuestion(this.step, this.model.steps - 1));
    this.ask();
    this.quiz.focus();
  }

  // Nodes

  /** Look at a node without going to another step. */
  select(node, show = false) {
    this.selected = node;
    this.stage.select(node);
    if (show) this.stage.showNode(node);
    this.refresh();
    const { facts, title, ended } = this.details;
    const words = [title, facts.move, facts.turn, facts.value, ended];
    this.announce(words.map((each) => each.textContent).join(', '));
  }

  fold(node) {
    this.stage.toggleFold(node);
    this.refresh();
  }

  walk(way) {
    const button = this.details.ways[way];
    if (!button.disabled) this.select(Number(button.dataset.node), true);
  }

  // Keys

  onKey(event) {
    if (!this.model || event.ctrlKey || event.metaKey) return;
    const act = event.altKey ? this.altKey(event) : this.plainKey(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  altKey({ key }) {
    const way = WAYS[key];
    return way && (() => this.walk(way));
  }

  plainKey(event) {
    const { key, shiftKey, target } = event;
    if (target.matches('select, input[type=number]')) return null;
    const isButton = target.matches('button, summary, input[type=checkbox]');
    if (isButton && (key === ' ' || key === 'Enter')) return null;
    if (this.predicts && /^[1-4]$/.test(key)) return () => this.quiz.answer(Number(key) - 1);
    if (this.predicts && key === 'Enter' && !this.quiz.question) return () => this.nextQuestion();
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

function checkbox(text, title, changed) {
  const input = h('input', { type: 'checkbox', role: 'switch', onchange: changed });
  return { input, label: h('label', { class: 'watch-switch', title }, input, h('span', {}, text)) };
}
