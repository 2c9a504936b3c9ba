"""Alpha-beta search as the textbooks print it, with a value for each move.

| the write-up                      | here                                              |
|-----------------------------------|---------------------------------------------------|
| the grid, its legal moves         | `Position.cells`, `Position.legal_moves`          |
| the state that follows a move     | `Position.play`                                   |
| the terminal test's four answers  | `Position.outcome`: None, a winner (the computer  |
|                                   | is the side to move at the root), or a draw       |
| `moveval`, filled in at the root  | `Analysis.moves`                                  |
| ALPHA-BETA-SEARCH                 | `alpha_beta`                                      |

One pass finds the exact value of the best move, but of a later move often only that it is no better
("at-most"). With `every_move` each move at the root gets a full window: all values are then exact,
at the price of more nodes (from the empty 3x3 board 30,710 instead of 18,297).
"""

import time
from math import inf
from operator import ge, gt

from noughts.analysis import Analysis, Bound, Effort, conclude
from noughts.position import Position, as_position
from noughts.rules import Move, Rules
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import WIN_DRAW_LOSS, Scores
from noughts.trace import END, Path, Report, Visitor

__all__ = ["alpha_beta"]


def alpha_beta(
    position: Position | Rules | str,
    *,
    scores: Scores = WIN_DRAW_LOSS,
    depth: int | None = None,
    strict: bool = False,
    order: Order = row_by_row,
    every_move: bool = False,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position; the side to move maximises.

    `max_value` and `min_value` return r. If r <= alpha the value is at most r; if r >= beta it is
    at least r; else it is r. With `strict` they cut only beyond a bound, and r is also exact on it.
    """
    position = as_position(position)
    check_options(position, scores=scores, depth=depth, order=order, visit=visit)
    started, report, us = time.perf_counter(), Report(visit, strict), position.turn
    name, beats = ("alpha-beta-strict", gt) if strict else ("alpha-beta", ge)

    def max_value(position: Position, path: Path, alpha: float, beta: float) -> tuple[float, Path]:
        if position.is_over or len(path) == depth:
            value = scores.leaf(position, len(path), us)
            return report.leaf(path, value, alpha, beta, position.is_over), END
        value, line, entry, moves = -inf, END, alpha, order(position)
        for tried, move in enumerate(moves, 1):
            reply, rest = min_value(position.play(move), (*path, move), alpha, beta)
            if reply > value:
                value, line = reply, (move, *rest)
            if beats(value, beta):
                break
            alpha = max(alpha, value)
        return report.node(path, value, entry, beta, moves[tried:]), line

    def min_value(position: Position, path: Path, alpha: float, beta: float) -> tuple[float, Path]:
        if position.is_over or len(path) == depth:
            value = scores.leaf(position, len(path), us)
            return report.leaf(path, value, alpha, beta, position.is_over), END
        value, line, entry, moves = inf, END, beta, order(position)
        for tried, move in enumerate(moves, 1):
            reply, rest = max_value(position.play(move), (*path, move), alpha, beta)
            if reply < value:
                value, line = reply, (move, *rest)
            if beats(alpha, value):
                break
            beta = min(beta, value)
        return report.node(path, value, alpha, entry, moves[tried:]), line

    alpha, line, table = -inf, END, dict[Move, tuple[float, Bound]]()
    for move in order(position):
        child, floor = position.play(move), -inf if every_move else alpha
        value, rest = min_value(child, (move,), floor, inf)
        is_leaf = child.is_over or depth == 1  # needs no search, so its value is not a bound
        table[move] = value, "exact" if is_leaf else report.bound(value, floor, inf)
        if value > alpha:
            alpha, line = value, (move, *rest)
    over = position.is_over
    alpha = report.leaf((), scores.leaf(position, 0, us)) if over else report.node((), alpha)
    effort = Effort(report.nodes, started, depth)
    return conclude(position, name, scores, alpha, table, line, effort)
