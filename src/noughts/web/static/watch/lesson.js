// The panel of a lesson: a few sentences for each page, and a question at the end.

import { h } from '../ui/dom.js';
import { recall, remember } from '../ui/remember.js';
import { LESSONS } from './lessons.js';

/** @import { Place } from '../types.js' */
/** @import { Lesson, LessonOption, LessonPage, LessonQuestion } from './lessons.js' */
/** @import { Model } from './model.js' */

/** The names of the lessons whose questions were answered rightly. @returns {string[]} */
export function lessonsDone() {
  /** @type {unknown} */
  const known = recall('lessons', []);
  return Array.isArray(known) ? known : [];
}

/** What stands behind the name of such a lesson. */
export const doneSign = () => [
  h('span', { 'aria-hidden': 'true' }, ' ✓'),
  h('span', { class: 'hidden' }, ' (done)'),
];

/** @param {string} name */
function rememberDone(name) {
  if (!lessonsDone().includes(name)) remember('lessons', [...lessonsDone(), name]);
}

const ANSWER_FIRST = 'Answer first; then the lesson goes on.';

export class LessonPanel {
  /** @type {Lesson | null} */
  lesson = null;
  page = 0;
  answered = false;

  /**
   * @param {object} on
   * @param {(page: number) => void} on.turn another page is wanted
   * @param {(lesson: Lesson | null) => void} on.open another lesson is wanted; null for none
   * @param {() => void} on.again the question is to be asked again
   * @param {(text: string) => void} on.answered
   * @param {(text: string) => void} on.insisted the question must be answered first
   */
  constructor(on) {
    this.on = on;
    this.place = h('p', { class: 'watch-page' });
    this.text = h('p', { class: 'watch-lesson-text', tabindex: '-1' });
    const group = { role: 'group', 'aria-label': 'Answers' };
    this.options = h('div', { class: 'watch-answers', ...group });
    this.feedback = h('p', { class: 'watch-feedback' });
    this.room = h('div', { class: 'watch-room' });
    this.again = button('Ask me again', 'watch-again', () => this.on.again());
    this.back = button('Back', 'watch-turn', () => this.on.turn(this.page - 1));
    this.next = button('Next', 'watch-turn is-next', () => this.goOn());
    const label = { 'aria-label': 'Lesson', hidden: true };
    this.element = h('section', { class: 'watch-lesson watch-panel', ...label }, [
      ...[this.text, this.options, this.room],
      h('div', { class: 'watch-turns' }, this.again, this.place, this.back, this.next),
    ]);
  }

  /** The question, if it is on the screen and not answered yet. @returns {LessonQuestion | null} */
  get open() {
    if (!this.lesson || this.answered) return null;
    return this.lesson.pages[this.page].question ?? null;
  }

  /**
   * Show a page of a lesson; null hides the panel. A question that was answered before is shown with
   * its answer, unless it is asked `afresh`.
   * @param {Lesson | null} lesson
   */
  show(lesson, page = 0, afresh = false) {
    this.lesson = lesson;
    this.page = page;
    this.answered = false;
    this.element.hidden = lesson === null;
    if (!lesson) return;
    this.place.textContent = `${page + 1} of ${lesson.pages.length}`;
    const { text, question } = lesson.pages[page];
    this.text.textContent = text;
    this.element.classList.toggle('is-asking', question !== undefined);
    const options = question?.options ?? [];
    this.options.replaceChildren(...options.map((each) => this.option(each)));
    this.say('', true);
    this.keepRoom(question);
    if (question && !afresh && lessonsDone().includes(lesson.name)) this.showAnswer(question);
    this.back.disabled = page === 0;
    this.drawNext();
  }

  /** Room for all that may be said, so that nothing moves. @param {LessonQuestion} [question] */
  keepRoom(question) {
    const unsaid = { class: 'watch-unsaid', 'aria-hidden': 'true' };
    const texts = question ? allWords(question) : [];
    this.room.replaceChildren(this.feedback, ...texts.map((each) => h('p', unsaid, each)));
  }

  /** @param {LessonQuestion} question */
  showAnswer(question) {
    this.answered = true;
    for (const [i, option] of (question.options ?? []).entries()) {
      const element = /** @type {HTMLButtonElement} */ (this.options.children[i]);
      element.disabled = true;
      if (!option.wrong) mark(element, true);
    }
    this.say(rightWords(question), true);
  }

  drawNext() {
    const { lesson, page } = this;
    if (!lesson) return;
    const last = page === lesson.pages.length - 1;
    this.next.disabled = this.open !== null;
    this.again.hidden = !lesson.pages[page].question;
    this.again.disabled = !this.answered;
    this.next.textContent = !last ? 'Next' : this.following ? 'Next lesson' : 'All lessons';
  }

  /** The lesson after this one. */
  get following() {
    return this.lesson && LESSONS[LESSONS.indexOf(this.lesson) + 1];
  }

  /** To the next page or the one before, as keys ask for it. @param {number} by */
  turn(by) {
    if (by < 0) return this.page > 0 && this.on.turn(this.page - 1);
    if (!this.open) return this.goOn();
    this.say(ANSWER_FIRST, false);
    this.on.insisted(ANSWER_FIRST);
  }

  goOn() {
    if (!this.lesson) return;
    if (this.page < this.lesson.pages.length - 1) this.on.turn(this.page + 1);
    else this.on.open(this.following ?? null);
  }

  /** @param {LessonOption} option */
  option(option) {
    const element = button(option.text, 'watch-answer', () => {
      const question = this.open;
      if (!question) return;
      if (!option.wrong) return this.finish(question);
      mark(element, false);
      this.refuse(option.wrong);
    });
    return element;
  }

  /** A node was clicked: is it the answer? @param {Model} model @param {number} node */
  click(model, node) {
    const question = this.open;
    if (question?.node === undefined) return;
    if (model.nodeNamed(question.node) === node) this.finish(question);
    else this.refuse(whyWrong(question, model, node));
  }

  /** @param {string} why */
  refuse(why) {
    this.say(wrongWords(why), false);
    this.on.answered(wrongWords(why));
  }

  /** @param {LessonQuestion} question */
  finish(question) {
    if (!this.lesson) return;
    rememberDone(this.lesson.name);
    this.showAnswer(question);
    this.drawNext();
    this.next.focus({ preventScroll: true });
    this.on.answered(rightWords(question));
  }

  /** @param {string} text @param {boolean} right */
  say(text, right) {
    this.feedback.textContent = text;
    this.feedback.className = `watch-feedback ${text && (right ? 'is-right' : 'is-wrong')}`;
  }

  /**
   * The page that goes with a step that the reader went to: the last one that begins at or before
   * it, among those of the same search.
   * @param {Model} model
   * @param {number} step
   */
  pageAt(model, step) {
    if (!this.lesson) return this.page;
    const { pages } = this.lesson;
    const { search } = pages[this.page];
    let found = pages.findIndex((page) => page.search === search);
    for (const [i, page] of pages.entries()) {
      if (page.search === search && !page.question && stepOf(page, model) <= step) found = i;
    }
    return found;
  }
}

/**
 * Where one is in a lesson, as the address says it: `step` is its page, `walk` the step of the search,
 * where that is not the one that the page shows.
 * @param {Lesson} lesson
 * @param {number} page
 * @param {number | null} step null for the step of the page
 * @returns {Place}
 */
export function placeIn({ name }, page, step) {
  return {
    lesson: name,
    ...(page > 0 && { step: String(page + 1) }),
    ...(step !== null && { walk: String(step + 1) }),
  };
}

/**
 * The page and the step that a place asks for; a step of null is that of the page.
 * @param {Lesson} lesson
 * @param {Place} place
 */
export function wantedIn({ pages }, { step = '1', walk = '' }) {
  const page = pages[Number(step) - 1] ? Number(step) - 1 : 0;
  return { page, step: /^[1-9]\d*$/.test(walk) ? Number(walk) - 1 : null };
}

/** The step that a page shows. @param {LessonPage} page @param {Model} model */
export const stepOf = (page, model) => model.stepWhere(page.at);

/** @param {LessonQuestion} question */
const rightWords = ({ why }) => `Right. ${why}`;

/** @param {string} why */
const wrongWords = (why) => `Not quite. ${why}`;

/** All that may be said. @param {LessonQuestion} question */
function allWords(question) {
  const { options = [], wrong = {} } = question;
  const reasons = [...options.map((each) => each.wrong ?? ''), ...Object.values(wrong)];
  return [rightWords(question), ANSWER_FIRST, ...reasons.map(wrongWords)];
}

/**
 * What is said of a node that is not the answer: of itself, or of the nearest node above it.
 * @param {LessonQuestion} question
 * @param {Model} model
 * @param {number} node
 */
export function whyWrong({ wrong = {} }, model, node) {
  const found = model.pathTo(node).findLast((each) => model.wayTo(each) in wrong) ?? 0;
  return wrong[model.wayTo(found)];
}

/** Mark an option by sign and colour. @param {HTMLButtonElement} element @param {boolean} right */
function mark(element, right) {
  element.classList.add(right ? 'is-right' : 'is-wrong');
  if (element.childElementCount > 0) return; // it was chosen before
  element.append(h('span', { class: 'watch-sign' }, right ? '✓' : '✗'));
}

/** @param {string} text @param {string} className @param {() => void} onclick */
function button(text, className, onclick) {
  return h('button', { type: 'button', class: className, onclick }, text);
}
