// Short soft sounds, synthesised. Browsers only allow them after a gesture of the person.

import { recall, remember } from './remember.js';

/** @typedef {[hertz: number, secondsFromNow: number][]} Notes */

/** @type {Record<'x' | 'o', Notes>} */
const MARKS = { x: [[523, 0]], o: [[392, 0]] };
/** @type {Record<'win' | 'draw' | 'loss', Notes>} */
const ENDS = {
  win: [
    [523, 0],
    [659, 0.12],
    [784, 0.24],
  ],
  draw: [
    [440, 0],
    [440, 0.16],
  ],
  loss: [
    [392, 0],
    [330, 0.14],
    [262, 0.28],
  ],
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

/** @param {'x' | 'o'} mark */
export const playMark = (mark) => sound(MARKS[mark], mark === 'x' ? 'triangle' : 'sine');

/**
 * The end of a game, as the only person playing hears it.
 * @param {'x' | 'o' | null} winner
 * @param {'x' | 'o' | null} mine
 */
export function playEnd(winner, mine) {
  const end = !winner ? 'draw' : mine && winner !== mine ? 'loss' : 'win';
  sound(
    ENDS[end].map(([hertz, from]) => [hertz, from + 0.25]),
    'sine',
  );
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
function sound(notes, shape) {
  if (muted || context?.state !== 'running') return;
  try {
    for (const [hertz, from] of notes) note(context, hertz, context.currentTime + from, shape);
  } catch {
    // A sound that fails is no reason to disturb the game.
  }
}

/**
 * @param {AudioContext} context
 * @param {number} hertz
 * @param {number} start
 * @param {OscillatorType} shape
 */
function note(context, hertz, start, shape) {
  const tone = new OscillatorNode(context, { type: shape, frequency: hertz });
  const loudness = new GainNode(context, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.14, start + 0.01);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
  tone.connect(loudness).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.24);
}
