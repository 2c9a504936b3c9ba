// Dialogs: one at a time, in the page's own style. The focus goes back to where it was.

import { byId, h, icon } from './dom.js';

/** @import { Child } from './dom.js' */

/** @type {HTMLElement | null} */
let before = null; // what had the focus
let closed = () => {}; // what the open one does when it closes

const dialogElement = () => byId('dialog', HTMLDialogElement);

/**
 * Open a dialog with a heading and any content.
 * @param {string} heading
 * @param {Child} content
 * @param {{id: string, onClose?: () => void}} options
 */
export function openDialog(heading, content, { id, onClose = () => {} }) {
  const dialog = dialogElement();
  closed = onClose;
  if (!dialog.open) before = /** @type {HTMLElement | null} */ (document.activeElement);
  const attributes = { type: 'button', class: 'plain close', 'aria-label': 'Close' };
  const close = h('button', attributes, icon('close'));
  close.addEventListener('click', closeDialog);
  dialog.replaceChildren(
    h(
      'div',
      { class: 'dialog-body', id },
      h('header', {}, h('h2', { id: 'dialog-heading' }, heading), close),
      content,
    ),
  );
  if (!dialog.open) dialog.showModal();
}

export function closeDialog() {
  dialogElement().close();
}

export const dialogIsOpen = () => dialogElement().open;

export function setUpDialogs() {
  const dialog = dialogElement();
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) closeDialog();
  });
  dialog.addEventListener('close', () => {
    if (dialog.open) return; // the news comes late: another one is open already
    closed();
    dialog.replaceChildren();
    if (before?.isConnected) before.focus();
    before = null;
  });
}

/**
 * A question with two answers; resolves to whether it was agreed to.
 * @param {string} question
 * @param {string} agree
 * @param {string} decline
 * @param {{id: string}} options
 * @returns {Promise<boolean>}
 */
export function ask(question, agree, decline, { id }) {
  return new Promise((answer) => {
    const yes = h('button', { class: 'primary', id: `${id}-yes` }, agree);
    const no = h('button', { id: `${id}-no`, autofocus: true }, decline);
    yes.addEventListener('click', () => {
      answer(true);
      closeDialog();
    });
    no.addEventListener('click', closeDialog);
    const onClose = () => answer(false);
    openDialog(question, h('div', { class: 'actions' }, no, yes), { id, onClose });
  });
}
