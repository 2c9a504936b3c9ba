// Choosing a player: a menu of people and programs, with a reason where one cannot play that board,
// and seconds where they mean something.

import { request } from '../game/api.js';
import { h } from '../ui/dom.js';

const LEVELS = ['easy', 'medium', 'hard', 'perfect', 'random'];

let about = null;

/** What there is to choose from; asked once. */
export async function fetchAbout() {
  about ??= await request('GET', '/about');
  return about;
}

/** A game in words, and why methods cannot play on from that board; throws if it is none. */
export async function readGame(game, { cells = '', turn } = {}) {
  const asked = { game, text: cells, turn };
  const { label, methods, game: name } = await request('POST', '/position', asked);
  const reasons = new Map(methods.map((method) => [method.name, method.why_not]));
  return { game: name, label, reasons };
}

/** A menu with its explanation and its seconds: `element`, `value()`, `offer(reasons)`. */
export class PlayerMenu {
  constructor(id, label, { chosen = 'hard', seconds = 1 } = {}) {
    this.chosen = about.players.some(({ name }) => name === chosen) ? chosen : 'hard';
    this.reasons = new Map();
    this.select = h('select', { id, 'aria-describedby': `${id}-about` });
    this.aboutLine = h('p', { class: 'muted about', id: `${id}-about` });
    this.why = h('details', { class: 'reasons', hidden: true });
    this.seconds = h('input', {
      id: `${id}-seconds`,
      type: 'number',
      min: 0.1,
      max: about.limits.seconds,
      step: 0.1,
      value: seconds,
      required: true,
    });
    this.clock = h('label', { class: 'seconds' }, this.seconds, ' seconds a move');
    this.element = h(
      'div',
      { class: 'player-menu' },
      h('label', { for: id }, label),
      h('div', { class: 'inline' }, this.select, this.clock),
      this.aboutLine,
      this.why,
    );
    this.select.addEventListener('change', () => this.choose(this.select.value));
    this.offer(this.reasons);
  }

  /** Fill the menu; `reasons` maps the names of those that cannot play to a sentence. */
  offer(reasons) {
    this.reasons = reasons;
    const levels = about.players.filter(({ name }) => LEVELS.includes(name));
    const methods = about.players.filter(({ name }) => !LEVELS.includes(name));
    this.select.replaceChildren(this.group('Levels', levels), this.group('Methods', methods));
    this.choose(reasons.get(this.chosen) ? 'hard' : this.chosen, { remember: false });
    const sentences = [...reasons.values()].filter(Boolean);
    this.why.hidden = sentences.length === 0;
    this.why.replaceChildren(
      h('summary', {}, 'Why some cannot play here'),
      h('ul', {}, sentences.map((sentence) => h('li', {}, sentence))),
    );
  }

  group(label, players) {
    return h('optgroup', { label }, players.map((player) => this.option(player)));
  }

  option({ name }) {
    const why = this.reasons.get(name);
    const text = why ? `${name} (not on this board)` : name;
    return h('option', { value: name, disabled: Boolean(why), title: why }, text);
  }

  choose(name, { remember = true } = {}) {
    if (remember) this.chosen = name;
    this.select.value = name;
    const player = about.players.find((each) => each.name === name);
    this.aboutLine.textContent = player ? `${player.about}.` : '';
    this.clock.hidden = !player?.clock;
    this.seconds.disabled = !player?.clock;
  }

  value() {
    const player = { name: this.select.value };
    if (!this.clock.hidden) player.seconds = this.seconds.valueAsNumber;
    return player;
  }
}
