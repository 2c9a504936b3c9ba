// What Watch opens on: the lessons, examples to pick from, a tree of one's own, and the position of
// the game.

import { inNames, lookOf, sideName } from '../game/names.js';
import { maySearch, shownNumber, state, update } from '../game/state.js';
import { h } from '../ui/dom.js';
import { capital, plural } from '../ui/format.js';
import { ROOT } from '../ui/root.js';
import { BoardPicture } from './board_picture.js';
import { cropped } from './crop.js';
import { doneSign, lessonsDone } from './lesson.js';
import { EXAMPLES, LESSONS, OF_TREES } from './lessons.js';

/** @import { PositionWithMethods } from '../types.js' */
/** @import { Example, Lesson } from './lessons.js' */

const WAIT = 'Two people play this game. When it is over, you can watch searches of it.';
const EARLIER = [1, 2, 3]; // how many moves before the end a finished game may be watched
const HOW_TO_WRITE = 'Each pair of brackets is a node, each number a leaf.';

export class Overview {
  /** @type {PositionWithMethods | null} */
  position = null;

  /**
   * @param {object} on
   * @param {(lesson: Lesson) => void} on.lesson
   * @param {(example: Example) => void} on.example
   * @param {(tree: string, root: string, method: string) => void} on.tree
   * @param {() => void} on.game
   * @param {(moves: number) => void} on.earlier
   */
  constructor(on) {
    this.on = on;
    this.progress = h('p', { class: 'watch-progress' });
    this.lessons = h('ol', { class: 'watch-choices is-lessons' });
    this.game = h('div', { class: 'watch-game' });
    const plain = { autocomplete: 'off', spellcheck: 'false', maxlength: 1000 };
    this.tree = h('input', { name: 'tree', class: 'watch-brackets', ...plain });
    this.tree.value = '((3 12 8) (2 4 6) (14 5 2))';
    const roots = ['MAX', 'MIN'].map((each) => h('option', { value: each }, `${each} begins`));
    this.root = h('select', { name: 'root', 'aria-label': 'At the root' }, roots);
    this.wrong = h('p', { class: 'error', role: 'alert' }); // about the tree of one's own
    this.examples = h('ul', { class: 'watch-choices' });
    this.element = h('div', { class: 'watch-overview' }, [
      section('Lessons', this.progress, this.lessons),
      h('div', { class: 'watch-own' }, [
        section('This position', null, this.game),
        section('Your own tree', h('p', { class: 'muted' }, HOW_TO_WRITE), this.form()),
      ]),
      section('Examples', null, this.examples),
    ]);
    this.draw();
  }

  /** @param {PositionWithMethods} position */
  show(position) {
    this.position = position;
    this.draw();
  }

  /** @param {string} tree @param {string} root */
  setTree(tree, root) {
    this.tree.value = tree;
    this.root.value = root;
  }

  /** Say beside the tree what is wrong with it. @param {string} text */
  refuse(text) {
    this.wrong.textContent = text;
  }

  draw() {
    const done = lessonsDone();
    const some = LESSONS.filter(({ name }) => done.includes(name)).length;
    this.progress.textContent = some
      ? `${some} of ${LESSONS.length} done.`
      : 'A small tree each, a few sentences, and a question at the end.';
    if (some === LESSONS.length) {
      const link = h('a', { href: `${ROOT}?view=practice`, onclick: toPractice }, 'Practice');
      this.progress.append(' ', link, ' has trees to do yourself.');
    }
    this.lessons.replaceChildren(...LESSONS.map((each, i) => this.lesson(each, i, done)));
    this.examples.replaceChildren(...EXAMPLES.map((each) => this.example(each)));
    this.drawGame();
  }

  /** @param {Lesson} lesson @param {number} i @param {string[]} done */
  lesson(lesson, i, done) {
    const isDone = done.includes(lesson.name);
    const attributes = { class: 'watch-choice', type: 'button', 'data-lesson': lesson.name };
    const onclick = () => this.on.lesson(lesson);
    return h('li', {}, [
      h('button', { ...attributes, onclick }, [
        h(
          'span',
          { class: `watch-number${isDone ? ' is-done' : ''}`, 'aria-hidden': 'true' },
          String(i + 1),
        ),
        h('span', { class: 'watch-choice-words' }, [
          h('strong', {}, lesson.title, ...(isDone ? doneSign() : [])),
          h('span', { class: 'muted' }, lesson.about),
        ]),
      ]),
    ]);
  }

  /** @param {Example} example */
  example(example) {
    const { name, title, about, method, depth, nodes } = example;
    const onclick = () => this.on.example(example);
    const how = `${method}${depth ? `, depth ${depth}` : ''}: ${plural(nodes, 'node')}`;
    const attributes = { class: 'watch-choice', type: 'button', 'data-example': name };
    return h('li', {}, [
      h('button', { ...attributes, onclick }, [
        thumbnail(example),
        h('span', { class: 'watch-choice-words' }, [
          h('strong', {}, title),
          h('span', { class: 'muted' }, inNames(about, { ...example, notation: 'rows' })),
          h('span', { class: 'watch-how' }, how),
        ]),
      ]),
    ]);
  }

  drawGame() {
    const { position } = this;
    if (!position) return;
    this.game.replaceChildren(
      thumbnail(position),
      h('div', { class: 'watch-choice-words' }, this.choices(position)),
    );
  }

  /** @param {PositionWithMethods} position */
  choices(position) {
    const { outcome, label, turn } = position;
    if (!state.linked && !maySearch(state.game)) return [h('p', {}, WAIT)];
    const words = outcome
      ? 'The game is over, and its last position has nothing to search.'
      : `${capital(label)}. ${sideName(turn, position)} is to move.`;
    const starts = outcome ? this.earlier() : this.start();
    return [h('p', {}, words), h('div', { class: 'watch-starts' }, starts)];
  }

  start() {
    const attributes = { type: 'button', class: 'primary', id: 'watch-this' };
    return h('button', { ...attributes, onclick: () => this.on.game() }, 'Watch this position');
  }

  earlier() {
    const played = state.linked ? 0 : shownNumber();
    return EARLIER.filter((moves) => moves <= played).map((moves) => {
      const text = moves === 1 ? 'Before the last move' : `Before the last ${moves}`;
      const onclick = () => this.on.earlier(moves);
      return h('button', { type: 'button', class: 'small', 'data-earlier': moves, onclick }, text);
    });
  }

  form() {
    const { tree } = this;
    const methods = OF_TREES.map((each) => h('option', {}, each));
    const method = h('select', { name: 'method', 'aria-label': 'Search it with' }, methods);
    const form = h('form', { class: 'watch-own-tree' }, [
      h('label', {}, h('span', { class: 'hidden' }, 'Tree in brackets'), tree),
      this.root,
      method,
      h('button', { class: 'small' }, 'Watch'),
      this.wrong,
    ]);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.refuse('');
      this.on.tree(tree.value, this.root.value, method.value);
    });
    return form;
  }
}

/** Without loading the page again. @param {MouseEvent} event */
function toPractice(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  update({ tab: 'practice' });
}

/** @param {string} title @param {HTMLElement | null} words @param {HTMLElement} content */
function section(title, words, content) {
  return h('section', { class: 'watch-section' }, h('h2', {}, title), words, content);
}

/** A small picture of a board; the words beside it say what it is. @param {Example | PositionWithMethods} board */
function thumbnail({ rows, columns, cells }) {
  const picture = new BoardPicture({ rows, columns }, lookOf({ rows, columns }) === 'stones');
  const marked = [...cells].flatMap((mark, i) => (mark === '.' ? [] : [i]));
  picture.draw([...cells], -1);
  picture.crop(cropped(marked, { rows, columns }));
  picture.element.setAttribute('aria-hidden', 'true');
  return h('span', { class: 'watch-thumbnail' }, picture.element);
}
