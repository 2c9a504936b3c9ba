// What was written into each exercise, in this browser: Back, a reload and a link bring it back.

import { recall, remember } from '../ui/remember.js';

/** @import { Entries } from './types.js' */
/** @typedef {{exercise: string, entries: Entries, spoilt: boolean}} Work */

const MOST = 50; // exercises; those not touched for longest are forgotten

/** The newest first. @returns {Work[]} */
const works = () => recall('practice.works', []);

/** The exercise that was done last. */
export const lastExercise = () => works()[0]?.exercise ?? '';

/** @param {string} exercise @returns {Work} */
export function workOn(exercise) {
  const known = works().find((each) => each.exercise === exercise);
  return known ?? { exercise, entries: {}, spoilt: false };
}

/** @param {Work} work */
export function keepWork(work) {
  const others = works().filter(({ exercise }) => exercise !== work.exercise);
  remember('practice.works', [work, ...others].slice(0, MOST));
}
