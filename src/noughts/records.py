"""Records of games: saved and loaded as JSON lines, one game per line.

    {"game": "3x3x3", "cells": ".........", "turn": "x", "players": {"x": "human", "o": "perfect"},
     "moves": [["b2", 1.234], ["a1", 0.002]], "outcome": null}

`cells` and `turn` are the position the game began with. Later positions are replayed, not
stored. `outcome` is null while the game goes on.
"""

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Any

from noughts.errors import IllegalMove, NotationError
from noughts.notation import as_move, cell, name, shorten
from noughts.position import GAME_OVER, Outcome, Position
from noughts.rules import Mark, Move, Rules

__all__ = ["Record", "append", "last", "load"]


@dataclass(frozen=True)
class Record:
    """The course of one game. `play`, `undo` and `ended` return a new record."""

    start: Position
    players: Mapping[Mark, str]
    moves: tuple[Move, ...] = ()
    seconds: tuple[float, ...] = ()
    decision: Outcome | None = None  # a resignation, an illegal move or an overrun
    position: Position = field(init=False, compare=False)

    def __post_init__(self) -> None:
        position = self.start
        for move in self.moves:
            position = position.play(move)
        object.__setattr__(self, "position", position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.decision or self.position.outcome

    def why_not(self, move: Move | str) -> str | None:
        """Why the move cannot be played, in a sentence; None if it can."""
        return GAME_OVER if self.decision else self.position.why_not(move)

    def play(self, move: Move | str, seconds: float = 0.0) -> "Record":
        """The record with one more move."""
        if self.decision:
            raise IllegalMove(f"{GAME_OVER} by {self.decision.reason}")
        position = self.position.play(move)
        return self._but(
            moves=(*self.moves, as_move(self.start.rules, move)),
            seconds=(*self.seconds, seconds),
            position=position,
        )

    def undo(self, moves: int = 1) -> "Record":
        """The record without its last moves."""
        kept = max(0, len(self.moves) - moves)
        return replace(self, moves=self.moves[:kept], seconds=self.seconds[:kept], decision=None)

    def ended(self, outcome: Outcome) -> "Record":
        """The record of a game that did not end on the board."""
        return self._but(decision=outcome)

    def _but(self, **changes: Any) -> "Record":
        """A copy with some fields changed: nothing is replayed, so `position` must be right."""
        record = copy(self)
        vars(record).update(changes)
        return record

    def as_json(self) -> dict[str, Any]:
        """The record as plain data."""
        rules, outcome = self.start.rules, self.outcome
        return {
            **self.start.as_json(),
            "players": dict(self.players),
            "moves": [
                [name(rules, move), round(seconds, 3)]
                for move, seconds in zip(self.moves, self.seconds, strict=True)
            ],
            "outcome": outcome and outcome.as_json(rules),
        }

    @classmethod
    def from_json(cls, data: Any) -> "Record":
        """Read what `as_json` wrote; the game is replayed and its outcome checked."""
        try:
            return _from_json(data)
        except (NotationError, IllegalMove) as error:
            raise NotationError(f"the record is wrong: {error}") from None
        except KeyError as error:
            raise NotationError(
                f"{shorten(str(data))} is not a record of a game: {error} is missing"
            ) from None
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise NotationError(
                f"{shorten(str(data))} is not a record of a game: it needs game, cells, turn, "
                f"players, moves and outcome in the right form"
            ) from None


DECISIONS = {"resignation", "illegal move", "time"}
REASONS = DECISIONS | {"line", "full board"}


def _from_json(data: Any) -> Record:
    rules = Rules.parse(data["game"])
    players: dict[Mark, str] = {"x": str(data["players"]["x"]), "o": str(data["players"]["o"])}
    record = Record(Position(rules, data["cells"], data["turn"]), players)
    for text, seconds in data["moves"]:
        if isinstance(seconds, bool) or not 0 <= seconds < inf:
            raise NotationError(f"seconds must be a number, at least 0 and finite, not {seconds!r}")
        record = record.play(cell(rules, text), float(seconds))
    told = data["outcome"]
    if told is None:
        if record.outcome is not None:
            raise NotationError("outcome is null, but the game is over")
        return record
    cells = tuple(cell(rules, text) for text in told["cells"])
    outcome = Outcome(told["winner"], told["reason"], cells)
    if outcome.winner not in ("x", "o", None) or outcome.reason not in REASONS:
        raise NotationError(f"{told!r} is not an outcome")
    if record.outcome is None and outcome.winner and outcome.reason in DECISIONS:
        return record.ended(outcome)
    if record.outcome != outcome:
        raise NotationError(f"the moves do not lead to {told!r}")
    return record


def append(path: Path, record: Record) -> None:
    """Add the game to the end of a file of games; what the file holds is kept.

    The line is written in one piece. If there is no room for it, the file stays as it is.
    """
    line = (json.dumps(record.as_json()) + "\n").encode()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    with open(descriptor, "rb+", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size:
            _, first = next(iter(_lines(path)), (0, "{"))
            if not first.lstrip().startswith("{"):
                raise NotationError(f"{str(path)!r} is not a file of games: nothing was added")
            file.seek(size - 1)
            line = line if file.read(1) == b"\n" else b"\n" + line
        try:
            if file.write(line) != len(line):
                raise OSError("no space left for the game")
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(size)
            raise


def load(path: Path) -> Iterator[Record]:
    """The games of a file, one after the other."""
    for number, line in _lines(path):
        yield _read_line(path, number, line)


def last(path: Path) -> Record:
    """The last game of a file."""
    lines = _lines(path)
    if not lines:
        raise NotationError(f"{str(path)!r} is empty: it does not contain a game")
    return _read_line(path, *lines[-1])


def _lines(path: Path) -> list[tuple[int, str]]:
    """The non-empty lines of a file, with their numbers."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise NotationError(f"{str(path)!r} is not a file of games: it is not text") from None
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _read_line(path: Path, number: int, line: str) -> Record:
    where = f"line {number} of {str(path)!r}"
    try:
        return Record.from_json(json.loads(line))
    except NotationError as error:
        raise NotationError(f"{where}: {error}") from None
    except json.JSONDecodeError as error:
        why = error.msg
    except RecursionError:
        why = "nesting too deep"
    except ValueError:
        why = "number too large"
    raise NotationError(f"{where} is not a record of a game: {why} in {shorten(line)}")
