// The panel of predict mode: a question, its answers as buttons, what was right and why, the score.

import { h } from '../ui/dom.js';
import { questionBefore, Score } from './predict.js';

/** @import { Option, Question } from './predict.js' */
/** @import { Words } from './words.js' */

const PREFIX = 'noughts.predict.';

/** The keys of the answers, which are numbers themselves. */
export const KEYS = ['a', 'b', 'c', 'd'];

const NEXT = 'Next';
const ANSWER_FIRST = 'Answer first; then the search goes on.';

const TOPICS = {
  all: 'about everything',
  leaf: 'about finished games',
  window: 'about α, β and values',
  cut: 'about cut-offs',
  table: 'about the table',
};

export class Quiz {
  score = new Score();
  step = 0; // the step that the question is about
  topic = 'all';
  tree = ''; // what identifies the tree that the score belongs to
  /** @type {Question | null} */
  question = null;
  /** @type {Words | null} */
  words = null;

  /**
   * @param {object} on
   * @param {(step: number, text: string) => void} on.answered the step may be made
   * @param {() => void} on.next go to the next question
   * @param {() => void} on.topic another topic was chosen
   */
  constructor(on) {
    this.on = on;
    this.text = h('p', { class: 'watch-question', id: 'watch-question' });
    const group = { role: 'group', 'aria-labelledby': 'watch-question' };
    this.answers = h('div', { class: 'watch-answers', ...group });
    this.feedback = h('p', { class: 'watch-feedback' });
    const counts = 'Only the first answer to each question counts';
    this.points = h('output', { class: 'watch-score', title: counts });
    this.next = button(NEXT, 'watch-next', on.next);
    this.again = button('Reset', 'watch-reset', () => this.reset());
    const attributes = { class: 'watch-quiz watch-panel', 'aria-label': 'Predict', hidden: true };
    this.element = h('section', attributes, [
      h('div', { class: 'watch-quiz-head' }, this.text, this.points, this.again),
      this.feedback,
      this.answers,
      h('div', { class: 'watch-quiz-foot' }, this.next, this.topicSelect()),
    ]);
  }

  topicSelect() {
    const options = Object.entries(TOPICS).map(([value, text]) => h('option', { value }, text));
    const select = h('select', {}, options);
    select.addEventListener('change', () => {
      this.topic = select.value;
      this.on.topic();
    });
    return h('label', { class: 'watch-topic' }, h('span', {}, 'Questions'), select);
  }

  /** Another tree has its own score. @param {Words} words @param {string} tree what identifies it */
  setWords(words, tree) {
    this.words = words;
    this.question = null;
    this.tree = tree;
    this.score = new Score(recalled(tree));
    this.showScore();
  }

  reset() {
    this.score = new Score();
    keep(this.tree, this.score);
    this.showScore();
  }

  showScore() {
    this.points.textContent = this.score.asked ? String(this.score) : '';
    this.again.hidden = this.score.asked === 0;
  }

  /** The question to ask before a step, or null. @param {number} step */
  questionBefore(step) {
    const question = this.words && questionBefore(this.words, step);
    return this.topic === 'all' || question?.about === this.topic ? question : null;
  }

  /** Ask the question before a step, if there is one. @param {number} step */
  ask(step) {
    this.question = this.questionBefore(step);
    this.step = step;
    if (!this.question) return;
    this.put(this.question.text, this.question.options);
    this.next.textContent = NEXT;
  }

  /** No question now. @param {string} text @param {string} [next] what the button does */
  rest(text, next = NEXT) {
    this.question = null;
    this.put(text, []);
    this.next.textContent = next;
  }

  /** @param {string} text @param {Option[]} options */
  put(text, options) {
    this.text.textContent = text;
    this.answers.replaceChildren(...options.map((each, i) => this.option(each, i)));
    this.feedback.textContent = '';
    this.feedback.className = 'watch-feedback';
    this.next.hidden = options.length > 0;
  }

  /** Say that the question must be answered first; returns what is said. */
  insist() {
    this.feedback.textContent = ANSWER_FIRST;
    return `${ANSWER_FIRST} ${this.question?.text}`;
  }

  /** Focus what the reader needs next: the answers, or the button for the next question. */
  focus() {
    (this.answers.querySelector('button') ?? this.next).focus({ preventScroll: true });
  }

  /** @param {Option} option @param {number} i */
  option({ text }, i) {
    const key = h('kbd', {}, KEYS[i]);
    const onclick = () => this.answer(i);
    return h('button', { type: 'button', class: 'watch-answer', onclick }, key, text);
  }

  /** Choose an option by its number; returns whether there was a question. @param {number} i */
  answer(i) {
    const { question } = this;
    const chosen = question?.options[i];
    if (!chosen) return false;
    this.question = null;
    const right = chosen.value === question.answer;
    this.score.add(this.step, right);
    keep(this.tree, this.score);
    this.showScore();
    this.mark(question, i);
    const rightText = question.options.find((each) => each.value === question.answer)?.text;
    const verdict = right ? 'Right.' : `Not quite: ${rightText}.`;
    this.feedback.textContent = `${verdict} ${question.reason}`;
    this.feedback.className = `watch-feedback ${right ? 'is-right' : 'is-wrong'}`;
    this.next.hidden = false;
    this.next.focus({ preventScroll: true });
    this.on.answered(this.step, this.feedback.textContent);
    return true;
  }

  /**
   * Show which answer was chosen and which was right, by sign and colour.
   * @param {Question} question
   * @param {number} chosen
   */
  mark(question, chosen) {
    this.answers.querySelectorAll('button').forEach((element, i) => {
      const right = question.options[i].value === question.answer;
      element.disabled = true;
      element.classList.toggle('is-right', right);
      element.classList.toggle('is-wrong', i === chosen && !right);
      const sign = right ? '✓' : i === chosen ? '✗' : null;
      if (sign) element.append(h('span', { class: 'watch-sign' }, sign));
    });
  }
}

/**
 * The answers to the questions about a tree, until the tab is closed.
 * @param {string} tree
 * @returns {[number, boolean][]}
 */
function recalled(tree) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + tree) ?? '[]');
  } catch {
    return []; // nothing can be stored, or something else was
  }
}

/** @param {string} tree @param {Score} score */
function keep(tree, score) {
  try {
    sessionStorage.setItem(PREFIX + tree, JSON.stringify([...score.answers]));
  } catch {
    // nothing can be stored
  }
}

/** @param {string} text @param {string} className @param {() => void} onclick */
function button(text, className, onclick) {
  return h('button', { type: 'button', class: className, onclick }, text);
}
