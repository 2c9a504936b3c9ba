// Exercises as one line of text, `alpha-beta,leaves:12,cuts:2,seed:7`: what the options ask for,
// another exercise like this one, a harder one. The server reads the line.

/** @import { Exercise, Recipe } from './types.js' */

/** Minimax, which comes first in every course. From easy to hard; each can be made with any seed. */
const MINIMAX = [
  { leaves: 6, wishes: 'leaves:6,depth:2' },
  { leaves: 9, wishes: 'leaves:9,depth:3' },
];

/** Then methods that cut. */
export const LADDER = [
  { leaves: 7, wishes: 'leaves:7,depth:2,cuts:1' },
  { leaves: 9, wishes: 'leaves:9,depth:3,cuts:2' },
  { leaves: 12, wishes: 'leaves:12,depth:3,cuts:3' },
  { leaves: 14, wishes: 'leaves:14,depth:4,cuts:3,deep:1' },
  { leaves: 20, wishes: 'leaves:20,depth:4,cuts:5,deep:2' },
];

/** What a newcomer gets. */
export const FIRST = `minimax,${MINIMAX[0].wishes},seed:5`;

/** The names of the fields of a generated tree. */
const WISHES = /** @type {const} */ (['leaves', 'branching', 'depth', 'cuts', 'deep']);

/** The line for a recipe; what is null or empty is left out. @param {Partial<Recipe>} recipe */
export function lineOf(recipe) {
  const { algorithm, root, values, seed, tree, position } = recipe;
  /** @type {[string, unknown][]} */
  const parts = [['root', root === 'min' && 'min']];
  if (tree != null) parts.push(['tree', tree]);
  else if (position) parts.push(...Object.entries(position));
  else {
    for (const name of WISHES) parts.push([name, recipe[name]?.toString()]);
    parts.push(['values', values?.join('..')], ['seed', seed?.toString()]);
  }
  const named = parts.filter(([, value]) => value).map(([name, value]) => `${name}:${value}`);
  return [algorithm, ...named].filter(Boolean).join(',');
}

/** How many leaves the tree has. @param {Exercise} exercise */
export const leavesOf = ({ nodes }) => nodes.filter((node) => node.player === null).length;

/** The same wishes with another seed; for a given tree, a generated one of its size. @param {Exercise} exercise */
export function another(exercise) {
  const { recipe } = exercise;
  const given = recipe.tree !== null || recipe.position !== null;
  const wishes = given ? { leaves: Math.max(4, leavesOf(exercise)) } : recipe;
  const { algorithm, root } = recipe;
  return lineOf({ ...wishes, algorithm, root, seed: null, tree: null, position: null });
}

/** Whether another method needs another tree: a generated one may have nothing to cut. @param {Exercise} exercise @param {{cuts: boolean}} method */
export const needsAnother = ({ cuts, recipe }, method) =>
  method.cuts && !cuts && recipe.tree === null && recipe.position === null;

/**
 * The same tree by another method, or one as large that has something to cut. A generated tree is
 * written out: by another method its seed gives another tree.
 * @param {Exercise} exercise
 * @param {{name: string, cuts: boolean}} method
 */
export function byMethod(exercise, method) {
  const { recipe } = exercise;
  const { root, position } = recipe;
  if (!needsAnother(exercise, method))
    return lineOf({
      algorithm: method.name,
      root,
      position,
      tree: position ? null : exercise.tree,
    });
  const now = leavesOf(exercise);
  const { wishes } = LADDER.find(({ leaves }) => leaves >= now) ?? LADDER[LADDER.length - 1];
  return [method.name, root === 'min' && 'root:min', wishes].filter(Boolean).join(',');
}

/** Whether there is no harder one. @param {Exercise} exercise */
export const isHardest = (exercise) =>
  exercise.cuts && leavesOf(exercise) >= LADDER[LADDER.length - 1].leaves;

/** The next rung: more leaves; after minimax, the usual method from its beginning. @param {Exercise} exercise */
export function harder(exercise) {
  const { algorithm, root } = exercise.recipe;
  const { cuts } = exercise;
  const now = leavesOf(exercise);
  const larger = (cuts ? LADDER : MINIMAX).find(({ leaves }) => leaves > now);
  const { wishes } = larger ?? (cuts ? LADDER[LADDER.length - 1] : LADDER[0]);
  const parts = [(cuts || larger) && algorithm, root === 'min' && 'root:min', wishes];
  return parts.filter(Boolean).join(',');
}
