"""What can be wrong with your input, and the pieces of the sentence that says so.

    ValueError
     ├── NotationError   text, a file or a value that cannot be read or cannot exist
     │    ├── UnnamedGame     a board that may be of several games; naming one helps
     │    └── NoMemory        a table that is too large for this machine; a MemoryError as well
     ├── IllegalMove     a move that the rules forbid in this position
     └── OutOfReach      a position that is too large for the chosen method
          └── NoMoveFound     the limit ran out before the value of any move was known

Each error quotes the input and says what was allowed, in one line.

    RuntimeError
     └── PlayerFailed    a player whose program died or talks nonsense; its game is lost
"""

from collections.abc import Iterable
from typing import Protocol, TypeVar

__all__ = ["IllegalMove", "Known", "Named", "NoMemory", "NoMoveFound", "NotationError"]
__all__ += ["OutOfReach", "PlayerFailed", "did_you_mean", "is_number", "is_whole", "require"]
__all__ += ["UnnamedGame", "shorten"]


class NotationError(ValueError):
    """Input that is not a game, a cell, a possible position, a player or a record of a game."""


class UnnamedGame(NotationError):
    """A board that does not say which game it is of."""


class NoMemory(NotationError, MemoryError):
    """A table that there is not enough memory for."""


class IllegalMove(ValueError):
    """A move that the rules forbid: the cell is taken or off the board, or the game is over."""


class OutOfReach(ValueError):
    """A method that would never finish on this board, or does not play this game."""


class NoMoveFound(OutOfReach):
    """A search that used up its limit before it knew the value of any move."""


class PlayerFailed(RuntimeError):
    """A player that cannot go on: its program died, cannot be started or does not make sense.

    The text is a sentence about `it`, such as `it ended with exit code 3 at TURN 7,7`.
    """


def shorten(given: object, most: int = 60) -> str:
    """The input, quoted on one line and cut where it is too long to help."""
    try:
        quoted = " ".join(repr(given).splitlines())
    except ValueError:  # Python does not write out numbers of more than 4,300 digits
        quoted = "a number of thousands of digits"
    end = quoted[-1] if isinstance(given, str) else ""
    return quoted if len(quoted) <= most else f"{quoted[: most - 4]}...{end}"


def did_you_mean(word: str, known: Iterable[str], likeness: float = 0.6) -> str:
    """A question about the known word that is most like a misspelt one; empty if none is.

    `likeness` is how much of the letters must agree, from 0 to 1.

    >>> did_you_mean("tictactoe", ["tic-tac-toe", "gomoku"])
    " (did you mean 'tic-tac-toe'?)"
    """
    from difflib import get_close_matches  # only ever needed after a mistake

    close = get_close_matches(word.strip().lower()[:40], list(known), n=1, cutoff=likeness)
    return f" (did you mean {close[0]!r}?)" if close else ""


class Named(Protocol):
    """Anything with a name."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...


Thing = TypeVar("Thing", bound=Named)


class Known(dict[str, Thing]):
    """Things by name, in upper or lower case; an unknown name is refused with the known ones."""

    def __init__(self, kind: str, things: Iterable[Thing]) -> None:
        super().__init__((thing.name, thing) for thing in things)
        self.kind = kind

    def __missing__(self, name: object) -> Thing:
        if isinstance(name, str) and (word := name.strip().lower()) in self:
            return self[word]
        close = did_you_mean(name, self) if isinstance(name, str) else ""
        raise NotationError(f"unknown {self.kind} {shorten(name)}{close}: choose {', '.join(self)}")


def require(fits: bool, sentence: str, given: object) -> None:
    """Refuse what does not fit.

    >>> require(callable("b2"), "ask must be a function", "b2")
    Traceback (most recent call last):
    noughts.errors.NotationError: ask must be a function, not 'b2'
    """
    if not fits:
        raise NotationError(f"{sentence}, not {shorten(given)}")


def is_whole(given: object) -> bool:
    """Whether it is a whole number; True and False are not."""
    return isinstance(given, int) and not isinstance(given, bool)


def is_number(given: object) -> bool:
    """Whether it is a whole or a floating-point number; True and False are not."""
    return isinstance(given, int | float) and not isinstance(given, bool)
