// Questions about the next step of a search. A question comes before the step; it has one right
// answer, and at least one other that seems possible.
//
// Each can be answered from what is on the screen: no question asks what a heuristic says at the
// depth limit, for the value of an only move, which could not be anything else, or whether to cut
// where neither side has a value elsewhere. And no question gives the next one away: where a cut-off is possible,
// nothing is said about alpha and beta before it is decided, since they change only if the search
// goes on.

import { other } from '../game/notation.js';
import { BACK, CUT, ENTER, EXACT, LEAF, RETURN, TABLE } from './model.js';
import { number, worth } from './words.js';

/** @import { Model, Window } from './model.js' */
/** @import { Words } from './words.js' */

/** @typedef {{text: string, value: number}} Option */

/**
 * @typedef {object} Question
 * @property {'leaf' | 'window' | 'cut' | 'table'} about
 * @property {number} node that it is about
 * @property {string} text
 * @property {Option[]} options
 * @property {number} answer
 * @property {string} reason why that is the answer
 */

/** @typedef {(words: Words, step: number) => Question | null} Ask */

const MOST_OPTIONS = 4;
const LOOKED_AT = 5000; // nodes whose values may serve as other answers: enough, and quick

/** The question before a step, or null. @type {Ask} */
export function questionBefore(words, step) {
  if (step <= 0 || step >= words.model.steps) return null;
  const question = whatToAsk(words, step);
  return question && question.options.length > 1 ? question : null; // else there is no choice
}

/** @type {Ask} */
function whatToAsk(words, step) {
  const { model } = words;
  const kind = model.stepKind[step];
  if (kind === LEAF) return leafQuestion(words, step);
  if (kind === BACK) return backQuestion(words, step);
  const back = model.stepKind[step - 1] === BACK;
  if (back && model.isDriver(model.stepNode[step - 1])) return passQuestion(words, step);
  if (back && model.isScout(model.stepChild[step - 1]) && kind !== CUT) {
    return againQuestion(words, step);
  }
  if (kind === RETURN && model.wholeTreeFirst) return branchesQuestion(words, step);
  if (model.stepKind[step - 1] === BACK && (kind === CUT || kind === ENTER)) {
    return cutQuestion(words, step);
  }
  if (kind === TABLE || kind === ENTER) return tableQuestion(words, step);
  return null;
}

/** What is this finished game worth? @type {Ask} */
function leafQuestion(words, step) {
  const { model } = words;
  const node = model.stepNode[step];
  if (!model.isOver(node)) return null;
  const answer = model.value[node];
  if (model.win === null) return null; // the tree does not show what a win is worth
  const win = model.win - (model.byDepth ? model.plies[node] : 0);
  const values = model.draw === 0 ? [win, 0, -win] : [win, model.draw, 0];
  if (!values.includes(answer)) return null;
  if (model.byDepth) values.push(answer < 0 ? 1 - win : win - 1); // off by one ply
  /** @param {number} value */
  const meaning = (value) => {
    if (value === model.draw) return 'draw';
    const { maximiser } = model;
    return `${words.side(value > model.draw ? maximiser : other(maximiser))} wins`;
  };
  return {
    about: 'leaf',
    node,
    text: 'The game is over here. What is this board worth?',
    options: optionsFor(values, (value) => `${number(value, model)} (${meaning(value)})`),
    answer,
    reason: words.sentence(step),
  };
}

/** The values that nodes have, by trees. @type {WeakMap<Model, number[]>} */
const known = new WeakMap();

/** @param {Model} model */
function valuesOf(model) {
  const values = () => [...new Set(model.value.subarray(0, LOOKED_AT))].filter(Number.isFinite);
  const found = known.get(model) ?? values();
  known.set(model, found);
  return found;
}

/** A value has come back: what is alpha, beta or the best value now? @type {Ask} */
function backQuestion(words, step) {
  const { model } = words;
  const node = model.stepNode[step];
  const child = model.stepChild[step];
  if (model.isDriver(node) || words.isDoubtful(child)) return null;
  const before = model.before(step);
  const asksBest = !model.narrows(node) || Number.isFinite(model.limit(node));
  const compared = asksBest ? before.best : windowSide(model, node, before);
  if (model.isOnlyMove(child) && !Number.isFinite(compared)) return null;
  const after = model.stateOf(step);
  const answer = asksBest ? after.best : windowSide(model, node, after);
  const what = asksBest ? 'the best value so far' : model.isMax(node) ? 'α' : 'β';
  const value = model.value[child];
  const [mine, theirs] = [windowSide(model, node, before), otherSide(model, node, before)];
  const near = [answer, mine, value, before.best, theirs];
  return {
    about: 'window',
    node,
    text:
      `${model.moveName(child)} comes back with ${worth(value, model.bound[child], model)}. ` +
      `What is ${what} for ${words.mover(node)} now?`,
    options: optionsFor(padded(near, model), (each) => number(each, model)),
    answer,
    reason: asksBest ? words.compared(step) : words.sentence(step),
  };
}

/** @param {Model} model @param {number} node @param {Window} state */
const windowSide = (model, node, state) => (model.isMax(node) ? state.alpha : state.beta);
/** @param {Model} model @param {number} node @param {Window} state */
const otherSide = (model, node, state) => (model.isMax(node) ? state.beta : state.alpha);

/** Cut off or go on? @type {Ask} */
function cutQuestion(words, step) {
  const { model } = words;
  const node = model.stepNode[step - 1];
  if (!model.windows || !Number.isFinite(model.limit(node))) return null;
  const cut = model.stepKind[step] === CUT;
  const best = model.stepBest[step - 1];
  const { alpha, beta } = model.before(step - 1);
  return {
    about: 'cut',
    node,
    text:
      `${words.mover(node)} has ${words.number(best)} here, α is ${words.number(alpha)}, β is ` +
      `${words.number(beta)}, and moves are left. Cut off or go on?`,
    options: [
      { text: 'Cut off', value: 1 },
      { text: 'Go on', value: 0 },
    ],
    answer: cut ? 1 : 0,
    reason: cut ? words.sentence(step) : words.goingOn(node, best),
  };
}

/** A scout has come back: is the move searched again? @type {Ask} */
function againQuestion(words, step) {
  const { model } = words;
  const node = model.stepNode[step - 1];
  const child = model.stepChild[step - 1];
  const { alpha, beta } = model.before(step - 1);
  if (beta - alpha === 1) return cutQuestion(words, step); // a null window leaves no doubt
  const again = words.isDoubtful(child);
  const [value, low, high] = [model.value[child], alpha, beta].map((each) => words.number(each));
  return {
    about: 'window',
    node,
    text:
      `The scout of ${model.moveName(child)} says ${value}. For ${words.mover(node)} α was ` +
      `${low} and β ${high}. Is the move searched again?`,
    options: [
      { text: 'Again', value: 1 },
      { text: 'Not again', value: 0 },
    ],
    answer: again ? 1 : 0,
    reason: again
      ? `${value} lies between ${low} and ${high}: the scout knows only that it is better.`
      : `${value} does not lie between ${low} and ${high}.`,
  };
}

/** A pass has come back: is another one needed? @type {Ask} */
function passQuestion(words, step) {
  const { model } = words;
  if (!model.nullWindows) return null;
  const { alpha, beta } = model.stateOf(step - 1);
  const done = alpha >= beta;
  const [low, high] = [words.number(alpha), words.number(beta)];
  return {
    about: 'window',
    node: 0,
    text: `The value is at least ${low} and at most ${high}. Is another pass needed?`,
    options: [
      { text: 'Another pass', value: 1 },
      { text: 'No, it is known', value: 0 },
    ],
    answer: done ? 0 : 1,
    reason: done
      ? 'At least and at most are the same.'
      : `It may be ${low}, ${high} or in between.`,
  };
}

/** Does the table know enough about this board? @type {Ask} */
function tableQuestion(words, step) {
  const { model } = words;
  const node = model.stepNode[step - 1];
  const source = model.remembered(node);
  if (source < 0 || model.bound[source] === EXACT) return null;
  const found = model.stepKind[step] === TABLE;
  const known = words.worth(model.value[source], model.bound[source]);
  const [alpha, beta] = [words.number(model.alpha[node]), words.number(model.beta[node])];
  return {
    about: 'table',
    node,
    text:
      `This board is in the table, worth ${known}. Here α is ${alpha} and β is ${beta}. Is that ` +
      'enough, or must it be searched again?',
    options: [
      { text: 'It is enough', value: 1 },
      { text: 'Search again', value: 0 },
    ],
    answer: found ? 1 : 0,
    reason: found ? words.sentence(step) : words.notFromTable(node),
  };
}

/** In a whole tree: which value is passed up? @type {Ask} */
function branchesQuestion(words, step) {
  const { model } = words;
  const node = model.stepNode[step];
  const values = model.childrenOf(node).map((child) => model.value[child]);
  if (new Set(values).size < 2) return null;
  return {
    about: 'window',
    node,
    text:
      `The branches are worth ${values.map((each) => number(each, model)).join(', ')}. ` +
      `What is this node worth, with ${words.mover(node)} to move?`,
    options: optionsFor([model.value[node], ...values], (each) => number(each, model)),
    answer: model.value[node],
    reason: words.sentence(step),
  };
}

/**
 * Fill up to three different options with values that nodes of this tree have.
 * @param {number[]} values
 * @param {Model} model
 */
function padded(values, model) {
  const wanted = [...new Set(values)];
  const others = valuesOf(model);
  /** @param {number} value */
  const distance = (value) => Math.abs(value - values[0]);
  const nearest = Number.isFinite(values[0])
    ? others.toSorted((a, b) => distance(a) - distance(b))
    : others;
  for (const value of nearest) {
    if (wanted.length >= 3) break;
    if (!wanted.includes(value)) wanted.push(value);
  }
  return wanted;
}

/**
 * At most four different options, always with the first value, ordered by size.
 * @param {number[]} values
 * @param {(value: number) => string} textOf
 */
function optionsFor(values, textOf) {
  return [...new Set(values)]
    .slice(0, MOST_OPTIONS)
    .sort((a, b) => a - b)
    .map((value) => ({ text: textOf(value), value }));
}

/** What was asked and how it was answered; only the first answer to a question counts. */
export class Score {
  /** @param {[step: number, right: boolean][]} [answers] */
  constructor(answers = []) {
    this.answers = new Map(answers);
  }

  /** @param {number} step @param {boolean} right */
  add(step, right) {
    if (!this.answers.has(step)) this.answers.set(step, right);
  }

  get asked() {
    return this.answers.size;
  }

  get right() {
    return [...this.answers.values()].filter(Boolean).length;
  }

  toString() {
    return `${this.right} of ${this.asked} right`;
  }
}
