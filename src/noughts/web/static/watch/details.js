// The panel about one node: its board, whose turn it is, alpha, beta, value, why it ended, and the
// way to its neighbours. It is also the tree for people who cannot see the canvas.

import { h, setLabel } from '../ui/dom.js';
import { capital, count } from '../ui/format.js';
import { BoardPicture } from './board_picture.js';
import { certainty, number, worth } from './words.js';

/** @import { Model, Window } from './model.js' */
/** @import { Words } from './words.js' */

/** @typedef {Record<keyof typeof ROWS, HTMLElement>} Rows */

const NOBODY = 'nobody';
const LARGE = 6; // columns: with more the board needs more room

const UNSAID = '\u00a0'; // a line that says nothing, so that the others stay where they are
const ROWS = { move: 'Move', turn: 'To move', alpha: 'α', beta: 'β', value: 'Value' };

/** @type {Record<string, 'parent' | 'child' | 'previous' | 'next'>} */
const WAYS = { ArrowUp: 'parent', ArrowDown: 'child', ArrowLeft: 'previous', ArrowRight: 'next' };

export class Details {
  /** In the panel, and in short. @type {BoardPicture[]} */
  pictures = [];

  /**
   * @param {object} on
   * @param {(node: number) => void} on.select
   * @param {(step: number) => void} on.goTo
   * @param {(node: number) => void} on.fold
   */
  constructor(on) {
    this.title = h('h2', { class: 'watch-node' });
    this.board = h('div', { class: 'watch-board' });
    this.labels = /** @type {Rows} */ ({});
    this.facts = /** @type {Rows} */ ({});
    const list = h('dl', {});
    for (const [row, text] of /** @type {[keyof Rows, string][]} */ (Object.entries(ROWS))) {
      this.labels[row] = h('dt', {}, text);
      this.facts[row] = h('dd', {});
      list.append(this.labels[row], this.facts[row]);
    }
    this.ended = h('p', { class: 'watch-ended' });
    this.brief = h('div', { class: 'watch-brief', 'aria-hidden': 'true' });
    this.ways = {
      parent: way('↑', 'Parent node (Alt+↑)', on.select),
      child: way('↓', 'First child (Alt+↓)', on.select),
      previous: way('←', 'Previous sibling (Alt+←)', on.select),
      next: way('→', 'Next sibling (Alt+→)', on.select),
    };
    this.start = way('⇤', 'Go to the step that enters this node', on.goTo);
    this.finish = way('⇥', 'Go to the step that finishes this node', on.goTo);
    this.foldButton = way('⊟', 'Fold (f)', on.fold);
    const arrows = { class: 'watch-ways', role: 'group', 'aria-label': 'Walk the tree' };
    this.element = h('section', { class: 'watch-details watch-panel', 'aria-label': 'Node' }, [
      this.title,
      h('div', { class: 'watch-facts' }, this.board, h('div', {}, list, this.ended)),
      h('div', arrows, Object.values(this.ways), this.foldButton, this.start, this.finish),
    ]);
  }

  /**
   * @param {Words} words
   * @param {number} node
   * @param {{step: number, folded: boolean, asked: boolean, veiled: boolean}} now with `veiled` nothing is said
   *   about the next step
   */
  show(words, node, { step, folded, asked, veiled }) {
    const { facts } = this;
    const { model } = words;
    const isCurrent = node === model.stepNode[step];
    const which = isCurrent ? 'Current node:' : asked ? 'Asked about: node' : 'Selected node:';
    const place = `${count(node + 1 - model.drivers)} of ${count(model.nodes)}`;
    this.title.textContent = `${which} ${model.isDriver(node) ? 'all passes' : place}`;
    this.element.classList.toggle('is-selected', !isCurrent);
    this.showBoard(model, node);
    const role = model.isMax(node) ? '▲ MAX' : '▼ MIN';
    this.labels.move.textContent = model.names ? 'Name' : 'Move';
    facts.move.textContent = model.names ? model.moveName(node) : movesTo(model, node);
    const over = model.isGiven(node) || model.isOver(node);
    const who = model.names ? role : `${words.mover(node)}, ${role}`;
    facts.turn.textContent = over ? NOBODY : who;
    facts.turn.className = over ? '' : model.names ? `is-${model.role(node)}` : 'is-side';
    const window = model.isEntered(node, step) ? model.stateAt(node, step) : null;
    this.showWindow(model, node, window);
    this.showValue(model, node, step, window);
    this.ended.textContent = capital(`${words.ended(node, step)}.`);
    this.showBrief();
    this.showWays(model, node, step, veiled);
    this.foldButton.textContent = folded ? '⊞' : '⊟';
    setLabel(this.foldButton, folded ? 'Unfold (f)' : 'Fold (f)');
  }

  /** The node in a sentence. */
  get spoken() {
    const { facts, title, ended } = this;
    const words = [title, facts.move, facts.turn, facts.value, ended];
    return words.map((each) => each.textContent).join(', ');
  }

  /** What a key does with Alt: it walks the tree. @param {string} key */
  altKey(key) {
    const way = WAYS[key] && this.ways[WAYS[key]];
    return way && (() => way.click()); // one that is disabled does nothing
  }

  /** @param {Model} model @param {number} node */
  showBoard(model, node) {
    this.element.classList.toggle('has-board', !model.names);
    for (const each of [this.element, this.brief]) {
      each.classList.toggle('is-large', model.position.columns > LARGE);
    }
    if (model.names) this.pictures = [];
    else if (this.pictures[0]?.position !== model.position) {
      this.pictures = [0, 1].map(() => new BoardPicture(model.position));
    }
    this.board.replaceChildren(...this.pictures.slice(0, 1).map(({ element }) => element));
    for (const picture of this.pictures) {
      picture.draw(model.cellsAt(node), model.cell[node]);
    }
  }

  /** What the panel says, in a line or two. */
  showBrief() {
    const { facts, labels } = this;
    const rows = /** @type {(keyof Rows)[]} */ (Object.keys(ROWS));
    const unsaid = [NOBODY, UNSAID];
    const shown = rows.filter((row) => {
      const { hidden, textContent } = facts[row];
      return !hidden && !unsaid.includes(textContent ?? '');
    });
    const words = shown.map((row) => {
      const label = row === 'turn' ? '' : `${labels[row].textContent} `;
      return h('span', {}, label, h('b', {}, facts[row].textContent));
    });
    const board = this.pictures.slice(1).map(({ element }) => element);
    this.brief.replaceChildren(
      ...(board.length ? [h('div', { class: 'watch-board' }, board)] : []),
      h('p', {}, words),
    );
  }

  /**
   * Alpha and beta as they are, and with what the node was entered where that was something else.
   * @type {(model: Model, node: number, window: Window | null) => void}
   */
  showWindow(model, node, window) {
    const { facts, labels } = this;
    const { windows } = model;
    for (const side of /** @type {const} */ (['alpha', 'beta'])) {
      facts[side].hidden = labels[side].hidden = !windows;
      const first = model[side][node];
      const changed = window && window[side] !== first;
      const entered = changed ? ` (on entry ${number(first, model)})` : '';
      labels[side].textContent = window ? ROWS[side] : UNSAID;
      facts[side].textContent = window ? number(window[side], model) + entered : UNSAID;
    }
  }

  /** @type {(model: Model, node: number, step: number, window: Window | null) => void} */
  showValue(model, node, step, window) {
    const { facts, labels } = this;
    const done = model.isDone(node, step) || model.isGiven(node);
    labels.value.textContent = done || !window ? 'Value' : 'Best so far';
    if (done) {
      const value = worth(model.value[node], model.bound[node], model);
      facts.value.textContent = `${value} ${certainty(model, node)}`.trim();
    } else {
      const known = window && Number.isFinite(window.best);
      facts.value.textContent = known ? number(window.best, model) : 'none yet';
    }
  }

  /** @type {(model: Model, node: number, step: number, veiled: boolean) => void} */
  showWays(model, node, step, veiled) {
    const { ways } = this;
    /** @param {number} other */
    const seen = (other) => other >= 0 && (model.names !== null || model.isEntered(other, step));
    const [child, next] = [model.firstChild[node], model.nextSibling[node]];
    const [parent, previous] = [model.parent[node], model.previousSibling[node]];
    setWay(ways.parent, parent, parent >= 0);
    setWay(ways.child, child, seen(child));
    setWay(ways.previous, previous, previous >= 0);
    setWay(ways.next, next, seen(next));
    setWay(this.foldButton, node, child >= 0);
    const [start, finish] = [model.enterStep[node], model.doneStep[node]];
    setWay(this.start, start, start < model.steps && !veiled);
    setWay(this.finish, finish, finish < model.steps && !veiled);
  }
}

/**
 * The moves that lead to a node; the last ones if there are many.
 * @param {Model} model
 * @param {number} node
 */
function movesTo(model, node) {
  if (node === 0) return `none: ${model.moveName(0)}`;
  const names = model
    .pathTo(node)
    .slice(1)
    .map((each) => model.moveName(each));
  return names.length > 4 ? `… ${names.slice(-4).join(' ')}` : names.join(' ');
}

/**
 * A button that leads to the node or the step that its value names.
 * @type {(text: string, label: string, go: (to: number) => void) => HTMLButtonElement}
 */
function way(text, label, go) {
  const button = h('button', { type: 'button', class: 'watch-way' }, text);
  button.addEventListener('click', () => go(Number(button.value)));
  setLabel(button, label);
  return button;
}

/** @param {HTMLButtonElement} way @param {number} to @param {boolean} possible */
function setWay(way, to, possible) {
  way.disabled = !possible;
  way.value = possible ? String(to) : '';
}
