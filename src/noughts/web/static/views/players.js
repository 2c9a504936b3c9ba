// Choosing a player: a menu of programs, with a reason where one cannot play on this board, and
// seconds where they matter.

import { readDraft } from '../game/draft.js';
import { USUAL_OPPONENT } from '../game/friendly.js';
import { h } from '../ui/dom.js';

/** @import { About, Mark, Player } from '../types.js' */
/** @typedef {Map<string, string | null>} Reasons why players cannot play, by their names */

/**
 * A game, and why methods cannot play on from that board; throws if it is not a game.
 * @param {string} game
 * @param {{cells?: string, turn?: Mark}} [board]
 */
export async function readGame(game, { cells = '', turn } = {}) {
  const board = await readDraft({ game, text: cells, turn });
  /** @type {Reasons} */
  const reasons = new Map(board.methods.map(({ name, why_not }) => [name, forAPlayer(why_not)]));
  return { board, reasons };
}

/**
 * A reason without the advice that follows it: a player has no depth limit, and who can play here is
 * in the menu.
 * @param {string | null} reason
 */
export const forAPlayer = (reason) =>
  reason?.replace(/: set a (depth limit|limit of nodes).*/, '') ?? null;

/**
 * Why some players cannot play, in a sentence for each reason: those that share one are named together.
 * @param {Reasons} reasons
 */
export function whyNot(reasons) {
  /** @type {Map<string, string[]>} */
  const names = new Map();
  for (const [name, reason] of reasons) {
    if (!reason) continue;
    const rest = reason
      .replace(`${name} `, '')
      .replace(
        /works with up to \d+ empty cells, not with (\d+)/,
        'does not work with $1 empty cells',
      );
    names.set(rest, [...(names.get(rest) ?? []), name]);
  }
  return [...names].map(([rest, players]) =>
    players.length > 1 ? `${players.join(', ')}: each ${rest}.` : `${players[0]} ${rest}.`,
  );
}

/** A menu with its explanation and its seconds: `element`, `value()`, `offer(reasons)`. */
export class PlayerMenu {
  /** @type {Reasons} */
  reasons = new Map();

  /**
   * @param {About} about
   * @param {string} id
   * @param {string} label
   * @param {{chosen?: string, seconds?: number}} [first]
   * @param {Mark} [side] of whom it is the player
   */
  constructor(about, id, label, { chosen = USUAL_OPPONENT, seconds = 1 } = {}, side) {
    this.players = about.players;
    this.chosen = this.playerNamed(chosen)?.name ?? USUAL_OPPONENT;
    this.select = h('select', { id, 'aria-describedby': `${id}-about` });
    this.aboutLine = h('p', { class: 'muted about', id: `${id}-about` });
    this.why = h('details', { class: 'reasons', hidden: true });
    const range = { min: 0.1, max: about.limits.seconds, step: 0.1, value: seconds };
    this.seconds = h('input', { id: `${id}-seconds`, type: 'number', required: true, ...range });
    this.clock = h('label', { class: 'seconds' }, this.seconds, ' seconds per move');
    this.element = h('div', { class: 'player-menu' }, [
      h('label', { for: id, 'data-side': side }, label),
      h('div', { class: 'inline' }, this.select, this.clock),
      this.aboutLine,
      this.why,
    ]);
    this.select.addEventListener('change', () => {
      this.chosen = this.select.value;
      this.show(this.chosen);
    });
    this.offer(this.reasons);
  }

  /** Fill the menu. @param {Reasons} reasons */
  offer(reasons) {
    this.reasons = reasons;
    this.select.replaceChildren(this.group('Levels', 'level'), this.group('Methods', 'method'));
    this.show(reasons.get(this.chosen) ? USUAL_OPPONENT : this.chosen);
    const sentences = whyNot(reasons);
    this.why.hidden = sentences.length === 0;
    const items = sentences.map((sentence) => h('li', {}, sentence));
    this.why.replaceChildren(h('summary', {}, 'Why some cannot play here'), h('ul', {}, items));
  }

  /** @param {string} label @param {'level' | 'method'} kind */
  group(label, kind) {
    const players = this.players.filter((player) => player.kind === kind);
    const options = players.map(({ name }) => {
      const why = this.reasons.get(name);
      const text = why ? `${name} (not on this board)` : name;
      return h('option', { value: name, disabled: Boolean(why), title: why }, text);
    });
    return h('optgroup', { label }, options);
  }

  /** @param {string} name */
  playerNamed(name) {
    return this.players.find((player) => player.name === name);
  }

  /** @param {string} name */
  show(name) {
    this.select.value = name;
    const player = this.playerNamed(name);
    this.aboutLine.textContent = player ? `${player.about}.` : '';
    this.clock.hidden = !player?.clock;
    this.seconds.disabled = !player?.clock;
  }

  /** What is chosen. */
  value() {
    /** @type {Player} */
    const player = { name: this.select.value };
    if (!this.clock.hidden) player.seconds = this.seconds.valueAsNumber;
    return player;
  }
}
