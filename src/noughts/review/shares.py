"""The expected share of the point, from the engine's score, and what losing some of it is called.

A score counts windows or shapes; what it means for the result differs from game to game.
`bench/review.py` plays games, sees which scores came before which results, and fits one logistic
curve for each kind of game: a score of one scale stands for a share of 0.73, two for 0.88.
`bench/review.md` has the fit, and how often a longer search confirms what the thresholds call a
move.
"""

from functools import lru_cache
from math import exp, log
from typing import Final, Literal, TypeAlias

from noughts.position import Result
from noughts.rules import Rules

__all__ = ["PROVED", "THRESHOLDS", "Verdict", "called", "scale_of", "share"]

Verdict: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

PROVED: Final[dict[Result, float]] = {"win": 1.0, "draw": 0.5, "loss": 0.0}

# The score that stands for a share of 0.73, fitted on games of these boards (bench/review.md).
# Where most games are drawn, it takes more to expect a win.
SCALES: Final[dict[str, float]] = {
    "15x15x5": 229,
    "15x15x5-exact": 206,
    "11x11x5": 286,
    "8x8x5": 538,
    "7x7x5": 379,
    "10x10x5-straight": 1730,
    "20x20x6": 3416,
    "9x9x4-straight": 55,
    "8x8x4-straight": 61,
    "6x7x4": 70,
}

# The share that a move gives away, from the worst name to the mildest; less than all is good.
THRESHOLDS: Final[dict[Verdict, float]] = {"blunder": 0.3, "mistake": 0.2, "inaccuracy": 0.1}

STEEPEST: Final = 30.0  # beyond it, a share differs from 0 and 1 by less than a float can say


@lru_cache(256)
def scale_of(rules: Rules) -> float:
    """The score that stands for a share of 0.73: of the game that is most like this one."""

    def unlike(game: str) -> tuple[int, bool, float, bool]:
        other = Rules.parse(game)
        size = abs(log(rules.size / other.size))
        straight = rules.diagonals != other.diagonals
        return abs(rules.k - other.k), straight, size, rules.exact != other.exact

    return SCALES[min(SCALES, key=unlike)]


def share(rules: Rules, score: float) -> float:
    """The expected share of the point, for the side that the score is for.

    >>> share(Rules(15, 15, 5), 0)
    0.5
    """
    steps = score / scale_of(rules)
    return 1 / (1 + exp(-max(-STEEPEST, min(STEEPEST, steps))))


def called(lost: float) -> Verdict:
    """What a move is called that gives so much of the point away; `good` if it is little.

    >>> called(0.0), called(1.0)
    ('good', 'blunder')
    """
    return next((name for name, least in THRESHOLDS.items() if lost >= least), "good")
