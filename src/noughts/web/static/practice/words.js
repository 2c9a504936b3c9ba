// The sentences of the Practice view.

import { plural } from '../ui/format.js';

/** @import { Exercise, Field, Mark, Marked, Verdict } from './types.js' */

/** @typedef {{node: string, what: Field | 'cut'}} Where */

export const SIGNS = { alpha: 'α', beta: 'β', value: 'Value' };
/** @type {Record<Verdict, string>} */
const VERDICTS = {
  right: 'Right',
  follows: 'Right after an earlier mistake',
  wrong: 'Wrong',
  missing: 'Missing',
  unreadable: 'Not marked',
};
const HOW =
  'Enter goes to the next field, in the order of the search; inf becomes +∞, and -inf −∞. ' +
  'Click a branch to cut it, or press x in a field of the node.';
const HOW_BY_TOUCH = 'Tap a leaf or the ring on a branch to cut it.';
const HOW_MINIMAX = 'Enter goes to the next field, in the order of the search.';

/** `α at C`, `Value at B`, `Branch to C2`. @param {Where} where */
export const whereInWords = ({ node, what }) =>
  what === 'cut' ? `Branch to ${node}` : `${SIGNS[what]} at ${node}`;

/** @param {Exercise} exercise */
export function howTo({ cuts }) {
  if (!cuts) return HOW_MINIMAX;
  return matchMedia('(pointer: coarse)').matches ? HOW_BY_TOUCH : HOW;
}

/** What the leaves of a game are worth. @param {Exercise} exercise */
function stakes({ root, game }) {
  if (!game) return '';
  const [turn, waits] = game.turn === 'x' ? ['X', 'O'] : ['O', 'X'];
  const [max, min] = root === 'MAX' ? [turn, waits] : [waits, turn];
  return `${turn} is to move; ${max} wins is 1, ${min} wins is −1, a draw is 0. `;
}

/** The one sentence that says what to do. @param {Exercise} exercise */
export function task(exercise) {
  const { cuts, backwards } = exercise;
  const turn = stakes(exercise);
  if (!cuts) return `${turn}Write the minimax value into every node: ▲ is MAX, ▼ is MIN.`;
  const way = backwards ? 'right to left' : 'left to right';
  return (
    `${turn}Search from ${way}: write α and β as the search enters each node and the value that it ` +
    'returns, and cut the branches that it never looks at.'
  );
}

/**
 * A sentence of the server in the signs of the page: `α = −∞`, where the minus stays with its number
 * at the end of a line.
 * @param {string} sentence
 */
export const inSigns = (sentence) =>
  sentence
    .replace(/\balpha\b(?!-)/g, SIGNS.alpha)
    .replace(/(?<!-)\bbeta\b/g, SIGNS.beta)
    .replace(/(?<= )-(?=inf|\d)/g, '−')
    .replace(/(?<= )\+?inf\b/g, '+∞')
    .replace(/(?<=−)inf\b/g, '∞');

/** @param {Mark} mark */
export const inSentence = (mark) =>
  `${whereInWords(mark)}: ${VERDICTS[mark.verdict].toLowerCase()}. ${inSigns(mark.reason)}`;

/**
 * How much of what was asked is right. A cut that the key does not have counts too, so that the
 * numbers add up.
 * @param {Marked} answer
 */
export function summary({ marks, asked, blank, done, answer }) {
  if (done) return `All ${asked} are right. ${inSigns(answer ?? '')}`;
  /** @param {Verdict} verdict */
  const many = (verdict) => marks.filter((mark) => mark.verdict === verdict).length;
  const [right, follows, wrong, missing, odd] = [
    many('right'),
    many('follows'),
    many('wrong'),
    many('missing'),
    many('unreadable'),
  ];
  const all = right + follows + wrong + missing + odd + blank;
  const parts = [
    `${right} of ${Math.max(asked, all)} right`,
    follows && `${follows} right after an earlier mistake`,
    wrong && `${wrong} wrong`,
    missing && `${plural(missing, 'cut')} missing`,
    odd && `${odd} not readable`,
    blank && `${plural(blank, 'field')} still empty`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
