"""Alpha-beta with a table of positions: what was searched once is not searched again.

Different moves lead to the same position: a1, b2, c3 and c3, b2, a1. The table keeps what each
position turned out to be worth, and how to read that number: exactly so much, at least or at most.
A bound answers some windows and not others: "at least 0" says all that matters where beta is 0 or
less, and nothing where it is 1.

Each move adds a stone, so a position always comes up at the same depth of a search. Where pieces
move about it does not, and an entry must also say how deep the search went below it.
"""

import time
from collections.abc import Callable
from math import inf
from typing import TypeAlias

from noughts.analysis import Analysis, Bound, Effort, conclude
from noughts.position import Position, as_position
from noughts.rules import Mark, Rules
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import WIN_DRAW_LOSS, Scores
from noughts.trace import END, Path, Report, Visitor

__all__ = ["NOTHING", "Entry", "ValueOf", "alpha_beta_table", "enough", "remembering"]

Entry: TypeAlias = tuple[float, Bound, Path]  # a value, how to read it, and the line of play
ValueOf: TypeAlias = Callable[[Position, Path, float, float], tuple[float, Path]]

NOTHING: Entry = (-inf, "at-least", END)  # what is known about a position that is not in the table


def enough(value: float, bound: Bound, alpha: float, beta: float) -> bool:
    """Whether what the table says of a position answers a search with the window (alpha, beta)."""
    return bound == "exact" or (value >= beta if bound == "at-least" else value <= alpha)


def remembering(
    us: Mark, report: Report, scores: Scores, depth: int | None, order: Order, every_move: bool
) -> ValueOf:
    """Negamax with a table that lasts as long as the function that is returned.

    That function returns r, as the side to move sees it. If r <= alpha the value is at most r; if
    r >= beta it is at least r; else it is r.
    """
    table: dict[Position, Entry] = {}

    def value_of(position: Position, path: Path, alpha: float, beta: float) -> tuple[float, Path]:
        if position.is_over or len(path) == depth:
            worth = scores.leaf(position, len(path), us)
            value = worth if position.turn == us else -worth
            return report.leaf(path, value, alpha, beta, position.is_over), END
        value, bound, line = table.get(position, NOTHING)
        if enough(value, bound, alpha, beta):
            return report.known(path, value, bound, alpha, beta), line
        value, line, entry, moves = -inf, END, alpha, order(position)
        for tried, move in enumerate(moves, 1):
            reply, rest = value_of(position.play(move), (*path, move), -beta, -alpha)
            if -reply > value:
                value, line = -reply, (move, *rest)
            if value >= beta:
                break
            if path or not every_move:
                alpha = max(alpha, value)
        table[position] = value, report.bound(value, entry, beta), line
        return report.node(path, value, entry, beta, moves[tried:]), line

    return value_of


def alpha_beta_table(
    position: Position | Rules | str,
    *,
    scores: Scores = WIN_DRAW_LOSS,
    depth: int | None = None,
    order: Order = row_by_row,
    every_move: bool = False,
    visit: Visitor | None = None,
) -> Analysis:
    """The value of the position for the side to move; exact, since its window is full.

    `nodes` counts each node that is entered, also those that the table answers. With `every_move`
    each move at the root gets a full window: all their values are then exact.
    """
    position = as_position(position)
    check_options(position, scores=scores, depth=depth, order=order, visit=visit)
    started, report = time.perf_counter(), Report(visit, negamax=True)
    value_of = remembering(position.turn, report, scores, depth, order, every_move)
    score, line = value_of(position, (), -inf, inf)
    effort = Effort(report.nodes, started, depth)
    return conclude(position, "alpha-beta-table", scores, score, report.roots, line, effort)
