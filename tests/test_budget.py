"""Limits on searches that know of none, to the node and to the second."""

import time
from collections.abc import Callable
from math import inf

import pytest
from laws import board

from noughts import Limit, Position, Visit
from noughts.analysis import Bound
from noughts.textbook.budget import Budget
from noughts.textbook.order import row_by_row
from noughts.textbook.scores import WIN_DRAW_LOSS


class Clock:
    now = 100.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """What the time is, said by the test."""
    clock = Clock()
    monkeypatch.setattr(time, "perf_counter", lambda: clock.now)
    return clock


def visit(*path: int, value: float = 0, bound: Bound = "exact") -> Visit:
    return Visit(path, -inf, inf, value, bound, "exhausted")


def calls(function: Callable[[], object]) -> int:
    """How often it can be called before the budget is used up."""
    for done in range(100):
        try:
            function()
        except Budget.UsedUp:
            return done
    raise AssertionError("there is no end")


def test_nodes_are_counted_and_the_last_one_ends_the_search() -> None:
    seen: list[Visit] = []
    budget = Budget(Limit(nodes=3), seen.append)
    assert calls(lambda: budget(visit(0, 1))) == 2
    assert budget.nodes == len(seen) == 3, "the one that uses it up is counted and seen as well"


def test_a_root_never_uses_it_up() -> None:
    budget = Budget(Limit(nodes=1, seconds=0))
    for _ in range(5):
        budget(visit())
    assert budget.nodes == 5


def test_counting_alone_looks_at_no_limit() -> None:
    budget = Budget(Limit(nodes=1, seconds=0))
    for _ in range(5):
        budget.count(visit(0))
    assert budget.nodes == 5


def test_each_order_counts_as_a_node_after_the_check_of_the_root() -> None:
    guarded = Budget(Limit(nodes=2)).guard(row_by_row)
    assert guarded(board("xx./oo./...")) == [2, 5, 6, 7, 8]
    assert calls(lambda: guarded(Position())) == 2


def test_time_is_used_up_at_its_end(clock: Clock) -> None:
    budget = Budget(Limit(seconds=5))
    guarded = budget.guard(row_by_row)
    clock.now = 104.75
    budget(visit(0))
    guarded(Position())
    clock.now = 105.0
    assert calls(lambda: budget(visit(0))) == 0
    assert calls(lambda: guarded(Position())) == 0


def test_without_limits_nothing_is_used_up(clock: Clock) -> None:
    budget = Budget(Limit())
    guarded = budget.guard(row_by_row)
    for _ in range(50):
        clock.now += 1e9
        budget(visit(0))
        assert guarded(Position())


# What is left of a search that did not finish

FOUND: list[tuple[int, float, Bound]] = [
    (3, 9, "at-most"),
    (0, -1, "exact"),
    (4, 1, "exact"),
    (5, 1, "exact"),
    (6, 1, "at-most"),
]


def test_the_best_of_the_moves_that_are_known_exactly() -> None:
    budget = Budget(Limit(nodes=1))
    for move, value, bound in FOUND:
        budget.count(visit(move, value=value, bound=bound))
        budget.count(visit(move, 8, value=5))
    found = budget.conclude(Position(), "a search", WIN_DRAW_LOSS, 2)
    assert (found.score, found.best, found.line) == (1, (4, 5), (4,))
    assert (found.method, found.depth, found.nodes, found.complete) == ("a search", 2, 10, False)
    assert [(value.move, value.score, value.bound) for value in found.moves] == FOUND
    worst = budget.conclude(Position(), "a search", WIN_DRAW_LOSS, best=min)
    assert (worst.score, worst.best, worst.line) == (-1, (0,), (0,))
    assert not worst.complete, "it was stopped"


def test_nothing_is_claimed_where_no_move_is_known_exactly() -> None:
    budget = Budget(Limit(nodes=1))
    assert budget.conclude(Position(), "a search", WIN_DRAW_LOSS).best == ()
    budget.count(visit(3, value=1, bound="at-most"))
    found = budget.conclude(Position(), "a search", WIN_DRAW_LOSS)
    assert (found.score, found.outcome, found.best, found.line) == (None, None, (), ())
