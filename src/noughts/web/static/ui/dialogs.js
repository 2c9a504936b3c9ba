// Dialogs: one at a time, in the page's own style. The focus goes back to where it was.

import { byId, h, icon } from './dom.js';

let before = null; // what had the focus

/** Open a dialog with a heading and any content. */
export function openDialog(heading, content, { id = 'dialog' } = {}) {
  const dialog = byId('dialog');
  if (!dialog.open) before = document.activeElement;
  const attributes = { type: 'button', class: 'plain close', 'aria-label': 'Close' };
  const close = h('button', attributes, icon('close'));
  close.addEventListener('click', closeDialog);
  dialog.replaceChildren(
    h('div', { class: 'dialog-body', id: id === 'dialog' ? null : id },
      h('header', {}, h('h2', { id: 'dialog-heading' }, heading), close),
      content,
    ),
  );
  if (!dialog.open) dialog.showModal();
}

export function closeDialog() {
  byId('dialog').close();
}

export const dialogIsOpen = () => byId('dialog').open;

export function setUpDialogs() {
  const dialog = byId('dialog');
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) closeDialog();
  });
  dialog.addEventListener('close', () => {
    dialog.replaceChildren();
    if (before?.isConnected) before.focus();
    before = null;
  });
}

/** A question with two answers; resolves to whether it was agreed to. */
export function ask(question, agree, decline, { id }) {
  return new Promise((answer) => {
    const yes = h('button', { class: 'primary', id: `${id}-yes` }, agree);
    const no = h('button', { id: `${id}-no`, autofocus: true }, decline);
    yes.addEventListener('click', () => {
      answer(true);
      closeDialog();
    });
    no.addEventListener('click', closeDialog);
    byId('dialog').addEventListener('close', () => answer(false), { once: true });
    openDialog(question, h('div', { class: 'actions' }, no, yes), { id });
  });
}
