"""How a program searches, from the number of boards it looks at.

The number of nodes of a search depends on the order of the moves, on the bounds it passes down and
on when it cuts. This module runs the usual kinds of alpha-beta with the program's own order of
moves; the kind with exactly the same number of nodes is the kind that the program uses.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import Literal, TypeAlias

from noughts.position import Position
from noughts.rules import OTHER, TIC_TAC_TOE, Mark, Move

__all__ = ["CONVENTIONS", "WHOLE_TREE", "Convention", "among_bounds", "count_nodes"]
__all__ += ["describe_search"]

WHOLE_TREE = 549_946  # nodes of tic-tac-toe from the empty board, nothing pruned
Order: TypeAlias = Callable[[str], tuple[Move, ...]]
Orders: TypeAlias = Mapping[str, tuple[Move, ...]]  # the order of the moves, by cells


@dataclass(frozen=True)
class Convention:
    """A kind of alpha-beta."""

    bounds: Literal["deep", "one bound", "full window at the root"]
    strict: bool  # whether it cuts only when the value exceeds beta
    by_depth: bool  # whether quick wins count more

    def __str__(self) -> str:
        cuts = (
            "cutting only when the value exceeds the bound"
            if self.strict
            else "cutting as soon as the value reaches the bound"
        )
        handed = {
            "deep": "it passes alpha and beta down and updates them at the root",
            "one bound": "it passes only one bound down (shallow cuts)",
            "full window at the root": "every move at the root starts with a full window: "
            "it does not update alpha there",
        }[self.bounds]
        scores = "quick wins count more" if self.by_depth else "wins count alike"
        return f"alpha-beta, {cuts}; {handed}; {scores}"


CONVENTIONS = tuple(
    Convention(bounds, strict, by_depth)
    for bounds in ("deep", "full window at the root", "one bound")
    for strict in (False, True)
    for by_depth in (False, True)
)


def describe_search(nodes: int, orders: Orders, counted: str = "`result`") -> str:
    """How a program that looks at this number of boards searches; none of it costs points.

    `counted`: the functions whose calls are counted as boards.
    """
    if nodes <= 1:
        return (
            f"how many boards it looks at is not known: the checker counts the calls of {counted}, "
            "and from the empty board there are none"
        )
    seen = f"from the empty board it looks at {nodes:,} boards"
    if nodes >= WHOLE_TREE:
        return f"{seen}: the whole tree has {WHOLE_TREE:,}, so it prunes nothing"
    if convention := _find_convention(nodes, tuple(sorted(orders.items()))):
        return f"{seen}: {convention}"
    if nodes > WHOLE_TREE // 2:
        return f"{seen}, not many fewer than the {WHOLE_TREE:,} of the whole tree"
    return f"{seen} of {WHOLE_TREE:,}: it prunes or remembers"


@cache
def _find_convention(
    nodes: int, orders: tuple[tuple[str, tuple[Move, ...]], ...]
) -> Convention | None:
    """The convention with this number of nodes under that order of moves.

    Some programs count the root twice (one function for the move, another for the value); others
    make every child board twice, once to look at it and once to search it.
    """
    order = order_of(dict(orders))
    for convention in CONVENTIONS:
        count = count_nodes(convention, order)
        if nodes in (count, count + 1, 2 * count - 1):
            return convention
    return None


def order_of(orders: Orders) -> Order:
    """The order in which a program tries the moves; row by row where that is unknown."""
    return lambda cells: orders.get(cells) or _free(cells)


@cache
def _free(cells: str) -> tuple[Move, ...]:
    return tuple(i for i in range(9) if cells[i] == ".")


@cache
def _ending(cells: str, mark: Mark, move: Move) -> tuple[int, bool]:
    """How many cells are empty after a move, and whether it completes a line."""
    return cells.count("."), TIC_TAC_TOE.completes(cells, mark, move)


def count_nodes(convention: Convention, order: Order) -> int:
    """How many nodes, including the root, such a search has from the empty board."""
    _, nodes = AlphaBeta(convention, order).root(Position(TIC_TAC_TOE))
    return nodes


def among_bounds(position: Position, orders: Orders) -> list[Move]:
    """The moves that alpha-beta cannot tell from the best one: it only knows a bound for them."""
    values, _ = AlphaBeta(CONVENTIONS[0], order_of(orders)).root(position)
    best = max(values.values()) if position.turn == "x" else min(values.values())
    return [move for move, found in values.items() if found == best]


@dataclass
class AlphaBeta:
    """Alpha-beta over strings of nine cells, by a convention; X maximises.

    The same board with the same bounds has the same value and the same number of nodes, so each is
    searched once and counted as often as it comes up.
    """

    convention: Convention
    order: Order
    _known: dict[tuple[str, float, float], tuple[float, int]] = field(default_factory=dict)

    def root(self, position: Position) -> tuple[dict[Move, float], int]:
        """What the search says about each move of a position, a value or a bound; and its nodes."""
        values: dict[Move, float] = {}
        _, nodes = self._search(position.cells, position.turn, -inf, inf, values)
        return values, nodes

    def _search(
        self,
        cells: str,
        mark: Mark,
        alpha: float,
        beta: float,
        root: dict[Move, float] | None = None,
    ) -> tuple[float, int]:
        """The value if it is between alpha and beta, else a bound, and the number of nodes."""
        key = (cells, alpha, beta)
        if root is None and key in self._known:
            return self._known[key]
        x = mark == "x"
        best, nodes = -inf if x else inf, 1
        for move in self.order(cells):
            child = cells[:move] + mark + cells[move + 1 :]
            value, below = self._leaf(child, mark, move), 1
            if value is None:
                bounds = self._bounds(x, alpha, beta, is_root=root is not None)
                value, below = self._search(child, OTHER[mark], *bounds)
            nodes += below
            if root is not None:
                root[move] = value
            best = max(best, value) if x else min(best, value)
            if self._cuts(best, beta) if x else self._cuts(-best, -alpha):
                break
            alpha, beta = (max(alpha, best), beta) if x else (alpha, min(beta, best))
        self._known[key] = best, nodes
        return best, nodes

    def _leaf(self, cells: str, mark: Mark, move: Move) -> float | None:
        """What a finished board is worth to X after `mark` has played; None if the game goes on."""
        empty, won = _ending(cells, mark, move)
        if won:
            worth = empty + 1 if self.convention.by_depth else 1
            return worth if mark == "x" else -worth
        return None if empty else 0

    def _cuts(self, value: float, bound: float) -> bool:
        return value > bound or (value == bound and not self.convention.strict)

    def _bounds(self, x: bool, alpha: float, beta: float, is_root: bool) -> tuple[float, float]:
        """The bounds for a child."""
        if self.convention.bounds == "full window at the root" and is_root:
            return -inf, inf
        if self.convention.bounds == "one bound":
            return (alpha, inf) if x else (-inf, beta)
        return alpha, beta
