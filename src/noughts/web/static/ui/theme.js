// Light, dark, or as the system has it; remembered.

import { byId, setIcon } from './dom.js';
import { recall, remember } from './remember.js';

/** @type {('auto' | 'light' | 'dark')[]} */
const THEMES = ['auto', 'light', 'dark'];
const WORDS = { auto: 'as the system', light: 'light', dark: 'dark' };

let theme = recall('theme', THEMES[0]);

export function setUpTheme() {
  if (!THEMES.includes(theme)) theme = 'auto';
  show();
  byId('theme').addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    remember('theme', theme);
    show();
  });
}

function show() {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const button = byId('theme');
  setIcon(button, theme);
  button.setAttribute('aria-label', `Colours: ${WORDS[theme]}`);
  button.title = `Colours: ${WORDS[theme]}`;
}
