// Where the nodes of an exercise's tree stand, in em: the picture grows with its font.

/** @import { TreeNode } from './types.js' */
/** @typedef {{x: number, y: number}} Place; the middle of its upper edge */

export const NODE = { height: 4.9, plain: 4.2, windows: 11.4 }; // with and without alpha and beta
export const LEAF = { width: 2.7, height: 2.2 };
const BETWEEN = { leaves: 0.7, nodes: 0.5 };
const GAP = 3.1; // from one level to the next
const MARGIN = { side: 0.8, top: 0.4, bottom: 1.6 }; // below are the names of the leaves

/** The children of each node, by its name. @param {TreeNode[]} nodes */
export function childrenOf(nodes) {
  /** @type {Map<string, TreeNode[]>} */
  const children = new Map(nodes.map(({ name }) => [name, []]));
  for (const node of nodes) if (node.parent) children.get(node.parent)?.push(node);
  return children;
}

/**
 * @param {TreeNode[]} nodes level by level from the left
 * @param {boolean} windows whether there are fields for alpha and beta
 */
export function layout(nodes, windows) {
  const children = childrenOf(nodes);
  const half = (windows ? NODE.windows : NODE.plain) / 2 + BETWEEN.nodes;
  const digits = Math.max(...nodes.map(({ value }) => String(value ?? '').length));
  const leaf = Math.max(LEAF.width, 0.72 * digits + 1);
  /** @type {Map<string, Place>} */
  const places = new Map();
  let levels = 0;

  /** Returns where the next one may begin. @type {(node: TreeNode, left: number, level: number) => number} */
  function place(node, left, level) {
    const below = children.get(node.name) ?? [];
    const y = MARGIN.top + level * (NODE.height + GAP);
    levels = Math.max(levels, level);
    if (!below.length) {
      places.set(node.name, { x: left + (leaf + BETWEEN.leaves) / 2, y });
      return left + leaf + BETWEEN.leaves;
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

  const width = place(nodes[0], MARGIN.side, 0) + MARGIN.side;
  const height = at(nodes[0]).y + levels * (NODE.height + GAP) + LEAF.height + MARGIN.bottom;
  return { places, width, height, leaf };
}
