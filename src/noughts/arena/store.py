"""A tournament in one SQLite file: its settings, players, openings and games.

A game is one row. It is written when the tournament is planned, and filled in once, in one
transaction, when the game is over. So whatever ends the program, finished games are there, and only
those that are not there are played. One process at a time plays; others may read meanwhile.
"""

import contextlib
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from noughts.arena.pairings import Planned
from noughts.arena.scores import Score
from noughts.arena.tournament import Entrant, Tournament
from noughts.errors import NotationError, shorten
from noughts.machine import lock
from noughts.records import Record
from noughts.rules import Mark, Move, Rules
from noughts.words import listed

__all__ = ["Played", "Store", "Task"]

VERSION = 1
TABLES = """
CREATE TABLE tournament (version INTEGER NOT NULL, settings TEXT NOT NULL);
CREATE TABLE players (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, player TEXT NOT NULL);
CREATE TABLE openings (number INTEGER PRIMARY KEY, moves TEXT NOT NULL);
CREATE TABLE refused (name TEXT PRIMARY KEY, why TEXT NOT NULL);
CREATE TABLE byes (round INTEGER PRIMARY KEY, player INTEGER NOT NULL);
CREATE TABLE games (
  number INTEGER PRIMARY KEY, round INTEGER NOT NULL, pair INTEGER NOT NULL,
  opening INTEGER NOT NULL, x INTEGER NOT NULL, o INTEGER NOT NULL,
  winner TEXT, reason TEXT, remark TEXT, record TEXT, finished REAL
);
"""
WAITING = 30.0  # seconds for another process that writes
NAMES = 100  # characters of names in a message
NO_STORE = "is not the file of a tournament"


@dataclass(frozen=True)
class Task:
    """One game to play: all that a process or another machine must know."""

    number: int
    rules: str
    opening: tuple[Move, ...]
    x: Entrant
    o: Entrant
    total: float | None
    seed: int

    def as_json(self) -> dict[str, Any]:
        """The task as plain data."""
        both = {"x": self.x.as_json(), "o": self.o.as_json()}
        return vars(self) | both

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Task":
        """Read what `as_json` wrote."""
        both = {mark: Entrant.from_json(data[mark]) for mark in ("x", "o")}
        return cls(**{**data, **both, "opening": tuple(data["opening"])})


@dataclass(frozen=True)
class Played:
    """A game that is over: its record, and what was wrong if somebody lost by a fault."""

    number: int
    record: dict[str, Any]
    remark: str | None = None

    def as_json(self) -> dict[str, Any]:
        """The game as plain data."""
        return dict(vars(self))


@dataclass(frozen=True)
class Row:
    """A game of the store, over or not."""

    number: int
    round: int
    pair: int
    opening: int
    x: str
    o: str
    winner: Mark | None
    reason: str | None
    remark: str | None
    finished: float | None  # when, in seconds since 1970

    @property
    def over(self) -> bool:
        """Whether it has been played."""
        return self.reason is not None


class Store:
    """The file; `Store(None)` keeps everything in memory."""

    def __init__(self, path: str | os.PathLike[str] | None, new: bool = False) -> None:
        """Open a file that is there; with `new`, also make one that is not."""
        self.path = None if path is None else Path(path)
        if self.path and not new and not self.path.exists():
            raise NotationError(f"{str(self.path)!r} does not exist")
        self._lock: int | None = None
        try:
            self._database = sqlite3.connect(self.path or ":memory:", timeout=WAITING)
        except sqlite3.OperationalError as error:
            raise NotationError(f"{str(self.path)!r} cannot be opened: {error}") from None
        self._database.isolation_level = None  # transactions are begun by `_writing`
        try:
            self._database.execute("PRAGMA synchronous = FULL")
            self._check(new)
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.DatabaseError) and "locked" not in str(error):
                raise NotationError(f"{str(self.path)!r} {NO_STORE}: {error}") from None
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _check(self, new: bool) -> None:
        names = {name for (name,) in self._database.execute("SELECT name FROM sqlite_master")}
        if not names and new:
            return
        known = "tournament" in names
        found = known and self._database.execute("SELECT version FROM tournament").fetchone()
        if not found:
            empty = "" if names else ": it is empty"
            raise NotationError(f"{str(self.path)!r} {NO_STORE}{empty}")
        if found[0] != VERSION:
            raise NotationError(
                f"{str(self.path)!r} was written by a newer version of Noughts ({found[0]})"
            )

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield self._database
            self._database.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """All that is read within it is of one moment, even while another process plays."""
        self._database.execute("BEGIN")
        try:
            yield
        finally:
            self._database.execute("COMMIT")

    def lock(self) -> None:
        """Keep other processes from playing this tournament until the file is closed."""
        if self.path is None:
            return
        self._lock = os.open(self.path, os.O_RDONLY)
        with contextlib.suppress(OSError):  # where one must take care oneself
            if not lock(self._lock):
                raise NotationError(
                    f"another process is playing the tournament of {str(self.path)!r}"
                )

    # The plan

    def begin(
        self, tournament: Tournament, openings: Callable[[], Sequence[Sequence[Move]]]
    ) -> None:
        """Write down a new tournament, or see that the file holds this one."""
        if self.is_begun:
            self._refuse_another(tournament)
            return
        first_moves = openings()
        with self._writing() as database:
            for statement in TABLES.split(";"):
                database.execute(statement)
            settings = json.dumps(tournament.as_json())
            database.execute("INSERT INTO tournament VALUES (?, ?)", (VERSION, settings))
            database.executemany(
                "INSERT INTO players VALUES (?, ?, ?)",
                [
                    (number, each.name, json.dumps(each.as_json()))
                    for number, each in enumerate(tournament.players)
                ],
            )
            database.executemany(
                "INSERT INTO openings VALUES (?, ?)",
                [(number, json.dumps(list(each))) for number, each in enumerate(first_moves)],
            )

    @property
    def is_begun(self) -> bool:
        """Whether a tournament has been written down."""
        found = self._database.execute("SELECT 1 FROM sqlite_master WHERE name = 'tournament'")
        return found.fetchone() is not None

    @property
    def settings(self) -> dict[str, Any]:
        """What the tournament was begun with, as `Tournament.as_json` wrote it."""
        (text,) = self._database.execute("SELECT settings FROM tournament").fetchone()
        found: dict[str, Any] = json.loads(text)
        return found

    @property
    def rules(self) -> Rules:
        """The game that is played."""
        return Rules.parse(self.settings["game"])

    def _refuse_another(self, tournament: Tournament) -> None:
        if differing := _difference(self.settings, tournament.as_json()):
            raise NotationError(
                f"{str(self.path)!r} holds another tournament: {differing}. Choose another file"
            )

    def plan(self, games: Iterable[Planned]) -> None:
        """Add the games that are not planned yet; those that are stay as they are."""
        with self._writing():
            self._insert(games, first=0)

    def plan_round(self, number: int, games: Sequence[Planned], bye: int | None) -> None:
        """Add a round of a Swiss."""
        (first,) = self._database.execute("SELECT COUNT(*) FROM games").fetchone()
        with self._writing() as database:
            self._insert(games, first)
            if bye is not None:
                database.execute("INSERT INTO byes VALUES (?, ?)", (number, bye))

    def _insert(self, games: Iterable[Planned], first: int) -> None:
        self._database.executemany(
            "INSERT OR IGNORE INTO games (number, round, pair, opening, x, o) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [
                (number, each.round, each.pair, each.opening, each.x, each.o)
                for number, each in enumerate(games, first)
            ],
        )

    def refuse(self, bots: Mapping[str, str]) -> None:
        """Note who may not take part, and why."""
        with self._writing() as database:
            database.executemany("INSERT OR REPLACE INTO refused VALUES (?, ?)", bots.items())

    # The games

    @property
    def refused(self) -> dict[str, str]:
        """Who may not take part, and why."""
        return dict(self._database.execute("SELECT name, why FROM refused ORDER BY name"))

    @property
    def players(self) -> list[Entrant]:
        """Who takes part."""
        rows = self._database.execute("SELECT player FROM players ORDER BY number")
        return [Entrant.from_json(json.loads(text)) for (text,) in rows]

    @property
    def openings(self) -> list[tuple[Move, ...]]:
        """The first moves of the games."""
        rows = self._database.execute("SELECT moves FROM openings ORDER BY number")
        return [tuple(json.loads(text)) for (text,) in rows]

    @property
    def byes(self) -> dict[int, int]:
        """Who had no opponent in which round."""
        return dict(self._database.execute("SELECT round, player FROM byes").fetchall())

    def tasks(self) -> list[Task]:
        """The games that are still to be played, in order."""
        settings, players, openings = self.settings, self.players, self.openings
        rows = self._database.execute(
            "SELECT number, opening, x, o FROM games WHERE reason IS NULL ORDER BY number"
        )
        return [
            Task(
                number, settings["game"], openings[opening % len(openings)],
                players[x], players[o], settings["total"], settings["seed"],
            )
            for number, opening, x, o in rows
        ]  # fmt: skip

    def rows(self) -> list[Row]:
        """All games, over or not."""
        names = [each.name for each in self.players]
        found = self._database.execute(
            "SELECT number, round, pair, opening, x, o, winner, reason, remark, finished "
            "FROM games ORDER BY number"
        )
        return [
            Row(number, nth, pair, opening, names[x], names[o], *ended)
            for number, nth, pair, opening, x, o, *ended in found
        ]

    def scores(self) -> list[Score]:
        """The games that are over, as they count, in the order in which they ended."""
        points = {"x": 1.0, "o": 0.0, None: 0.5}
        rows = self._database.execute(
            "SELECT one.name, two.name, winner, pair FROM games "
            "JOIN players AS one ON one.number = x JOIN players AS two ON two.number = o "
            "WHERE reason IS NOT NULL ORDER BY finished, games.number"
        )
        return [Score(x, o, points[winner], pair) for x, o, winner, pair in rows]

    def records(self) -> Iterator[tuple[int, Record, str | None]]:
        """The games that are over, with their numbers and remarks."""
        rows = self._database.execute(
            "SELECT number, record, remark FROM games WHERE reason IS NOT NULL ORDER BY number"
        )
        for number, text, remark in rows:
            yield number, Record.from_json(json.loads(text)), remark

    def keep(self, games: Sequence[Played]) -> None:
        """Write down games that are over; one that is known already stays as it is."""
        with self._writing() as database:
            for game in games:
                outcome = game.record["outcome"]
                database.execute(
                    "UPDATE games SET winner = ?, reason = ?, remark = ?, record = ?, finished = ? "
                    "WHERE number = ? AND reason IS NULL",
                    (
                        outcome["winner"], outcome["reason"], game.remark,
                        json.dumps(game.record), time.time(), game.number,
                    ),
                )  # fmt: skip


def _difference(here: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """What tells the tournament of the file from the wanted one; empty if nothing does."""
    for key, value in here.items():
        if key != "players" and value != wanted[key]:
            return f"its {key} is {_said(value)}, not {_said(wanted[key])}"
    return _other_players(here["players"], wanted["players"])


def _other_players(here: Sequence[dict[str, Any]], wanted: Sequence[dict[str, Any]]) -> str:
    mine, yours = ({each["name"]: each for each in players} for players in (here, wanted))
    if {*mine} != {*yours}:
        gone = [repr(name) for name in mine if name not in yours]
        new = [repr(name) for name in yours if name not in mine]
        has = f"only in the file: {listed(gone, NAMES)}" if gone else ""
        lacks = f"only in yours: {listed(new, NAMES)}" if new else ""
        return f"its players are others ({'; '.join(filter(None, (has, lacks)))})"
    for name, one in mine.items():
        for key in dict.fromkeys((*one, *yours[name])):
            there, now = one.get(key), yours[name].get(key)
            if there != now:
                return f"for its player {name!r}, {key} is {_said(there)}, not {_said(now)}"
    return "" if [*mine] == [*yours] else "its players stand in another order"


def _said(value: object) -> str:
    return "not set" if value is None else shorten(value)
