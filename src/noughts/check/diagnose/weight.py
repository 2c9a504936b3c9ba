"""Which mistake explains most: what comes first in a report.

Each function is judged by itself, so its wrong answers are its own, and what is wrong more often
explains more. Boards are counted by their kind: a `terminal` that notices no draw is wrong about
16 boards only, but about every draw.
"""

from collections import Counter
from collections.abc import Iterable

from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import LARGEST_TABLE, value
from noughts.check.judge.findings import Diagnosis
from noughts.position import Position

__all__ = ["weight"]

# What is not written comes first, then what does not search. What explains little comes after what
# explains much.
LATER = {
    "not-implemented": -2,
    "no-search": -1,
    "wrong-type": 1,
    "finished-board": 2,
    "overwrites-taken": 3,
    "illegal-accepted": 4,
    "no-pruning": 5,
    "slow-win": 6,
}
LITTLE = 0.01  # what it counts to find no move where every move loses


def weight(found: Diagnosis, evidence: Evidence) -> tuple[int, float]:
    """What to sort by: the mistake that explains most comes first."""
    return LATER.get(found.id, 0), -_share(found, evidence)


def _share(found: Diagnosis, evidence: Evidence) -> float:
    """The share of wrong answers, about the kind of board where it is largest."""
    if found.function is None or found.id == "board-mutated":
        return 1.0
    play = evidence.plays.get(found.function)
    if play is None:
        asked = [case.position for case, _ in evidence.answered(found.function)]
        wrong = [case.position for case, _ in evidence.wrong(found.function)]
        return _largest_share(wrong, asked)
    lost = {p for p in play.real_faults() if _is_lost(p)}
    if found.id == "none-when-lost":
        return LITTLE * _largest_share(lost, play.positions)
    bad = {*play.real_faults(), *(position for position, _ in play.giving_away())}
    return _largest_share(bad - lost, play.positions)


def _largest_share(some: Iterable[Position], of: Iterable[Position]) -> float:
    kinds, found = Counter(map(_kind, of)), Counter(map(_kind, some))
    return max((found[kind] / kinds[kind] for kind in found), default=0.0)


def _kind(position: Position) -> str:
    """Who has won, or who is to move; a draw."""
    if position.winner:
        return f"{position.winner} has won"
    return "draw" if position.is_over else position.turn


def _is_lost(position: Position) -> bool:
    return position.rules.size <= LARGEST_TABLE and value(position).result < 0
