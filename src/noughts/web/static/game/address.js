// Where you are, in the page's address:
// `/?view=watch&game=3x3x3&moves=b2,a1&x=human&o=hard&id=k3v9q2x7&method=minimax&step=12`.
//
// Another view, game, lesson or exercise, or a review that opens, is a new entry in the browser's
// history; what changes within one, such as a move or a step, only replaces the address.

import { ROOT } from '../ui/root.js';
import { origins } from './about.js';
import { playerSpec } from './notation.js';
import { shownPath, state } from './state.js';

/** @import { Game, Place, Tab } from '../types.js' */

/** @type {Tab[]} */
export const TABS = ['play', 'watch', 'practice', 'compare', 'games'];
const ABOUT_A_GAME = ['game', 'cells', 'turn', 'moves', 'x', 'o'];
const NEW_ENTRY = ['view', 'id', 'lesson', 'exercise']; // what makes a new entry in the history

/** What the views add to the address, each for itself. @type {Map<Tab, () => Place>} */
const places = new Map();
let shown = ''; // what the last entry in the history is about
let reviewed = false; // whether it shows a review

/** Let a view say where one is in it. @param {Tab} tab @param {() => Place} place */
export const addPlace = (tab, place) => places.set(tab, place);

/** Show in the address bar where one is. */
export function showInAddress() {
  if (state.opening || state.badLink !== null) return;
  /** @type {Place} */
  const here = { ...place(), ...(state.embedded && { embed: '' }) };
  const entry = NEW_ENTRY.map((name) => here[name] ?? '').join();
  const address = ROOT + query(here);
  if (location.pathname + location.search !== address) {
    const opened = entry !== shown || (here.review && !reviewed);
    if (opened && shown !== '') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }
  shown = entry;
  reviewed = Boolean(here.review);
}

/** The address was changed by Back or Forward: what is opened now is not a new entry. */
export function wentThroughHistory() {
  shown = '';
}

/** The path to what is on the screen, for anybody. */
export function pathToThis() {
  const { id: _, ...rest } = place();
  return ROOT + query(rest);
}

/** A link to what is on the screen, for anybody. */
export const linkToThis = () => origins()[0] + pathToThis();

/** A link to a copy of this game. @param {Game} game */
export const linkTo = (game) => origins()[0] + ROOT + query(ofGame(game));

/** @returns {Place} */
function place() {
  const { tab, game, flipped, review } = state;
  if (tab === 'home') return {};
  const own = places.get(tab)?.() ?? {};
  /** @type {Place} */
  const view = tab === 'play' ? {} : { view: tab };
  if (tab === 'games' || tab === 'practice' || own.lesson) return { ...view, ...own };
  if (!game || state.linked) return { ...view, ...linked(), ...own };
  return {
    ...view,
    ...ofGame(game),
    id: game.id,
    ...(state.past && { at: shownPath().join(',') }),
    ...(flipped && { flip: '1' }),
    ...(review && { review: '1' }),
    ...own,
  };
}

/** The position of a link that is not a game. @returns {Place} */
function linked() {
  if (!state.linked) return {};
  const { game, cells, turn } = state.linked;
  return { game, cells, turn };
}

/** @param {Game} game @returns {Place} */
function ofGame({ game, start, moves, players }) {
  const plain = /^\.*$/.test(start.cells);
  return {
    game,
    ...(!plain && { cells: start.cells }),
    ...((!plain || start.turn !== 'x') && { turn: start.turn }),
    ...(moves.length > 0 && { moves: moves.map(({ move }) => move).join(',') }),
    x: playerSpec(players.x),
    o: playerSpec(players.o),
  };
}

/** @param {Place} place */
function query(place) {
  const parts = Object.entries(place).map(([name, value]) =>
    value === '' ? name : `${name}=${readable(value)}`,
  );
  return parts.length ? `?${parts.join('&')}` : '';
}

// These are allowed in a query, and a link is easier to read with them.
/** @param {string} value */
const readable = (value) =>
  encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%40', '@');

/** What the address asks for; null for what it does not mention. */
export function readAddress(search = location.search) {
  const given = new URLSearchParams(search);
  /** @param {string} name */
  const text = (name) => given.get(name)?.trim() || null;
  const known = ABOUT_A_GAME.some((name) => given.has(name));
  const link = known && {
    game: text('game'),
    cells: text('cells'),
    turn: text('turn')?.toLowerCase() ?? null,
    moves: listed(text('moves')),
    players: { x: readPlayer(text('x')), o: readPlayer(text('o')) },
  };
  const view = TABS.find((tab) => tab === text('view'));
  /** @type {Tab} */
  const tab = view ?? (known || given.has('id') ? 'play' : 'home');
  return {
    tab,
    id: text('id'),
    link: link || null,
    at: given.has('at') ? listed(text('at')) : null,
    embedded: given.has('embed'),
    flipped: text('flip') === '1',
    review: text('review') === '1',
    place: /** @type {Place} */ (Object.fromEntries(given)),
  };
}

/** @param {string | null} text */
const listed = (text) => (text ?? '').split(/[\s,]+/).filter(Boolean);

/** @param {string | null} text */
function readPlayer(text) {
  if (!text) return null;
  const [name, seconds] = text.split('@');
  if (seconds === undefined) return { name };
  return { name, seconds: Number.isFinite(Number(seconds)) ? Number(seconds) : seconds };
}
