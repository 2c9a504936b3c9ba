// The game in the page's address: `/?game=3x3x3&moves=b2,a1&x=human&o=hard&id=k3v9q2x7`.

/** @import { Game, Link, Player } from '../types.js' */

/** Show the game in the address bar, without a new entry in the history. @param {Game} game */
export function showInAddress(game) {
  const address = `/?${query(game)}&id=${game.id}`;
  if (location.pathname + location.search !== address) history.replaceState(null, '', address);
}

/** A link to a copy of this game. @param {Game} game */
export const linkTo = (game) => `${location.origin}/?${query(game)}`;

/** @param {Game} game */
function query({ game, start, moves, players }) {
  const plain = /^\.*$/.test(start.cells);
  /** @type {Record<string, string>} */
  const parts = { game };
  if (!plain) parts.cells = start.cells;
  if (!plain || start.turn !== 'x') parts.turn = start.turn;
  if (moves.length) parts.moves = moves.map(({ move }) => move).join(',');
  parts.x = playerText(players.x);
  parts.o = playerText(players.o);
  return Object.entries(parts)
    .map(([name, value]) => `${name}=${readable(value)}`)
    .join('&');
}

// These are allowed in a query, and a link is easier to read with them.
/** @param {string} value */
const readable = (value) =>
  encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%40', '@');

/** @param {Player} player */
const playerText = ({ name, seconds }) => (seconds ? `${name}@${seconds}` : name);

/** What the address asks for; null for what it does not mention.
 * @returns {{id: string | null, link: Link | null}}
 */
export function readAddress(search = location.search) {
  const given = new URLSearchParams(search);
  /** @param {string} name */
  const text = (name) => given.get(name)?.trim() || null;
  const known = ['game', 'cells', 'turn', 'moves', 'x', 'o'].some((name) => given.has(name));
  const link = known && {
    game: text('game'),
    cells: text('cells'),
    turn: text('turn')?.toLowerCase() ?? null,
    moves: (text('moves') ?? '').split(/[\s,]+/).filter(Boolean),
    players: { x: readPlayer(text('x')), o: readPlayer(text('o')) },
  };
  return { id: text('id'), link: link || null };
}

/** @param {string | null} text */
function readPlayer(text) {
  if (!text) return null;
  const [name, seconds] = text.split('@');
  if (seconds === undefined) return { name };
  return { name, seconds: Number.isFinite(Number(seconds)) ? Number(seconds) : seconds };
}
