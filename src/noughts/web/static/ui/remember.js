// What the page remembers in this browser. A browser that refuses to store
// forgets it with the page, no more.

const PREFIX = 'noughts.';
const unstored = new Map(); // private windows and full disks: it lasts as long as the page

/** The remembered value, or `otherwise`. */
export function recall(key, otherwise) {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}

const MOST_GAMES = 200;

/** A game that was opened in this browser: its address leads back to it. */
export function rememberGame(id) {
  remember('last', id);
  if (isMine(id)) return;
  remember('mine', [id, ...games()].slice(0, MOST_GAMES));
}

export const isMine = (id) => games().includes(id);

function games() {
  const known = recall('mine', []);
  return Array.isArray(known) ? known : [];
}
