// The board in a notebook: it draws what Python says, and tells Python what was clicked. It knows no
// rules: which moves are legal, what they are worth and who has won is all in `_shown`.

import { inNames, lookOf } from '../web/static/game/names.js';
import { cellValues, legend } from '../web/static/game/verdicts.js';
import { h, setDisabled } from '../web/static/ui/dom.js';
import { Board } from '../web/static/views/board.js';
import { Place } from './place.js';

/** @import { Rendering, SharedModel, Shown } from './types.js' */

const PATIENCE = 3000; // milliseconds until Python's silence is remarked on
const SMALL = 28; // pixels: on smaller cells, a finger taps twice
const SILENCE = 'Python does not answer: it is busy, or not running. Then run the cell again.';

class Game {
  /** The move that Python has been told of and has not answered. @type {string | null} */
  sent = null;
  /** The cell that waits for a second tap. @type {string | null} */
  aim = null;
  silence = 0; // a timer
  cells = h('div', { class: 'board' });
  said = h('p', { class: 'said', role: 'status' });
  worth = h('p', { class: 'worth', role: 'status' });
  signs = h('p', { class: 'signs' });
  buttons = {
    undo: button('Undo', () => this.tell('undo')),
    values: button('Values', () => this.toggleValues()),
    new: button('New game', () => this.tell('new')),
    go: button('Let it move', () => this.tell('go')),
  };
  board = new Board(this.cells, { onChoose: (name, pointer) => this.choose(name, pointer) });

  /** @param {SharedModel} model @param {HTMLElement} root */
  constructor(model, root) {
    this.model = model;
    const tools = { class: 'tools', role: 'group', 'aria-label': 'Game' };
    root.append(
      this.said,
      this.cells,
      h('div', tools, Object.values(this.buttons)),
      this.worth,
      this.signs,
    );
    this.draw();
  }

  /** What Python shows. @returns {Shown} */
  get shown() {
    return this.model.get('_shown');
  }

  /** Python has answered. */
  answered() {
    clearTimeout(this.silence);
    this.sent = this.aim = null;
    this.draw();
  }

  /** A cell was chosen; Python says whether it may be. @param {string} name @param {string} pointer */
  choose(name, pointer) {
    const { mine, thinking, moves, legal } = this.shown;
    if (!mine || thinking || this.sent) return;
    const small = pointer === 'touch' && this.board.cellSize < SMALL;
    if (small && this.aim !== name && legal.includes(name)) {
      this.aim = name;
      this.draw();
      return;
    }
    this.sent = name;
    this.model.send({ do: 'play', move: name, number: moves.length });
    this.waitForPython();
  }

  /** @param {'undo' | 'new' | 'go'} what */
  tell(what) {
    this.model.send({ do: what, number: this.shown.moves.length });
    this.waitForPython();
  }

  toggleValues() {
    this.model.set('values', !this.model.get('values'));
    this.model.save_changes();
    this.draw();
    this.waitForPython();
  }

  waitForPython() {
    this.draw();
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.sent = null;
      this.draw();
      if (!this.shown.thinking) this.said.textContent = SILENCE;
    }, PATIENCE);
  }

  draw() {
    const { shown, sent, aim } = this;
    const { legal, moves, outcome, analysis, turn, program, thinking } = shown;
    const free = shown.mine && !thinking && !sent;
    const valued = this.model.get('values') ? analysis : null;
    this.board.draw({
      ...shown,
      label: `${shown.label}, ${shown.said}`,
      flipped: false,
      playable: new Set(free ? legal : []),
      last: moves.at(-1) ?? null,
      line: outcome?.cells ?? [],
      pending: null,
      numbers: null,
      values: valued && cellValues(valued),
      look: lookOf(shown),
      aim,
      ghosts: new Map(sent && legal.includes(sent) ? [[sent, { mark: turn, number: null }]] : []),
      animate: true,
    });
    this.said.textContent = inNames(shown.said, shown);
    this.worth.textContent = inNames(shown.worth, shown);
    this.signs.textContent = valued ? inNames(legend(valued).join('; '), shown) : '';
    const { undo, values, go } = this.buttons;
    setDisabled(undo, !shown.back || thinking);
    values.setAttribute('aria-pressed', String(this.model.get('values')));
    go.hidden = !program || thinking;
  }
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const element = h('button', { type: 'button', class: 'small' }, text);
  element.addEventListener('click', () => {
    if (element.getAttribute('aria-disabled') !== 'true') act();
  });
  return element;
}

/** @param {Rendering} rendering */
export function render({ model, el }) {
  const place = new Place(el, model.get('_sheet'), () => {});
  const game = new Game(model, place.root);
  const answered = () => game.answered();
  model.on('change:_shown', answered);
  model.on('change:values', answered);
  return () => {
    model.off('change:_shown', answered);
    model.off('change:values', answered);
    clearTimeout(game.silence);
    place.close();
  };
}
