"""Proof-number search: prove a win, or that there is none, at the least expense first.

Every node has two numbers: at least so many leaves of the tree must still be proved to prove the
node, and at least so many disproved to disprove it.

| a node                 | proof : disproof                       |
|------------------------|----------------------------------------|
| an open leaf           | 1 : 1                                  |
| a leaf that is proved  | 0 : infinity                           |
| one that is disproved  | infinity : 0                           |
| OR: we are to move     | the least of all : the sum of all      |
| AND: they are to move  | the sum of all : the least of all      |

| the thesis (Allis 1994)                 | here                                         |
|-----------------------------------------|----------------------------------------------|
| SelectMostProving                       | `most_proving`                               |
| DevelopNode, evaluating at once         | `expand`                                     |
| SetProofAndDisproofNumbers              | `set_numbers`                                |
| UpdateAncestors                         | `update`                                     |

A search answers one question with yes or no, so a game with draws needs two: can the side to move
win? If not: can it at least draw?
"""

import time
from collections.abc import Iterable, Sequence
from math import inf

from noughts.analysis import NO_LIMIT, Analysis, Bound, Effort, Limit, checked_limit, conclude
from noughts.errors import require
from noughts.growth import Follower, Numbers, Round
from noughts.position import Position, Result, as_position
from noughts.rules import Mark, Move, Rules
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import WIN_DRAW_LOSS
from noughts.trace import Path

__all__ = ["Node", "expand", "most_proving", "proof_number", "set_numbers", "update"]


class Node:
    """A position in the tree, with its proof number and its disproof number."""

    __slots__ = ("children", "disproof", "is_or", "move", "parent", "position", "proof")

    def __init__(
        self, position: Position, parent: "Node | None" = None, move: Move | None = None
    ) -> None:
        self.position = position
        self.parent = parent
        self.move = move
        self.children: list[Node] = []
        self.is_or: bool = parent is None or not parent.is_or
        self.proof: float = 1
        self.disproof: float = 1

    @property
    def path(self) -> Path:
        """The moves from the root to here."""
        if self.parent is None or self.move is None:
            return ()
        return (*self.parent.path, self.move)


def most_proving(node: Node) -> Node:
    """Go down to an open leaf that helps most, whether it will be proved or disproved.

    Below OR there is a child with the same proof number, below AND one with the same disproof
    number; the first one is taken.
    """
    while node.children:
        if node.is_or:
            node = next(child for child in node.children if child.proof == node.proof)
        else:
            node = next(child for child in node.children if child.disproof == node.disproof)
    return node


def expand(node: Node, goal: Result, us: Mark, order: Order = row_by_row) -> None:
    """Add a child for every move; finished games are proved or disproved at once."""
    for move in order(node.position):
        child = Node(node.position.play(move), node, move)
        set_numbers(child, goal, us)
        node.children.append(child)


def set_numbers(node: Node, goal: Result, us: Mark) -> None:
    """What the children of a node say about it, or the end of the game."""
    if node.children:
        proofs = [child.proof for child in node.children]
        disproofs = [child.disproof for child in node.children]
        node.proof = min(proofs) if node.is_or else sum(proofs)
        node.disproof = sum(disproofs) if node.is_or else min(disproofs)
    elif node.position.is_over:
        winner = node.position.winner
        reached = winner == us or (winner is None and goal == "draw")
        node.proof, node.disproof = (0, inf) if reached else (inf, 0)


def update(node: Node | None, goal: Result, us: Mark) -> None:
    """Set the numbers of the node and of all above it."""
    while node is not None:
        set_numbers(node, goal, us)
        node = node.parent


def proof_number(
    position: Position | Rules | str,
    *,
    goal: Result | None = None,
    limit: Limit = NO_LIMIT,
    order: Order = row_by_row,
    follow: Follower | None = None,
) -> Analysis:
    """The outcome of the position, where it is proved; `nodes` are those of all trees together.

    The `goal` is what to prove of the side to move: a "win", or a "draw", which means a draw at
    least. Without one, both questions are asked, the second only if the first is answered with no.
    A score is 1 for a win, 0 for a draw and -1 for a loss; that of a move is a bound where a
    question about it was not answered, and `<= 1` says nothing. The whole tree is kept in memory;
    `follow` gets each expansion as a `Round`.
    """
    position = as_position(position)
    check_options(position, goal=goal, order=order, follow=follow)
    limit = checked_limit(limit).for_one_move(position)
    require(limit.depth is None, "proof-number takes no depth as its limit", limit)
    started, us, nodes = time.perf_counter(), position.turn, 0
    most = inf if limit.nodes is None else limit.nodes
    deadline = inf if limit.seconds is None else started + limit.seconds

    def prove(goal: Result) -> Node:
        nonlocal nodes
        root, nodes = Node(position), nodes + 1
        set_numbers(root, goal, us)
        if follow is not None and position.is_over:
            follow(_round(root, goal))
        while root.proof and root.disproof:
            leaf = most_proving(root)
            if nodes + leaf.position.empty > most or time.perf_counter() >= deadline:
                break
            expand(leaf, goal, us, order)
            nodes += len(leaf.children)
            update(leaf, goal, us)
            if follow is not None:
                follow(_round(leaf, goal))
        return root

    trees: dict[Result, Node] = {}
    if goal != "draw":
        trees["win"] = prove("win")
    if goal == "draw" or (goal is None and not trees["win"].disproof and nodes < most):
        trees["draw"] = prove("draw")

    low, high = _span([*trees.values()], trees)
    table: dict[Move, tuple[float, Bound]] = {}
    begun = {goal: root for goal, root in trees.items() if root.children}
    for children in zip(*(root.children for root in begun.values()), strict=True):
        table[children[0].path[0]] = _value(*_span(children, begun))
    score: float | None = low if low == high else None
    best = [move for move, value in table.items() if value == (score, "exact")]
    effort = Effort(nodes, started, stopped=score is None)
    return conclude(position, "proof-number", WIN_DRAW_LOSS, score, table, best[:1], effort)


def _span(nodes: Sequence[Node], goals: Iterable[Result]) -> tuple[int, int]:
    """The worst and the best that a position can be worth, by its node in the tree of each goal."""
    low, high = -1, 1
    for node, goal in zip(nodes, goals, strict=True):
        reached = 1 if goal == "win" else 0
        if node.proof == 0:
            low = max(low, reached)
        if node.disproof == 0:
            high = min(high, reached - 1)
    return low, high


def _value(low: int, high: int) -> tuple[float, Bound]:
    if low == high:
        return low, "exact"
    return (high, "at-most") if low == -1 else (low, "at-least")


def _round(leaf: Node, goal: Result) -> Round:
    """What was expanded, and the numbers from the root to there."""
    numbers: list[Numbers] = []
    node: Node | None = leaf
    while node is not None:
        numbers.append((node.proof, node.disproof))
        node = node.parent
    children = ((child.path[-1], (child.proof, child.disproof)) for child in leaf.children)
    return Round(leaf.path, tuple(children), tuple(reversed(numbers)), question=goal)
