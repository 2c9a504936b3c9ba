"""The ways in which what was handed in can be wrong.

    ValueError
     ├── NotationError   text, a file or a board that cannot be read or cannot exist
     ├── IllegalMove     a move that the rules forbid in this position
     └── OutOfReach      a position that is too large for the method asked for
          └── NoMoveFound     the limit was used up before any move was known

Each quotes what was handed in and says what was allowed, in one line.
"""

__all__ = ["IllegalMove", "NoMoveFound", "NotationError", "OutOfReach"]


class NotationError(ValueError):
    """Text that names no game, no cell, no possible position or no record of a game."""


class IllegalMove(ValueError):
    """A move that the rules forbid: the cell is taken, off the board, or the game is over."""


class OutOfReach(ValueError):
    """A method that would never finish on this board, or does not play its game."""


class NoMoveFound(OutOfReach):
    """A search that used up its limit before it knew the value of any move."""
