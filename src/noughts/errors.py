"""What can be wrong with your input.

    ValueError
     ├── NotationError   text, a file or a board that cannot be read or cannot exist
     ├── IllegalMove     a move that the rules forbid in this position
     └── OutOfReach      a position that is too large for the chosen method
          └── NoMoveFound     the limit ran out before the value of any move was known

Each error quotes the input and says what was allowed, in one line.
"""

__all__ = ["IllegalMove", "NoMoveFound", "NotationError", "OutOfReach"]


class NotationError(ValueError):
    """Text that is not a game, a cell, a possible position or a record of a game."""


class IllegalMove(ValueError):
    """A move that the rules forbid: the cell is taken or off the board, or the game is over."""


class OutOfReach(ValueError):
    """A method that would never finish on this board, or does not play this game."""


class NoMoveFound(OutOfReach):
    """A search that used up its limit before it knew the value of any move."""
