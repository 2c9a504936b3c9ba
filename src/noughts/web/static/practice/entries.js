// What a student has written, by node: `{C: {alpha: '3', value: '2'}, C2: {cut: true}}`.

/** @import { Entries, Field, TreeNode } from './types.js' */

/**
 * The entries after a field was filled in, or emptied.
 * @param {Entries} entries @param {string} node @param {Field} what @param {string} text
 */
export function withText(entries, node, what, text) {
  const { [what]: _, ...rest } = entries[node] ?? {};
  const written = text.trim();
  return withEntry(entries, node, written ? { ...rest, [what]: written } : rest);
}

/** The entries after a branch was cut, or is whole again. @param {Entries} entries @param {string} node */
export function withCutChanged(entries, node) {
  const { cut, ...rest } = entries[node] ?? {};
  return withEntry(entries, node, cut ? rest : { ...rest, cut: true });
}

/** @param {Entries} entries @param {string} node @param {Entries[string]} entry @returns {Entries} */
function withEntry(entries, node, entry) {
  const { [node]: _, ...others } = entries;
  return Object.keys(entry).length ? { ...others, [node]: entry } : others;
}

/**
 * What the server gets: a node that is cut has no numbers, and what is below it nothing at all.
 * @param {TreeNode[]} nodes level by level @param {Entries} entries
 */
export function toSend(nodes, entries) {
  /** @type {Set<string>} */
  const gone = new Set();
  /** @type {Entries} */
  const sent = {};
  for (const { name, parent } of nodes) {
    const entry = entries[name];
    if (parent && gone.has(parent)) gone.add(name);
    else if (entry?.cut) sent[name] = { cut: true };
    else if (entry) sent[name] = entry;
    if (entry?.cut) gone.add(name);
  }
  return sent;
}
