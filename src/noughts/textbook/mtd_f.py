"""MTD(f): nothing but null windows, which close in on the value from both sides.

Each pass is an alpha-beta search with the window (beta - 1, beta). Its answer says whether the
value is at least beta or less, and is the next guess. To search everything again in each pass would
be a waste; the table of positions, which all passes share, makes it worth while.
"""

import time
from collections.abc import Mapping
from math import inf

from noughts.analysis import Analysis, Bound, Effort, conclude
from noughts.position import Position, as_position
from noughts.rules import Move, Rules
from noughts.textbook.alphabeta_table import remembering
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import WIN_DRAW_LOSS, Scores
from noughts.trace import ANYTHING, Report, Span, Visitor

__all__ = ["mtd_f"]


def mtd_f(
    position: Position | Rules | str,
    *,
    scores: Scores = WIN_DRAW_LOSS,
    depth: int | None = None,
    order: Order = row_by_row,
    guess: float | None = None,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position for the side to move; scores must be whole numbers.

    `guess` is the f of its name, where the first pass looks: by default at a draw. At any time the
    value is at least `lower` and at most `upper`. `nodes` counts all passes. Null windows find a
    move and its value, but no line of play that follows.
    """
    position = as_position(position)
    check_options(position, scores=scores, depth=depth, order=order, visit=visit)
    started, report = time.perf_counter(), Report(visit, negamax=True)
    value_of = remembering(position.turn, report, scores, depth, order, every_move=False)
    lower, upper, value = -inf, inf, scores.draw if guess is None else guess
    spans: dict[Move, Span] = {}
    while lower < upper:
        beta = value + 1 if value == lower else value
        value, _ = value_of(position, (), beta - 1, beta)
        if value < beta:
            upper = value
        else:
            lower = value
        _close_in(spans, report.roots)
    table = {move: _told(span) for move, span in spans.items()}
    line = [move for move in table if table[move] == (value, "exact")][:1]
    effort = Effort(report.nodes, started, depth)
    return conclude(position, "mtd-f", scores, value, table, line, effort)


def _close_in(spans: dict[Move, Span], roots: Mapping[Move, tuple[float, Bound]]) -> None:
    """Add what a pass has found out about the moves at the root to what was known before."""
    for move, (value, bound) in roots.items():
        low, high = spans.get(move, ANYTHING)
        if bound != "at-most":
            low = max(low, value)
        if bound != "at-least":
            high = min(high, value)
        spans[move] = low, high


def _told(span: Span) -> tuple[float, Bound]:
    """What is known about a move; after the last pass each is known to be worth at most so much."""
    low, high = span
    return high, "exact" if low == high else "at-most"
