// The game in the page's address: `/?game=3x3x3&moves=b2,a1&x=human&o=hard&id=k3v9q2x7`.

/** Show the game in the address bar, without a new entry in the history. */
export function showInAddress(game) {
  const address = `/?${query(game)}&id=${game.id}`;
  if (location.pathname + location.search !== address) history.replaceState(null, '', address);
}

/** A link to a copy of the game as it is given. */
export const linkTo = (game) => `${location.origin}/?${query(game)}`;

function query({ game, start, moves, players }) {
  const plain = /^\.*$/.test(start.cells);
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
const readable = (value) =>
  encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%40', '@');

const playerText = ({ name, seconds }) => (seconds ? `${name}@${seconds}` : name);

/**
 * What the address asks for: `{id, link}`, each null if it says nothing of it. `link` is
 * `{game, cells, turn, moves, players}` as written, for the server to judge.
 */
export function readAddress(search = location.search) {
  const given = new URLSearchParams(search);
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

function readPlayer(text) {
  if (!text) return null;
  const [name, seconds] = text.split('@');
  if (seconds === undefined) return { name };
  return { name, seconds: Number.isFinite(Number(seconds)) ? Number(seconds) : seconds };
}
