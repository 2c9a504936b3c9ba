"""How a program searches, from the number of boards it looks at.

The number of nodes of a search depends on the order of the moves, the bounds that are handed down
and when it cuts. Here the usual kinds of alpha-beta are run with the program's own order of moves;
the one with exactly its number of nodes is the one that it is.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Literal

from noughts.check.checks import Outcome, passed
from noughts.check.evidence import Evidence
from noughts.rules import TIC_TAC_TOE

__all__ = ["CONVENTIONS", "Convention", "count_nodes", "describe_search"]

WHOLE_TREE = 549_946
Order = Callable[[str], tuple[int, ...]]


@dataclass(frozen=True)
class Convention:
    """A kind of alpha-beta."""

    bounds: Literal["deep", "one bound", "full window at the root"]
    strict: bool  # cuts only when the value is larger than beta
    by_depth: bool  # whether quick wins count more

    def __str__(self) -> str:
        cuts = (
            "cutting only when the value exceeds the bound"
            if self.strict
            else "cutting as soon as the value reaches the bound"
        )
        handed = {
            "deep": "alpha and beta are handed down and carried along at the root",
            "one bound": "only one bound is handed down (shallow cuts)",
            "full window at the root": "every move at the root starts with a full window: "
            "alpha is not carried along there",
        }[self.bounds]
        scores = "quick wins count more" if self.by_depth else "wins count alike"
        return f"alpha-beta, {cuts}; {handed}; {scores}"


CONVENTIONS = tuple(
    Convention(bounds, strict, by_depth)
    for bounds in ("deep", "full window at the root", "one bound")
    for strict in (False, True)
    for by_depth in (False, True)
)


def describe_search(evidence: Evidence, function: str, nodes: int) -> Outcome:
    """Say how the program searches; nothing of it is punished."""
    if nodes > 1:  # one that does not call the counted functions is no miracle of pruning
        evidence.nodes[function] = nodes
    return passed(_in_words(nodes, evidence.orders))


def _in_words(nodes: int, orders: Mapping[str, tuple[int, ...]]) -> str:
    if nodes <= 1:
        return "from the empty board it makes no child boards that could be counted"
    seen = f"from the empty board it looks at {nodes:,} boards"
    if nodes >= WHOLE_TREE:
        return f"{seen}: the whole tree has {WHOLE_TREE:,}, so nothing is pruned"
    if convention := _find_convention(nodes, tuple(sorted(orders.items()))):
        return f"{seen}: {convention}"
    if nodes > WHOLE_TREE // 2:
        return f"{seen}, hardly fewer than the {WHOLE_TREE:,} of the whole tree"
    return f"{seen} of {WHOLE_TREE:,}: it prunes or remembers"


@cache
def _find_convention(
    nodes: int, orders: tuple[tuple[str, tuple[int, ...]], ...]
) -> Convention | None:
    """The convention that has so many nodes with that order of moves.

    Some programs count the root twice (one function for the move, another for the value), some
    make every child board twice, once to look at it and once to search it.
    """
    known = dict(orders)

    def order(cells: str) -> tuple[int, ...]:
        return known.get(cells) or tuple(i for i in range(9) if cells[i] == ".")

    for convention in CONVENTIONS:
        count = count_nodes(convention, order, most=nodes)
        if nodes in (count, count + 1, 2 * count - 1):
            return convention
    return None


def count_nodes(convention: Convention, order: Order, most: int = WHOLE_TREE) -> int:
    """How many nodes, the root counted, such a search has from the empty board.

    Beyond `most` nobody counts on.
    """
    nodes = 0

    def search(cells: str, x: bool, alpha: float, beta: float, depth: int, move: int) -> float:
        nonlocal nodes
        nodes += 1
        if depth and TIC_TAC_TOE.completes(cells, "o" if x else "x", move):
            worth = 10 - depth if convention.by_depth else 1
            return -worth if x else worth
        if depth == 9:
            return 0
        best = -inf if x else inf
        for i in order(cells):
            if nodes > most:
                break
            child = cells[:i] + ("x" if x else "o") + cells[i + 1 :]
            value = search(child, not x, *_window(convention, x, alpha, beta, depth), depth + 1, i)
            if x:
                best = max(best, value)
                if best > beta or (best >= beta and not convention.strict):
                    break
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best < alpha or (best <= alpha and not convention.strict):
                    break
                beta = min(beta, best)
        return best

    search("." * 9, True, -inf, inf, 0, -1)
    return nodes


def _window(
    convention: Convention, x: bool, alpha: float, beta: float, depth: int
) -> tuple[float, float]:
    """The bounds for a child."""
    if convention.bounds == "full window at the root" and depth == 0:
        return -inf, inf
    if convention.bounds == "one bound":
        return (alpha, inf) if x else (-inf, beta)
    return alpha, beta
