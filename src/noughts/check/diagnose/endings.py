"""Ways of playing that reckon with every reply, where the best one counts.

Such a search looks at every board, and counts: how many endings are wins? But the other side does
not draw lots.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import TypeAlias

from noughts.position import Position
from noughts.rules import Mark, Move

__all__ = ["added_up"]

Endings: TypeAlias = Mapping[tuple[Mark | None, int], int]  # by winner and plies: how many
Weight: TypeAlias = Callable[[int, int], float]  # of an ending, by its plies and empty cells


def _alike(plies: int, empty: int) -> float:
    return 1


def _the_sooner_the_more(plies: int, empty: int, most: int) -> float:
    return most - plies


def _by_empty_cells(plies: int, empty: int) -> float:
    return empty + 1


# `10 - depth`, where the depth of the first move is 0, 1 or 2; or 100 in the place of 10
WEIGHTS: tuple[Weight, ...] = (
    _alike,
    _by_empty_cells,
    *(partial(_the_sooner_the_more, most=most) for most in (9, 10, 11, 99, 100, 101)),
)
WORTHS = {  # what a win and a loss count
    (1, -1): "it adds up what all endings are worth",
    (1, 0): "it counts the endings in which it wins, and no others",
    (0, -1): "it counts the endings in which it loses, and no others",
}
NEARLY = 1e-9  # alike but for rounding


def added_up() -> Iterator[tuple[str, Callable[[Position], Sequence[Move]]]]:
    """Each way of counting, and the moves that it finds best."""
    for (win, loss), about in WORTHS.items():
        for weight in WEIGHTS:
            for is_share in (False, True):
                yield about, partial(_best, Count(win, loss, weight, is_share))
    yield "it takes the average of all replies", partial(_best, _average)


def _best(score: Callable[[Position, Move], float], position: Position) -> Sequence[Move]:
    scores = {move: score(position, move) for move in position.legal_moves}
    best = max(scores.values())
    return [move for move in scores if scores[move] >= best - NEARLY]


@dataclass(frozen=True)
class Count:
    """What all the endings after a move count, together or on average."""

    win: int
    loss: int
    weight: Weight
    is_share: bool

    def __call__(self, position: Position, move: Move) -> float:
        """What a move counts for the side that makes it."""
        total, number = 0.0, 0
        for (winner, plies), count in _endings(position.play(move)).items():
            worth = self.win if winner == position.turn else self.loss if winner else 0
            total += count * worth * self.weight(plies + 1, position.empty - plies - 1)
            number += count
        return total / number if self.is_share else total


def _average(position: Position, move: Move) -> float:
    for_x = _mean(position.play(move))
    return float(for_x if position.turn == "x" else -for_x)


@cache
def _endings(position: Position) -> Endings:
    """All the ways in which the game may end from here."""
    if position.is_over:
        return {(position.winner, 0): 1}
    found: Counter[tuple[Mark | None, int]] = Counter()
    for move in position.legal_moves:
        for (winner, plies), count in _endings(position.play(move)).items():
            found[winner, plies + 1] += count
    return found


@cache
def _mean(position: Position) -> Fraction:
    """What the game is worth to X if both sides draw lots."""
    if position.is_over:
        return Fraction({"x": 1, "o": -1}.get(position.winner or "", 0))
    values = [_mean(position.play(move)) for move in position.legal_moves]
    return sum(values, Fraction()) / len(values)
