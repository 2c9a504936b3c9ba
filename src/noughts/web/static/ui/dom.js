// Building the page's elements. Text goes in as text, never as HTML.

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {string | Node | false | null | undefined | Child[]} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => unknown)} Attribute */
/** @typedef {Record<string, Attribute>} Attributes */

/**
 * An element: `h('button', {id: 'undo', class: 'tool', onclick: undo}, 'Undo')`.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * The same in SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * The element with that id; throws if it is missing or of another kind.
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} [kind]
 * @returns {E}
 */
export function byId(id, kind) {
  const element = document.getElementById(id);
  if (!(element instanceof (kind ?? HTMLElement))) throw new Error(`no such element: #${id}`);
  return /** @type {E} */ (element);
}

/** What has the focus around it: on the page, or in its shadow root. @param {Element} element */
export const focusedNear = (element) =>
  /** @type {Document} */ (element.getRootNode()).activeElement;

/** Change an element's text, if it differs. @param {string} id @param {string} text */
export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

/** A title that screen readers read too. @param {HTMLElement} element @param {string} label */
export function setLabel(element, label) {
  element.title = label;
  element.setAttribute('aria-label', label);
}

/** Disable a button that keeps the focus. @param {HTMLElement} button @param {boolean} disabled */
export function setDisabled(button, disabled) {
  button.setAttribute('aria-disabled', String(disabled));
}

/** @type {<E extends Element>(element: E, attributes: Attributes, children: Child[]) => E} */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  const flat = /** @type {any[]} */ (children).flat(Infinity);
  element.append(...flat.filter((child) => child != null && child !== false));
  return element;
}

/** @param {Element} element @param {string} name @param {Attribute} value */
function set(element, name, value) {
  if (value == null || value === false) return;
  if (typeof value === 'function') element.addEventListener(name.slice(2), value);
  else element.setAttribute(name, value === true ? '' : String(value));
}

// A small icon: paths on a 24x24 field, drawn with the text's colour.
const ICONS = {
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  flip: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  values: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  numbers: 'M9 4 7 20M17 4l-2 16M4 9h17M3 15h17',
  look: 'M12 4a8 8 0 1 0 0 16 2 2 0 0 0 1.5-3.3 2 2 0 0 1 1.5-3.2h2A3 3 0 0 0 20 10.5C19 6.5 16 4 12 4zM8 10v.01M12 7.5v.01M7.5 14v.01',
  zoom: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4M11 8v6M8 11h6',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  resign: 'M5 21V4M5 4h13l-3 4.5L18 13H5',
  sound: 'M11 5 6 9H3v6h3l5 4zM15.5 8.5a5 5 0 0 1 0 7M18.5 6a9 9 0 0 1 0 12',
  muted: 'M11 5 6 9H3v6h3l5 4zM22 9l-6 6M16 9l6 6',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4' +
    'M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  auto: 'M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18',
  help: 'M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 1.8v.5M12 17.5v.01',
  link:
    'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1' +
    'M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  down: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  up: 'M12 16V5M7 9.5l5-5 5 5M4 20h16',
  friend:
    'M8 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2 20c0-3.5 2.5-6 6-6s6 2.5 6 6' +
    'M16 4.2a3.5 3.5 0 0 1 0 6.6M17 14.2c3 .6 5 2.8 5 5.8',
  close: 'M6 6l12 12M18 6 6 18',
  tree: 'M12 3v4M12 7 5 13M12 7l7 6M5 13v0M5 13l-2 6M5 13l3 6M19 13l-3 6M19 13l2 6',
  pencil: 'M4 20l1-5L16 4l4 4L9 19zM13 7l4 4',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
};

/** @typedef {keyof typeof ICONS} IconName */

/** An icon by its name, hidden from screen readers. @param {IconName} name */
export function icon(name) {
  const box = { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' };
  return svg('svg', box, svg('path', { d: ICONS[name] }));
}

/** Replace the icon of a button. @param {Element} button @param {IconName} name */
export function setIcon(button, name) {
  button.querySelector('.icon')?.replaceWith(icon(name));
}
