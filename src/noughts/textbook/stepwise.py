"""Alpha-beta without recursion: a walk over states with two verbs, `descend` and `ascend`.

    state = State(position)
    while (following := step(state)) is not None:
        state = following            # look at it: state.alpha, state.beta, state.cost, state.path

A child inherits only one bound, so this is *shallow* pruning: a cut-off compares a node with its
parent, never with an ancestor further up.
"""

import time
from math import inf

from noughts.analysis import Analysis, Bound, Effort, conclude
from noughts.position import Position, as_position
from noughts.rules import OTHER, Mark, Move, Rules
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import BY_DEPTH, Scores
from noughts.trace import Path, Report, Visitor

__all__ = ["State", "ascend", "descend", "step", "stepwise"]


class State:
    """A node of the search. Even depth maximises (the computer), odd depth minimises (the human).

    `next` holds the moves not yet tried, `coord` is the move that led here, and `cost` is what the
    state is worth so far: a maximiser's alpha, a minimiser's beta, a leaf's score.
    """

    __slots__ = ("alpha", "beta", "board", "children", "coord", "cost", "depth", "next", "parent")

    def __init__(
        self,
        board: Position,
        parent: "State | None" = None,
        coord: Move | None = None,
        order: Order = row_by_row,
    ) -> None:
        self.board = board
        self.parent = parent
        self.coord = coord
        self.children: list[State] = []
        self.next: list[Move] = list(order(board))
        self.depth: int = parent.depth + 1 if parent else 0
        # A child of a maximiser inherits only alpha, a child of a minimiser only beta.
        self.alpha: float = parent.alpha if parent and parent.maximises else -inf
        self.beta: float = parent.beta if parent and not parent.maximises else inf
        self.cost: float = self.alpha if self.maximises else self.beta

    @property
    def maximises(self) -> bool:
        """Whether it is the computer's turn."""
        return self.depth % 2 == 0

    @property
    def computer(self) -> Mark:
        """The mark that maximises."""
        return self.board.turn if self.maximises else OTHER[self.board.turn]

    @property
    def path(self) -> Path:
        """The moves from the root to here."""
        path: list[Move] = []
        state: State | None = self
        while state is not None and state.coord is not None:
            path.append(state.coord)
            state = state.parent
        return tuple(reversed(path))


def descend(
    state: State,
    scores: Scores = BY_DEPTH,
    depth: int | None = None,
    order: Order = row_by_row,
) -> State | None:
    """Try the next move and return the child; None (refused) when the state is finished.

    It refuses at a finished board or at the depth limit, where it sets the cost; when alpha >=
    beta; and when no untried move is left.
    """
    if state.board.is_over or state.depth == depth:
        state.cost = scores.leaf(state.board, state.depth, state.computer)
        return None
    if state.alpha >= state.beta or not state.next:
        return None
    coord = state.next.pop(0)
    child = State(state.board.play(coord), state, coord, order)
    state.children.append(child)
    return child


def ascend(child: State) -> State | None:
    """Pass the child's cost to its parent and return the parent; None at the root."""
    parent = child.parent
    if parent is None:
        return None
    if parent.maximises:
        parent.cost = parent.alpha = max(parent.alpha, child.cost)
    else:
        parent.cost = parent.beta = min(parent.beta, child.cost)
    return parent


def step(
    state: State,
    scores: Scores = BY_DEPTH,
    depth: int | None = None,
    order: Order = row_by_row,
) -> State | None:
    """One `descend`, or one `ascend` where that is refused; None when the search is done."""
    return descend(state, scores, depth, order) or ascend(state)


def stepwise(
    position: Position | Rules | str,
    *,
    scores: Scores = BY_DEPTH,
    depth: int | None = None,
    order: Order = row_by_row,
    every_move: bool = False,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position: descend where possible, else ascend, until back at the root.

    The move is the first child, in the order of the search, whose cost equals the root's. A later
    child with the same cost may have been cut off: its cost is then only a bound ("at-most").
    `every_move` searches those children again without their bound, and counts those nodes too.
    """
    position = as_position(position)
    check_options(position, scores=scores, depth=depth, order=order, visit=visit)
    started, report = time.perf_counter(), Report(visit)

    def walk(root: State) -> State:
        state: State | None = root
        while state is not None:
            child = descend(state, scores, depth, order)
            if child is None:
                finish(state)
            state = child or ascend(state)
        return root

    def finish(state: State) -> None:
        if state.board.is_over or state.depth == depth:
            report.leaf(state.path, state.cost, *window(state), state.board.is_over)
        else:
            report.node(state.path, state.cost, *window(state), state.next)

    def window(state: State) -> tuple[float, float]:
        """Alpha and beta as they were on entry."""
        return (-inf, state.beta) if state.maximises else (state.alpha, inf)

    def bound(state: State) -> Bound:
        is_leaf = state.board.is_over or state.depth == depth
        return "exact" if is_leaf else report.bound(state.cost, *window(state))

    root = walk(State(position, order=order))
    table: dict[Move, tuple[float, Bound]] = {}
    for child in root.children:
        (move,) = child.path
        table[move] = child.cost, bound(child)
        if every_move and table[move][1] != "exact":
            again = State(child.board, coord=move, order=order)
            again.depth, again.cost = 1, inf
            table[move] = walk(again).cost, "exact"
    state = root
    while state.children:
        state = next(child for child in state.children if child.cost == state.cost)
    effort = Effort(report.nodes, started, depth)
    return conclude(position, "stepwise", scores, root.cost, table, state.path, effort)
