// The lessons and the examples. Every number in their sentences is compared with the search itself
// by tests/test_web_lessons.py.

/** @import { Mark } from '../types.js' */
/** @import { Search } from './trace.js' */

/**
 * An answer to choose; if it is wrong, with the reason.
 * @typedef {{text: string, wrong?: string}} LessonOption
 */

/**
 * A question: options to choose from, or a node to click.
 * @typedef {object} LessonQuestion
 * @property {string} why what is said after the right answer
 * @property {LessonOption[]} [options]
 * @property {string} [node] which node is right, as `Model.nodeNamed` reads it
 * @property {Record<string, string>} [wrong] why other nodes are not: the reason of a node, and of all
 *   nodes below it that have none of their own; the root has one
 * @property {boolean} [repeats] whether boards that occur again are marked after the answer
 */

/**
 * @typedef {object} LessonPage
 * @property {Search} search
 * @property {string} at the step, as `Model.stepWhere` reads it
 * @property {string} text
 * @property {string} [select] a node to look at
 * @property {boolean} [repeats] whether nodes with the same board as that node are marked
 * @property {LessonQuestion} [question]
 */

/** @typedef {{name: string, title: string, about: string, pages: LessonPage[]}} Lesson */

/**
 * @typedef {object} Example
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} game
 * @property {number} rows
 * @property {number} columns
 * @property {string} cells
 * @property {Mark} turn
 * @property {string} method
 * @property {number} [depth]
 * @property {number} nodes how many nodes the tree has
 */

/** The methods that search trees in brackets. */
export const OF_TREES = ['alpha-beta', 'minimax'];

/** @param {string} method @param {string} tree @returns {Search} */
const brackets = (method, tree) => ({ method, tree });

/** @param {string} cells @param {Mark} turn */
const board = (cells, turn) => ({ game: '3x3x3', rows: 3, columns: 3, cells, turn });

// The trees

const FIRST = '((4 7 9) (1 6 8) (2 5 3))';
const BY_HAND = brackets('minimax', FIRST);
const BY_HAND_ASKED = brackets('minimax', '((6 3) (8 2) (5 4))');
const CUT = brackets('alpha-beta', FIRST);
const CUT_ASKED = brackets('alpha-beta', '((5 6) (7 3 9) (8 6))');
const DEEP = brackets('alpha-beta', '((5 6) (((3 8) (7 4)) 9))');
const BAD_ORDER = brackets('alpha-beta', '((8 6 1) (5 3 2) (9 7 4))');
const GOOD_ORDER = brackets('alpha-beta', '((4 7 9) (2 3 5) (1 6 8))');
const ORDER_ASKED = brackets('alpha-beta', '((2 6) (5 7) (3 9))');
const BLOCK = board('x.oo.x..x', 'o');
const NEAR = { position: BLOCK, method: 'minimax', depth: 1 };
const FAR = { position: BLOCK, method: 'minimax', depth: 2 };
const FORK = board('...x.o.ox', 'x');
const FORK_SEEN = { position: FORK, method: 'minimax', depth: 1 };
const TABLE = { position: board('xooo.x.x.', 'x'), method: 'minimax' };

const NO_STONES = '.'.repeat(15);
const GOMOKU = [
  ...Array(6).fill(NO_STONES),
  '.......oo......',
  '......xxx......',
  '........o......',
  ...Array(6).fill(NO_STONES),
].join('');

/** @type {Lesson[]} */
export const LESSONS = [
  {
    name: 'minimax',
    title: 'Minimax by hand',
    about: 'MAX and MIN take turns; how numbers at the leaves become a choice at the root.',
    pages: [
      {
        search: BY_HAND,
        at: 'start',
        text:
          'A game as a tree: MAX moves first, at A, and goes to B, C or D. There MIN moves, and the ' +
          'game ends at a leaf. Its number is what MAX gets: MAX wants it large, MIN wants it small.',
      },
      {
        search: BY_HAND,
        at: 'return B',
        text: 'At B it is MIN’s turn. Of 4, 7 and 9 MIN takes the smallest, so B is worth 4.',
      },
      {
        search: BY_HAND,
        at: 'return C',
        text: 'The same at C: the smallest of 1, 6 and 8 is 1. MAX would regret going there.',
      },
      {
        search: BY_HAND,
        at: 'end',
        text:
          'D is worth 2. Now MAX chooses: the largest of 4, 1 and 2 is 4. So the tree is worth 4, ' +
          'and MAX goes to B. This is minimax. It has looked at all 13 nodes.',
      },
      {
        search: BY_HAND_ASKED,
        at: 'start',
        text: 'Another tree, and your turn: where does MAX go? Click that node: B, C or D.',
        question: {
          node: 'D',
          why: 'MIN makes B worth 3, C worth 2 and D worth 4. MAX takes the largest: D.',
          wrong: {
            A: 'MAX is at A already: click where it goes.',
            B: 'At B MIN takes the smaller number, 3. MAX can have more.',
            C: 'At C MIN takes the smaller number, 2. MAX can have more.',
            D: 'MIN chooses the leaf; MAX goes to B, C or D.',
          },
        },
      },
    ],
  },
  {
    name: 'first-cut',
    title: 'The first cut-off',
    about: 'Alpha-beta finds the same value and does not look at everything.',
    pages: [
      {
        search: CUT,
        at: 'start',
        text:
          'The tree you know, now with alpha-beta. It keeps two numbers: α, what MAX has for ' +
          'certain, and β, what MIN has. At the beginning nobody has anything: α is −∞, β is +∞.',
      },
      {
        search: CUT,
        at: 'back B',
        text: 'B comes back with 4. From now on MAX has 4 for certain: α is 4 at A.',
      },
      {
        search: CUT,
        at: 'back C1',
        text:
          'At C the first leaf is 1. MIN can have 1 here, or even less; MAX has 4 at B. So MAX will ' +
          'not go to C, whatever the other leaves are.',
      },
      {
        search: CUT,
        at: 'cut C',
        text:
          'So the search skips C2 and C3: a cut-off. C is worth at most 1, and that is all MAX needs ' +
          'to know.',
      },
      {
        search: CUT,
        at: 'end',
        text:
          'The same happens at D after its first leaf, 2. The tree is worth 4, as before, and ' +
          'alpha-beta has looked at 5 of the 9 leaves.',
      },
      {
        search: CUT_ASKED,
        at: 'start',
        text: 'Alpha-beta goes through this tree from left to right. It skips one leaf. Click it.',
        question: {
          node: 'C3',
          why:
            'MAX has 5 at B. At C the second leaf is 3, so MIN gets 3 or less there: C3 does not ' +
            'matter. At D both leaves are needed, since 8 is more than 5.',
          wrong: {
            A: 'The search begins at A: click a leaf.',
            B: 'B comes first, when MAX has nothing yet: both its leaves are needed.',
            C: 'The search comes to C: click a leaf.',
            C1: 'Without a leaf of C nothing is known about C.',
            C2: 'C1 is 7, more than the 5 that MAX has at B: the search has to go on to C2.',
            D: 'D1 is 8, more than the 5 that MAX has at B: both leaves of D are needed.',
          },
        },
      },
    ],
  },
  {
    name: 'deep-cut',
    title: 'A deep cut-off',
    about: 'What MAX has at the root can decide three moves further down.',
    pages: [
      {
        search: DEEP,
        at: 'start',
        text: 'This tree is four moves deep at its deepest: MAX, MIN, MAX, MIN. Keep an eye on E.',
      },
      {
        search: DEEP,
        at: 'back B',
        text: 'B is worth 5, so α is 5 at A, the root. The search takes this α along to C, D and E.',
      },
      {
        search: DEEP,
        at: 'back E1',
        text:
          'At E, MIN finds 3. The node above it, D, has no value yet: compared with D alone, there ' +
          'would be no reason to stop.',
      },
      {
        search: DEEP,
        at: 'cut E',
        text:
          'But MAX has 5 at B. If the game came to E, MIN would get 3 or less, and MAX would rather ' +
          'have gone to B in the first place. E2 is cut off: a deep cut-off.',
      },
      {
        search: DEEP,
        at: 'end',
        text:
          'The rest is as before: D is worth 4, so C is worth at most 4, less than 5: C2 is cut off ' +
          'too. The tree is worth 5; 5 of its 7 leaves were looked at.',
      },
      {
        search: DEEP,
        at: 'cut E',
        text: 'Why may the search skip E2?',
        question: {
          options: [
            {
              text: 'D already has a better move.',
              wrong: 'D has no value yet: E is the first move that is tried there.',
            },
            { text: 'MAX already has 5 at B.' },
            {
              text: 'E2 is larger than E1.',
              wrong: 'The search has not looked at E2, and skips it whatever it is.',
            },
          ],
          why: 'With 5 at B, MAX never lets the game come to E, where MIN gets 3 or less.',
        },
      },
    ],
  },
  {
    name: 'order',
    title: 'Why order matters',
    about: 'The same leaves twice: once nothing is cut off, once nearly half.',
    pages: [
      {
        search: BAD_ORDER,
        at: 'start',
        text:
          'The nine numbers of the first lesson in another order. The best branch comes last, and ' +
          'in each branch MIN’s best answer comes last.',
      },
      {
        search: BAD_ORDER,
        at: 'end',
        text:
          'Not a single cut-off: alpha-beta has looked at all 9 leaves, just as minimax would. The ' +
          'value is 4.',
      },
      {
        search: GOOD_ORDER,
        at: 'start',
        text:
          'Now the best branch comes first, and in each branch MIN’s best answer comes first. Play ' +
          'it, or step through it.',
      },
      {
        search: GOOD_ORDER,
        at: 'end',
        text:
          'The value is 4 again, after 5 of 9 leaves. Fewer are impossible: the best branch needs ' +
          'all its 3 leaves, and each of the other 2 branches one that shows that it is worse.',
      },
      {
        search: GOOD_ORDER,
        at: 'end',
        text:
          'In a game nobody knows the best move beforehand, so programs first try what looks good. ' +
          'Even simply row by row it pays: from the empty tic-tac-toe board minimax has 549,946 ' +
          'nodes, alpha-beta 18,297.',
      },
      {
        search: ORDER_ASKED,
        at: 'start',
        text:
          'For alpha-beta to skip as much as possible, which branch of this tree should come first? ' +
          'Click it: B, C or D.',
        question: {
          node: 'C',
          why:
            'C is worth 5, the most. With α = 5 from the beginning, the first leaf of B, 2, and of ' +
            'D, 3, is enough to cut.',
          wrong: {
            A: 'A is the whole tree: click a branch.',
            B:
              'B is worth 2, the least: α = 2 cuts off nothing. Something is cut off at D only ' +
              'because C, worth 5, comes before it.',
            C: 'That is a leaf: click a branch.',
            D: 'D is worth 3: with α = 3, something is cut off at B, but nothing at C.',
          },
        },
      },
    ],
  },
  {
    name: 'horizon',
    title: 'The horizon',
    about: 'A search that stops early does not know what comes next.',
    pages: [
      {
        search: NEAR,
        at: 'start',
        text:
          'Most games are too long to be searched to their ends, so a search stops at some depth. ' +
          'This one looks one move ahead. O is to move; an unfinished game counts as 0.',
      },
      {
        search: NEAR,
        at: 'end',
        text:
          'All 4 moves look alike: 0. The search takes the first of them, a2. But X is about to ' +
          'win with b2: that lies beyond the horizon.',
      },
      {
        search: FAR,
        at: 'return a2',
        text:
          'Now it looks 2 moves ahead, and sees what follows a2: X plays b2 and wins. So a2 is worth ' +
          '−1 to O.',
      },
      {
        search: FAR,
        at: 'end',
        text:
          'Only b2 is worth 0, the other moves −1. The search plays b2, and it took 17 nodes instead ' +
          'of 5. What comes after 2 moves it still cannot see.',
      },
      {
        search: FORK_SEEN,
        at: 'end',
        select: 'a1',
        text:
          'X plays a1 and threatens two lines; O can stop only one. How many moves ahead must a ' +
          'search look to see the win?',
        question: {
          options: [
            { text: '1', wrong: 'After one move nobody has three in a row: it counts as 0.' },
            { text: '2', wrong: 'After two moves O has stopped one line, and X has not won yet.' },
            { text: '3' },
            { text: '4', wrong: 'That is enough, but X has won before.' },
          ],
          why:
            'X plays a1, O stops one line, X completes the other: 3 moves. A search that looks 2 ' +
            'moves ahead sees nothing but 0.',
        },
      },
    ],
  },
  {
    name: 'table',
    title: 'A table of positions',
    about: 'Different moves, the same board: why programs remember what they have searched.',
    pages: [
      {
        search: TABLE,
        at: 'start',
        text: 'Three cells are left: b2, c1 and c3. X moves, then O, then X again.',
      },
      {
        search: TABLE,
        at: 'end',
        text:
          'Minimax has looked at 16 nodes, 6 of them with a full board. But are these six different ' +
          'boards?',
      },
      {
        search: TABLE,
        at: 'end',
        select: 'b2 c1 c3',
        repeats: true,
        text:
          'The two marked nodes have the same board. X got b2 and c3, O got c1; only the order of ' +
          'X’s moves differs. The 16 nodes have only 13 different boards.',
      },
      {
        search: TABLE,
        at: 'end',
        select: 'b2 c3 c1',
        repeats: true,
        text:
          'A program that keeps a table of the boards it has searched looks them up here, instead of ' +
          'searching again. It pays: from the empty board minimax has 549,946 nodes, but only 5,478 ' +
          'different boards.',
      },
      {
        search: TABLE,
        at: 'end',
        select: 'c1 b2 c3',
        text:
          'The dashed node was reached by c1, b2, c3. Another node has the same board. Click it, and ' +
          'look at its moves.',
        question: {
          node: 'c3 b2 c1',
          why: 'It was reached by c3, b2, c1: X has c1 and c3 and O has b2, whichever cell X took first.',
          wrong: {
            '': 'A cell is empty there; the dashed node has a full board.',
            'b2 c1 c3': 'There O has c1, not b2.',
            'b2 c3 c1': 'There O has c3, not b2.',
            'c1 b2 c3': 'That is the dashed node itself.',
            'c1 c3 b2': 'There O has c3, not b2.',
            'c3 c1 b2': 'There O has c1, not b2.',
          },
          repeats: true,
        },
      },
    ],
  },
];

/** @type {Example[]} */
export const EXAMPLES = [
  {
    name: 'three-left',
    title: 'Three cells left',
    about: 'The end of a game, small enough to follow every step.',
    ...board('ooxx.o..x', 'x'),
    method: 'alpha-beta',
    nodes: 14,
  },
  {
    name: 'block',
    title: 'A block',
    about: 'X threatens b2; O has to see it.',
    ...BLOCK,
    method: 'alpha-beta',
    nodes: 35,
  },
  {
    name: 'fork',
    title: 'A fork',
    about: 'X makes two threats at once; wins are counted in moves.',
    ...FORK,
    method: 'stepwise',
    nodes: 99,
  },
  {
    name: 'four-by-four',
    title: '4x4, two moves deep',
    about: 'Three in a row win, and O threatens b2. At the depth limit the boards are estimated.',
    ...{ game: '4x4x3', rows: 4, columns: 4, cells: '.o.....xxo......', turn: 'x' },
    method: 'four-in-a-line',
    depth: 2,
    nodes: 48,
  },
  {
    name: 'gomoku',
    title: 'Gomoku, one move deep',
    about: 'X has an open three. All moves at once; the cards show the part with the stones.',
    ...{ game: '15x15x5', rows: 15, columns: 15, cells: GOMOKU, turn: 'x' },
    method: 'four-in-a-line',
    depth: 1,
    nodes: 220,
  },
  {
    name: 'whole-game',
    title: 'The whole of tic-tac-toe',
    about: 'From the empty board to every end that alpha-beta looks at.',
    ...board('.........', 'x'),
    method: 'alpha-beta',
    nodes: 18_297,
  },
];
