// The dialog for a new game.

import { fetchAbout } from '../game/about.js';
import { lookOf, rulesWords, sideName } from '../game/names.js';
import { other } from '../game/notation.js';
import { begin } from '../game/session.js';
import { HUMAN, state, update } from '../game/state.js';
import { choice } from '../ui/choice.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { h, icon } from '../ui/dom.js';
import { capital, messageOf } from '../ui/format.js';
import { announce, attempt, notice } from '../ui/notice.js';
import { recall, remember } from '../ui/remember.js';
import { inviteFriend } from './invite.js';
import { nameMarks } from './marks.js';
import { boardFields, OWN_BOARD, RULES, readBoard, withOwnBoard } from './own_board.js';
import { PlayerMenu, readGame } from './players.js';

/** @import { About, Mark, Players, Shape } from '../types.js' */

/** @typedef {{chosen: string, seconds: number}} Chosen */

/**
 * What the form says.
 * @typedef {object} Choices
 * @property {string} game the name of a game, or "custom"
 * @property {keyof typeof MODES} mode
 * @property {Mark} mark
 * @property {keyof typeof STARTS} starts
 * @property {keyof typeof FIRSTS} first
 * @property {typeof OWN_BOARD} custom
 */

const MODES = { computer: 'Me and the computer', people: 'Two people', programs: 'Two programs' };
const MARKS = { x: 'X', o: 'O' };
const STARTS = { me: 'Me', computer: 'Computer', coin: 'Toss a coin' };
const FIRSTS = { ...MARKS, coin: 'Toss a coin' };
const REPLY_TIMES = { 0: 'Off', 0.3: '0.3 s', 0.8: '0.8 s' };

/** Ask what to play, and begin it. @param {string} [game] what is chosen at first */
export const askForNewGame = (game) =>
  attempt(async () => new NewGame(await fetchAbout(), game).open());

class NewGame {
  stones = false; // whether the chosen board shows stones
  /** @type {Shape | null} */
  board = null; // the chosen one, as the server has read it
  startIsGiven = false; // whether somebody has chosen here who starts

  /** @param {About} about @param {string} [game] */
  constructor(about, game) {
    this.about = about;
    const shown = about.games.find((each) => each.game === state.game?.game)?.game;
    const first = game ?? shown;
    /** @type {Partial<Choices & Record<'opponent' | 'x' | 'o', Chosen>>} */
    this.last = recall('new-game', {});
    this.isOther = first !== undefined && first !== this.last.game;
    if (first) this.last = { ...this.last, game: first };
    this.menus = {
      opponent: new PlayerMenu(about, 'opponent', 'Opponent', this.last.opponent),
      x: new PlayerMenu(about, 'program-x', 'X', this.last.x ?? { chosen: 'engine' }, 'x'),
      o: new PlayerMenu(about, 'program-o', 'O', this.last.o ?? { chosen: 'alpha-beta' }, 'o'),
    };
    this.error = h('p', { class: 'error', role: 'alert', id: 'new-game-error' });
    this.label = h('p', { class: 'muted about', id: 'game-label' });
    const attributes = { id: 'new-game-form', method: 'dialog', novalidate: true };
    this.form = h('form', attributes, this.parts());
    this.form.addEventListener('submit', (event) => this.submit(event));
    this.form.addEventListener('change', (event) => this.changed(event));
  }

  async open() {
    openDialog('new-game-dialog', 'New game', this.form);
    /** @type {HTMLElement | null} */ (this.form.querySelector('input:checked'))?.focus(); // Enter starts the game
    this.arrange();
    await this.readGame();
    if (this.isOther) this.letBlackStart(); // what was chosen last was about another game
  }

  parts() {
    const { last } = this;
    const games = Object.fromEntries(
      this.about.games.map(({ game, name }) => [game, capital(name)]),
    );
    const wait = String(recall('reply-time', 0.3));
    return [
      choice('Game', 'game', withOwnBoard(games), last.game ?? '3x3x3'),
      boardFields(last.custom ?? OWN_BOARD, this.about.limits.rows),
      this.label,
      choice('Who plays', 'mode', MODES, last.mode ?? 'computer'),
      h('div', { class: 'for-computer pair-of-choices' }, [
        choice('You play', 'mark', MARKS, last.mark ?? 'x'),
        choice('Who starts', 'starts', STARTS, last.starts ?? 'me'),
      ]),
      h('div', { class: 'for-others' }, choice('Who starts', 'first', FIRSTS, last.first ?? 'x')),
      h('div', { class: 'for-people' }, this.inviteButton()),
      h('div', { class: 'for-computer' }, this.menus.opponent.element),
      h('div', { class: 'for-programs' }, this.menus.x.element, this.menus.o.element),
      h('div', { class: 'for-anybody' }, [
        choice('Programs wait at least', 'reply', REPLY_TIMES, wait),
      ]),
      h('div', { class: 'actions' }, [
        this.error,
        h('button', { type: 'button', id: 'cancel-new-game', onclick: closeDialog }, 'Cancel'),
        h('button', { class: 'primary', id: 'start-game' }, 'Start'),
      ]),
    ];
  }

  /** Two people at this screen, or one of them elsewhere. */
  inviteButton() {
    const onclick = () => inviteFriend(this.chosen().gameName);
    return h('button', { type: 'button', id: 'invite-instead', onclick }, [
      icon('friend'),
      'Play on two machines instead…',
    ]);
  }

  /** What the form says now. */
  chosen() {
    const given = /** @type {any} */ (Object.fromEntries(new FormData(this.form)));
    /** @type {Choices} */
    const { game, mode, mark, starts, first } = given;
    return { game, mode, mark, starts, first, ...readBoard(given), reply: Number(given.reply) };
  }

  /** @param {Event} event */
  async changed(event) {
    this.arrange();
    const { name } = /** @type {HTMLInputElement} */ (event.target);
    if (name === 'starts') this.startIsGiven = true;
    if (RULES.includes(name)) await this.readGame();
    else if (this.board) this.nameStarts(this.board);
    if (name === 'mark' || RULES.includes(name)) this.letBlackStart();
  }

  /** With stones, say which colour would start. @param {Shape} board */
  nameStarts(board) {
    const { mark } = this.chosen();
    for (const [value, side] of Object.entries({ me: mark, computer: other(mark) })) {
      const place = this.form.querySelector(`[name=starts][value=${value}] + span`);
      const text = STARTS[/** @type {keyof typeof STARTS} */ (value)];
      if (place) place.textContent = this.stones ? `${text}, ${sideName(side, board)}` : text;
    }
  }

  /** With stones, Black starts unless somebody says otherwise. */
  letBlackStart() {
    const { mark, starts } = this.chosen();
    if (!this.stones || this.startIsGiven || starts === 'coin') return;
    const wanted = mark === 'x' ? 'me' : 'computer';
    const button = this.form.querySelector(`[name=starts][value=${wanted}]`);
    /** @type {HTMLInputElement} */ (button).checked = true;
  }

  /** Show the parts of the form that fit the choices. */
  arrange() {
    const { game, mode } = this.chosen();
    /** @param {string} kind @param {boolean} shown */
    const show = (kind, shown) => {
      for (const part of this.form.querySelectorAll(`.for-${kind}`)) {
        part.toggleAttribute('hidden', !shown);
      }
    };
    show('custom', game === 'custom');
    show('computer', mode === 'computer');
    show('others', mode !== 'computer');
    show('programs', mode === 'programs');
    show('people', mode === 'people');
    show('anybody', mode !== 'people');
  }

  /** Let the server say what game this is, and who cannot play it. */
  async readGame() {
    const { gameName } = this.chosen();
    const current = () => gameName === this.chosen().gameName;
    try {
      const { board, reasons } = await readGame(gameName);
      if (!current()) return;
      this.error.textContent = '';
      this.label.textContent = `${capital(rulesWords(board))}.`;
      nameMarks(this.form, board);
      this.stones = lookOf(board) === 'stones';
      this.board = board;
      this.nameStarts(board);
      for (const menu of Object.values(this.menus)) menu.offer(reasons);
    } catch (error) {
      if (!current()) return;
      this.error.textContent = messageOf(error);
      this.label.textContent = '';
    }
  }

  /** @param {Event} event */
  async submit(event) {
    event.preventDefault();
    const chosen = this.chosen();
    const { body, coin } = this.request(chosen);
    try {
      remember('reply-time', chosen.reply);
      await begin(body, { running: chosen.mode === 'programs' });
      update({ tab: 'play' });
      this.rememberChoices(chosen);
      closeDialog();
      if (coin) notice(coinWords(coin));
      else announce('New game.');
    } catch (error) {
      this.error.textContent = messageOf(error);
    }
  }

  /**
   * The game to begin, and the result of the coin toss.
   * @param {Choices & {gameName: string}} chosen
   */
  request({ gameName, mode, mark, starts, first }) {
    const { opponent, x, o } = this.menus;
    if (mode === 'people') return this.withTurn(gameName, { x: HUMAN, o: HUMAN }, first);
    if (mode === 'programs') return this.withTurn(gameName, { x: x.value(), o: o.value() }, first);
    const them = opponent.value();
    const players = mark === 'x' ? { x: HUMAN, o: them } : { x: them, o: HUMAN };
    /** @type {Mark | 'coin'} */
    const turn = starts === 'coin' ? 'coin' : starts === 'me' ? mark : other(mark);
    return this.withTurn(gameName, players, turn, mark);
  }

  /**
   * @param {string} game
   * @param {Players} players
   * @param {Mark | 'coin'} wanted who starts
   * @param {Mark | null} mine
   */
  withTurn(game, players, wanted, mine = null) {
    if (wanted !== 'coin') return { body: { game, turn: wanted, players }, coin: null };
    /** @type {Mark} */
    const turn = Math.random() < 0.5 ? 'x' : 'o';
    return { body: { game, turn, players }, coin: { turn, mine } };
  }

  /** @param {Choices} chosen */
  rememberChoices(chosen) {
    /** @param {PlayerMenu} menu @returns {Chosen} */
    const kept = ({ chosen, seconds }) => ({ chosen, seconds: seconds.valueAsNumber || 1 });
    const { opponent, x, o } = this.menus;
    remember('new-game', { ...chosen, opponent: kept(opponent), x: kept(x), o: kept(o) });
  }
}

/** Who starts the game that has begun. @param {{turn: Mark, mine: Mark | null}} coin */
function coinWords({ turn, mine }) {
  if (turn === mine) return 'The coin says: you start.';
  return `The coin says: ${mine === null ? sideName(turn) : 'the computer'} starts.`;
}
