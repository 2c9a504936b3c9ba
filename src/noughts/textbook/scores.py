"""What a leaf is worth to the side that maximises, and how to read such a number back.

A leaf is a finished game, or a position at the depth limit. `depth` is its distance from the
root of the search.
"""

from functools import lru_cache
from itertools import groupby
from typing import Protocol

from noughts.analysis import Result, Scale
from noughts.position import Position
from noughts.rules import Mark, Rules

__all__ = ["BY_DEPTH", "FIVE_TWO_ZERO", "RUNS", "SCORES", "WIN_DRAW_LOSS"]
__all__ += ["Scores", "line_worth", "runs"]


class Scores(Scale, Protocol):
    """A way to judge leaves."""

    def leaf(self, position: Position, depth: int, us: Mark) -> float:
        """What the leaf is worth to `us`, the side that maximises."""
        ...


class WinDrawLoss:
    """A win is 1, a loss -1, everything else 0."""

    draw = 0
    by_depth = False

    def leaf(self, position: Position, depth: int, us: Mark) -> float:
        winner = position.winner
        return 0 if winner is None else 1 if winner == us else -1

    def read(self, score: float, root: Position) -> tuple[Result | None, int | None]:
        return ("win" if score > 0 else "loss"), None


class ByDepth:
    """A win is worth the number of cells + 1 - depth, a loss the opposite: quick wins first."""

    draw = 0
    by_depth = True

    def leaf(self, position: Position, depth: int, us: Mark) -> float:
        winner = position.winner
        if winner is None:
            return 0
        worth = position.rules.size + 1 - depth
        return worth if winner == us else -worth

    def read(self, score: float, root: Position) -> tuple[Result | None, int | None]:
        return ("win" if score > 0 else "loss"), root.rules.size + 1 - abs(int(score))


class FiveTwoZero:
    """A win is 5, a draw (or an open game) 2, a loss 0."""

    draw = 2
    by_depth = False

    def leaf(self, position: Position, depth: int, us: Mark) -> float:
        winner = position.winner
        return 2 if winner is None else 5 if winner == us else 0

    def read(self, score: float, root: Position) -> tuple[Result | None, int | None]:
        return ("win" if score > 2 else "loss"), None


class Runs:
    """Heuristic: 100 for a run of three, 10 for two, 1 for a single mark, minus the opponent's.

    A finished game outweighs every heuristic value, and a quick win outweighs a slow one.
    """

    draw = 0
    by_depth = True

    def leaf(self, position: Position, depth: int, us: Mark) -> float:
        if position.winner is not None:
            worth = _certain(position.rules) - depth
            return worth if position.winner == us else -worth
        if position.is_over:
            return 0
        return runs(position) if us == "x" else -runs(position)

    def read(self, score: float, root: Position) -> tuple[Result | None, int | None]:
        plies = _certain(root.rules) - abs(int(score))
        if plies > root.rules.size:
            return None, None
        return ("win" if score > 0 else "loss"), plies


def _certain(rules: Rules) -> int:
    # A board of 400 cells has room for fewer than 1,600 runs of k - 1, each worth 10 ** (k - 2).
    return int(10 ** (rules.k + 2))


def runs(position: Position) -> int:
    """X's runs minus O's, along every line that counts: a run of i marks is worth 10 ** (i - 1).

    On the 8x8 board this is `100*X3 + 10*X2 + X1 - 100*O3 - 10*O2 - O1`, where `Xi` is the number
    of runs of exactly i X marks in a row or column.
    """
    cells, k = position.cells, position.rules.k
    return sum([line_worth(cells[line], k) for line in position.rules.lines])


@lru_cache(maxsize=1 << 18)
def line_worth(line: str, k: int) -> int:
    """The worth of one row, column or diagonal to X.

    >>> line_worth("xxx.o.oo", 4)
    89
    """
    worth = 0
    for mark, run in groupby(line):
        length = len(list(run))
        if mark != "." and length < k:
            worth += 10 ** (length - 1) * (1 if mark == "x" else -1)
    return worth


WIN_DRAW_LOSS = WinDrawLoss()
BY_DEPTH = ByDepth()
FIVE_TWO_ZERO = FiveTwoZero()
RUNS = Runs()
SCORES: dict[str, Scores] = {
    "win-draw-loss": WIN_DRAW_LOSS,
    "by-depth": BY_DEPTH,
    "five-two-zero": FIVE_TWO_ZERO,
    "runs": RUNS,
}
