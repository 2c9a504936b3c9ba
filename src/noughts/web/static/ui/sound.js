// Short soft sounds, synthesised. Browsers allow them only after a click or a key.

import { recall, remember } from './remember.js';

/** @import { Mark } from '../types.js' */

/** @typedef {{hertz: number[], apart: number, after: number}} Notes; times in seconds */

/** @type {Record<Mark, Notes>} */
const MARKS = {
  x: { hertz: [523], apart: 0, after: 0 },
  o: { hertz: [392], apart: 0, after: 0 },
};
/** @type {Record<'win' | 'draw' | 'loss', Notes>} */
const ENDS = {
  win: { hertz: [523, 659, 784], apart: 0.12, after: 0.25 },
  draw: { hertz: [440, 440], apart: 0.16, after: 0.25 },
  loss: { hertz: [392, 330, 262], apart: 0.14, after: 0.25 },
};

let muted = recall('muted', false);
/** @type {AudioContext | null} */
let context = null;

export const isMuted = () => muted;

/** @param {boolean} value */
export function setMuted(value) {
  muted = value;
  remember('muted', muted);
}

/** @param {Mark} mark */
export const playMark = (mark) => sound(MARKS[mark], mark === 'x' ? 'triangle' : 'sine');

/** The end, as the only person hears it. @param {Mark | null} winner @param {Mark | null} mine */
export function playEnd(winner, mine) {
  const end = !winner ? 'draw' : mine && winner !== mine ? 'loss' : 'win';
  sound(ENDS[end], 'sine');
}

export function setUpSound() {
  const wake = () => {
    try {
      context ??= new AudioContext();
      context.resume().catch(() => {});
    } catch {
      // No sound on this machine: the game is silent.
    }
  };
  window.addEventListener('pointerdown', wake, { once: true, capture: true });
  window.addEventListener('keydown', wake, { once: true, capture: true });
}

/** @param {Notes} notes @param {OscillatorType} shape */
function sound({ hertz, apart, after }, shape) {
  if (muted || context?.state !== 'running') return;
  try {
    const start = context.currentTime + after;
    for (const [at, frequency] of hertz.entries()) {
      note(context, start + at * apart, { type: shape, frequency });
    }
  } catch {
    // A sound that fails must not disturb the game.
  }
}

/** @param {AudioContext} context @param {number} start @param {OscillatorOptions} options */
function note(context, start, options) {
  const tone = new OscillatorNode(context, options);
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.14, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.24);
}
