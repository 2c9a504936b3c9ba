"""Records of games: saved and loaded as JSON lines, one game per line.

    {"game": "3x3x3", "cells": ".........", "turn": "x", "players": {"x": "human", "o": "perfect"},
     "moves": [["b2", 1.234], ["a1", 0.002]], "outcome": null}

`cells` and `turn` are the position the game began with. Later positions are replayed, not
stored. `outcome` is null while the game goes on. If there are any, `comments`, `variations` and
`about` follow:

     "comments": {"2": "the corner is best"}, "about": {"event": "Club evening"},
     "variations": [{"after": 1, "moves": ["a2", "a1"], "name": "an edge"}]

A variation whose moves were once played also has their `seconds`, a list.

Other formats are in `noughts.files`.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Unpack

from noughts import drawing
from noughts.errors import IllegalMove, NotationError, is_whole, require, shorten
from noughts.notation import as_move, cell, name, names
from noughts.notes import (
    Notes,
    Variation,
    checked_notes,
    checked_seconds,
    checked_times,
    notes_as_json,
    notes_from_json,
    notes_until,
)
from noughts.position import AGREED, GAME_OVER, LOSSES, UNTOLD, Outcome, Position, as_position
from noughts.rules import Mark, Move, Rules
from noughts.words import count, ending

__all__ = ["Record", "append", "last", "load"]


@dataclass(frozen=True, init=False, repr=False)
class Record:
    """The course of one game. `play`, `undo` and `ended` return a new record.

    >>> print(Record("tic-tac-toe", {"x": "anna", "o": "otto"}).play("b2").play("a1"))
    anna (X) against otto (O), 3x3x3: b2 a1
    X to move.

    `seconds` are what each move took, in whole milliseconds. A record may also hold `comments` by
    the number of the move (0: the start), `variations`, and `about`: event, date, place, ...
    """

    start: Position
    players: Mapping[Mark, str]
    moves: tuple[Move, ...]
    seconds: tuple[float, ...]
    decision: Outcome | None  # a resignation, an illegal move, an overrun, a crash, an agreed draw
    comments: Mapping[int, str]
    variations: tuple[Variation, ...]
    about: Mapping[str, str]
    position: Position = field(init=False, compare=False)

    def __init__(
        self,
        start: Position | Rules | str,
        players: Mapping[Mark, str],
        moves: Iterable[Move | str] = (),
        seconds: Iterable[float] | None = None,
        decision: Outcome | None = None,
        **notes: Unpack[Notes],
    ) -> None:
        """A game of these moves; without `seconds`, they took no time."""
        start, players = as_position(start), _both(players)
        positions = [start]
        played = [as_move(start.rules, move) for move in _listed(moves, "moves")]
        for move in played:
            positions.append(positions[-1].play(move))
        vars(self).update(
            start=start,
            players=players,
            moves=tuple(played),
            seconds=checked_times(seconds, len(played)),
            decision=None,
            position=positions[-1],
            **checked_notes(positions, **notes),
        )
        if decision is not None:
            vars(self).update(decision=self._checked(decision))

    def __hash__(self) -> int:
        return hash((self.start, self.moves, self.seconds, self.decision))

    def __repr__(self) -> str:
        return f"<Record of {self._title}, {count(len(self.moves), 'move')}: {self._state}>"

    def __str__(self) -> str:
        moves = " ".join(names(self.start.rules, self.moves)) or "no moves"
        return f"{self._title}: {moves}\n{self._state[:1].upper()}{self._state[1:]}."

    @property
    def _title(self) -> str:
        players = " against ".join(f"{self.players[mark]} ({mark.upper()})" for mark in MARKS)
        return f"{' '.join(players.split())}, {self.start.rules}"

    @property
    def _state(self) -> str:
        if self.outcome is None:
            return f"{self.position.turn.upper()} to move"
        return ending(self.start.rules, self.outcome).removesuffix(".")

    def _repr_svg_(self) -> str:
        """The last board, with the numbers of the moves."""
        position = self.position
        return drawing.game_svg(
            position.rules,
            position.cells,
            self.moves,
            won=position.won,
            about=f"{self._title}: {self._state}",
        )

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
            reason = self.decision.reason
            raise IllegalMove(GAME_OVER if reason == UNTOLD else f"{GAME_OVER} by {reason}")
        position = self.position.play(move)
        return self._but(
            moves=(*self.moves, as_move(self.start.rules, move)),
            seconds=(*self.seconds, checked_seconds(seconds)),
            position=position,
        )

    def undo(self, moves: int = 1) -> "Record":
        """The record without its last moves."""
        wanted = "the moves to take back must be a whole number, at least 0"
        require(is_whole(moves) and moves >= 0, wanted, moves)
        kept = max(0, len(self.moves) - moves)
        notes = notes_until(kept, self.comments, self.variations)
        before = Record(self.start, self.players, self.moves[:kept], self.seconds[:kept])
        return before._but(about=self.about, **notes)

    def ended(self, outcome: Outcome) -> "Record":
        """The record of a game that did not end on the board."""
        return self._but(decision=self._checked(outcome))

    def _checked(self, decision: Outcome) -> Outcome:
        """Return the end of a game that did not end on the board, if this game can end so."""
        if not isinstance(decision, Outcome):
            raise NotationError(
                f"{shorten(decision)} is not an outcome: write one such as "
                f"Outcome('x', 'resignation')"
            )
        if not decision.is_decision:
            raise NotationError(
                f"{shorten(decision)} cannot end a game before the board does: the winner must be "
                f"x or o and the reason one of {', '.join(LOSSES)}, or None and {AGREED}; or "
                f"the reason {UNTOLD}"
            )
        if self.position.is_over:
            raise IllegalMove(f"{GAME_OVER} in {shorten(self.position.rows_text)}")
        return decision

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
                [name(rules, move), seconds]
                for move, seconds in zip(self.moves, self.seconds, strict=True)
            ],
            "outcome": outcome and outcome.as_json(rules),
            **notes_as_json(rules, self.comments, self.variations, self.about),
        }

    @classmethod
    def from_json(cls, data: Any) -> "Record":
        """Read what `as_json` wrote; the game is replayed and its outcome checked."""
        try:
            if not isinstance(data, Mapping):
                raise TypeError
            return _from_json(data)
        except (NotationError, IllegalMove) as error:
            raise NotationError(f"the record is wrong: {error}") from None
        except KeyError as error:
            raise NotationError(
                f"{shorten(data)} is not a record of a game: {error} is missing"
            ) from None
        except (TypeError, ValueError, AttributeError, OverflowError):
            raise NotationError(
                f"{shorten(data)} is not a record of a game: it needs game, cells, turn, "
                f"players, moves and outcome in the right form"
            ) from None

    # Other formats. `files` makes records, so it is loaded only when one of these is called.

    def as_sgf(self) -> str:
        """The record as SGF, for other programs; X is Black."""
        from noughts.files import sgf

        return sgf.write([self])

    @classmethod
    def from_sgf(cls, text: str | bytes, game: Rules | str | None = None) -> "Record":
        """The first game of an SGF file; `game` is what it is if it does not say it."""
        from noughts.files import sgf

        return sgf.read(text, game)[0]

    def as_psq(self) -> str:
        """The record as PSQ, for Piskvork; see `noughts.files.psq` for what is lost."""
        from noughts.files import psq

        return psq.write([self])

    @classmethod
    def from_psq(cls, text: str | bytes, game: Rules | str | None = None) -> "Record":
        """The game of a PSQ file; `game` is what it is if it is not five in a row."""
        from noughts.files import psq

        return psq.read(text, game)[0]


MARKS: tuple[Mark, Mark] = ("x", "o")


def _from_json(data: Any) -> Record:
    rules = Rules.parse(data["game"])
    players: dict[Mark, str] = {"x": str(data["players"]["x"]), "o": str(data["players"]["o"])}
    start, played = Position(rules, data["cells"], data["turn"]), list(data["moves"])
    moves, seconds = [cell(rules, move) for move, _ in played], [taken for _, taken in played]
    record = Record(start, players, moves, seconds, **notes_from_json(data))
    told = data["outcome"]
    if told is None:
        if record.outcome is not None:
            raise NotationError("outcome is null, but the game is over")
        return record
    cells = tuple(cell(rules, text) for text in told["cells"])
    outcome = Outcome(told["winner"], told["reason"], cells)
    if record.outcome is None and outcome.is_decision:
        return record.ended(outcome)
    if record.outcome != outcome:
        raise NotationError(f"the moves do not lead to {told!r}")
    return record


def _listed(given: Iterable[Any], what: str) -> list[Any]:
    several = isinstance(given, Iterable)
    fits = several and not isinstance(given, str | bytes)
    require(fits, f"{what} must be a list of {what}", given)
    return list(given)


def _both(players: Mapping[Mark, str]) -> dict[Mark, str]:
    """The names of both players, X first; refused if there are not exactly two."""
    known = isinstance(players, Mapping)
    fits = known and {*players} == {*MARKS}
    require(fits, "players must be two names such as {'x': 'anna', 'o': 'otto'}", players)
    for player in players.values():
        require(isinstance(player, str), "the name of a player must be text", player)
    return {mark: players[mark] for mark in MARKS}


def as_path(given: str | os.PathLike[str]) -> Path:
    """The name of a file as a path; everything else is refused."""
    known = isinstance(given, str | os.PathLike)
    if not known or "\0" in str(given) or not str(given):
        raise NotationError(f"{shorten(given)} is not a file name: write text or a Path")
    return Path(given)


def _with(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """What is written beside a game: only what JSON can hold."""
    try:
        return {} if options is None else {"options": json.loads(json.dumps(dict(options)))}
    except (TypeError, ValueError, RecursionError):
        raise NotationError(f"options must be plain data by name, not {shorten(options)}") from None


def append(
    path: str | os.PathLike[str], record: Record, *, options: Mapping[str, Any] | None = None
) -> int:
    """Add the game to the end of a file of games, and return how many the file now has.

    What the file holds is kept. The line is written in one piece; if there is no room for it, the
    file stays as it is. `options` are written with the game: whoever reads only the game ignores
    them.
    """
    path = as_path(path)
    if not isinstance(record, Record):
        raise NotationError(f"{shorten(record)} is not the Record of a game: nothing was added")
    line = (json.dumps(record.as_json() | _with(options)) + "\n").encode()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
    with open(descriptor, "rb+", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        games = _lines(path) if size else []
        if games and not games[0][1].lstrip().startswith("{"):
            raise NotationError(f"{str(path)!r} is not a file of games: nothing was added")
        if size:
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
    return len(games) + 1


def load(path: str | os.PathLike[str]) -> list[Record]:
    """The games of a file, in its order."""
    path = as_path(path)
    return [_read_line(path, number, line) for number, line in _lines(path)]


def last(path: str | os.PathLike[str]) -> Record:
    """The last game of a file."""
    path = as_path(path)
    lines = _lines(path)
    if not lines:
        raise NotationError(f"{str(path)!r} is empty: it does not contain a game")
    return _read_line(path, *lines[-1])


def _lines(path: Path) -> list[tuple[int, str]]:
    """The non-empty lines of a file, with their numbers."""
    try:
        return numbered_lines(path.read_bytes())
    except NotationError as error:
        raise NotationError(f"{str(path)!r} is not a file of games: {error}") from None


def numbered_lines(content: bytes) -> list[tuple[int, str]]:
    """The non-empty lines of JSON lines, with their numbers from 1."""
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise NotationError("it is not text") from None
    return [(number, line) for number, line in enumerate(lines, 1) if line.strip()]


def from_line(line: str) -> Record:
    """The game in a line of JSON."""
    try:
        return Record.from_json(json.loads(line))
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        why = error.msg
    except RecursionError:
        why = "nesting too deep"
    except ValueError:
        why = "number too large"
    raise NotationError(f"{shorten(line)} is not a record of a game: {why}")


def _read_line(path: Path, number: int, line: str) -> Record:
    try:
        return from_line(line)
    except NotationError as error:
        raise NotationError(f"line {number} of {str(path)!r}: {error}") from None
