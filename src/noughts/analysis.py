"""What a search may use (`Limit`) and what it found (`Analysis`)."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Literal, Protocol, TypeAlias

from noughts.errors import NotationError
from noughts.notation import name, names
from noughts.position import Position
from noughts.rules import Move

__all__ = ["NO_LIMIT", "Analysis", "Bound", "Effort", "Limit", "MoveValue", "Result", "Scale"]
__all__ += ["conclude"]

Bound: TypeAlias = Literal["exact", "at-least", "at-most"]
Result: TypeAlias = Literal["win", "draw", "loss"]


@dataclass(frozen=True)
class Limit:
    """The depth, nodes and seconds a search may use, in any combination; None is unlimited."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for what, least in (("depth", 1), ("nodes", 1), ("seconds", 0)):
            value = getattr(self, what)
            if value is None:
                continue
            if what != "seconds" and not isinstance(value, int):
                raise NotationError(f"{what} must be a whole number, not {value!r}")
            if not least <= value < inf:
                raise NotationError(f"{what} must be at least {least} and finite, not {value!r}")


NO_LIMIT = Limit()


@dataclass(frozen=True)
class MoveValue:
    """What one move is worth to the side to move, on the scale of the search that found it.

    With the bound "at-most" the true score is `score` or less, with "at-least" `score` or more;
    `outcome` and `plies` are None where the search does not know them.
    """

    move: Move
    score: float
    bound: Bound = "exact"
    outcome: Result | None = None
    plies: int | None = None


@dataclass(frozen=True)
class Analysis:
    """What every search returns.

    `best` holds every move known to be as good as the best one, in the order of the search, and
    is filled from exact values only. `complete` means that no branch ended at a depth limit
    and that the search was not stopped. `nodes` counts every node entered, including the root.
    """

    position: Position
    method: str
    score: float | None
    outcome: Result | None
    plies: int | None
    best: tuple[Move, ...]
    moves: tuple[MoveValue, ...]
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    depth: int
    complete: bool

    @property
    def move(self) -> Move | None:
        """The first of the best moves, or None if none is known."""
        return self.best[0] if self.best else None

    def __getitem__(self, move: Move) -> MoveValue:
        """The value of one move."""
        for value in self.moves:
            if value.move == move:
                return value
        raise KeyError(f"{name(self.position.rules, move)} was not examined")

    def as_json(self) -> dict[str, Any]:
        """The analysis as plain data, with moves by name."""
        rules = self.position.rules
        return {
            **self.position.as_json(),
            "method": self.method,
            "outcome": self.outcome,
            "plies": self.plies,
            "score": self.score,
            "best": names(rules, self.best),
            "moves": [
                {
                    "move": name(rules, value.move),
                    "outcome": value.outcome,
                    "plies": value.plies,
                    "score": value.score,
                    "bound": value.bound,
                }
                for value in self.moves
            ],
            "line": names(rules, self.line),
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "depth": self.depth,
            "complete": self.complete,
        }


class Scale(Protocol):
    """How to read a score: what it says about the game, seen from the side to move at `root`."""

    def read(self, score: float, root: Position) -> tuple[Result | None, int | None]:
        """Outcome and plies; None where the score does not say. 0 is never read as a draw."""
        ...

    @property
    def draw(self) -> float:
        """The score of a drawn game."""
        ...

    @property
    def by_depth(self) -> bool:
        """Whether the score of a win depends on its distance."""
        ...


@dataclass(frozen=True)
class Effort:
    """What a search has done: it began when `time.perf_counter()` was `started`."""

    nodes: int
    started: float
    depth: int | None = None  # its depth limit
    stopped: bool = False  # early, by another limit


def conclude(
    position: Position,
    method: str,
    scale: Scale,
    score: float | None,
    table: Mapping[Move, tuple[float, Bound]],
    line: Sequence[Move],
    effort: Effort,
) -> Analysis:
    """Build an analysis from what a search found: read its scores, collect the best moves.

    `table` holds the score and bound of each root move, in the order of the search.
    """
    depth, stopped = effort.depth, effort.stopped
    plies_left = position.empty if not position.is_over else 0
    reached = plies_left if depth is None else min(depth, plies_left)
    complete = reached == plies_left and not stopped

    def read(score: float, bound: Bound) -> tuple[Result | None, int | None]:
        if score == scale.draw:  # leaves at a depth limit have this score too
            return ("draw", plies_left) if complete and bound == "exact" else (None, None)
        outcome, plies = scale.read(score, position)
        if bound == "exact":
            return outcome, plies
        # At least a win is a win, at most a loss is a loss; the distance stays unknown.
        certain = (outcome, bound) in (("win", "at-least"), ("loss", "at-most"))
        return (outcome, None) if certain else (None, None)

    moves = [MoveValue(move, *value, *read(*value)) for move, value in table.items()]
    # A stopped search may have missed something better, never something worse.
    of_root: Bound = "at-least" if stopped else "exact"
    outcome, plies = read(score, of_root) if score is not None else (None, None)
    return Analysis(
        position=position,
        method=method,
        score=score,
        outcome=outcome,
        plies=0 if position.is_over else plies,
        best=tuple(v.move for v in moves if (v.score, v.bound) == (score, "exact")),
        moves=tuple(moves),
        line=tuple(line),
        nodes=effort.nodes,
        seconds=time.perf_counter() - effort.started,
        depth=reached,
        complete=complete,
    )
