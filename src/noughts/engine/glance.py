"""What a position shows without a search."""

from enum import IntEnum
from typing import NamedTuple

from noughts import _native
from noughts.engine.net import net_for
from noughts.position import Position

__all__ = ["Glance", "Threat", "glance"]


class Threat(IntEnum):
    """What a stone makes, all its lines together; the names are those of five in a row."""

    QUIET = 0
    OPEN_THREE = 1
    DOUBLE_THREE = 2
    FOUR = 3
    FOUR_THREE = 4
    OPEN_FOUR = 5  # or two fours
    FIVE = 6  # a whole line, for any k


THREATS = tuple(Threat)  # by number: quicker than calling the class


class Glance(NamedTuple):
    """What an empty cell shows."""

    promise: int  # 100 make a move there e times as likely
    ours: Threat  # what a stone of the side to move makes
    theirs: Threat  # what one of the other side makes
    defends: bool  # whether it is threatened with open fours, and a stone there stops all of them


def glance(position: Position) -> list[Glance]:
    """For each cell; those that are taken show nothing."""
    return [
        Glance(promise, THREATS[ours], THREATS[theirs], defends)
        for promise, ours, theirs, defends in _native.glance(position, net_for(position.rules))
    ]
