"""The order in which a search tries moves: any function from a position to its legal moves."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from noughts.position import Position
from noughts.rules import Move, Rules

__all__ = ["Order", "line_first", "most_lines_first", "row_by_row"]

Order: TypeAlias = Callable[[Position], Sequence[Move]]


def row_by_row(position: Position) -> Sequence[Move]:
    """Reading order: left to right, top to bottom."""
    return position.legal_moves


def most_lines_first(position: Position) -> Sequence[Move]:
    """Cells on many winning lines first; on 3x3 the centre, then the corners, then the edges."""
    return sorted(position.legal_moves, key=_rank(position.rules).__getitem__)


@cache
def _rank(rules: Rules) -> tuple[int, ...]:
    """For each cell, minus the number of windows of `k` cells that contain it."""
    rank = [0] * rules.size
    for line in rules.lines:
        cells = range(rules.size)[line]
        for start in range(len(cells) - rules.k + 1):
            for cell in cells[start : start + rules.k]:
                rank[cell] -= 1
    return tuple(rank)


def line_first(order: Order, position: Position, line: Sequence[Move]) -> Order:
    """`order`, but in the positions along `line` from `position`, the line's move comes first."""
    favourite = {}
    for move in line:
        favourite[position] = move
        position = position.play(move)

    def ordered(position: Position) -> Sequence[Move]:
        moves = order(position)
        if position not in favourite:
            return moves
        first = favourite[position]
        return [first, *(move for move in moves if move != first)]

    return ordered
