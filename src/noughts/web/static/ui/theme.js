// Light, dark, or like the system; remembered.

import { byId, setIcon, setLabel } from './dom.js';
import { recall, remember } from './remember.js';

/** @type {('auto' | 'light' | 'dark')[]} */
const THEMES = ['auto', 'light', 'dark'];
const WORDS = { auto: 'same as system', light: 'light', dark: 'dark' };

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
  setIcon(byId('theme'), theme);
  setLabel(byId('theme'), `Colours: ${WORDS[theme]}`);
}
