// The clock of a game, as it runs between two messages of the server, which is its judge.

/** @import { Clock, Game, Mark } from '../types.js' */

/** When each game came from the server, in milliseconds. @type {WeakMap<Game, number>} */
const arrivals = new WeakMap();

/** Note when a game came, before anything else. @param {Game} game */
export function noteArrival(game) {
  if (!arrivals.has(game)) arrivals.set(game, performance.now());
}

/**
 * How many seconds a side has left, now or at another time.
 * @param {Game} game
 * @param {Mark} mark
 */
export function secondsLeft(game, mark, now = performance.now()) {
  const clock = /** @type {Clock} */ (game.table?.clock);
  noteArrival(game);
  const since = /** @type {number} */ (arrivals.get(game));
  const spent = clock.runs === mark ? (now - since) / 1000 : 0;
  return Math.max(0, clock.left[mark] - spent);
}

/** "1:02:03", "4:07", "9.4" (under ten seconds). @param {number} seconds */
export function clockText(seconds) {
  const tenths = Math.floor(seconds * 10);
  if (tenths < 100) return `${Math.floor(tenths / 10)}.${tenths % 10}`;
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  const end = `${hours ? two(minutes) : minutes}:${two(rest)}`;
  return hours ? `${hours}:${end}` : end;
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');

/** "5 minutes each, and 3 seconds for each move". @param {Pick<Clock, 'seconds' | 'increment'>} clock */
export function clockWords({ seconds, increment }) {
  const minutes = seconds / 60;
  const each = seconds < 120 ? amount(seconds, 'second') : amount(minutes, 'minute');
  return increment
    ? `${each} each, and ${amount(increment, 'second')} more for each move`
    : `${each} each`;
}

/** @param {number} value @param {string} what */
const amount = (value, what) => `${Number(value.toFixed(1))} ${what}${value === 1 ? '' : 's'}`;
