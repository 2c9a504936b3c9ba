// Where the nodes of an exercise's tree stand, in em: the picture grows with its font.

/** @import { Field, TreeNode } from './types.js' */
/** @typedef {{x: number, y: number}} Place; the middle of its upper edge */
/** @typedef {{windows: boolean, compact?: boolean, touch?: boolean}} Manner */

// A node is a badge with its value below it. Alpha and beta stand beside the badge, or, where the
// tree would be too wide, between badge and value.
const BADGE = 2.75;
const WIDTH = { plain: 4.2, windows: 11 };
const FIELD = { mouse: 2.15, touch: 2.86 }; // a finger needs 44 pixels: 2.86 em of 15.4
const LEAF = { width: 2.7, mouse: 2.2, touch: 2.86 };
const BETWEEN = { leaves: 0.7, nodes: 0.3, compact: 0.1 };
const GAP = 3.1; // from one level to the next
const MARGIN = { side: 0.8, compact: 0.15, top: 0.4, bottom: 1.6 }; // below are the names of the leaves

/** The children of each node, by its name. @param {TreeNode[]} nodes */
export function childrenOf(nodes) {
  /** @type {Map<string, TreeNode[]>} */
  const children = new Map(nodes.map(({ name }) => [name, []]));
  for (const node of nodes) if (node.parent) children.get(node.parent)?.push(node);
  return children;
}

/**
 * How large nodes, fields and leaves are, and where the fields of a node begin, from its place.
 * @param {TreeNode[]} nodes @param {Manner} manner
 */
export function sizes(nodes, { windows, compact = false, touch = false }) {
  const digits = Math.max(...nodes.map(({ value }) => String(value ?? '').length));
  const field = touch ? FIELD.touch : FIELD.mouse;
  const leaf = {
    width: Math.max(touch ? LEAF.touch : LEAF.width, 0.72 * digits + 1),
    height: touch ? LEAF.touch : LEAF.mouse,
  };
  const small = Math.max(FIELD.touch, leaf.width); // of alpha and beta in a compact tree
  const beside = Math.max(0, (BADGE - field) / 2 - 0.05);
  /** @type {Record<Field, Place>} */
  const wide = {
    alpha: { x: -5.5, y: beside },
    beta: { x: 1.55, y: beside },
    value: { x: -1.9, y: BADGE },
  };
  if (!windows || !compact) {
    const width = windows ? WIDTH.windows : WIDTH.plain;
    return { width, height: BADGE + field, field, small, leaf, at: wide };
  }
  /** @type {Record<Field, Place>} */
  const at = {
    alpha: { x: -small, y: BADGE },
    beta: { x: 0, y: BADGE },
    value: { x: -1.9, y: BADGE + field },
  };
  return { width: 2 * small, height: BADGE + 2 * field, field, small, leaf, at };
}

/**
 * @param {TreeNode[]} nodes level by level from the left
 * @param {Manner} manner whether there are alpha and beta, whether room and fingers matter
 */
export function layout(nodes, manner) {
  const children = childrenOf(nodes);
  const size = sizes(nodes, manner);
  const tight = manner.windows && manner.compact;
  const between = tight ? BETWEEN.compact : BETWEEN.leaves;
  const side = tight ? MARGIN.compact : MARGIN.side;
  const half = size.width / 2 + (tight ? BETWEEN.compact : BETWEEN.nodes);
  /** @type {Map<string, Place>} */
  const places = new Map();
  let levels = 0;

  /** Returns where the next one may begin. @type {(node: TreeNode, left: number, level: number) => number} */
  function place(node, left, level) {
    const below = children.get(node.name) ?? [];
    const y = MARGIN.top + level * (size.height + GAP);
    levels = Math.max(levels, level);
    if (!below.length) {
      const width = size.leaf.width + between;
      places.set(node.name, { x: left + width / 2, y });
      return left + width;
    }
    let right = left;
    for (const child of below) right = place(child, right, level + 1);
    const middle = (at(below[0]).x + at(below[below.length - 1]).x) / 2;
    const shift = Math.max(0, left + half - middle);
    if (shift) for (const child of below) move(child, shift);
    places.set(node.name, { x: middle + shift, y });
    return Math.max(right + shift, middle + shift + half);
  }

  /** @param {TreeNode} node @param {number} by */
  function move(node, by) {
    at(node).x += by;
    for (const child of children.get(node.name) ?? []) move(child, by);
  }

  /** @param {TreeNode} node */
  const at = ({ name }) => /** @type {Place} */ (places.get(name));

  const width = place(nodes[0], side, 0) + side;
  const height = MARGIN.top + levels * (size.height + GAP) + size.leaf.height + MARGIN.bottom;
  return { places, width, height, size };
}
