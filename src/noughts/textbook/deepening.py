"""Iterative deepening with a table: each pass learns from the one before which moves to try first.

A pass looks one ply deeper than the last one. It begins with an empty table, since what a position
is worth depends on how far one looks, but knows more and more about the moves:

- in a position that has come up before, the move that was best there comes first;
- then the `killers`: the last two moves that cut off another node of the same depth;
- then the others by `history`: by how many nodes a move has cut off anywhere, deep ones more.

All that changes the order only, never a value. On larger boards the passes together often need
fewer nodes than the last one alone would without them.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from noughts.analysis import Analysis, Effort, Limit, checked_limit, conclude
from noughts.position import Position, as_position
from noughts.rules import Mark, Move, Rules
from noughts.textbook.alphabeta_table import NOTHING, Entry, enough
from noughts.textbook.budget import Budget
from noughts.textbook.four_in_a_line import TWO_PLIES
from noughts.textbook.options import check_options
from noughts.textbook.order import Order, row_by_row
from noughts.textbook.scores import RUNS, Scores
from noughts.trace import END, Path, Report, Visitor

__all__ = ["deepening"]


class Experience:
    """What is known about moves, by which they are sorted."""

    def __init__(self, order: Order, killers: bool, history: bool) -> None:
        self.order, self.keeps_killers, self.keeps_history = order, killers, history
        self.best: dict[Position, Move] = {}
        self.killers: dict[int, Sequence[Move]] = defaultdict(tuple)  # by depth
        self.history = Counter[tuple[Mark, Move]]()

    def in_order(self, position: Position, depth: int) -> Sequence[Move]:
        """The moves of a position: the best one, the killers, the others by their history."""
        best, killers, turn = self.best.get(position), self.killers[depth], position.turn

        def rank(move: Move) -> tuple[bool, bool, int]:
            return move != best, move not in killers, -self.history[turn, move]

        return sorted(self.order(position), key=rank)

    def add_cut(self, position: Position, move: Move, depth: int, plies: int) -> None:
        """The move has cut off a node, `plies` above the depth limit."""
        if self.keeps_killers and move not in self.killers[depth]:
            self.killers[depth] = (move, *self.killers[depth][:1])
        if self.keeps_history:
            self.history[position.turn, move] += plies * plies


def deepening(
    position: Position | Rules | str,
    *,
    limit: Limit = TWO_PLIES,
    scores: Scores = RUNS,
    order: Order = row_by_row,
    killers: bool = True,
    history: bool = True,
    visit: Visitor | None = None,
) -> Analysis:
    """Search 1, 2, 3, ... plies deep, until a limit, a forced win or loss, or the end of the game.

    The answer is that of the deepest finished pass, or of the unfinished one if it already knows
    what its first moves are worth; the first pass is always finished.
    `nodes` counts all passes. Values are exact for the game cut off at `Analysis.depth`.
    """
    position = as_position(position)
    check_options(position, scores=scores, order=order, visit=visit)
    check_options(position, killers=killers, history=history)
    limit = checked_limit(limit).for_one_move(position)
    budget, experience = Budget(limit, visit), Experience(order, killers, history)
    deepest = position.empty if limit.depth is None else min(limit.depth, position.empty)
    for depth in range(1, max(1, deepest) + 1):
        budget.roots.clear()
        report = Report(budget.count if depth == 1 else budget, negamax=True)
        try:
            found = _look(position, depth, scores, experience, report)
        except Budget.UsedUp:
            if budget.roots:
                found = budget.conclude(position, "deepening", scores, depth)
            break
        if found.outcome in ("win", "loss"):
            break
    seconds = time.perf_counter() - budget.started
    return replace(found, nodes=budget.nodes, seconds=seconds)


def _look(
    position: Position,
    depth: int,
    scores: Scores,
    experience: Experience,
    report: Report,
) -> Analysis:
    """One pass: alpha-beta with a table of its own.

    `value_of` returns r, as the side to move sees it. If r <= alpha the value is at most r; if
    r >= beta it is at least r; else it is r.
    """
    started, us, table = time.perf_counter(), position.turn, dict[Position, Entry]()

    def value_of(position: Position, path: Path, alpha: float, beta: float) -> tuple[float, Path]:
        if position.is_over or len(path) == depth:
            worth = scores.leaf(position, len(path), us)
            value = worth if position.turn == us else -worth
            return report.leaf(path, value, alpha, beta, position.is_over), END
        value, bound, line = table.get(position, NOTHING)
        if enough(value, bound, alpha, beta):
            return report.known(path, value, bound, alpha, beta), line
        value, line, entry = -inf, END, alpha
        moves = experience.in_order(position, len(path))
        for tried, move in enumerate(moves, 1):
            reply, rest = value_of(position.play(move), (*path, move), -beta, -alpha)
            if -reply > value:
                value, line = -reply, (move, *rest)
            if value >= beta:
                experience.add_cut(position, move, len(path), depth - len(path))
                break
            alpha = max(alpha, value)
        if value > entry:
            experience.best[position] = line[0]
        table[position] = value, report.bound(value, entry, beta), line
        return report.node(path, value, entry, beta, moves[tried:]), line

    score, line = value_of(position, (), -inf, inf)
    effort = Effort(report.nodes, started, depth)
    return conclude(position, "deepening", scores, score, report.roots, line, effort)
