// The Practice view: an exercise, the student's entries, their marks, and the solution.
//
// Hooks for tests: #entry-C-alpha (fields), #cut-C2 (branches), #check-one #check-all #show-key
// #walk-through #another #harder #options #sheets #as-i-go #infinite-minus #infinite-plus,
// #practice-reason #practice-marks, .entry[data-verdict]; in the solution #step-first #step-back
// #step-next #step-last #own-entries.

import { linkToThis } from '../game/address.js';
import { isLost, request } from '../game/api.js';
import { patiently } from '../game/follow.js';
import { state, update } from '../game/state.js';
import { byId, h } from '../ui/dom.js';
import { messageOf } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { recall, remember } from '../ui/remember.js';
import { toSend, withCutChanged, withText } from './entries.js';
import { board, foot, head, rules } from './frame.js';
import { FIRST } from './recipe.js';
import { afterRight, afterWrong, inWords, NONE } from './score.js';
import { TreeView } from './tree.js';
import { Walk } from './walk.js';
import { howTo, inSentence, summary, task, VERDICTS, whereInWords } from './words.js';

/** @import { Entries, Exercise, Mark, Marked, Solution } from './types.js' */
/** @import { Place } from '../types.js' */
/** @import { Where } from './words.js' */

/** @param {string} path @param {unknown} body */
const ask = (path, body) => patiently(() => request('POST', path, body), notice);

/** What was done last, in this browser. @returns {{exercise: string, entries: Entries, spoilt: boolean}} */
const work = () => recall('practice.work', { exercise: '', entries: {}, spoilt: false });

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
    root.replaceChildren(
      head(this),
      stage,
      foot(this),
      h('div', { id: 'practice-marks' }),
      rules(),
    );
    this.tree = new TreeView(stage, {
      typed: (where, text) => this.typed(where, text),
      toggled: (node) => this.toggled(node),
      focused: (where) => this.focused(where),
      entered: (where) => this.entered(where),
      left: (where) => this.left(where),
    });
    this.walk = new Walk(this);
    this.drawScore();
  }

  // The view, as `View` in types.d.ts describes it

  /** Open the exercise of an address, or go on. @param {Place} place */
  open(place) {
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
    this.wanted = line ?? this.exercise?.exercise ?? (work().exercise || FIRST);
    this.failed = false;
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
    byId('practice-root').hidden = this.exercise === null;
    const first = h('button', {
      type: 'button',
      id: 'first-exercise',
      onclick: () => this.begin(FIRST),
    });
    first.append('Begin with an easy one');
    byId('practice-note').replaceChildren(h('p', { class: 'error' }, sentence), first);
    announce(sentence);
  }

  /** @param {string} line */
  async load(line) {
    /** @type {Promise<Exercise>} */
    const asking = ask('/practice', { exercise: line });
    this.asking = asking;
    const exercise = await asking;
    if (asking !== this.asking) return; // another one was asked for meanwhile
    const kept = work();
    const again = kept.exercise === exercise.exercise;
    this.exercise = exercise;
    this.wanted = null;
    this.entries = again ? kept.entries : {};
    this.spoilt = again && kept.spoilt;
    this.marks.clear();
    this.whole = null;
    this.focus = this.told = null;
    byId('practice-root').hidden = false;
    byId('practice-note').replaceChildren();
    this.walk.close();
    this.tree.show(exercise);
    this.keep();
    this.drawHead();
    this.draw();
    this.showInAddress();
  }

  /** Another exercise is a new entry in the history; the first of a visit is not. */
  showInAddress() {
    const given = new URLSearchParams(location.search).get('exercise');
    if (state.tab !== 'practice') return;
    if (!given && !state.embedded) history.replaceState(null, '', linkToThis());
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

  keep() {
    const { exercise, entries, spoilt } = this;
    remember('practice.work', { exercise: exercise?.exercise, entries, spoilt });
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
    this.marks.delete(field);
    this.whole = null;
    this.keep();
    this.draw();
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
    this.told = null;
    this.draw();
    announce(summary(answer));
  }

  /** @param {Mark[]} marks */
  take(marks) {
    for (const mark of marks) this.marks.set(`${mark.node} ${mark.what}`, mark);
    if (marks.some(({ verdict }) => verdict !== 'right')) this.spoil();
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
    this.walk.open(solution, whole);
  }

  // Drawing

  drawHead() {
    const { exercise } = this;
    if (!exercise) return;
    const { seed } = exercise.recipe;
    byId('practice-title').textContent = exercise.title;
    byId('practice-seed').textContent = seed === null ? '' : `seed ${seed}`;
    byId('practice-task').textContent = task(exercise);
    byId('practice-board').replaceChildren(...[board(exercise)].filter((each) => each !== null));
  }

  drawScore() {
    byId('practice-score').textContent = inWords(this.score);
  }

  draw() {
    if (this.walk.solution) this.walk.draw();
    else this.tree.draw(this.entries, this.marks);
    this.drawFoot();
    this.drawMarks();
  }

  drawFoot() {
    if (this.walk.solution) return;
    const { focus, told, whole } = this;
    const mark = told && this.marks.get(`${told.node} ${told.what}`);
    const number = focus !== null && focus.what !== 'cut';
    const how = this.exercise ? howTo(this.exercise) : '';
    const text = mark ? inSentence(mark) : whole ? summary(whole) : how;
    const reason = byId('practice-reason');
    if (reason.textContent !== text) reason.textContent = text;
    reason.dataset.verdict = mark?.verdict ?? (whole ? (whole.done ? 'right' : 'all') : 'none');
    const given = focus && this.entries[focus.node]?.[focus.what] !== undefined;
    byId('check-one', HTMLButtonElement).disabled = !given;
    byId('another').classList.toggle('primary', whole?.done === true);
    byId('check-one').title = focus ? whereInWords(focus) : 'Choose a field first';
    for (const id of ['infinite-minus', 'infinite-plus']) {
      byId(id).hidden = !this.exercise?.cuts;
      byId(id, HTMLButtonElement).disabled = !number;
    }
  }

  /** After a check of everything: what is not right, with the reasons. */
  drawMarks() {
    const box = byId('practice-marks');
    const marks = this.whole?.marks.filter(({ verdict }) => verdict !== 'right') ?? [];
    box.hidden = !marks.length || this.walk.solution !== null;
    const items = marks.map((mark) =>
      h(
        'li',
        { 'data-verdict': mark.verdict },
        h(
          'button',
          { type: 'button', class: 'small', onclick: () => this.goTo(mark) },
          whereInWords(mark),
        ),
        h('p', {}, `${VERDICTS[mark.verdict]}. ${mark.reason}`),
      ),
    );
    box.replaceChildren(h('h3', {}, 'Not right yet'), h('ul', {}, ...items));
  }

  /** @param {Mark} mark */
  goTo({ node, what }) {
    const element = this.tree.inputs.get(`${node} ${what}`) ?? this.tree.toggles.get(node);
    element?.scrollIntoView({ block: 'nearest', inline: 'center' });
    element?.focus();
  }
}
