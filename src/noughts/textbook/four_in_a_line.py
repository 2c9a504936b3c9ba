"""Alpha-beta with a depth limit and a heuristic, deepened ply by ply while time allows.

Written for four in a line on 8x8 (rows and columns only), where the heuristic is
`h = 100*X3 + 10*X2 + X1 - 100*O3 - 10*O2 - O1`; `noughts.textbook.scores.RUNS` extends it to other
boards, so this search plays them all.
"""

import time
from dataclasses import replace

from noughts.analysis import Analysis, Limit, checked_limit
from noughts.position import Position, as_position
from noughts.rules import Rules
from noughts.textbook.alphabeta import alpha_beta
from noughts.textbook.budget import Budget
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, line_first, most_lines_first
from noughts.textbook.scores import RUNS, Scores
from noughts.trace import Visitor

__all__ = ["four_in_a_line"]

TWO_PLIES = Limit(depth=2)  # how far the write-up looks ahead


def four_in_a_line(
    position: Position | Rules | str,
    *,
    limit: Limit = TWO_PLIES,
    scores: Scores = RUNS,
    order: Order = most_lines_first,
    every_move: bool = False,
    visit: Visitor | None = None,
) -> Analysis:
    """Search 1, 2, 3, ... plies deep, each time trying the previous best line first.

    It ends at any of the limits, when it finds a forced win or loss, or when it has searched the
    whole game; the first ply is always finished. The answer is that of the deepest finished search,
    or of the unfinished one if it already knows what its first moves are worth (not with
    `every_move`). `nodes` counts all searches. Values are exact for the game cut off at
    `Analysis.depth`.
    """
    position = as_position(position)
    check_options(position, scores=scores, order=order, visit=visit)
    limit = checked_limit(limit).for_one_move(position)
    budget = Budget(limit, visit)

    def search(depth: int, order: Order, visit: Visitor) -> Analysis:
        return alpha_beta(
            position, scores=scores, depth=depth, order=order, every_move=every_move, visit=visit
        )

    found = search(1, order, budget.count)
    deepest = position.empty if limit.depth is None else min(limit.depth, position.empty)
    for depth in range(2, deepest + 1):
        if found.outcome in ("win", "loss"):
            break
        budget.roots.clear()
        try:
            found = search(depth, line_first(order, position, found.line), budget)
        except Budget.UsedUp:
            if not every_move and budget.roots:
                found = budget.conclude(position, "four-in-a-line", scores, depth)
            break
    seconds = time.perf_counter() - budget.started
    return replace(found, method="four-in-a-line", nodes=budget.nodes, seconds=seconds)
