"""Plain minimax: every line of play to its end."""

import time
from math import inf

from noughts.analysis import Analysis, Bound, Effort, conclude
from noughts.position import Position, as_position
from noughts.rules import Move, Rules
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import WIN_DRAW_LOSS, Scores
from noughts.trace import END, Path, Report, Visitor

__all__ = ["minimax"]


def minimax(
    position: Position | Rules | str,
    *,
    scores: Scores = WIN_DRAW_LOSS,
    depth: int | None = None,
    order: Order = row_by_row,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position and of every move; the side to move maximises.

    All values are exact (with a depth limit: exact for the game cut off there).
    """
    position = as_position(position)
    check_options(position, scores=scores, depth=depth, order=order, visit=visit)
    started, report, us = time.perf_counter(), Report(visit), position.turn

    def max_value(position: Position, path: Path) -> tuple[float, Path]:
        if position.is_over or len(path) == depth:
            value = scores.leaf(position, len(path), us)
            return report.leaf(path, value, over=position.is_over), END
        value, line = -inf, END
        for move in order(position):
            reply, rest = min_value(position.play(move), (*path, move))
            if reply > value:
                value, line = reply, (move, *rest)
        return report.node(path, value), line

    def min_value(position: Position, path: Path) -> tuple[float, Path]:
        if position.is_over or len(path) == depth:
            value = scores.leaf(position, len(path), us)
            return report.leaf(path, value, over=position.is_over), END
        value, line = inf, END
        for move in order(position):
            reply, rest = max_value(position.play(move), (*path, move))
            if reply < value:
                value, line = reply, (move, *rest)
        return report.node(path, value), line

    table: dict[Move, tuple[float, Bound]] = {}
    lines: dict[Move, Path] = {}
    for move in order(position):
        value, rest = min_value(position.play(move), (move,))
        table[move], lines[move] = (value, "exact"), (move, *rest)
    if position.is_over:
        score, line = report.leaf((), scores.leaf(position, 0, us)), END
    else:
        best = max(table, key=lambda move: table[move][0])
        score, line = report.node((), table[best][0]), lines[best]
    effort = Effort(report.nodes, started, depth)
    return conclude(position, "minimax", scores, score, table, line, effort)
