// What the page remembers in this browser. If the browser refuses to store it, it lasts as long as
// the page.

const PREFIX = 'noughts.';
const unstored = new Map(); // for private windows and full disks

/**
 * The remembered value, or `otherwise`.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(key, otherwise) {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}

/** Whether this browser stores anything beyond this page. */
export function canRemember() {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}

const MOST_GAMES = 200;

/** Remember a game opened in this browser: its address leads back to it. @param {string} id */
export function rememberGame(id) {
  remember('last', id);
  if (isMine(id)) return;
  remember('mine', [id, ...myGames()].slice(0, MOST_GAMES));
}

/** @param {string} id */
export const isMine = (id) => myGames().includes(id);

/** @param {string} id */
export function forgetGame(id) {
  remember(
    'mine',
    myGames().filter((each) => each !== id),
  );
  if (recall('last', '') === id) remember('last', '');
}

/** The games opened in this browser, the newest first. */
export function myGames() {
  /** @type {string[]} */
  const known = recall('mine', []);
  return Array.isArray(known) ? known : [];
}
