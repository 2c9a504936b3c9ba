"""The games. A change is answered once it is on disk, and is made once or not at all.

A game is a row. Each change names the revision that it was made for; one transaction checks the
revision and writes, so two tabs, or two servers on one file, cannot both succeed.
"""

import asyncio
import json
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException

from noughts.errors import shorten
from noughts.notation import cell, name
from noughts.records import Record
from noughts.rules import Mark
from noughts.web.changes import Change, Conflict, Game
from noughts.web.database import Database

__all__ = ["Games"]

RECENT = 2_000  # games that are also kept in memory


class Games:
    """The games of one file. The followers of a game are called with every change."""

    def __init__(self, path: Path, most: int = 100_000) -> None:
        self._database = Database(path)
        self._most = most
        self._recent: OrderedDict[str, Game] = OrderedDict()
        self._followers: dict[str, list[Callable[[Game], None]]] = {}
        self._watch: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Finish what is still running."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        await asyncio.to_thread(self._database.close)

    async def begin(self, record: Record, seconds: Mapping[Mark, float | None]) -> Game:
        """Store a new game."""

        def work(connection: sqlite3.Connection) -> Game:
            return self._insert(connection, record, seconds)

        return await self._database.write(work, self._made)

    async def find(self, game_id: str) -> Game:
        """The game as it is now."""
        return await self._database.read(lambda connection: _find(connection, game_id))

    async def at(self, game_id: str, revision: int) -> Game:
        """The game as it was at that revision, if it is not known to have changed since."""
        if known := self._known(game_id, revision):
            return known
        return await self._database.read(lambda connection: _at(connection, game_id, revision))

    async def change(self, game_id: str, revision: int, change: Change) -> Game:
        """Change the game, if it is still at that revision."""
        known = self._known(game_id, revision)

        def work(connection: sqlite3.Connection) -> Game:
            unchanged = known is not None and _is_at(connection, known)
            game = known if known and unchanged else _at(connection, game_id, revision)
            changed = replace(change(game), revision=revision + 1, touched=time.time())
            _update(connection, changed)
            return changed

        return await self._database.write(work, self._made)

    @contextmanager
    def following(self, game_id: str, tell: Callable[[Game], None]) -> Iterator[None]:
        """Call `tell` with the game after every change."""
        self._followers.setdefault(game_id, []).append(tell)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._watch_the_file())
        try:
            yield
        finally:
            self._followers[game_id].remove(tell)
            if not self._followers[game_id]:
                del self._followers[game_id]

    def _known(self, game_id: str, revision: int) -> Game | None:
        """The game from memory, without reading the file: a revision never changes."""
        game = self._recent.get(game_id)
        return game if game is not None and game.revision == revision else None

    def _made(self, game: Game) -> None:
        """Remember a new state that is on disk, and tell the followers."""
        self._recent[game.id] = game
        self._recent.move_to_end(game.id)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        self._tell(game)

    def _tell(self, game: Game) -> None:
        for tell in self._followers.get(game.id, ()):
            tell(game)

    async def _watch_the_file(self) -> None:
        """Notice what other servers do with the same file, while a game has followers."""
        seen = None
        while self._followers:
            with suppress(HTTPException):
                version = await self._database.read(_data_version)
                if version != seen:
                    seen = version
                    await self._tell_all()
            await asyncio.sleep(1)

    async def _tell_all(self) -> None:
        for game_id in list(self._followers):
            with suppress(HTTPException):
                self._tell(await self.find(game_id))

    def _insert(
        self,
        connection: sqlite3.Connection,
        record: Record,
        seconds: Mapping[Mark, float | None],
    ) -> Game:
        while True:
            game = Game(secrets.token_urlsafe(6), 0, record, (), seconds, time.time())
            done = connection.execute(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?)", (game.id, *_row(game))
            )
            if done.rowcount:
                break
        (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
        connection.execute(
            "DELETE FROM games WHERE id IN (SELECT id FROM games ORDER BY touched LIMIT ?)",
            (max(0, count - self._most),),
        )
        return game


def _find(connection: sqlite3.Connection, game_id: str) -> Game:
    row = connection.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
    if row is None:
        raise HTTPException(404, f"there is no game {shorten(game_id)}")
    _, revision, record, undone, seconds, touched = row
    kept = Record.from_json(json.loads(record))
    rules = kept.start.rules
    back = tuple((cell(rules, text), spent) for text, spent in json.loads(undone))
    return Game(game_id, revision, kept, back, json.loads(seconds), touched)


def _at(connection: sqlite3.Connection, game_id: str, revision: int) -> Game:
    game = _find(connection, game_id)
    if game.revision != revision:
        raise Conflict(
            f"the game has changed: it is at revision {game.revision}, not {revision}", game
        )
    return game


def _is_at(connection: sqlite3.Connection, known: Game) -> bool:
    row = connection.execute("SELECT revision FROM games WHERE id = ?", (known.id,)).fetchone()
    return row is not None and row[0] == known.revision


def _update(connection: sqlite3.Connection, game: Game) -> None:
    connection.execute(
        "UPDATE games SET revision = ?, record = ?, undone = ?, seconds = ?, touched = ? "
        "WHERE id = ?",
        (*_row(game), game.id),
    )


def _row(game: Game) -> tuple[Any, ...]:
    rules = game.record.start.rules
    undone = [[name(rules, move), spent] for move, spent in game.undone]
    return (
        game.revision,
        json.dumps(game.record.as_json()),
        json.dumps(undone),
        json.dumps(game.seconds),
        game.touched,
    )


def _data_version(connection: sqlite3.Connection) -> int:
    """A number that changes each time another connection writes to the file."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)
