// The panel of a lesson: a few sentences for each page, and a question at the end.

import { h } from '../ui/dom.js';
import { recall, remember } from '../ui/remember.js';
import { LESSONS } from './lessons.js';

/** @import { Lesson, LessonPage, LessonQuestion } from './lessons.js' */
/** @import { Model } from './model.js' */

/** The names of the lessons whose questions were answered. @returns {string[]} */
export function lessonsDone() {
  /** @type {unknown} */
  const known = recall('lessons', []);
  return Array.isArray(known) ? known : [];
}

/** @param {string} name */
function rememberDone(name) {
  if (!lessonsDone().includes(name)) remember('lessons', [...lessonsDone(), name]);
}

export class LessonPanel {
  /** @type {Lesson | null} */
  lesson = null;
  page = 0;
  answered = false;

  /**
   * @param {object} on
   * @param {(page: number) => void} on.turn another page is wanted
   * @param {(lesson: Lesson | null) => void} on.open another lesson is wanted; null for none
   * @param {(text: string) => void} on.answered
   */
  constructor(on) {
    this.on = on;
    this.place = h('p', { class: 'watch-page' });
    this.text = h('p', { class: 'watch-lesson-text', tabindex: '-1' });
    const group = { role: 'group', 'aria-label': 'Answers' };
    this.options = h('div', { class: 'watch-answers', ...group });
    this.feedback = h('p', { class: 'watch-feedback' });
    this.back = button('Back', 'watch-turn', () => this.on.turn(this.page - 1));
    this.next = button('Next', 'watch-turn is-next', () => this.goOn());
    const label = { 'aria-label': 'Lesson', hidden: true };
    this.element = h('section', { class: 'watch-lesson watch-panel', ...label }, [
      h('div', { class: 'watch-lesson-words' }, this.text, this.options, this.feedback),
      h('div', { class: 'watch-turns' }, this.place, this.back, this.next),
    ]);
  }

  /** The question, if it is on the screen and not answered yet. @returns {LessonQuestion | null} */
  get open() {
    if (!this.lesson || this.answered) return null;
    return this.lesson.pages[this.page].question ?? null;
  }

  /** Show a page of a lesson; null hides the panel. @param {Lesson | null} lesson */
  show(lesson, page = 0) {
    this.lesson = lesson;
    this.page = page;
    this.answered = false;
    this.element.hidden = lesson === null;
    if (!lesson) return;
    this.place.textContent = `${page + 1} of ${lesson.pages.length}`;
    const { text, question } = lesson.pages[page];
    this.text.textContent = text;
    this.text.classList.toggle('is-question', question !== undefined);
    this.feedback.textContent = '';
    this.feedback.className = 'watch-feedback';
    this.options.replaceChildren(
      ...(question?.options ?? []).map((each, i) => this.option(each, i)),
    );
    this.back.disabled = page === 0;
    this.drawNext();
  }

  drawNext() {
    const { lesson, page } = this;
    if (!lesson) return;
    const last = page === lesson.pages.length - 1;
    this.next.disabled = this.open !== null;
    this.next.textContent = !last ? 'Next' : this.following ? 'Next lesson' : 'All lessons';
  }

  /** The lesson after this one. */
  get following() {
    return this.lesson && LESSONS[LESSONS.indexOf(this.lesson) + 1];
  }

  goOn() {
    if (!this.lesson) return;
    if (this.page < this.lesson.pages.length - 1) this.on.turn(this.page + 1);
    else this.on.open(this.following ?? null);
  }

  /** @param {string} text @param {number} i */
  option(text, i) {
    const onclick = () => this.choose(i);
    return h('button', { type: 'button', class: 'watch-answer', onclick }, text);
  }

  /** @param {number} i */
  choose(i) {
    const question = this.open;
    if (!question) return;
    this.options.querySelectorAll('button').forEach((element, k) => {
      const right = k === question.answer;
      element.disabled = true;
      element.classList.toggle('is-right', right);
      element.classList.toggle('is-wrong', k === i && !right);
      const sign = right ? '✓' : k === i ? '✗' : null;
      if (sign) element.append(h('span', { class: 'watch-sign' }, sign));
    });
    this.finish(question, i === question.answer);
  }

  /** A node was clicked: is it the answer? @param {Model} model @param {number} node */
  click(model, node) {
    const question = this.open;
    if (question?.node === undefined) return;
    this.finish(question, model.nodeNamed(question.node) === node);
  }

  /** @param {LessonQuestion} question @param {boolean} right */
  finish(question, right) {
    if (!this.lesson) return;
    if (right || question.options) {
      this.answered = true;
      rememberDone(this.lesson.name);
    }
    const why = this.answered ? question.why : 'Try another node.';
    this.feedback.textContent = `${right ? 'Right.' : 'Not quite.'} ${why}`;
    this.feedback.className = `watch-feedback ${right ? 'is-right' : 'is-wrong'}`;
    this.drawNext();
    if (this.answered) this.next.focus({ preventScroll: true });
    this.on.answered(this.feedback.textContent);
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

/** The step that a page shows. @param {LessonPage} page @param {Model} model */
export const stepOf = (page, model) => model.stepWhere(page.at);

/** @param {string} text @param {string} className @param {() => void} onclick */
function button(text, className, onclick) {
  return h('button', { type: 'button', class: className, onclick }, text);
}
