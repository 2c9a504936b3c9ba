// Dialogs: one at a time, in the page's own style. The focus returns to where it was.

import { byId, h, icon } from './dom.js';

/** @import { Child } from './dom.js' */

/** @type {HTMLElement | null} */
let before = null; // what had the focus
let closed = () => {}; // called when the open dialog closes

const dialog = byId('dialog', HTMLDialogElement);

/**
 * Open a dialog with a heading and any content.
 * @param {string} id
 * @param {string} heading
 * @param {Child} content
 */
export function openDialog(id, heading, content, onClose = () => {}) {
  closed = onClose;
  if (!dialog.open) before = /** @type {HTMLElement | null} */ (document.activeElement);
  const names = { class: 'plain close', 'aria-label': 'Close' };
  const close = h('button', { type: 'button', ...names, onclick: closeDialog }, icon('close'));
  const header = h('header', {}, h('h2', { id: 'dialog-heading' }, heading), close);
  dialog.replaceChildren(h('div', { class: 'dialog-body', id }, header, content));
  if (!dialog.open) dialog.showModal();
}

export const closeDialog = () => dialog.close();

export const dialogIsOpen = () => dialog.open;

export function setUpDialogs() {
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) closeDialog();
  });
  dialog.addEventListener('close', () => {
    if (dialog.open) return; // the event comes late: another dialog is already open
    closed();
    dialog.replaceChildren();
    if (before?.isConnected) before.focus();
    before = null;
  });
}

/** @typedef {string | {words: string, more: string[]}} Question with what is to be known first */

/**
 * A question with two answers; resolves to whether the person agreed.
 * @type {(id: string, question: Question, agree: string, decline: string) => Promise<boolean>}
 */
export function ask(id, question, agree, decline) {
  const { words, more } = typeof question === 'string' ? { words: question, more: [] } : question;
  return new Promise((answer) => {
    const agreed = () => {
      answer(true);
      closeDialog();
    };
    const yes = h('button', { class: 'primary', id: `${id}-yes`, onclick: agreed }, agree);
    const no = h('button', { id: `${id}-no`, autofocus: true, onclick: closeDialog }, decline);
    const known = more.map((sentence) => h('p', {}, sentence));
    const content = h('div', { class: 'question' }, known, h('div', { class: 'actions' }, no, yes));
    openDialog(id, words, content, () => answer(false));
  });
}
