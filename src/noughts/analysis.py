"""What a search may use (`Limit`) and what it found (`Analysis`)."""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, Protocol, TypeAlias

from noughts import drawing
from noughts.errors import (
    IllegalMove,
    NotationError,
    OutOfReach,
    is_number,
    is_whole,
    require,
    shorten,
)
from noughts.notation import as_move, name, names
from noughts.position import Position, Result
from noughts.rules import Move
from noughts.words import count, listed, verdict

__all__ = ["FINITE", "NO_LIMIT", "SIGNS", "Analysis", "Bound", "Effort", "Limit", "MoveValue"]
__all__ += ["Result", "Scale", "checked_limit", "conclude", "known_within", "seconds_for"]

Bound: TypeAlias = Literal["exact", "at-least", "at-most", "estimate"]
SIGNS: dict[Bound, str] = {"exact": "", "at-least": ">= ", "at-most": "<= ", "estimate": "~"}

WIDEST = 80  # characters of a board as text
FINITE = sys.float_info.max  # no number of nodes or seconds is larger

MARGIN: Final = 0.03  # seconds of each turn kept back for the way to who keeps the clock,
MARGIN_SHARE: Final = 0.02  # and a share of it, for clocks and busy machines
FAST: Final = 0.055  # seconds, margin included: a turn that must be as fast as possible
MOVES_TO_COME: Final = 20  # how many more own moves the time of a game must last for


@dataclass(frozen=True)
class Limit:
    """The depth, nodes and seconds a search may use, in any combination; None is unlimited.

    `left` are the seconds that a player has left for this move and all its later ones in the game.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    left: float | None = None

    def __post_init__(self) -> None:
        for what, least in (("depth", 1), ("nodes", 1), ("seconds", 0), ("left", 0)):
            value = getattr(self, what)
            if value is None:
                continue
            if what in ("seconds", "left"):
                require(is_number(value), f"{what} must be a number", value)
            else:
                require(is_whole(value), f"{what} must be a whole number", value)
            fits = least <= value <= FINITE
            require(fits, f"{what} must be at least {least} and finite", value)

    def __repr__(self) -> str:
        known = [f"{what}={value}" for what, value in vars(self).items() if value is not None]
        return f"Limit({', '.join(known)})"

    def __str__(self) -> str:
        depth = [] if self.depth is None else [f"depth {self.depth:,}"]
        nodes = [] if self.nodes is None else [count(self.nodes, "node")]
        seconds = [] if self.seconds is None else [f"{self.seconds:g} s"]
        left = [] if self.left is None else [f"{self.left:g} s left"]
        return ", ".join(depth + nodes + seconds + left) or "no limit"

    def for_one_move(self, position: Position) -> "Limit":
        """The limit for this move alone: of what is `left`, its share goes to the move.

        >>> Limit(left=180).for_one_move(Position("gomoku"))
        Limit(seconds=8.79...)
        """
        if self.left is None:
            return self
        seconds = seconds_for(self.seconds, self.left, (position.empty + 1) // 2)
        return replace(self, seconds=seconds, left=None)


NO_LIMIT = Limit()


def seconds_for(turn: float | None, left: float | None, moves_left: int) -> float | None:
    """How long to think about a move; None if neither the turn nor the game has a limit.

    `turn` is what the turn may take (0: as fast as possible), `left` is what remains for all own
    moves, at most `moves_left` of them.

    >>> [seconds_for(2.0, None, 100), seconds_for(30.0, 180.0, 100), seconds_for(2.0, -0.5, 100)]
    [1.93, 8.79..., 0.0]
    """
    limits = []
    if turn is not None:
        limits.append(turn if turn > 0 else FAST)
    if left is not None:
        limits.append(left / max(1, min(moves_left, MOVES_TO_COME)))
    if not limits:
        return None
    return max(0.0, min(limits) * (1 - MARGIN_SHARE) - MARGIN)


def checked_limit(given: Limit) -> Limit:
    """Return the limit; everything else is refused."""
    if not isinstance(given, Limit):
        raise NotationError(
            f"{shorten(given)} is not a limit: write one such as Limit(seconds=2), "
            f"Limit(nodes=1000) or Limit(depth=3)"
        )
    return given


def known_within(plies: int | None) -> dict[str, int]:
    """How soon a win or loss comes at the latest: a part of JSON that is there if known."""
    return {} if plies is None else {"within": plies}


@dataclass(frozen=True)
class MoveValue:
    """What one move is worth to the side to move, on the scale of the search that found it.

    With the bound "at-most" the true score is `score` or less, with "at-least" `score` or more;
    an "estimate" promises nothing. `outcome` and `plies` are None where the search does not know
    them. A win or loss whose length is not known may still be known to come `within` so many plies.
    """

    move: Move
    score: float
    bound: Bound = "exact"
    outcome: Result | None = None
    plies: int | None = None
    within: int | None = field(default=None, repr=False)

    def __str__(self) -> str:
        """Its value in a word: `win 5`, `draw`, `loss`, `<= 0` or `+97`."""
        if self.outcome == "draw" or (self.outcome and self.plies is None):
            return self.outcome
        if self.outcome:
            return f"{self.outcome} {self.plies}"
        sign = SIGNS[self.bound]
        return f"{sign}{self.score:+g}" if self.score else f"{sign}0"


SHADES: dict[Result, str] = {"win": "#CCEBDF", "draw": "#EEEEEE", "loss": "#F8DFD3"}


@dataclass(frozen=True)
class Analysis:
    """What every search returns; print it to read it.

    `best` holds every move known to be as good as the best one, in the order of the search, and
    is filled from exact values only; of a search that only estimates, it is the move that it plays.
    `nodes` counts every node entered, including the root.

    `complete` says that nothing was left out. Of a textbook search it is true if no limit stopped
    it and its depth limit, if any, leaves room for the longest game: the value of the position is
    then its true one. A search that only estimates is never complete. Of the engine it is true if
    it has proved the outcome of the position, with `every_move` that of every move.
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
    within: int | None = field(default=None, repr=False)  # at most so many plies, if not `plies`

    @property
    def move(self) -> Move | None:
        """The first of the best moves, or None if none is known."""
        return self.best[0] if self.best else None

    def __getitem__(self, move: Move | str) -> MoveValue:
        """The value of one move, such as `analysis["b2"]`."""
        move = as_move(self.position.rules, move)
        for value in self.moves:
            if value.move == move:
                return value
        if reason := self.position.why_not(move):
            raise IllegalMove(f"no value for {name(self.position.rules, move)}: {reason}")
        known = listed(names(self.position.rules, [value.move for value in self.moves]), WIDEST)
        raise OutOfReach(
            f"{name(self.position.rules, move)} was not examined by {self.method}, only {known}: "
            f"set every_move=True or a larger limit"
        )

    def __iter__(self) -> Iterator[MoveValue]:
        """The values of the moves, in the order of the search."""
        return iter(self.moves)

    def __contains__(self, move: Move | str) -> bool:
        """Whether the value of a move is known: `"b2" in analysis`."""
        return as_move(self.position.rules, move) in [value.move for value in self.moves]

    def __repr__(self) -> str:
        best = listed(names(self.position.rules, self.best), 40)
        return (
            f"<Analysis of {shorten(self.position.rows_text)} by {self.method}: "
            f"{self.verdict}, best {best}, {count(self.nodes, 'node')}>"
        )

    def __str__(self) -> str:
        rules = self.position.rules
        effort = f"{self.method}: {count(self.nodes, 'node')}, {self.seconds:.3f} s, "
        effort += f"depth {self.depth}, {'complete' if self.complete else 'not complete'}"
        if self.position.is_over:
            return f"{self.position}\n{self.verdict}.\n{effort}"
        labels = {value.move: str(value) for value in self.moves}
        if rules.columns * (max(map(len, labels.values()), default=0) + 1) + 3 <= WIDEST:
            cells = [labels.get(cell, mark) for cell, mark in enumerate(self.position.cells)]
            board = drawing.compact(rules, cells)
        else:
            ranked = sorted(self.moves, key=lambda value: -value.score)[:10]
            best = "\n".join(f"{name(rules, value.move):>4}  {value}" for value in ranked)
            board = f"{self.position}\n{best}"
        head = f"{self.verdict}. Best: "
        return f"{board}\n{head}{listed(names(rules, self.best), WIDEST - len(head))}.\n{effort}"

    @property
    def verdict(self) -> str:
        """What the position is worth, in words: `X to move: X wins in 3 plies`."""
        score = f", score {self.score:+g}" if self.outcome is None and self.score else ""
        return f"{verdict(self.position, self.outcome, self.plies, self.within)}{score}"

    def _repr_svg_(self) -> str:
        """The board with the value of every move; the best ones in bold."""
        position, notes = self.position, {value.move: str(value) for value in self.moves}
        shades = {value.move: SHADES[value.outcome] for value in self.moves if value.outcome}
        about = f"{position.rules} board. {self.verdict}"
        picture = drawing.Notes(notes, shades, bold=self.best)
        return drawing.svg(
            position.rules, position.cells, won=position.won, notes=picture, about=about
        )

    def as_json(self) -> dict[str, Any]:
        """The analysis as plain data, with moves by name."""
        rules = self.position.rules
        return {
            **self.position.as_json(),
            "method": self.method,
            "outcome": self.outcome,
            "plies": self.plies,
            **known_within(self.within),
            "score": self.score,
            "best": names(rules, self.best),
            "moves": [
                {
                    "move": name(rules, value.move),
                    "outcome": value.outcome,
                    "plies": value.plies,
                    **known_within(value.within),
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

    `table` holds the score and bound of each root move, in the order of the search. If they are
    estimates, nothing is claimed, and the best move is the first of the `line`.
    """
    depth, stopped = effort.depth, effort.stopped
    plies_left = position.empty if not position.is_over else 0
    reached = plies_left if depth is None else min(depth, plies_left)
    estimated = any(bound == "estimate" for _, bound in table.values())
    complete = reached == plies_left and not stopped and not estimated

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
    of_root: Bound = "estimate" if estimated else "at-least" if stopped else "exact"
    exact_best = tuple(v.move for v in moves if (v.score, v.bound) == (score, "exact"))
    outcome, plies = read(score, of_root) if score is not None else (None, None)
    return Analysis(
        position=position,
        method=method,
        score=score,
        outcome=outcome,
        plies=0 if position.is_over else plies,
        best=tuple(line[:1]) if estimated else exact_best,
        moves=tuple(moves),
        line=tuple(line),
        nodes=effort.nodes,
        seconds=time.perf_counter() - effort.started,
        depth=reached,
        complete=complete,
    )
