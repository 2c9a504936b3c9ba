"""A position: the board, whose turn it is, and which moves are legal."""

import re
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from noughts import drawing
from noughts.errors import IllegalMove, NotationError, require, shorten
from noughts.notation import as_move, name, names, read_cells
from noughts.rules import (
    GAMES,
    OTHER,
    PRESETS,
    TIC_TAC_TOE,
    Mark,
    Move,
    Rules,
    as_rules,
    game_meant,
)

__all__ = [
    "AGREED", "DECISIONS", "GAME_OVER", "LOSSES", "UNTOLD", "Outcome", "Position", "Result",
]  # fmt: skip
__all__ += ["as_position", "perft"]

Result: TypeAlias = Literal["win", "draw", "loss"]  # for the side to move

# How a match can end before the board does: one side loses, or both agree on a draw.
LOSSES = ("resignation", "illegal move", "time", "crash")
AGREED = "agreement"
UNTOLD = "unknown"  # a file says who has won, or that it was a draw, and no more
DECISIONS = (*LOSSES, AGREED, UNTOLD)
REASONS = ("line", "full board", *DECISIONS)

GAME_OVER = "nothing can be played: the game is over"


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner (None for a draw), why, and the winning cells.

    `reason` is "line" or "full board"; a match adds "resignation", "illegal move", "time" and
    "crash", two people "agreement", which is a draw, and a file that does not tell it "unknown".
    """

    winner: Mark | None
    reason: str
    cells: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        winner, reason = self.winner, self.reason
        require(winner in ("x", "o", None), "the winner must be x, o or None", winner)
        require(reason in REASONS, f"the reason must be one of {', '.join(REASONS)}", reason)

    @property
    def is_decision(self) -> bool:
        """Whether a game can end so before the board does."""
        return self.reason in ((*LOSSES, UNTOLD) if self.winner else (AGREED, UNTOLD))

    def __str__(self) -> str:
        return f"{self.winner.upper()} wins: {self.how}" if self.winner else "a draw"

    @property
    def how(self) -> str:
        """Why the game ended, in words: `it completes a line`, `O resigns`."""
        if self.reason == UNTOLD:
            return "the file does not say how"
        if self.winner is None:
            return "both players agree" if self.reason == AGREED else "the board is full"
        loser = OTHER[self.winner].upper()
        return {
            "line": "it completes a line",
            "full board": "the board is full",
            "resignation": f"{loser} resigns",
            "time": f"{loser} has used up its time",
            "illegal move": f"{loser} made an illegal move",
            "crash": f"the program of {loser} failed",
        }[self.reason]

    def as_json(self, rules: Rules | str) -> dict[str, Any]:
        """The outcome as plain data."""
        cells = names(rules, self.cells)
        return {"winner": self.winner, "reason": self.reason, "cells": cells}


class Position:
    """An immutable position. `play` returns a new one.

    >>> position = Position().play("b2").play("a1")
    >>> print(position)
      1 2 3
    a o . .
    b . x .
    c . . .
    >>> position.turn, position.legal_moves, position.outcome
    ('x', [1, 2, 3, 5, 6, 7, 8], None)

    Either mark may move first. Without `turn`, the numbers of stones decide; if they are equal,
    it is X's turn.
    """

    # Read-only from outside, and kept small: searches make millions of these.
    __slots__ = ("_cells", "_over", "_rules", "_turn", "_winner")

    _rules: Rules
    _cells: str
    _turn: Mark
    _winner: Mark | None
    _over: bool

    def __init__(
        self, rules: Rules | str = TIC_TAC_TOE, cells: str | None = None, turn: Mark | None = None
    ) -> None:
        if isinstance(rules, str) and re.fullmatch(r"[xo./\s]+", rules.lower()):
            raise NotationError(
                f"{shorten(rules)} is a board, not a game: Position.parse reads boards"
            )
        rules = as_rules(rules)
        if cells is None:
            cells = "." * rules.size
        rules, cells = read_cells(cells, rules)
        self._rules = rules
        self._cells = cells
        self._turn = _turn_that_fits(cells, turn)
        self._winner = _winner_that_fits(rules, cells, self._turn)
        self._over = self._winner is not None or "." not in cells

    @classmethod
    def parse(
        cls, text: str, rules: Rules | str | None = None, turn: Mark | None = None
    ) -> "Position":
        """Read a board from text; see `noughts.notation.read_cells` for how to write one.

        >>> Position.parse("xo./.x./..o").turn
        'x'
        """
        rules, cells = read_cells(text, rules)
        return cls(rules, cells, turn)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def cells(self) -> str:
        """The board: `x`, `o` or `.` for each cell, row by row."""
        return self._cells

    @property
    def turn(self) -> Mark:
        """Whose move it is (in a finished game, whose it would be)."""
        return self._turn

    @property
    def winner(self) -> Mark | None:
        """The mark that has a line, or None."""
        return self._winner

    @property
    def is_over(self) -> bool:
        """Whether one side has won or the board is full."""
        return self._over

    @property
    def empty(self) -> int:
        """How many cells are empty."""
        return self._cells.count(".")

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._winner is not None:
            return Outcome(self._winner, "line", self.won)
        return Outcome(None, "full board") if self._over else None

    @property
    def won(self) -> tuple[Move, ...]:
        """The cells of the winning lines; none while nobody has won."""
        return self._rules.winning_cells(self._cells, self._winner) if self._winner else ()

    @property
    def legal_moves(self) -> list[Move]:
        """The cells that may be played, row by row; none when the game is over."""
        if self._over:
            return []
        return [move for move, mark in enumerate(self._cells) if mark == "."]

    def play(self, move: Move | str) -> "Position":
        """The position after the side to move puts its mark on `move`, such as 4 or `b2`."""
        cells, turn, rules = self._cells, self._turn, self._rules
        cell: Any = move  # a number, as all searches play; other types raise TypeError here
        try:
            legal = not self._over and 0 <= cell < len(cells) and cells[cell] == "."
        except TypeError:
            legal = None
        # True and False count as 1 and 0, but not as cells.
        if not legal or cell is True or cell is False:
            if legal is None or isinstance(cell, bool):
                return self.play(as_move(rules, move))
            raise IllegalMove(self._refusal(move))
        child: Position = _blank(Position)  # a legal move needs none of the checks of __init__
        child._rules = rules
        child._cells = cells = cells[:cell] + turn + cells[cell + 1 :]
        child._turn = OTHER[turn]
        won = rules.completes(cells, turn, cell)
        child._winner = turn if won else None
        child._over = won or "." not in cells
        return child

    def as_json(self) -> dict[str, Any]:
        """The position as plain data; every other JSON form begins with it."""
        return {"game": str(self._rules), "cells": self._cells, "turn": self._turn}

    def turned(self, symmetry: tuple[Move, ...]) -> "Position":
        """The same position on a rotated or reflected board; see `Rules.symmetries`."""
        if symmetry not in self._rules.symmetries:
            raise NotationError(
                f"{shorten(symmetry)} is not a symmetry of a {self._rules} board: "
                f"choose one of rules.symmetries"
            )
        return Position(self._rules, "".join(self._cells[cell] for cell in symmetry), self._turn)

    def why_not(self, move: Move | str) -> str | None:
        """Why the move cannot be played, in a sentence; None if it can.

        >>> Position().play("b2").why_not("b2")
        'b2 is taken by X'
        """
        if self._over:
            return GAME_OVER
        try:
            move = as_move(self._rules, move)
        except NotationError as error:
            return str(error)
        taken = self._cells[move]
        return None if taken == "." else f"{name(self._rules, move)} is taken by {taken.upper()}"

    def _refusal(self, move: Move | str) -> str:
        """Why an illegal move is one, and where if that helps."""
        on_the_board = self._over or move in range(self._rules.size)
        return f"{self.why_not(move)}{f' in {shorten(self.rows_text)}' if on_the_board else ''}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self._cells, self._turn, self._rules) == (other._cells, other._turn, other._rules)

    def __hash__(self) -> int:
        return hash(self._cells)  # which Python keeps; turn and rules say little more

    def __repr__(self) -> str:
        return f"Position.parse('{self.rows_text}', '{self._rules}', '{self._turn}')"

    def __str__(self) -> str:
        return drawing.compact(self._rules, self._cells)

    @property
    def rows_text(self) -> str:
        """The board on one line, `/` between the rows."""
        columns = self._rules.columns
        starts = range(0, self._rules.size, columns)
        return "/".join(self._cells[start : start + columns] for start in starts)

    def _repr_svg_(self) -> str:
        return drawing.svg(self._rules, self._cells, won=self.won)


_blank = object.__new__


def _turn_that_fits(cells: str, turn: Mark | None) -> Mark:
    x, o = cells.count("x"), cells.count("o")
    if abs(x - o) > 1:
        raise NotationError(
            f"{shorten(cells)} has {x} x and {o} o: in a game they differ by at most one"
        )
    require(turn in (None, "x", "o"), "the turn must be x or o", turn)
    due: Mark = "x" if x <= o else "o"
    if turn is None or x == o:
        return turn or due
    if turn != due:
        raise NotationError(
            f"{shorten(cells)} has {x} x and {o} o, so it is {due}'s turn, not {turn}'s"
        )
    return turn


def _winner_that_fits(rules: Rules, cells: str, turn: Mark) -> Mark | None:
    last = OTHER[turn]
    lines = rules.winning_cells(cells, last)
    if rules.winning_cells(cells, turn):
        why = "both x and o have" if lines else f"it is {turn}'s turn, but {turn} already has"
        raise NotationError(f"{shorten(cells)} cannot occur in a game: {why} a line")
    if not lines:
        return None
    for cell in lines:
        if not rules.winning_cells(cells[:cell] + "." + cells[cell + 1 :], last):
            return last
    raise NotationError(
        f"{shorten(cells)} cannot occur in a game: no single move completes all lines of {last}"
    )


def as_position(given: Position | Rules | str, rules: Rules | None = None) -> Position:
    """A position as it is, the empty board of a game, or the board or game that the text names.

    A board is one of `rules` or, without them, of the game that has so many cells.

    >>> as_position("x...o....").turn, as_position("gomoku").empty
    ('x', 225)
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, Rules):
        return Position(given)
    if not isinstance(given, str):
        raise NotationError(
            f"{shorten(given)} is not a position: write a board such as 'x.o/.x./..o', or a game "
            f"such as '4x4x3' for its empty board"
        )
    word = given.strip().lower()
    if word in PRESETS or re.match(r"[0-9]+x", word):
        return Position(word)
    strange = re.findall(r"[a-np-wyz]", word)  # letters that no board has
    if len(strange) * 2 >= len(word):
        raise NotationError(
            f"{shorten(given)} is neither a board of x, o and . nor a game"
            f"{game_meant(word)}: {GAMES}"
        )
    return Position.parse(given, rules)


def perft(position: Position | Rules | str, depth: int) -> int:
    """The number of ways to play `depth` moves; games that end earlier do not count.

    >>> [perft(Position(), depth) for depth in range(5)]
    [1, 9, 72, 504, 3024]
    """
    position = as_position(position)
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)
