"""Principal-variation search: the first move is searched, the others only have to be refuted.

In a good order the first move is the best. So the others are *scouted*, with the window (alpha,
alpha + 1), in which no whole number lies: the answer can only be "not better than alpha" or
"better", and it takes fewer nodes than a value. Only a move that is better after all is searched
again, with the whole window. NegaScout is nearly the same; it searches again from what the scout
found.
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

__all__ = ["pvs"]


def pvs(
    position: Position | Rules | str,
    *,
    scores: Scores = WIN_DRAW_LOSS,
    depth: int | None = None,
    order: Order = row_by_row,
    every_move: bool = False,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position for the side to move; scores must be whole numbers.

    `value_of` returns r, as the side to move sees it. If r <= alpha the value is at most r; if
    r >= beta it is at least r; else it is r. A node that is searched again is reported and counted
    again. With `every_move` each move at the root gets a full window and none is scouted.
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
            child, below = position.play(move), (*path, move)
            if tried == 1 or (every_move and not path):
                reply, rest = value_of(child, below, -beta, -alpha)
            else:
                reply, rest = value_of(child, below, -alpha - 1, -alpha)
                if alpha < -reply < beta:
                    reply, rest = value_of(child, below, -beta, -alpha)
            if -reply > value:
                value, line = -reply, (move, *rest)
            if value >= beta:
                break
            if path or not every_move:
                alpha = max(alpha, value)
        return report.node(path, value, entry, beta, moves[tried:]), line

    score, line = value_of(position, (), -inf, inf)
    effort = Effort(report.nodes, started, depth)
    return conclude(position, "pvs", scores, score, report.roots, line, effort)
