// The Practice view: an exercise, the student's entries, their marks, and the solution.
//
// Hooks for tests: #entry-C-alpha (fields), #cut-C2 (branches), #check-one #check-all #show-key
// [name=method] #walk-through #another #harder #options #sheets #as-i-go #infinite-minus #infinite-plus,
// #start-again #practice-reason #practice-summary #mistake-number #mistake-back #mistake-next,
// .entry[data-verdict], .told; in the solution #step-first #step-back #step-next #step-last
// #own-entries.

import { pathToThis } from '../game/address.js';
import { isLost, request } from '../game/api.js';
import { patiently } from '../game/follow.js';
import { state, update } from '../game/state.js';
import { choice } from '../ui/choice.js';
import { byId, h, setText } from '../ui/dom.js';
import { capital, messageOf } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { recall, remember } from '../ui/remember.js';
import { toSend, withCutChanged, withText } from './entries.js';
import { board, foot, head, rules, rulesFor } from './frame.js';
import { byMethod, FIRST, isHardest, needsAnother } from './recipe.js';
import { afterRight, afterWrong, inWords, NONE } from './score.js';
import { TreeView } from './tree.js';
import { Walk } from './walk.js';
import { howTo, inSentence, summary, task, whereInWords } from './words.js';
import { keepWork, lastExercise, workOn } from './work.js';

/** @import { Entries, Exercise, Mark, Marked, Solution } from './types.js' */
/** @import { Place } from '../types.js' */
/** @import { Where } from './words.js' */

/** @param {string} path @param {unknown} body */
const ask = (path, body) => patiently(() => request('POST', path, body), notice);

export class Practice {
  /** @type {Exercise | null} */
  exercise = null;
  /** @type {Entries} */
  entries = {};
  /** @type {Map<string, Mark>} */
  marks = new Map();
  /** @type {Where | null} */
  focus = null; // the field or branch that had the focus last
  /** @type {Where | null} */
  told = null; // the field or branch whose mark is told
  /** @type {Marked | null} */
  whole = null; // the last answer about all entries
  /** @type {Exercise | null} */
  origin = null; // the generated exercise whose tree is now searched by another method
  spoilt = false; // it had a mistake, or the key was shown: it does not count
  score = recall('practice.score', NONE);
  /** @type {string | null} */
  wanted = null; // the exercise that is being opened
  failed = false;
  /** @type {Promise<Exercise> | null} */
  asking = null; // the last request for an exercise

  /** @param {HTMLElement} root */
  constructor(root) {
    const stage = h('div', { class: 'stage', id: 'practice-stage' });
    root.replaceChildren(head(this), stage, foot(this), rules());
    this.tree = new TreeView(stage, {
      typed: (where, text) => this.typed(where, text),
      toggled: (node) => this.toggled(node),
      focused: (where) => this.focused(where),
      entered: (where) => this.entered(where),
      left: (where) => this.left(where),
      rebuilt: () => this.draw(),
    });
    this.walk = new Walk(this);
    this.drawScore();
  }

  // The view, as `View` in types.d.ts describes it

  /** Open the exercise of an address, or go on. @param {Place} place */
  open(place) {
    if (this.walk.solution) this.walk.leave();
    this.begin(place.exercise ?? null);
  }

  /** The position of the game does not matter here. */
  show() {
    if (this.failed || (!this.exercise && !this.wanted)) this.begin(this.wanted);
  }

  hide() {}

  /** @returns {Place} */
  place() {
    const line = this.wanted ?? this.exercise?.exercise;
    return line ? { exercise: line } : {};
  }

  /** Open an exercise: this one, the last one, or a first one. @param {string | null} line */
  async begin(line) {
    if (line && line === this.exercise?.exercise) return;
    this.wanted = line ?? this.exercise?.exercise ?? (lastExercise() || FIRST);
    this.failed = false;
    byId('practice-root').hidden = this.exercise === null;
    byId('practice-note').replaceChildren();
    try {
      await this.load(this.wanted);
    } catch (error) {
      this.failed = isLost(error);
      this.refused(messageOf(error));
    }
  }

  /** Say why the exercise of a link cannot be opened. @param {string} sentence */
  refused(sentence) {
    const attributes = { type: 'button', id: 'first-exercise', class: 'primary' };
    const onclick = () => this.begin(FIRST);
    byId('practice-note').replaceChildren(
      h('div', { class: 'card bad-link' }, [
        h('h2', {}, 'This exercise cannot be opened'),
        h('p', {}, sentence),
        h('div', { class: 'actions' }, [
          h('button', { ...attributes, onclick }, 'Begin with an easy one'),
        ]),
      ]),
    );
    announce(sentence);
  }

  /** @param {string} line */
  async load(line) {
    /** @type {Promise<Exercise>} */
    const asking = ask('/practice', { exercise: line });
    this.asking = asking;
    const exercise = await asking;
    if (asking !== this.asking) return; // another one was asked for meanwhile
    const { entries, spoilt } = workOn(exercise.exercise);
    this.exercise = exercise;
    this.wanted = null;
    this.entries = entries;
    this.spoilt = spoilt;
    this.marks.clear();
    this.whole = null;
    this.focus = this.told = null;
    byId('practice-root').hidden = false;
    byId('practice-note').replaceChildren();
    this.walk.close();
    this.drawHead();
    this.tree.show(exercise);
    this.keep();
    this.draw();
    this.showInAddress();
  }

  /** Another exercise is a new entry in the history; the first of a visit is not. */
  showInAddress() {
    const given = new URLSearchParams(location.search).get('exercise');
    if (state.tab !== 'practice') return;
    if (!given && !state.embedded) history.replaceState(null, '', pathToThis());
    update({});
  }

  /** A new exercise, announced. @param {string} line */
  fresh(line) {
    return attempt(async () => {
      await this.load(line);
      announce(`${this.exercise?.title}. ${byId('practice-task').textContent}`);
      const first = this.tree.openInputs()[0];
      // On a phone the keyboard would cover the tree.
      if (matchMedia('(pointer: fine)').matches) first?.focus({ preventScroll: true });
    });
  }

  /** Go on with another method; the focus stays where it is. @param {string} name */
  chooseMethod(name) {
    const { exercise } = this;
    const method = exercise?.algorithms.find((each) => each.name === name);
    if (!exercise || !method) return;
    const { origin } = this;
    const back = origin?.tree === exercise.tree && origin.recipe.algorithm === name;
    attempt(async () => {
      try {
        await this.load(back ? origin.exercise : byMethod(exercise, method));
        if (exercise.recipe.seed !== null) this.origin = exercise;
        if (needsAnother(exercise, method))
          notice('This is another tree: it has something to cut.');
        announce(`${this.exercise?.title}. ${byId('practice-task').textContent}`);
      } finally {
        this.drawMethods(this.exercise ?? exercise);
      }
    });
  }

  keep() {
    const { exercise, entries, spoilt } = this;
    if (exercise) keepWork({ exercise: exercise.exercise, entries, spoilt });
  }

  // What the student does

  /** @param {Where} where @param {string} text */
  typed({ node, what }, text) {
    if (what === 'cut') return;
    this.told = { node, what };
    this.change(withText(this.entries, node, what, text), `${node} ${what}`);
  }

  /** @param {string} node */
  toggled(node) {
    if (this.walk.solution) return;
    this.focus = this.told = { node, what: 'cut' };
    this.change(withCutChanged(this.entries, node), `${node} cut`);
    const cut = this.entries[node]?.cut;
    announce(`The branch to ${node} is ${cut ? '' : 'not '}cut.`);
    if (cut && this.asIGo) attempt(() => this.checkOne());
  }

  /** @param {Entries} entries @param {string} field whose mark is no longer true */
  change(entries, field) {
    this.entries = entries;
    for (const [each, { verdict }] of this.marks) {
      if (each === field || verdict === 'follows') this.marks.delete(each);
    }
    this.whole = null;
    this.keep();
    this.draw();
  }

  /** An empty tree; the entries can be had back. */
  restart() {
    const { exercise, entries, marks, whole } = this;
    /** @param {Pick<Practice, 'entries' | 'marks' | 'whole'>} given */
    const set = (given) => {
      if (exercise !== this.exercise) return;
      Object.assign(this, given, { focus: null, told: null });
      this.keep();
      this.draw();
    };
    set({ entries: {}, marks: new Map(), whole: null });
    notice('Your entries are cleared.', {
      action: ['Bring them back', () => set({ entries, marks, whole })],
    });
  }

  /** @param {Where} where */
  focused(where) {
    this.focus = this.told = where;
    this.drawFoot();
  }

  /** Enter: on to the next field, at the end to the button that checks them all. @param {Where} where */
  entered(where) {
    (this.tree.next(where) ?? byId('check-all')).focus();
  }

  /** @param {Where} where */
  left({ node, what }) {
    const given = what !== 'cut' && this.entries[node]?.[what];
    if (!given || !this.asIGo || this.walk.solution || this.marks.has(`${node} ${what}`)) return;
    attempt(() => this.check({ node, what }));
  }

  get asIGo() {
    return byId('as-i-go', HTMLInputElement).checked;
  }

  /** Write infinity into the field that has the focus. @param {string} text */
  write(text) {
    const { focus } = this;
    if (!focus || focus.what === 'cut') return;
    this.typed(focus, text);
    this.tree.inputs.get(`${focus.node} ${focus.what}`)?.focus();
  }

  // Marks

  async checkOne() {
    if (this.focus) await this.check(this.focus);
  }

  /** @param {Where} where */
  async check(where) {
    const { exercise } = this;
    const { node, what } = where;
    if (!exercise || this.entries[node]?.[what] === undefined) return;
    const asked = {
      exercise: exercise.exercise,
      entries: toSend(exercise.nodes, this.entries),
      only: [node, what],
    };
    /** @type {Marked} */
    const { marks } = await ask('/practice/mark', asked);
    if (exercise !== this.exercise || !marks.length) return;
    this.take(marks);
    this.told = where;
    this.draw();
    announce(inSentence(marks[0]));
  }

  async checkAll() {
    const { exercise } = this;
    if (!exercise) return;
    const asked = { exercise: exercise.exercise, entries: toSend(exercise.nodes, this.entries) };
    /** @type {Marked} */
    const answer = await ask('/practice/mark', asked);
    if (exercise !== this.exercise) return;
    this.marks.clear();
    this.whole = answer;
    this.take(answer.marks);
    if (answer.done && !this.spoilt) this.scored(afterRight(this.score, exercise.exercise));
    const mistakes = this.mistakes();
    const first = mistakes[0];
    this.tell(first ?? null);
    announce([summary(answer), first && inSentence(first)].filter(Boolean).join(' '));
  }

  /** @param {Mark[]} marks */
  take(marks) {
    for (const mark of marks) this.marks.set(`${mark.node} ${mark.what}`, mark);
    if (marks.some(({ verdict }) => !['right', 'unreadable'].includes(verdict))) this.spoil();
  }

  /** The marks of what is not right, in the order of the search; not of what only follows from it. */
  mistakes() {
    const marks = this.tree.fields().flatMap((field) => this.marks.get(field) ?? []);
    return marks.filter(({ verdict }) => !['right', 'follows'].includes(verdict));
  }

  /** Which of them is told; -1 if none is. @param {Mark[]} mistakes */
  toldAmong(mistakes) {
    const { told } = this;
    return mistakes.findIndex(({ node, what }) => node === told?.node && what === told.what);
  }

  /** On to another mistake, round and round. @param {number} by */
  step(by) {
    const mistakes = this.mistakes();
    const at = this.toldAmong(mistakes);
    const next = at < 0 ? (by > 0 ? 0 : mistakes.length - 1) : at + by + mistakes.length;
    const mark = mistakes[next % mistakes.length];
    this.tell(mark);
    announce(inSentence(mark));
  }

  /** Show a mark with its reason, the field in sight. @param {Mark | null} mark */
  tell(mark) {
    this.told = mark && { node: mark.node, what: mark.what };
    this.draw();
    if (!this.told) return;
    this.tree.element(this.told)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  spoil() {
    if (this.spoilt || !this.exercise) return;
    this.spoilt = true;
    this.keep();
    this.scored(afterWrong(this.score, this.exercise.exercise));
  }

  /** @param {typeof NONE} score */
  scored(score) {
    this.score = score;
    remember('practice.score', score);
    this.drawScore();
  }

  // The solution

  /** @param {boolean} whole whether to show all of it at once */
  async showKey(whole) {
    const { exercise } = this;
    if (!exercise) return;
    /** @type {Solution} */
    const solution = await ask('/practice/key', { exercise: exercise.exercise });
    if (exercise !== this.exercise) return;
    if (!this.whole?.done) this.spoil();
    if (!this.walk.solution) history.pushState(null, '', location.href); // Back closes it
    this.walk.open(solution, whole);
  }

  // Drawing

  drawHead() {
    const { exercise } = this;
    if (!exercise) return;
    const { seed } = exercise.recipe;
    const button = byId('harder', HTMLButtonElement);
    button.disabled = isHardest(exercise);
    button.title = button.disabled ? 'This is the hardest' : '';
    setText('another', seed === null ? 'Another one as large' : 'Another one like this');
    byId('practice-title').textContent = exercise.title;
    byId('practice-seed').textContent = seed === null ? '' : `seed ${seed}`;
    byId('practice-task').textContent = task(exercise);
    byId('practice-rules').replaceChildren(...rulesFor(exercise));
    byId('practice-board').replaceChildren(...[board(exercise)].filter((each) => each !== null));
    this.drawMethods(exercise);
  }

  /** @param {Exercise} exercise */
  drawMethods({ algorithms, recipe }) {
    const place = byId('practice-methods');
    const titles = algorithms.map(({ name, title }) => [name, capital(title)]);
    if (!place.firstChild) {
      place.append(choice('Method', 'method', Object.fromEntries(titles), recipe.algorithm));
      place.addEventListener('change', ({ target }) =>
        this.chooseMethod(/** @type {HTMLInputElement} */ (target).value),
      );
    }
    for (const input of place.querySelectorAll('input')) {
      input.checked = input.value === recipe.algorithm;
    }
  }

  drawScore() {
    byId('practice-score').textContent = inWords(this.score);
  }

  draw() {
    if (this.walk.solution) this.walk.draw();
    else this.tree.draw(this.entries, this.marks);
    this.drawFoot();
  }

  drawFoot() {
    if (this.walk.solution) return;
    this.drawReason();
    const { focus, whole } = this;
    const number = focus !== null && focus.what !== 'cut';
    const given = focus && this.entries[focus.node]?.[focus.what] !== undefined;
    byId('check-one', HTMLButtonElement).disabled = !given;
    byId('check-one').title = focus ? whereInWords(focus) : 'Choose a field first';
    byId('start-again', HTMLButtonElement).disabled = !Object.keys(this.entries).length;
    byId('another').classList.toggle('primary', whole?.done === true);
    for (const id of ['infinite-minus', 'infinite-plus']) {
      byId(id).hidden = !this.exercise?.cuts;
      byId(id, HTMLButtonElement).disabled = !number;
    }
  }

  /** One mark with its reason, how many there are, or what to do. */
  drawReason() {
    const { told, whole } = this;
    const mark = told && this.marks.get(`${told.node} ${told.what}`);
    const how = this.exercise ? howTo(this.exercise) : '';
    setText('practice-reason', mark ? inSentence(mark) : whole ? summary(whole) : how);
    const all = whole ? (whole.done ? 'right' : 'all') : 'none';
    byId('practice-reason').dataset.verdict = mark?.verdict ?? all;
    this.tree.tell(mark ? told : null);
    const mistakes = this.mistakes();
    const at = this.toldAmong(mistakes);
    const many = mistakes.length > 1;
    setText('practice-summary', mark && whole ? summary(whole) : '');
    setText('mistake-number', many ? `${at < 0 ? '' : `${at + 1} of `}${mistakes.length}` : '');
    for (const id of ['mistake-back', 'mistake-next']) byId(id).hidden = !many;
    byId('practice-found').hidden = !many && !(mark && whole);
  }
}
