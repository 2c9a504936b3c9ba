// What the server sends, as docs/api.md describes it, and what the page keeps. Types only: the
// browser never loads this file.

export type Mark = 'x' | 'o';

export interface Player {
  name: string;
  seconds?: number | null;
}

export type Players = Record<Mark, Player>;

export interface Outcome {
  winner: Mark | null;
  reason: string;
  cells: string[];
  words: string;
}

/** A position with its rules. `cells` is a string of `x`, `o` and `.`, row by row. */
export interface Position {
  game: string;
  rows: number;
  columns: number;
  label: string;
  cells: string;
  turn: Mark;
  legal: string[];
  outcome: Outcome | null;
}

/** An earlier position of a game, after `number` moves. */
export interface PastPosition extends Position {
  id: string;
  revision: number;
  number: number;
}

export interface Move {
  move: string;
  mark: Mark;
  seconds: number | null;
}

export interface Game extends Position {
  id: string;
  revision: number;
  start: { cells: string; turn: Mark };
  moves: Move[];
  undone: string[];
  players: Players;
}

/** A method, and the reason if it cannot search a position. */
export interface MethodHere {
  name: string;
  about: string;
  watch: boolean;
  why_not: string | null;
}

export interface PositionWithMethods extends Position {
  methods: MethodHere[];
}

export interface About {
  games: { game: string; name: string; label: string }[];
  players: { name: string; about: string; clock: boolean; kind: 'level' | 'method' }[];
  limits: { rows: number; seconds: number };
}

export type Verdict = 'win' | 'draw' | 'loss';

export interface MoveValue {
  move: string;
  outcome: Verdict | null;
  plies: number | null;
  score: number;
  bound: 'exact' | 'at-least' | 'at-most';
}

export interface Analysis {
  turn: Mark;
  outcome: Verdict | null;
  plies: number | null;
  score: number | null;
  best: string[];
  moves: MoveValue[];
  line: string[];
  nodes: number;
  seconds: number;
  depth: number;
}

export interface ReviewedMove {
  number: number;
  verdict: 'best' | 'as-good' | 'mistake' | null;
  after: { outcome: Verdict | null };
  words: string;
}

export interface Review {
  moves: Map<number, ReviewedMove>;
  done: { words: string } | null;
}

/** A row of a comparison; only `method` and `waiting` until the method has searched. */
export interface ComparisonRow {
  method: string;
  why_not?: string | null;
  waiting?: boolean;
  move?: string | null;
  outcome?: Verdict | null;
  nodes?: number;
  seconds?: number;
  complete?: boolean;
}

/** The first event of a trace: what the page must know about the search before its nodes. */
export interface TraceBegin {
  method: string;
  maximiser: Mark;
  windows: boolean; // it has alpha and beta
  strict: boolean; // it cuts only beyond alpha or beta, not at an equal value
  shallow: boolean; // alpha or beta comes from the parent alone
  root_apart: boolean; // each move at the root gets a full window
  whole_tree_first: boolean; // the whole tree is built before any node gets a value
  deepens: boolean; // it searches deeper and deeper, and estimates boards at the depth limit
  by_depth: boolean; // what a win is worth depends on how far away it is
  draw: number; // the score of a draw
  ends: string[];
  pseudocode: { text: string; steps: string[] }[];
}

/** parent, cell, alpha, beta, value, bound, end, finished, untried */
export type TraceRow = [
  number,
  number,
  number | null,
  number | null,
  number | null,
  number,
  number,
  number,
  number[],
];

export interface TraceDone {
  searched: number;
  complete: boolean;
  move: string | null;
  words: string | null;
}

export interface ServerEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: one of the forms above, depending on the event
  data: any;
}

/** What a link asks for, as it is written: the server judges it. */
export interface Link {
  game: string | null;
  cells: string | null;
  turn: string | null;
  moves: string[];
  players: Record<Mark, { name: string; seconds?: number | string } | null>;
}

/** On the screen, or on the board. */
export interface Point {
  x: number;
  y: number;
}

export type Tab = 'play' | 'watch' | 'compare';

/** Everything that the page shows. Only `update` in game/state.js changes it. */
export interface State {
  game: Game | null; // the game as the server last sent it
  past: PastPosition | null; // the earlier position that is shown
  pending: { move: string; mark: Mark } | null; // a move that is sent but not yet answered
  sending: boolean; // a change of ours is on its way
  reply: AbortController | null; // while we wait for a program's move: stops the wait
  news: Game | null; // the game as the server sent it while we waited for an answer
  oneMove: boolean; // a paused program was asked for one move
  running: boolean; // two programs: they play on by themselves
  badLink: string | null; // why the address could not be opened
  trouble: string | null; // why the program cannot move
  tab: Tab;
  flipped: boolean;
  numbers: boolean; // whether the marks show the numbers of their moves
  values: boolean; // whether the values of the moves are shown
  analysis: (Analysis & { finished: boolean }) | { error: string } | null; // of the shown position
  review: Review | null; // of this game
}
