"""What a search did, node by node: `Visit`, and the tree the visits make: `Trace`.

A search reports each node when it is finished, so children come before their parents. It knows
nothing of traces: it counts with a `Report`, which hands a `Visit` to whoever wants to see it.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import IO, Any, Literal, NamedTuple, TypeAlias

from noughts.analysis import Analysis, Bound, Limit, Scale, conclude
from noughts.notation import name, names
from noughts.position import Position
from noughts.rules import OTHER, Mark, Move

__all__ = ["Budget", "Ended", "Path", "Report", "Trace", "Visit", "Visitor"]

Path: TypeAlias = tuple[Move, ...]
Ended: TypeAlias = Literal["terminal", "horizon", "cut-off", "exhausted"]


class Visit(NamedTuple):
    """One finished node of a search.

    `path` are the moves from the root, `alpha` and `beta` the window on entry, `untried` the
    moves that a cut-off left out. `bound` says how `value` is meant: "exact", "at-least" or
    "at-most". A node ended because the game did ("terminal"), at the depth limit ("horizon"), by
    a cut-off, or when all its moves were tried ("exhausted").
    """

    path: Path
    alpha: float
    beta: float
    value: float
    bound: Bound
    ended: Ended
    untried: Path = ()

    @property
    def depth(self) -> int:
        """How far from the root the node lies."""
        return len(self.path)


Visitor: TypeAlias = Callable[[Visit], object]


class Report:
    """Counts the nodes of one search, each once, and hands them to `visit` if there is one."""

    __slots__ = ("nodes", "strict", "visit")

    def __init__(self, visit: Visitor | None = None, strict: bool = False) -> None:
        self.nodes = 0
        self.visit = visit
        self.strict = strict

    def leaf(
        self,
        path: Path,
        value: float,
        alpha: float = -inf,
        beta: float = inf,
        over: bool = True,
    ) -> float:
        """Report a leaf, `over` or at the depth limit; its value comes back."""
        self.nodes += 1
        if self.visit is not None:
            ended: Ended = "terminal" if over else "horizon"
            self.visit(Visit(path, alpha, beta, value, "exact", ended))
        return value

    def node(
        self,
        path: Path,
        value: float,
        alpha: float = -inf,
        beta: float = inf,
        untried: Sequence[Move] = (),
    ) -> float:
        """Report an inner node; its value comes back."""
        self.nodes += 1
        if self.visit is not None:
            ended: Ended = "cut-off" if untried else "exhausted"
            bound = self.bound(value, alpha, beta)
            self.visit(Visit(path, alpha, beta, value, bound, ended, tuple(untried)))
        return value

    def bound(self, value: float, alpha: float, beta: float) -> Bound:
        """What a value says that a search with the window (alpha, beta) returned."""
        if alpha < value < beta or (self.strict and alpha <= value <= beta):
            return "exact"
        return "at-most" if value <= alpha else "at-least"


class Budget:
    """A visitor that ends the search when a limit is used up, by raising `Budget.UsedUp`.

    It counts the nodes and keeps what the search has found out about the moves at the root, which
    is all that is left of a search that did not finish. `visit` gets every visit first.
    """

    class UsedUp(Exception):  # noqa: N818 -- not an error
        """The limit is reached."""

    def __init__(self, limit: Limit, visit: Visitor | None = None) -> None:
        self.started = time.perf_counter()
        self.nodes = 0
        self.roots: dict[Move, tuple[float, Bound]] = {}
        self._visit = visit
        self._most = inf if limit.nodes is None else limit.nodes
        self._deadline = inf if limit.seconds is None else self.started + limit.seconds

    def count(self, visit: Visit) -> None:
        """Count a node without looking at the limit."""
        self.nodes += 1
        if len(visit.path) == 1:
            self.roots[visit.path[0]] = visit.value, visit.bound
        if self._visit is not None:
            self._visit(visit)

    def __call__(self, visit: Visit) -> None:
        self.count(visit)
        if visit.path and (self.nodes >= self._most or time.perf_counter() >= self._deadline):
            raise Budget.UsedUp

    def conclude(
        self,
        position: Position,
        method: str,
        scale: Scale,
        depth: int | None = None,
        best: Callable[[list[float]], float] = max,
    ) -> Analysis:
        """What an ended search had found out: the best of the moves it knows exactly."""
        known = [value for value, bound in self.roots.values() if bound == "exact"]
        score = best(known) if known else None
        line = [move for move, value in self.roots.items() if value == (score, "exact")][:1]
        return conclude(
            position, method, scale, score, self.roots, line,
            nodes=self.nodes, started=self.started, depth=depth, stopped=True,
        )  # fmt: skip
