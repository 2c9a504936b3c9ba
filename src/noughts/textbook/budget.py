"""Limits for searches that have none: a visitor that ends them."""

import time
from collections.abc import Callable, Sequence
from math import inf

from noughts.analysis import Analysis, Bound, Effort, Limit, Scale, conclude
from noughts.position import Position
from noughts.rules import Move
from noughts.textbook.order import Order
from noughts.trace import Visit, Visitor

__all__ = ["Budget"]


class Budget:
    """A visitor that ends the search when its limit is used up, by raising `Budget.UsedUp`.

    It counts nodes and keeps what the search has found out about the moves at the root, which is
    all that remains of an unfinished search. `visit` gets every visit first.
    """

    class UsedUp(Exception):
        """The limit is reached."""

    def __init__(self, limit: Limit, visit: Visitor | None = None) -> None:
        self.started = time.perf_counter()
        self.nodes = 0
        self.roots: dict[Move, tuple[float, Bound]] = {}
        self._visit = visit
        self._most = inf if limit.nodes is None else limit.nodes
        self._deadline = inf if limit.seconds is None else self.started + limit.seconds

    def count(self, visit: Visit) -> None:
        """Count a node without checking the limit."""
        self.nodes += 1
        if len(visit.path) == 1:
            self.roots[visit.path[0]] = visit.value, visit.bound
        if self._visit is not None:
            self._visit(visit)

    def __call__(self, visit: Visit) -> None:
        self.count(visit)
        if visit.path and (self.nodes >= self._most or time.perf_counter() >= self._deadline):
            raise Budget.UsedUp

    def guard(self, order: Order) -> Order:
        """`order` under the same limit: a whole tree is built before any node is reported."""
        left = self._most + 1  # the first call only checks the order

        def guarded(position: Position) -> Sequence[Move]:
            nonlocal left
            left -= 1
            if left < 0 or time.perf_counter() >= self._deadline:
                raise Budget.UsedUp
            return order(position)

        return guarded

    def conclude(
        self,
        position: Position,
        method: str,
        scale: Scale,
        depth: int | None = None,
        best: Callable[[list[float]], float] = max,
    ) -> Analysis:
        """What a stopped search has found out: the best of the moves it knows exactly."""
        known = [value for value, bound in self.roots.values() if bound == "exact"]
        score = best(known) if known else None
        line = [move for move, value in self.roots.items() if value == (score, "exact")][:1]
        effort = Effort(self.nodes, self.started, depth, stopped=True)
        return conclude(position, method, scale, score, self.roots, line, effort)
