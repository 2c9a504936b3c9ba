// What the server sends, as docs/reference/http-api.md describes it, and what the page keeps.
// Types only: the browser never loads this file.

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

/** How the cells of a board are named: letters for the rows, or for the columns. */
export type Notation = 'rows' | 'gomoku';

/** A board without its marks; `notation` is what players of the game use. */
export interface Shape {
  rows: number;
  columns: number;
  notation: Notation;
}

/** A position with its rules. `cells` is a string of `x`, `o` and `.`, row by row. */
export interface Position extends Shape {
  game: string;
  label: string;
  cells: string;
  turn: Mark;
  legal: string[];
  outcome: Outcome | null;
}

/** Another position of a game than its current one: after these moves, which are `number`. */
export interface PastPosition extends Position {
  path: string[];
  number: number;
}

/** A variation: the moves instead of others, after some; comments by the number of the move. */
export interface Line {
  after: number;
  moves: string[];
  seconds?: number[]; // of moves that were once played
  name?: string;
  comments?: Record<string, string>;
  variations?: Line[];
}

export interface Move {
  move: string;
  mark: Mark;
  seconds: number | null;
}

/** The clock of a game: seconds that were left when the server sent it, and whose side it runs for. */
export interface Clock {
  seconds: number;
  increment: number;
  left: Record<Mark, number>;
  runs: Mark | null;
}

/** What one of two people asks the other for. */
export type Asked = 'undo' | 'draw' | 'rematch';

/** Two people on two machines: which seats are taken, what one asks the other, and what followed. */
export interface Table {
  seats: Record<Mark, boolean>;
  offer: { what: Asked; by: Mark } | null;
  declined: { what: Asked; by: Mark } | null; // since the last move
  next: string | null;
  clock: Clock | null;
}

/** Who is at a game with seats right now. */
export interface Presence extends Record<Mark, boolean> {
  watching: number;
}

export interface Game extends Position {
  id: string;
  revision: number;
  start: { cells: string; turn: Mark };
  moves: Move[];
  undone: string[];
  decision: { number: number; counts: boolean } | null; // an end that is not on the board
  comments: Record<string, string>;
  variations: Line[];
  deleted: number; // how many deletions can be restored
  held: boolean; // programs wait until a person lets them move
  title: string;
  players: Players;
  called: Partial<Record<Mark, string>>; // the people of a file, if it names them
  opened: boolean; // of others, from a file: nobody has played on in it
  remark: string | null; // what surprises in the last move
  table: Table | null;
}

/** What says who plays: a game, or one in a list. */
export type Seated = Pick<Game, 'id' | 'players' | 'called' | 'table'>;

/** A game in the list of my games. */
export interface ListedGame extends Seated, Shape {
  title: string;
  game: string;
  label: string;
  cells: string;
  turn: Mark;
  outcome: Outcome | null;
  opened: boolean;
  moves: number;
  touched: number; // seconds since 1970
}

/** A method, and the reason if it cannot search a position. */
export interface MethodHere {
  name: string;
  about: string;
  watch: boolean;
  estimates: boolean; // its scores are estimates, and it claims no outcome
  why_not: string | null;
}

export interface PositionWithMethods extends Position {
  methods: MethodHere[];
}

export interface About {
  addresses: string[]; // where others find this server; none if only this computer can
  alone: boolean; // nobody else can ever come: the server is in this browser
  games: (Shape & { game: string; name: string; label: string })[];
  players: { name: string; about: string; clock: boolean; kind: 'level' | 'method' }[];
  limits: { rows: number; seconds: number };
}

export type Verdict = 'win' | 'draw' | 'loss';

export interface MoveValue {
  move: string;
  outcome: Verdict | null;
  plies: number | null;
  within?: number | null; // so many plies at most, where they are not known
  score: number;
  bound: 'exact' | 'at-least' | 'at-most' | 'estimate';
}

export interface Analysis {
  turn: Mark;
  outcome: Verdict | null;
  plies: number | null;
  within?: number | null;
  score: number | null;
  best: string[];
  moves: MoveValue[];
  line: string[];
  nodes: number;
  seconds: number;
  depth: number;
}

export type ReviewVerdict = 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';

/** What a position was worth to one side: what is proved, and the expected share of the point. */
export interface Worth {
  outcome: Verdict | null;
  plies: number | null;
  within?: number | null; // so many plies at most, where they are not known
  value: number | null;
}

/** What a program has found out so far about the position after `revision`. */
export interface Thinking {
  id: string;
  revision: number;
  turn: Mark; // who thinks: score and outcome are for this side
  depth: number;
  nodes: number;
  outcome: Verdict | null;
  plies: number | null;
  score: number | null;
  line: string[];
}

/** The place in the queue of a program that waits for its turn; 0 when it begins. */
export interface Queued {
  id: string;
  revision: number;
  place: number;
}

export interface ReviewedMove {
  number: number;
  mark: Mark;
  move: string;
  verdict: ReviewVerdict | null;
  before: Worth;
  after: Worth;
  better: string[];
  line: string[];
  ends: boolean; // the line ends the game
  why: string | null;
  words: string;
}

/** What a review marks on a cell of the board. */
export interface Hint {
  kind: 'played' | 'better';
  text: string; // shown there
  words: string; // read aloud
}

export interface Review {
  moves: Map<number, ReviewedMove>;
  done: { words: string } | null;
  waiting: string | null; // why it has not begun
}

/** A row of a comparison; only `method` and `waiting` until the method has searched. */
export interface ComparisonRow {
  method: string;
  why_not?: string | null;
  waiting?: boolean;
  move?: string | null;
  outcome?: Verdict | null;
  score?: number | null;
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
  passes: boolean; // it searches from the root again and again; the first row stands for all passes
  deepens: boolean; // it searches deeper and deeper, and estimates boards at the depth limit
  null_windows: boolean; // it asks only whether a value is more than so much
  table: boolean; // it remembers the boards that it has searched
  by_depth: boolean; // what a win is worth depends on how far away it is
  draw: number; // the score of a draw
  names: string[] | null; // of the nodes of a tree in brackets; their `cell` is a place in this list
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

/** How the board looks: marks in cells, or stones on crossings. */
export type Look = 'cells' | 'stones';

export type Tab = 'home' | 'play' | 'watch' | 'practice' | 'compare' | 'games';

/** Where one is, as the address says it: names and values. */
export type Place = Record<string, string>;

/** A view that is loaded when it is first opened. */
export interface View {
  /** The position of the game, or of the link; shown again when it changes. */
  show(position: PositionWithMethods): void;
  hide(): void;
  /** Go where the address says. */
  open(place: Place): void;
  /** Where one is; what is usual is left out. */
  place(): Place;
  /** Whether it could not show what it should. */
  readonly failed: boolean;
}

/** Everything that the page shows. Only `update` in game/state.js changes it. */
export interface State {
  game: Game | null; // the game as the server last sent it
  past: PastPosition | null; // the position that is shown instead of the current one
  pending: { move: string; mark: Mark } | null; // a move that is sent but not yet answered
  sending: boolean; // a change of ours is on its way
  reply: AbortController | null; // while we wait for a program's move: stops the wait
  news: Game | null; // the game as the server sent it while we waited for an answer
  oneMove: boolean; // a paused program was asked for one move
  running: boolean; // two programs: they play on by themselves
  badLink: string | null; // why the address could not be opened
  opening: boolean; // what the address asks for is not here yet
  linked: Position | null; // a position to watch that is not of the game: of a link, or edited
  embedded: boolean; // shown within another page: only the view itself
  trouble: string | null; // why the program cannot move
  tab: Tab;
  flipped: boolean;
  levels: string[]; // the players that are levels, as the server says
  numbers: boolean; // whether the marks show the numbers of their moves
  values: boolean; // whether the values of the moves are shown
  analysis: (Analysis & { finished: boolean }) | { error: string } | null; // of the shown position
  waiting: string | null; // why the analysis has not begun
  review: Review | null; // of this game
  thinking: Thinking | null; // what the program last said about its search
  queue: string | null; // why the program has not begun to think
  look: Look | 'auto'; // auto: stones on large boards
  notation: Notation | 'auto'; // auto: as players of the game name the cells
  confirm: 'auto' | 'always' | 'never'; // whether a move takes two taps; auto: on boards with small cells
  aim: string | null; // the cell that waits for the second tap
  tried: string[]; // moves of the best line that the board shows, from the shown position
  guest: string | null; // the id of another person's game: it is watched, not played
  presence: Presence | null; // who is at this game, if it has seats
  awaited: ListedGame[]; // games between people, not on the screen, in which it is our turn
  away: number | null; // since when the server does not answer, as `performance.now()` counts
}
