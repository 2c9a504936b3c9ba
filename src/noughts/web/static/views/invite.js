// Playing a friend on another machine: choose the game, then show the invitation, as a link and as a
// code to scan. The first person who opens it gets the other seat.

import { fetchAbout, origins, refreshAbout } from '../game/about.js';
import { rulesWords, sideName } from '../game/names.js';
import { codeOf, hereOnly } from '../game/scan.js';
import { invitationTo, newKey, seatAt } from '../game/seats.js';
import { begin } from '../game/session.js';
import { HUMAN, state, update } from '../game/state.js';
import { choice } from '../ui/choice.js';
import { toClipboard } from '../ui/clipboard.js';
import { closeDialog, openDialog } from '../ui/dialogs.js';
import { h, icon } from '../ui/dom.js';
import { capital, messageOf } from '../ui/format.js';
import { sheet } from '../ui/load.js';
import { attempt, notice } from '../ui/notice.js';
import { recall, remember } from '../ui/remember.js';
import { nameMarks } from './marks.js';
import { nameField } from './name_field.js';
import { boardFields, OWN_BOARD, readBoard, withOwnBoard } from './own_board.js';
import { readGame } from './players.js';

/** @import { About, Game, Mark } from '../types.js' */

/** @typedef {Record<string, string>} Options texts by values */
/** @typedef {{seconds: number, increment: number}} WantedClock */

const MARKS = { x: 'X', o: 'O', coin: 'Toss a coin' };
const CLOCKS = {
  none: 'No clock',
  '180+2': '3 min + 2 s',
  '600+5': '10 min + 5 s',
  own: 'Another',
};
const OWN_CLOCK = { minutes: 5, increment: 3 };
const DIALOG = 'invitation-dialog';

/**
 * Ask what to play with a friend, begin it and show the invitation.
 * @param {string} [game] the game that is chosen at first; that on the screen, '' for the last one
 */
export const inviteFriend = (game = state.game?.game ?? '') =>
  attempt(async () => {
    const [about] = await Promise.all([fetchAbout(), sheet('table.css')]);
    return about.alone ? explainAlone() : new Invite(about, game).open();
  });

/** Nobody can come to a server that runs in this browser. */
function explainAlone() {
  const words = [
    'This page runs in your browser alone: there is no server where a friend could meet you.',
    'Install Noughts, start it with “noughts web --host 0.0.0.0”, and invite them from there. Or ' +
      'copy a link to the position: anyone who opens it can play on from there.',
  ];
  const close = h('button', { type: 'button', class: 'primary', onclick: closeDialog }, 'Close');
  const sentences = words.map((text) => h('p', {}, text));
  const actions = h('div', { class: 'actions' }, close);
  openDialog(
    'invite-alone',
    'Play a friend',
    h('div', { class: 'invitation' }, ...sentences, actions),
  );
}

class Invite {
  /** @param {About} about @param {string} game */
  constructor(about, game) {
    /** @type {Partial<ReturnType<Invite['chosen']>>} */
    this.last = recall('invite', {});
    this.games = gamesOf(about, game);
    this.most = about.limits.rows;
    this.label = h('p', { class: 'muted about', id: 'invite-label' });
    this.chosenGame = game || this.last.game || '';
    this.error = h('p', { class: 'error', role: 'alert', id: 'invite-error' });
    const attributes = { id: 'invite-form', method: 'dialog', novalidate: true };
    this.form = h('form', attributes, this.parts());
    this.form.addEventListener('submit', (event) => this.submit(event));
    this.form.addEventListener('change', () => this.arrange());
  }

  open() {
    openDialog('invite-dialog', 'Play a friend', this.form);
    return this.arrange();
  }

  parts() {
    const { minutes, increment } = this.last.own ?? OWN_CLOCK;
    this.own = h('div', { class: 'inline' }, [
      numberField('Minutes each', 'minutes', minutes, { min: 0.1, max: 600, step: 'any' }),
      numberField('Seconds more per move', 'increment', increment, { min: 0, max: 600, step: 1 }),
    ]);
    this.board = boardFields(this.last.custom ?? OWN_BOARD, this.most);
    return [
      h('p', { class: 'muted' }, `Each of you plays in a browser of your own. ${newGameWords()}`),
      choice('Game', 'game', this.games, this.chosenGame),
      this.board,
      this.label,
      choice('You play', 'mark', MARKS, this.last.mark ?? 'x'),
      choice('Clock', 'clock', CLOCKS, this.last.clock ?? 'none'),
      this.own,
      nameField(),
      h('div', { class: 'actions' }, [
        this.error,
        h('button', { type: 'button', onclick: closeDialog }, 'Cancel'),
        h('button', { class: 'primary', id: 'make-invitation' }, 'Make an invitation'),
      ]),
    ];
  }

  /** What the form says now. */
  chosen() {
    const given = /** @type {Record<string, string>} */ (
      Object.fromEntries(new FormData(this.form))
    );
    const { game, mark, clock, minutes, increment, name } = given;
    const own = { minutes: Number(minutes), increment: Number(increment) };
    return { game, mark, clock, own, name, ...readBoard(given) };
  }

  async arrange() {
    const { game, clock, gameName } = this.chosen();
    if (this.own) this.own.hidden = clock !== 'own';
    if (this.board) this.board.hidden = game !== 'custom';
    const current = () => gameName === this.chosen().gameName;
    try {
      const { board } = await readGame(gameName);
      if (!current()) return;
      this.error.textContent = '';
      this.label.textContent = `${capital(rulesWords(board))}.`;
      nameMarks(this.form, board);
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
    const coin = Math.random() < 0.5 ? 'x' : 'o';
    const mark = /** @type {Mark} */ (chosen.mark === 'coin' ? coin : chosen.mark);
    const seat = { mark, key: newKey(), invitation: newKey() };
    try {
      const { name } = chosen;
      const invite = { ...seat, clock: clockOf(chosen.clock, chosen.own), name };
      const body = { game: chosen.gameName, players: { x: HUMAN, o: HUMAN }, invite };
      const game = await begin(body, { seat });
      remember('invite', chosen);
      remember('name', name);
      update({ tab: 'play' });
      if (game) await showInvitation(game);
      if (chosen.mark === 'coin') notice(`The coin says: you play ${sideName(mark)}.`);
    } catch (error) {
      this.error.textContent = messageOf(error);
    }
  }
}

/** What becomes of the game on the screen. */
function newGameWords() {
  const { game } = state;
  if (!game || game.outcome || game.moves.length === 0) return '';
  return 'This begins a new game; the one on the board stays in My games.';
}

/** @param {About} about @param {string} game @returns {Options} */
function gamesOf(about, game) {
  const games = about.games.map((each) => [each.game, capital(each.name)]);
  const known = Object.fromEntries(games);
  return withOwnBoard(game && !known[game] ? { [game]: `This board, ${game}`, ...known } : known);
}

/** @param {string} chosen @param {typeof OWN_CLOCK} own @returns {WantedClock | null} */
function clockOf(chosen, own) {
  if (chosen === 'none') return null;
  if (chosen === 'own') return { seconds: 60 * own.minutes, increment: own.increment };
  const [seconds, increment] = chosen.split('+').map(Number);
  return { seconds, increment };
}

// ---- The invitation ----

/** Show the invitation to a game that this browser has made. @param {Game} game */
export async function showInvitation({ id }) {
  const invitation = seatAt(id)?.invitation;
  if (!invitation) return;
  await refreshAbout();
  const place = h('div', { class: 'invitation' });
  openDialog(DIALOG, 'Your invitation', place);
  /** @param {string} origin */
  const show = (origin) =>
    attempt(async () => {
      const link = origin + invitationTo(id, invitation);
      const code = await codeOf(link);
      const parts = invitationParts(id, { link, code, origin, show });
      place.replaceChildren(...parts.filter((part) => part instanceof Node));
    });
  await show(origins()[0]);
}

/** The other player has come. */
export function closeInvitation() {
  if (document.getElementById(DIALOG)) closeDialog();
}

/**
 * @param {string} id
 * @param {object} about
 * @param {string} about.link
 * @param {Element} about.code
 * @param {string} about.origin
 * @param {(origin: string) => unknown} about.show
 */
function invitationParts(id, { link, code, origin, show }) {
  const field = h('input', {
    id: 'invitation-link',
    readonly: true,
    'aria-label': 'Link',
    value: link,
  });
  field.addEventListener('focus', () => field.select());
  return [
    h(
      'p',
      {},
      'Send this link, or let it be scanned. The first person who opens it plays with you.',
    ),
    code,
    h('div', { class: 'link-row' }, [
      field,
      h(
        'button',
        { id: 'copy-invitation', class: 'primary', onclick: () => copy(field) },
        icon('link'),
        'Copy',
      ),
      canShare(link) &&
        h('button', { id: 'share-invitation', onclick: () => share(link) }, icon('up'), 'Share…'),
    ]),
    origins().length > 1 && addressMenu(origin, show),
    hereOnly(link),
    h('div', { class: 'spectators' }, [
      h('p', { class: 'muted' }, 'Others can watch without a seat:'),
      h(
        'button',
        {
          id: 'copy-spectators',
          class: 'small',
          onclick: () => copyText(`${origin}/?id=${id}`, 'The link for spectators is copied.'),
        },
        'Copy a link for spectators',
      ),
    ]),
  ];
}

/** @param {string} chosen @param {(origin: string) => unknown} show */
function addressMenu(chosen, show) {
  const menu = h(
    'select',
    { id: 'invitation-address' },
    origins().map((each) => h('option', { value: each }, each)),
  );
  menu.value = chosen;
  menu.addEventListener('change', () => show(menu.value));
  return h(
    'label',
    { class: 'field' },
    'If it does not open there, try another address of this computer',
    menu,
  );
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  await copyText(field.value, 'The invitation is copied.');
}

/** @param {string} text @param {string} sentence */
async function copyText(text, sentence) {
  if (await toClipboard(text)) notice(sentence);
  else notice(`Copy this: ${text}`, { stays: true });
}

/** @param {string} url */
const canShare = (url) => Boolean(navigator.canShare?.({ url }));

/** @param {string} url */
async function share(url) {
  try {
    await navigator.share({ url, title: 'Noughts', text: 'Play with me' });
  } catch {
    // The person has changed their mind, or has been told by the system.
  }
}

/**
 * @param {string} label
 * @param {string} name
 * @param {number} value
 * @param {import('../ui/dom.js').Attributes} limits
 */
function numberField(label, name, value, limits) {
  const attributes = { type: 'number', name, id: `invite-${name}`, value, ...limits };
  return h('label', { class: 'number-field' }, label, h('input', attributes));
}
