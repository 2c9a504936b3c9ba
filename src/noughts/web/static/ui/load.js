// Parts of the page that are loaded when they are first wanted, so that the first screen is light.

import { ROOT } from './root.js';

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/** A style sheet, in place; if it cannot be loaded, the part works without it. @param {string} path */
export function sheet(path) {
  const known = sheets.get(path) ?? new Promise((done) => link(path, done));
  sheets.set(path, known);
  return known;
}

/** @param {string} path @param {() => void} done */
function link(path, done) {
  const element = document.createElement('link');
  element.rel = 'stylesheet';
  element.href = `${ROOT}static/${path}`;
  element.onload = () => done();
  element.onerror = () => {
    sheets.delete(path);
    done();
  };
  document.head.append(element);
}
