"""The lines that a review shows: a search of its own for each move, so that none is a slip.

The line that a search has in mind comes from its table, where an entry may be older and know less
than the search does.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Final

from noughts.analysis import Analysis, Limit
from noughts.engine import Engine
from noughts.position import Position
from noughts.review.seen import NOTHING, Spent
from noughts.rules import Move

__all__ = ["SHOWN", "best_play", "ends", "to_the_end"]

SHOWN: Final = 6  # moves of a line that nothing ends
LONGEST: Final = 40  # moves of a line that wins


def _after(position: Position, line: Sequence[Move]) -> Position | None:
    """Where a line leads, if it can be played."""
    for move in line:
        if position.why_not(move):
            return None
        position = position.play(move)
    return position


def ends(position: Position, line: Sequence[Move]) -> bool:
    """Whether a line leads to a win."""
    end = _after(position, line)
    return end is not None and end.winner is not None


def to_the_end(
    engine: Engine, position: Position, line: Sequence[Move], limit: Limit
) -> tuple[tuple[Move, ...], Spent]:
    """A proved win up to the move that completes it, or as far as the limit for each move allows.

    The first move of `line` is known to win.
    """
    shown, spent = list(line[:1]), NOTHING
    if not line or ends(position, line):
        return tuple(line), spent
    winner, here = position.turn, position.play(line[0])
    while not here.is_over and len(shown) < LONGEST:
        found = engine.analyse(here, limit)
        spent += Spent.by(found)
        if found.outcome != ("win" if here.turn == winner else "loss"):
            break
        rest = found.line if ends(here, found.line) else found.line[:1]
        shown += rest
        here = reduce(Position.play, rest, here)
    return tuple(shown), spent


def best_play(
    engine: Engine, position: Position, first: Move, limit: Limit
) -> tuple[tuple[Move, ...], Spent]:
    """A move and what would follow, `SHOWN` moves at most: none of them is proved to lose."""
    line, places = [first], [position]
    spent, again = NOTHING, False
    while True:
        here = places[-1].play(line[-1])
        if here.is_over:
            break
        found = engine.analyse(here, _not_to_the_end(here, limit))
        spent += Spent.by(found)
        if found.outcome == "win":  # the last move was a slip
            other = (
                None if again or len(line) == 1 else _instead_of(line[-1], engine, places, limit)
            )
            if other is None:
                return tuple(line[:-1]) or (first,), spent
            spent, again = spent + Spent.by(other), True
            line[-1] = other.best[0]
            continue
        if len(line) == SHOWN or not found.line:
            break
        line.append(found.line[0])
        places.append(here)
        again = False
    return tuple(line), spent


def _instead_of(
    slip: Move, engine: Engine, places: Sequence[Position], limit: Limit
) -> Analysis | None:
    """Another look at the last position: the engine has learned that a move loses there."""
    found = engine.analyse(places[-1], _not_to_the_end(places[-1], limit))
    return found if found.best and found.best[0] != slip else None


def _not_to_the_end(position: Position, limit: Limit) -> Limit:
    """The limit for an opinion: a search to the end would try a proof."""
    return Limit(max(1, position.empty - 1), limit.nodes, limit.seconds)
