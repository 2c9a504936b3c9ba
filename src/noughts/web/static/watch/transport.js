// The buttons to step and play, and the slider over all steps.

import { h, setDisabled, setLabel, svg } from '../ui/dom.js';
import { count } from '../ui/format.js';

/** @import { Model } from './model.js' */

const SPEEDS = [1, 3, 10, 30, 100, 1000];

// Paths on a 24x24 field.
const ICONS = {
  first: 'M6 5v14M19 5l-10 7 10 7z',
  back: 'M17 5 7 12l10 7z',
  play: 'M7 4l13 8-13 8z',
  pause: 'M8 5v14M16 5v14',
  forward: 'M7 5l10 7-10 7z',
  cut: 'M4 5l7 7-7 7zM14 8l7 8M21 8l-7 8',
  last: 'M18 5v14M5 5l10 7-10 7z',
};

/** @typedef {'first' | 'back' | 'play' | 'forward' | 'cut' | 'last'} Way */

export class Transport {
  /** @param {Record<Way, () => void> & {seek: (step: number) => void}} on */
  constructor(on) {
    this.buttons = {
      first: button('first', 'Go to the beginning (Home)', on.first),
      back: button('back', 'One step back (←)', on.back),
      play: button('play', 'Play (space)', on.play),
      forward: button('forward', 'One step forward (→)', on.forward),
      cut: button('cut', 'Go to the next cut-off (Shift+→)', on.cut),
      last: button('last', 'Go to the end (End)', on.last),
    };
    const range = { type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step' };
    this.slider = h('input', { ...range, class: 'watch-slider' });
    this.slider.addEventListener('input', () => on.seek(Number(this.slider.value)));
    this.place = h('output', { class: 'watch-place' });
    const options = SPEEDS.map((each) => h('option', { value: each }, `${each} / s`));
    this.speedSelect = h('select', { 'aria-label': 'Steps per second' }, options);
    this.speedSelect.value = '3';
    const group = { class: 'watch-transport', role: 'group', 'aria-label': 'Steps' };
    this.element = h('div', group, [
      this.slider,
      this.place,
      h('div', { class: 'watch-buttons' }, Object.values(this.buttons)),
      h('label', { class: 'watch-speed' }, h('span', {}, 'Speed'), this.speedSelect),
    ]);
  }

  get speed() {
    return Number(this.speedSelect.value);
  }

  /**
   * With `veiled` nothing here says what comes next.
   * @type {(model: Model, step: number, playing: boolean, text: string, veiled: boolean) => void}
   */
  show(model, step, playing, sentence, veiled) {
    const { first, back, play, forward, cut, last } = this.buttons;
    const { steps } = model;
    const end = step >= steps - 1;
    this.slider.max = String(steps - 1);
    this.slider.value = String(step);
    this.slider.setAttribute('aria-valuetext', `${step + 1} of ${steps}: ${sentence}`);
    this.place.textContent = `${count(step + 1)} of ${count(steps)}`;
    setDisabled(first, step === 0);
    setDisabled(back, step === 0);
    setDisabled(forward, end);
    setDisabled(last, end);
    setDisabled(cut, veiled || model.nextCut(step) < 0);
    setDisabled(play, steps < 2);
    setIcon(play, playing ? 'pause' : 'play', playing ? 'Pause (space)' : 'Play (space)');
  }
}

/** @param {Way} icon @param {string} label @param {() => void} act */
function button(icon, label, act) {
  const element = h('button', { type: 'button', class: `watch-button is-${icon}` });
  element.addEventListener('click', () => {
    if (element.getAttribute('aria-disabled') !== 'true') act();
  });
  setIcon(element, icon, label);
  return element;
}

/** @param {HTMLElement} element @param {keyof typeof ICONS} icon @param {string} label */
function setIcon(element, icon, label) {
  if (element.dataset.icon === icon) return;
  element.dataset.icon = icon;
  setLabel(element, label);
  const box = { viewBox: '0 0 24 24', class: 'watch-icon', 'aria-hidden': 'true' };
  element.replaceChildren(svg('svg', box, svg('path', { d: ICONS[icon] })));
}
