"""Alpha-beta without MIN: what is good for one side is bad for the other.

A value is always what the side to move gets. For the other side it has the opposite sign, and so
have alpha and beta, which change places. So one function does what MAX-VALUE and MIN-VALUE do in
`noughts.textbook.alphabeta`: it enters the same nodes in the same order.
"""

import time
from math import inf

from noughts.analysis import Analysis, Effort, conclude
from noughts.position import Position, as_position
from noughts.rules import Rules
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import WIN_DRAW_LOSS, Scores
from noughts.trace import END, Path, Report, Visitor

__all__ = ["negamax"]


def negamax(
    position: Position | Rules | str,
    *,
    scores: Scores = WIN_DRAW_LOSS,
    depth: int | None = None,
    order: Order = row_by_row,
    every_move: bool = False,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position for the side to move.

    `value_of` returns r, as the side to move sees it. If r <= alpha the value is at most r; if
    r >= beta it is at least r; else it is r. With `every_move` each move at the root gets a full
    window: all their values are then exact.
    """
    position = as_position(position)
    check_options(position, scores=scores, depth=depth, order=order, visit=visit)
    started, report, us = time.perf_counter(), Report(visit, negamax=True), position.turn

    def value_of(position: Position, path: Path, alpha: float, beta: float) -> tuple[float, Path]:
        if position.is_over or len(path) == depth:
            worth = scores.leaf(position, len(path), us)
            value = worth if position.turn == us else -worth
            return report.leaf(path, value, alpha, beta, position.is_over), END
        value, line, entry, moves = -inf, END, alpha, order(position)
        for tried, move in enumerate(moves, 1):
            reply, rest = value_of(position.play(move), (*path, move), -beta, -alpha)
            if -reply > value:
                value, line = -reply, (move, *rest)
            if value >= beta:
                break
            if path or not every_move:
                alpha = max(alpha, value)
        return report.node(path, value, entry, beta, moves[tried:]), line

    score, line = value_of(position, (), -inf, inf)
    effort = Effort(report.nodes, started, depth)
    return conclude(position, "negamax", scores, score, report.roots, line, effort)
