"""Monte Carlo tree search with UCT: four phases, repeated as long as the limit allows.

| the books                                  | here                                              |
|--------------------------------------------|---------------------------------------------------|
| the visits N(v) and the reward Q(v)        | `Node.playouts`, `Node.points`                    |
| the tree policy: UCB1 among the children   | `select`, `upper_bound`                           |
| add a child for a move that is untried     | `expand`                                          |
| the default policy: a random game          | `simulate`                                        |
| backup, the reward negated at each level   | `back_up`: points for the side that moved here    |
| the best child of the root                 | the one with most playouts                        |

A won playout is worth 1 point, a drawn one half a point, a lost one none. The program finds out
nothing for certain: its values are estimates, and it claims no outcome.
"""

import random
import time
from functools import partial
from math import inf, log, sqrt

from noughts.analysis import Analysis, Bound, Effort, Limit, checked_limit, conclude
from noughts.errors import require
from noughts.growth import Follower, Numbers, Round
from noughts.position import Position, as_position
from noughts.rules import Mark, Move, Rules
from noughts.textbook.options import check_options
from noughts.textbook.scores import WIN_DRAW_LOSS
from noughts.trace import Path

__all__ = ["Node", "back_up", "expand", "mcts", "select", "simulate", "upper_bound"]

THOUSAND = Limit(nodes=1_000)
SQRT_2 = sqrt(2)  # what UCB1 has


class Node:
    """A position in the tree: so many playouts went through it, with so many points.

    The points are those of the side that moved here. `untried` are the moves without a child.
    """

    __slots__ = ("children", "move", "parent", "playouts", "points", "position", "untried")

    def __init__(
        self, position: Position, parent: "Node | None" = None, move: Move | None = None
    ) -> None:
        self.position = position
        self.parent = parent
        self.move = move
        self.children: list[Node] = []
        self.untried = position.legal_moves
        self.playouts = 0
        self.points = 0.0

    @property
    def path(self) -> Path:
        """The moves from the root to here."""
        if self.parent is None or self.move is None:
            return ()
        return (*self.parent.path, self.move)


def select(node: Node, exploration: float = SQRT_2) -> Node:
    """Go down to a node that has an untried move, or where the game is over."""
    while node.children and not node.untried:
        doubt = exploration * sqrt(log(node.playouts))
        node = max(node.children, key=partial(upper_bound, doubt))
    return node


def upper_bound(doubt: float, child: Node) -> float:
    """UCB1: its share of points, and the more on top the fewer playouts it has had.

    `doubt` is exploration * sqrt(log(playouts of the parent)).
    """
    return child.points / child.playouts + doubt / sqrt(child.playouts)


def expand(node: Node, chance: random.Random) -> Node:
    """Add a child for one of the untried moves and return it; a finished game stays as it is."""
    if not node.untried:
        return node
    move = node.untried.pop(chance.randrange(len(node.untried)))
    child = Node(node.position.play(move), node, move)
    node.children.append(child)
    return child


def simulate(position: Position, chance: random.Random) -> tuple[Path, Mark | None]:
    """Play a game at random to its end: the moves and the winner."""
    moves = []
    while not position.is_over:
        move = chance.choice(position.legal_moves)
        position = position.play(move)
        moves.append(move)
    return tuple(moves), position.winner


def back_up(node: Node | None, winner: Mark | None) -> None:
    """Count the playout at the node and at all above it."""
    while node is not None:
        node.playouts += 1
        if winner is None:
            node.points += 0.5
        elif winner != node.position.turn:  # the side that moved here has won
            node.points += 1
        node = node.parent


def mcts(
    position: Position | Rules | str,
    *,
    limit: Limit = THOUSAND,
    exploration: float = SQRT_2,
    chance: random.Random | None = None,
    follow: Follower | None = None,
) -> Analysis:
    """The move with most playouts, and an estimate of every move that was tried.

    An iteration counts as a node: it adds one to the tree, unless the game is over where it ends.
    The first one is always finished. A score is the mean result of the playouts, from -1 (all
    lost) to 1 (all won), and as far from the truth as they are. The same `chance` gives the same
    tree, which is kept in memory; `follow` gets each iteration as a `Round`.
    """
    position = as_position(position)
    check_options(position, exploration=exploration, chance=chance, follow=follow)
    limit = checked_limit(limit).for_one_move(position)
    ends = limit.nodes is not None or limit.seconds is not None
    require(ends and limit.depth is None, "mcts takes nodes, seconds or both as its limit", limit)
    started, iterations, chance = time.perf_counter(), 0, chance or random.Random()
    most = inf if limit.nodes is None else limit.nodes
    deadline = inf if limit.seconds is None else started + limit.seconds
    root = Node(position)
    while not iterations or (iterations < most and time.perf_counter() < deadline):
        leaf = select(root, exploration)
        node = expand(leaf, chance)
        moves, winner = simulate(node.position, chance)
        back_up(node, winner)
        iterations += 1
        if follow is not None:
            follow(_round(leaf, node, moves, winner))

    line, table = _most_played(root), dict[Move, tuple[float, Bound]]()
    for child in sorted(root.children, key=lambda child: child.path):
        table[child.path[0]] = _mean_result(child), "estimate"
    over = position.is_over
    score = WIN_DRAW_LOSS.leaf(position, 0, position.turn) if over else table[line[0]][0]
    effort = Effort(iterations, started, len(line))
    return conclude(position, "mcts", WIN_DRAW_LOSS, score, table, line, effort)


def _most_played(node: Node) -> Path:
    """The line that had most playouts; of moves with equally many, the one with more points."""
    while node.children:
        node = max(node.children, key=lambda child: (child.playouts, child.points))
    return node.path


def _mean_result(node: Node) -> float:
    """From -1 to 1, to three decimals: more would say nothing about so rough an estimate."""
    return round(2 * node.points / node.playouts - 1, 3)


def _round(leaf: Node, node: Node, playout: Path, winner: Mark | None) -> Round:
    """What one iteration has done."""
    numbers: list[Numbers] = []
    above: Node | None = node
    while above is not None:
        numbers.append((above.playouts, above.points))
        above = above.parent
    grown = () if node is leaf else ((node.path[-1], (0, 0)),)
    return Round(leaf.path, grown, tuple(reversed(numbers)), playout, winner)
