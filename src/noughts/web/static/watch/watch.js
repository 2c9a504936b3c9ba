// The Watch view: an overview of lessons and examples, and the tree of a search, step by step.

import { linkToThis, showInAddress } from '../game/address.js';
import { isAbort, request } from '../game/api.js';
import { naming } from '../game/names.js';
import { lookBy } from '../game/past.js';
import { copy } from '../ui/clipboard.js';
import { h, setLabel } from '../ui/dom.js';
import { count, messageOf, plural } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { checkbox, menu } from './controls.js';
import { Details } from './details.js';
import { doneSign, LessonPanel, lessonsDone, placeIn, stepOf, wantedIn } from './lesson.js';
import { EXAMPLES, LESSONS, OF_TREES } from './lessons.js';
import { Model } from './model.js';
import { namingOf } from './naming.js';
import { Overview } from './overview.js';
import { Player } from './player.js';
import { KEYS, Quiz } from './quiz.js';
import { fetchTrace, MOST_NODES } from './trace.js';
import { Words } from './words.js';

/** @import { MethodHere, Place, PositionWithMethods } from '../types.js' */
/** @import { Example, Lesson, LessonPage } from './lessons.js' */
/** @import { Board, Search, Trace } from './trace.js' */

/**
 * What is shown: the overview, the position of the game, an example, a tree that somebody typed, or
 * a lesson.
 * @typedef {'overview' | 'game' | 'example' | 'tree' | 'lesson'} Showing
 */

const FAVOURITE = 'alpha-beta'; // the method to show first, if it can search
const LINK_COPIED = 'The link is copied. It opens this step.';
const NOTHING_TO_ASK = 'Nothing to predict in the next step: go on, or press Next.';
const SETTLED = 300; // milliseconds after the last step until the address shows it
const TURNS = ['PageDown', 'PageUp', 'Enter']; // keys that turn the pages of a lesson, as a clicker has them
const HELP =
  '← → step, Shift+→ next cut-off, space play, Home End, + − zoom, 0 whole tree, f fold, ' +
  'Alt+arrows walk the tree; in a lesson PageDown, PageUp. Drag to move, double-click to fold. ' +
  '▲ MAX, ▼ MIN, ✕ moves not tried, … not known yet. ' +
  'On boards a known value is green if it is good for MAX, red if it is good for MIN. ' +
  'α and β are those of the moment; the keys in Practice have those on entering a node. ' +
  '≤ 2 or ≥ 2: what was cut could still change the value; without a sign it is exact.';

export class Watch extends Player {
  /** @type {Showing} */
  showing = 'overview';
  /** The step to show when the search is here; null for that of the page. @type {number | null} */
  awaited = null;
  /** The position of the game. @type {PositionWithMethods | null} */
  ofGame = null;
  /** The position that is searched, with its methods. @type {PositionWithMethods | null} */
  position = null;
  /** @type {Example | null} */
  example = null;
  tree = ''; // in brackets
  treeRoot = 'MAX'; // who is to move there
  named = ''; // how sides and cells are named
  /** Where the address asks to go. @type {Place | null} */
  wanted = null;
  /** The search of the page of the lesson that is shown. @type {Search | null} */
  search = null;
  /** What the server sent of the search that is shown. @type {Trace | null} */
  trace = null;
  /** @type {HTMLElement | null} */
  parts = null;
  /** @type {HTMLElement | null} */
  help = null;
  /** @type {HTMLElement | null} */
  fields = null;
  overviewTop = 0; // how far the overview was scrolled when it was left
  loading = false;
  settling = 0; // a timer
  request = new AbortController();
  details = new Details({
    select: (node) => this.select(node, true),
    goTo: (step) => this.seek(step),
    fold: (node) => this.fold(node),
  });
  quiz = new Quiz({
    answered: (step, text) => this.answered(step, text),
    next: () => this.nextQuestion(),
    topic: () => this.turnTopic(),
  });
  lesson = new LessonPanel({
    turn: (page) => this.turnTo(page),
    open: (lesson) => (lesson ? this.openLesson(lesson) : this.showOverview()),
    again: () => this.turnTo(this.lesson.page, { afresh: true }),
    answered: (text) => this.lessonAnswered(text),
    insisted: announce,
  });
  overview = new Overview({
    lesson: (lesson) => this.openLesson(lesson),
    example: (example) => attempt(() => this.openExample(example)),
    tree: (tree, root, method) => this.openTree({ tree, root, method }),
    game: () => this.openGame(),
    earlier: (moves) => this.openEarlier(moves),
  });
  counts = h('output', { class: 'watch-counts' });
  message = h('div', { class: 'watch-message', hidden: true });
  title = h('h2', { class: 'watch-title' });
  methods = h('select', { class: 'watch-method', name: 'method', onchange: () => this.reload() });
  depth = h('input', {
    ...{ type: 'number', name: 'depth', min: 1, max: 400, step: 1, inputmode: 'numeric' },
    ...{ class: 'watch-depth', placeholder: 'no limit', autocomplete: 'off' },
  });
  switches = {
    autoFold: checkbox('Fold finished', 'Fold finished branches', () => this.setOptions()),
    ghosts: checkbox('Show ahead', 'Show nodes before they are entered', () => this.setOptions()),
    follow: checkbox('Follow', 'Keep the current node in sight', () => this.setOptions()),
    repeats: checkbox('Same boards', 'Mark all nodes with the same board', () => this.setOptions()),
  };
  predict = checkbox('Predict', 'Predict each step before it is shown', () => this.setPredict());

  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.takeKeysOfPage();
    this.build();
  }

  // The page calls these

  /** @param {PositionWithMethods} position */
  show(position) {
    const changed = keyOf(position) !== keyOf(this.ofGame);
    const place = this.wanted;
    this.ofGame = position;
    this.wanted = null;
    this.overview.show(position);
    if (place) attempt(() => this.goToPlace(place));
    else if (this.failed || (this.showing === 'game' && changed)) this.repeat();
    else if (this.named !== naming()) this.rename();
    this.named = naming();
  }

  hide() {
    this.pause();
    if (!this.loading) return;
    this.request.abort();
    this.loading = false;
  }

  /** Go where the address says, as soon as the position is known. @param {Place} place */
  open(place) {
    this.wanted = place;
  }

  /** Where one is. @returns {Place} */
  place() {
    const { lesson, page } = this.lesson;
    const at = this.loading ? (this.awaited ?? 0) : this.step;
    const step = { ...(at > 0 && { step: String(at + 1) }) };
    if (this.showing === 'overview') return {};
    if (this.showing === 'lesson' && lesson) return placeIn(lesson, page, this.walked(lesson));
    const depth = this.depth.value.trim();
    return {
      ...(this.example && { lesson: this.example.name }),
      ...(this.showing === 'tree' && { lesson: 'tree', tree: this.tree }),
      ...(this.showing === 'tree' && this.treeRoot === 'MIN' && { root: 'MIN' }),
      method: this.methods.value,
      ...(depth && { depth }),
      ...step,
      ...(this.predicts && { predict: '1' }),
    };
  }

  /** The step of the search, null if it is that of the lesson's page. @param {Lesson} lesson */
  walked({ pages }) {
    if (!this.words) return this.awaited;
    return this.step === stepOf(pages[this.lesson.page], this.words.model) ? null : this.step;
  }

  /** Whether something should be shown, but its search could not be fetched. */
  get failed() {
    return this.showing !== 'overview' && !this.words && !this.loading;
  }

  // Building

  build() {
    this.stage.element.append(this.message, this.counts);
    const talk = [this.lesson.element, this.quiz.element, this.sentence];
    this.parts = h('div', { class: 'watch-parts', hidden: true }, [
      ...this.buildBar(),
      h('div', { class: 'watch-tree' }, [
        ...[this.stage.element, this.details.brief, this.transport.element],
        ...talk,
      ]),
      h('div', { class: 'watch-side' }, this.code.element, this.details.element),
    ]);
    this.help = h('p', { class: 'watch-help', hidden: true }, HELP);
    this.root.replaceChildren(this.overview.element, this.parts, this.help);
    if (matchMedia('(max-width: 760px)').matches) this.code.element.open = false;
    new ResizeObserver(() => this.measure()).observe(document.body);
    this.setReady(false);
  }

  /** Tell the style sheet how much room there is below the header. */
  measure() {
    const top = this.root.getBoundingClientRect().top + scrollY;
    if (!this.parts?.hidden) this.root.style.setProperty('--watch-top', `${Math.round(top)}px`);
  }

  buildBar() {
    this.depth.addEventListener('change', () => this.reload());
    this.switches.follow.input.checked = true;
    const text = h('span', { class: 'watch-back-words' }, 'All lessons');
    const back = h('button', { type: 'button', class: 'watch-back' }, '‹ ', text);
    setLabel(back, 'All lessons and examples');
    back.addEventListener('click', () => this.showOverview());
    this.fields = h('div', { class: 'watch-fields' }, [
      h('label', { class: 'watch-field' }, h('span', {}, 'Method'), this.methods),
      h('label', { class: 'watch-field is-depth' }, h('span', {}, 'Depth'), this.depth),
      this.predict.label,
    ]);
    const switches = Object.values(this.switches).map(({ label }) => label);
    return [
      h('div', { class: 'watch-bar' }, back, this.title),
      this.fields,
      h('div', { class: 'watch-menus' }, [
        menu('Options', switches),
        menu('Share', this.shareButtons()),
      ]),
    ];
  }

  shareButtons() {
    /** @param {string} text @param {string} title @param {() => unknown} act */
    const button = (text, title, act) =>
      h('button', { type: 'button', title, onclick: () => attempt(act) }, text);
    const saved = () => import('./export.js');
    return [
      button('Link to this step', 'Copy a link that opens this step', () => this.copyLink()),
      button('Show it in another page', 'A line of HTML for a page or a slide', async () =>
        (await import('./embed.js')).showFrame(),
      ),
      button('Tree as SVG', 'The tree as it is drawn now', async () =>
        (await saved()).saveSvg(this),
      ),
      button('Tree as PNG', 'The tree as it is drawn now', async () =>
        (await saved()).savePng(this),
      ),
      button('Walk as a page', 'All steps, in a file that needs no server', async () =>
        (await saved()).savePage(this),
      ),
    ];
  }

  copyLink() {
    return copy(linkToThis(), LINK_COPIED);
  }

  // What is shown

  /** @param {Place} place */
  async goToPlace(place) {
    this.predict.input.checked = place.predict === '1';
    const lesson = LESSONS.find(({ name }) => name === place.lesson);
    const example = EXAMPLES.find(({ name }) => name === place.lesson);
    if (lesson) this.openLesson(lesson, place);
    else if (example) await this.openExample(example, place);
    else if (place.lesson === 'tree') this.openTree(place);
    else if (!place.lesson && (place.method || place.step)) this.openGame(place);
    else this.showOverview();
    const known = lesson || example || ['', 'tree'].includes(place.lesson ?? '');
    if (!known) notice(`There is no lesson '${place.lesson}'. Choose one here.`);
  }

  showOverview() {
    this.leave('overview');
    this.overview.draw();
    showInAddress();
  }

  /** Show something else; what is left forgets its search. @param {Showing} showing */
  leave(showing) {
    this.request.abort();
    this.pause();
    this.loading = false;
    if (this.showing === 'overview') this.overviewTop = scrollY;
    this.showing = showing;
    this.example = null;
    this.clear();
    this.lesson.show(null);
    const overview = showing === 'overview';
    this.overview.element.hidden = !overview;
    if (this.parts) this.parts.hidden = overview;
    if (this.help) this.help.hidden = overview;
    if (this.fields) this.fields.hidden = showing === 'lesson';
    if (showing === 'lesson') this.predict.input.checked = false;
    this.quiz.element.hidden = !this.predicts;
    this.root.dataset.showing = showing;
    this.measure();
    scrollTo({ top: overview ? this.overviewTop : 0, behavior: 'instant' });
  }

  /** The position of the game. @param {Place} [place] */
  openGame(place = {}) {
    if (this.ofGame?.outcome) return this.showOverview(); // it offers earlier positions
    this.leave('game');
    this.position = this.ofGame;
    this.title.textContent = 'This position';
    this.begin(place);
  }

  /** The position before the last moves of a game that is over. @param {number} moves */
  openEarlier(moves) {
    this.leave('game');
    lookBy(-moves); // the page then shows that position here
  }

  /** @param {Example} example @param {Place} [place] */
  async openExample(example, place = {}) {
    const { game, cells, turn } = example;
    const position = await request('POST', '/position', { game, text: cells, turn });
    this.leave('example');
    this.example = example;
    this.position = position;
    this.title.textContent = example.title;
    const { method, depth } = example;
    this.begin({ method, ...(depth && { depth: String(depth) }), ...place });
  }

  /** @param {Place} place */
  openTree(place) {
    const { tree = '', root = 'MAX' } = place;
    this.leave('tree');
    this.tree = tree;
    this.treeRoot = root === 'MIN' ? root : 'MAX';
    this.overview.setTree(tree, this.treeRoot); // it may have come with a link
    this.position = null;
    this.title.textContent = 'A tree';
    this.begin(place);
  }

  /** Search what is shown, as a place says. @param {Place} place */
  begin({ method = '', depth = '', step = '1' }) {
    this.depth.value = depth;
    this.fillMethods(method);
    this.load(this.wantedSearch(), Number(step) - 1);
    showInAddress();
  }

  /** Search again: the method or the depth is another one. */
  reload() {
    this.fillMethods();
    this.load(this.wantedSearch());
    this.settle();
  }

  /** Search again, since it failed or the game has another position. */
  repeat() {
    if (this.showing === 'lesson') return this.turnTo(this.lesson.page, { step: this.awaited });
    if (this.showing === 'game') this.position = this.ofGame;
    if (this.showing === 'game' && this.position?.outcome) this.showOverview();
    else this.reload();
  }

  /** The look of boards or the names of cells were changed. */
  rename() {
    if (this.words?.model.position.naming) this.load(this.wantedSearch(), this.step);
  }

  /** @returns {Search} */
  wantedSearch() {
    const method = this.methods.value;
    if (this.showing === 'tree') return { tree: this.tree, root: this.treeRoot, method };
    const { position } = this;
    const board = position && { ...position, naming: namingOf(position) };
    return { position: board ?? undefined, method, depth: this.depthLimit() };
  }

  /** The methods to choose from. With a depth limit the server decides what it can search. */
  fillMethods(wanted = this.methods.value) {
    const limited = this.depthLimit() !== null;
    this.depth.closest('label')?.toggleAttribute('hidden', this.showing === 'tree');
    const here = this.ofGame?.methods ?? [];
    const methods =
      this.showing === 'tree'
        ? here.filter(({ name }) => OF_TREES.includes(name))
        : (this.position?.methods.filter((method) => method.watch) ?? []);
    const canRun = /** @param {MethodHere} method */ ({ why_not }) =>
      why_not === null || limited || this.showing === 'tree';
    const options = methods.map((method) => {
      const title = method.why_not ?? method.about;
      return h('option', { value: method.name, title, disabled: !canRun(method) }, method.name);
    });
    this.methods.replaceChildren(...options);
    const possible = methods.filter(canRun).map(({ name }) => name);
    this.methods.value = [wanted, FAVOURITE, ...possible].find((e) => possible.includes(e)) ?? '';
  }

  /** The depth as it is written: the server judges it. */
  depthLimit() {
    if (this.depth.validity.badInput) return Number.NaN;
    return this.depth.value.trim() === '' ? null : this.depth.valueAsNumber;
  }

  // Lessons

  /** @param {Lesson} lesson @param {Place} [place] */
  openLesson(lesson, place = {}) {
    const { page, step } = wantedIn(lesson, place);
    this.leave('lesson');
    this.search = null;
    this.lesson.show(lesson, page);
    this.turnTo(page, { step });
    this.lesson.text.focus({ preventScroll: true });
    showInAddress();
  }

  /**
   * Show a page of the lesson, with its question asked again if `afresh`, at its own step or another.
   * @param {number} number
   * @param {{afresh?: boolean, step?: number | null}} [how]
   */
  turnTo(number, { afresh = false, step = null } = {}) {
    const { lesson } = this.lesson;
    if (!lesson) return;
    const page = lesson.pages[number];
    this.lesson.show(lesson, number, afresh);
    this.showTitle(lesson);
    announce(page.text);
    if (this.words && page.search === this.search) this.showPage(page);
    else {
      this.search = page.search;
      this.load(page.search, step);
    }
    this.settle();
  }

  /**
   * Go to the step of a page of the lesson, or to another that the reader had come to; an open
   * question has its own only.
   * @param {LessonPage} page
   * @param {number | null} [walked]
   */
  showPage(page, walked = null) {
    if (!this.words) return;
    const { model } = this.words;
    const { question } = page;
    const answered = question !== undefined && this.lesson.answered;
    this.switches.repeats.input.checked =
      page.repeats === true || (answered && question.repeats === true);
    this.setOptions();
    if (walked !== null && !this.lessonAsks) return this.goTo(walked);
    this.goTo(stepOf(page, model));
    const node = page.select ?? (answered ? question.node : undefined);
    if (node !== undefined) super.select(model.nodeNamed(node));
  }

  /** @param {Lesson} lesson */
  showTitle(lesson) {
    const done = lessonsDone().includes(lesson.name);
    this.title.replaceChildren(
      `${LESSONS.indexOf(lesson) + 1}. ${lesson.title}`,
      ...(done ? doneSign() : []),
    );
  }

  /** Whether a question of a lesson is open. */
  get lessonAsks() {
    return this.showing === 'lesson' && this.lesson.open !== null;
  }

  /** Whether the answer to it is a node of the tree. */
  get asksForANode() {
    return this.lessonAsks && this.lesson.open?.node !== undefined;
  }

  /** @param {string} text */
  lessonAnswered(text) {
    announce(text);
    const { lesson, page: number, answered } = this.lesson;
    const page = lesson?.pages[number];
    if (!lesson || !page) return;
    if (answered) {
      this.showTitle(lesson);
      this.switches.repeats.input.checked = page.question?.repeats === true;
      this.setOptions();
    }
    if (page.select !== undefined && this.words) {
      super.select(this.words.model.nodeNamed(page.select)); // what the question is about
    }
  }

  // Loading

  /** @param {Search} search @param {number | null} [step] */
  async load(search, step = null) {
    this.request.abort();
    this.pause();
    const controller = new AbortController();
    this.request = controller;
    this.clear();
    if (Number.isNaN(search.depth)) return this.fail('The depth must be a whole number.');
    this.loading = true;
    this.awaited = step;
    const searching = `Searching with ${search.method} …`;
    /** @param {string | null} words */
    const waits = (words) => this.say(words ?? searching, 'busy');
    waits(null);
    try {
      const trace = await fetchTrace(search, { signal: controller.signal, waits });
      if (controller !== this.request) return;
      this.loading = false;
      this.take(trace, search, step);
    } catch (error) {
      if (controller !== this.request) return;
      this.loading = false;
      if (!isAbort(error)) this.refused(messageOf(error));
    }
  }

  /** Say what is wrong; a tree is corrected where it was typed. @param {string} text */
  refused(text) {
    if (this.showing !== 'tree') return this.fail(text);
    this.showOverview();
    this.overview.refuse(text);
  }

  clear() {
    this.words = null;
    this.stage.clear();
    this.stage.legend.replaceChildren();
    this.counts.textContent = '';
    this.sentence.textContent = '';
    this.say(null);
    this.setReady(false);
  }

  /** @param {Trace} trace @param {Search} search @param {number | null} step */
  take(trace, search, step) {
    const { position, begin, rows, done } = trace;
    if (rows.length === 0) {
      this.fail(done.words ?? 'The search has nothing to show.');
      return;
    }
    const model = new Model(position, begin, rows, done);
    this.trace = trace;
    const page = this.showing === 'lesson' ? this.lesson.lesson?.pages[this.lesson.page] : null;
    const first = page ? stepOf(page, model) : step && Number.isFinite(step) ? step : 0;
    const words = new Words(model);
    this.quiz.setWords(words, treeOf(search));
    this.words = words;
    this.setWords(words, { step: first, grows: this.growing });
    const { ghosts, autoFold } = this.stage;
    this.switches.ghosts.input.checked = ghosts;
    this.switches.autoFold.input.checked = autoFold;
    this.switches.follow.input.checked = true;
    this.switches.repeats.input.checked = false;
    this.lockSwitches();
    this.setReady(true);
    if (page) this.showPage(page, step);
    else this.goTo(this.step);
    if (this.predicts && this.step === 0) this.goToQuestion();
    this.say(done.words ?? nothingSeen(model), 'note');
    this.ask();
    const nodes = this.predicts ? plural(model.nodes, 'node') : words.nodes();
    announce(`${begin.method}: ${nodes}, ${model.steps} steps.`);
    this.settle();
  }

  /** @param {string} text */
  fail(text) {
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
    const { ghosts, autoFold, follow, repeats } = this.switches;
    this.stage.repeats = repeats.input.checked;
    this.stage.setOptions({
      ghosts: ghosts.input.checked,
      grows: this.growing,
      autoFold: autoFold.input.checked,
      follow: follow.input.checked,
    });
    if (this.root.classList.contains('is-ready')) this.refresh();
  }

  /** @param {boolean} follow */
  setFollow(follow) {
    super.setFollow(follow);
    this.switches.follow.input.checked = follow;
  }

  setPredict() {
    const { predicts } = this;
    this.quiz.element.hidden = !predicts;
    if (this.growing) this.switches.ghosts.input.checked = false;
    this.lockSwitches();
    this.pause();
    this.setOptions();
    this.goTo(this.step);
    if (predicts) this.goToQuestion();
    this.ask();
    this.settle();
    if (this.words && predicts && !this.quiz.question) announce(this.quiz.text.textContent ?? '');
  }

  /**
   * Nodes that are shown before they are entered would say what is cut. A tree in brackets is shown
   * anyway, and has no boards.
   */
  lockSwitches() {
    const { ghosts, repeats } = this.switches;
    ghosts.input.disabled = this.predicts;
    for (const { label } of [ghosts, repeats]) label.hidden = this.words?.model.names != null;
  }

  /** Whether only what the search has come to may be shown: a tree in brackets is there anyway. */
  get growing() {
    return this.predicts && this.words?.model.names === null;
  }

  get predicts() {
    return this.predict.input.checked && this.showing !== 'lesson';
  }

  // Steps

  get veiled() {
    return this.predicts && this.quiz.questionBefore(this.step + 1) !== null;
  }

  /** An answer leads to its step, and perhaps straight to the next question: that comes first. */
  blocked() {
    if (!this.predicts) return false;
    if (this.quiz.question) announce(this.quiz.insist());
    else this.ask();
    if (this.quiz.question) this.quiz.focus();
    return this.quiz.question !== null;
  }

  seekCut() {
    if (!this.blocked()) super.seekCut();
  }

  arrived() {
    this.followInLesson();
    this.ask();
    this.settle();
  }

  /** Show the page of the lesson that goes with the step. */
  followInLesson() {
    const { lesson, page } = this.lesson;
    if (!lesson || !this.words || this.lesson.answered || this.lessonAsks) return;
    const at = this.lesson.pageAt(this.words.model, this.step);
    if (at !== page) this.lesson.show(lesson, at);
  }

  /** Show in the address where one is, once the reader has stopped stepping. */
  settle() {
    clearTimeout(this.settling);
    this.settling = setTimeout(showInAddress, SETTLED);
  }

  goTo(step = this.step, quick = false) {
    super.goTo(step, quick);
    this.say(null); // any message about the search has been read
  }

  refresh() {
    super.refresh();
    const { words, step, selected, veiled } = this;
    if (!words) return;
    const folded = this.stage.showsFolded(selected);
    const asked = this.predicts && this.quiz.question?.node === selected;
    this.details.show(words, selected, { step, folded, asked, veiled: veiled || this.lessonAsks });
    this.counts.textContent = this.inNumbers(words);
    if (this.lessonAsks) this.sentence.textContent = '';
    this.stage.setAsks(this.asksForANode);
    this.transport.element.inert = this.lessonAsks;
  }

  /** What has happened so far: "5 of 13 nodes, 1 cut-off". @param {Words} words */
  inNumbers({ model }) {
    if (this.lessonAsks) return '';
    const { nodes, cuts } = model.countUntil(this.step);
    const others = model.done.searched - model.nodes;
    const before = model.done.complete ? 'searches less deep' : 'searches to other depths';
    const parts = [
      `${count(nodes)} of ${plural(model.nodes, 'node')}`,
      model.windows && plural(cuts, 'cut-off'),
      others > 0 && `${count(others)} more in ${before}`,
      this.stage.repeats && plural(model.countBoards(), 'different board'),
    ];
    return parts.filter(Boolean).join(', ');
  }

  speak(text = this.sentence.textContent ?? '') {
    announce(text);
  }

  // Predicting

  /** The first step from here with a question after it, at most `last`. @param {number} last */
  stopBefore(last) {
    if (!this.predicts) return last;
    let at = this.step;
    while (at < last && !this.quiz.questionBefore(at + 1)) at++;
    return at;
  }

  /** Go to the next step with a question after it, if there is one. */
  goToQuestion() {
    const last = (this.words?.model.steps ?? 1) - 1;
    const at = this.stopBefore(last);
    if (at < last) this.goTo(at);
  }

  ask() {
    if (!this.predicts || !this.words) return;
    this.quiz.ask(this.step + 1);
    const { question } = this.quiz;
    if (question) {
      super.select(question.node);
      announce(question.text);
    } else if (this.isAtEnd) this.quiz.rest('The search is done.', 'Begin again');
    else this.quiz.rest(NOTHING_TO_ASK);
  }

  turnTopic() {
    this.goTo(this.step);
    this.ask();
  }

  /** @param {number} step @param {string} text */
  answered(step, text) {
    this.goTo(step);
    this.settle();
    announce(text);
  }

  nextQuestion() {
    if (!this.words) return;
    this.pause();
    if (this.isAtEnd) this.goTo(0);
    this.goTo(this.stopBefore(this.words.model.steps - 1));
    this.ask();
    this.settle();
    this.quiz.focus();
  }

  // Nodes

  /** A node is looked at; in a lesson that asks for one, it is the answer. @param {number} node */
  select(node, show = false) {
    super.select(node, show);
    if (this.lessonAsks && this.words && !show) this.lesson.click(this.words.model, node);
    announce(this.details.spoken);
  }

  // Keys

  /** @param {KeyboardEvent} event @returns {(() => void) | undefined} */
  altKey({ key }) {
    return this.details.altKey(key);
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown) | undefined} */
  plainKey(event) {
    const { key } = event;
    const onTree = event.target === this.stage.canvas;
    const act = super.plainKey(event);
    const target = /** @type {Element} */ (event.target);
    const isButton = target.matches('button, a, summary');
    if (this.lessonAsks && (key === 'Enter' || key === ' ')) {
      const answers = !isButton && (onTree || (this.asksForANode && key === 'Enter'));
      if (answers) return () => this.select(this.selected);
    }
    if (this.showing === 'lesson' && TURNS.includes(key) && !(isButton && key === 'Enter')) {
      return () => this.lesson.turn(key === 'PageUp' ? -1 : 1);
    }
    if (this.lessonAsks) return undefined;
    if (!this.predicts || target.matches('select, input[type=number]')) return act;
    const answer = KEYS.indexOf(key);
    if (answer >= 0) return () => this.quiz.answer(answer);
    if (key === 'Enter' && !isButton && !this.quiz.question) return () => this.nextQuestion();
    return act;
  }
}

/** What identifies a position. @param {Board | null} position */
const keyOf = (position) => position && [position.game, position.cells, position.turn].join();

/** What identifies the tree of a search. @param {Search} search */
const treeOf = ({ position, tree, root, method, depth }) =>
  [tree ?? keyOf(position ?? null), root, method, depth].join();

/**
 * A method that builds the whole tree first has nothing to show if the tree is too large.
 * @param {Model} model
 */
function nothingSeen(model) {
  if (model.size > 1 || model.isFinished(0)) return null;
  const most = count(MOST_NODES);
  return `More than ${most} nodes, and none gets a value before all exist: set a depth limit.`;
}
