// What the server sends about exercises, as docs/reference/http-api.md describes it. Types only.

export type Field = 'alpha' | 'beta' | 'value';

/** A leaf has a value, an inner node a player. */
export interface TreeNode {
  name: string;
  parent: string | null;
  player: 'MAX' | 'MIN' | null;
  value: number | null;
  move: string | null;
}

/** How an exercise was made; null for what was left open. */
export interface Recipe {
  algorithm: string;
  root: 'max' | 'min';
  leaves: number | null;
  branching: number | null;
  depth: number | null;
  values: [number, number] | null;
  cuts: number | null;
  deep: number | null;
  seed: number | null;
  tree: string | null;
  position: { game: string; cells: string; turn: string } | null;
}

export interface Exercise {
  exercise: string; // in one line, as links have it
  recipe: Recipe;
  title: string;
  algorithms: { name: string; title: string; cuts: boolean }[]; // to choose from
  fields: Field[]; // what is asked at each inner node
  rules: string[]; // what the key takes for granted
  cuts: boolean; // whether branches may be cut
  backwards: boolean; // from right to left
  tree: string;
  root: 'MAX' | 'MIN';
  game: { game: string; cells: string; turn: string } | null;
  nodes: TreeNode[]; // level by level from the left
}

export type Verdict = 'right' | 'follows' | 'wrong' | 'missing' | 'unreadable';

export interface Mark {
  node: string;
  what: Field | 'cut';
  verdict: Verdict;
  reason: string;
}

export interface Marked {
  marks: Mark[];
  asked: number; // all that the key asks for
  blank: number; // fields of it that are neither filled in nor crossed out
  done: boolean; // everything is there, and right
  answer: string | null;
}

export interface KeyEntry {
  alpha: number | null; // null is minus infinity
  beta: number | null; // null is infinity
  value: number | null;
  bound: 'exact' | 'at-least' | 'at-most';
  cut: boolean;
}

export interface Step {
  node: string;
  what: 'enter' | 'leaf' | 'cut' | 'value';
  words: string;
}

export interface Solution {
  key: {
    line: string[];
    cuts: { node: string; skipped: string[] }[];
    entries: Record<string, KeyEntry>;
  };
  answer: string;
  steps: Step[];
}

/** What the student has written at each node. */
export type Entries = Record<string, { alpha?: string; beta?: string; value?: string; cut?: true }>;

/** Exercises right in a row, the most so far, and the last that counted. */
export interface Score {
  row: number;
  best: number;
  last: string;
}
