// Numbers and errors in words. Nothing here is about games.

const number = new Intl.NumberFormat('en-GB');

/** @param {number} value */
export const count = (value) => number.format(value);

/** "987", "45,000", "1.2 M": for a number that changes while you read it. @param {number} value */
export function roughly(value) {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  return count(value >= 10_000 ? 1000 * Math.round(value / 1000) : value);
}

/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** "1 node", "18,297 nodes". @param {number} amount @param {string} one @param {string} [many] */
export function plural(amount, one, many = `${one}s`) {
  return `${count(amount)} ${amount === 1 ? one : many}`;
}

/** "1st", "2nd", "11th", "23rd". @param {number} place */
export function ordinal(place) {
  const teen = Math.floor(place / 10) % 10 === 1;
  return `${count(place)}${(!teen && ['', 'st', 'nd', 'rd'][place % 10]) || 'th'}`;
}

/** "0.40 ms", "38 ms", "2.8 s". @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.001) return `${(seconds * 1000).toFixed(2)} ms`;
  if (seconds < 1) return `${(seconds * 1000).toFixed(seconds < 0.01 ? 1 : 0)} ms`;
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/** "+12", "−135", "0". @param {number | null} score */
export function signed(score) {
  if (score === null) return '?';
  const rounded = Number.isInteger(score) ? score : Number(score.toFixed(1));
  if (rounded === 0) return '0';
  return (rounded > 0 ? '+' : '−') + count(Math.abs(rounded));
}

/** What an error says. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
