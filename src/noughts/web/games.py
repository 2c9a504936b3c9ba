"""The games. A change is answered once it is on disk, and is made once or not at all.

A game is a row. Each change names the revision that it was made for; one transaction checks the
revision and writes, so two tabs, or two servers on one file, cannot both succeed.
"""

import asyncio
import hashlib
import json
import secrets
import sqlite3
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from starlette.exceptions import HTTPException

from noughts.errors import shorten
from noughts.notation import as_move, names
from noughts.notes import Variation, notes_from_json
from noughts.position import Position
from noughts.records import Record
from noughts.rules import Mark, Move, Rules
from noughts.web import seated
from noughts.web.changes import Change, Conflict, Deletion, Ending, Game, begun
from noughts.web.database import COLUMNS, Keeper
from noughts.web.followers import Followers

__all__ = ["Games", "new_id"]

RETURN = 3.0  # seconds after which the pages have come back: so often they ask
RECENT = 2_000  # games that are also kept in memory
REMEMBERED = 3600  # seconds for which a deleted game can be brought back, at least
PLACES = ", ".join("?" * COLUMNS)
FIND = "SELECT * FROM games WHERE id = ?"
BY_MAKER = "SELECT maker, count(*) FROM games LEFT JOIN makers ON game = id GROUP BY maker"
WITH_A_RUNNING_CLOCK = (
    "SELECT * FROM games WHERE more != '{}' "
    "AND json_extract(more, '$.table.clock.since') IS NOT NULL"
)
NOTE_ALIVE = "REPLACE INTO alive VALUES (1, ?)"
FORGET_OLDEST = (
    "DELETE FROM games WHERE id IN (SELECT id FROM games LEFT JOIN makers ON game = id "
    "WHERE maker IS ? ORDER BY touched LIMIT ?)"
)


def new_id() -> str:
    """Nobody guesses it."""
    return secrets.token_urlsafe(6)


class Games:
    """The games of one file. The followers of a game are called with every change."""

    def __init__(
        self,
        database: Keeper,
        most: int = 100_000,
        most_of_one: int = 10_000,
        new_id: Callable[[], str] = new_id,
    ) -> None:
        self._database = database
        self._most = most
        self._most_of_one = most_of_one
        self._new_id = new_id
        self._recent: OrderedDict[str, Game] = OrderedDict()
        self._followers: Followers[Game] = Followers()
        self._watch: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Finish what is still running."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        await asyncio.to_thread(self._database.close)

    async def begin(
        self,
        record: Record,
        seconds: Mapping[Mark, float | None],
        address: str = "",
        more: Mapping[str, Any] | None = None,
        held: bool = False,
    ) -> Game:
        """Store a new game, begun from that address, with what other parts keep with it."""

        def work(connection: sqlite3.Connection) -> Game:
            new = replace(begun("", record, seconds), more=more or {}, held=held)
            game = self._insert(connection, new)
            self._make_room(connection, game, address)
            return game

        return await self._database.write(work, self._made)

    async def go_on(self) -> None:
        """A server starts: no clock has run since one last noted that it was alive.

        And none runs until the pages have noticed it.
        """

        def work(connection: sqlite3.Connection) -> None:
            until = time.time() + RETURN
            (alive,) = connection.execute("SELECT max(at) FROM alive").fetchone()
            for row in connection.execute(WITH_A_RUNNING_CLOCK).fetchall():
                _update(connection, seated.without(_read(*row), alive or 0.0, until))
            connection.execute(NOTE_ALIVE, (until,))

        await self._database.write(work, lambda _: None)

    async def note_alive(self) -> None:
        """Note that the server runs, in case it is killed: see `go_on`."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(NOTE_ALIVE, (time.time(),))

        await self._database.write(work, lambda _: None)

    async def find(self, game_id: str) -> Game:
        """The game as it is now."""
        return await self._database.read(lambda connection: _find(connection, game_id))

    async def listed(self, ids: Iterable[str]) -> list[Game]:
        """Those of the games that there are, the ones changed last first."""

        def work(connection: sqlite3.Connection) -> list[Game]:
            rows = (
                connection.execute(FIND, (game_id,)).fetchone() for game_id in dict.fromkeys(ids)
            )
            return sorted((_read(*row) for row in rows if row), key=lambda game: -game.touched)

        return await self._database.read(work)

    async def rename(self, game_id: str, title: str) -> Game:
        """Give the game another title; that is no new revision."""

        def work(connection: sqlite3.Connection) -> Game:
            game = replace(_find(connection, game_id), title=title)
            _update(connection, game)
            return game

        return await self._database.write(work, self._made)

    async def remove(self, game_id: str) -> None:
        """Delete the game; for a while it can be brought back."""

        def work(connection: sqlite3.Connection) -> None:
            game, now = _find(connection, game_id), time.time()
            row = json.dumps([game_id, *_row(game)])
            connection.execute("DELETE FROM games WHERE id = ?", (game_id,))
            connection.execute("DELETE FROM removed WHERE at < ?", (now - REMEMBERED,))
            connection.execute("REPLACE INTO removed VALUES (?, ?, ?)", (game_id, now, row))

        def forget(_: None) -> None:
            self._recent.pop(game_id, None)

        await self._database.write(work, forget)

    async def bring_back(self, game_id: str, address: str = "") -> Game:
        """The game again that was deleted, as it was."""

        def work(connection: sqlite3.Connection) -> Game:
            asked = "SELECT row FROM removed WHERE id = ?"
            found = connection.execute(asked, (game_id,)).fetchone()
            if found is None:
                raise _no_game(game_id)
            game = _read(*json.loads(found[0]))
            _update(connection, game)
            connection.execute("DELETE FROM removed WHERE id = ?", (game_id,))
            self._make_room(connection, game, address)
            return game

        return await self._database.write(work, self._made)

    async def at(self, game_id: str, revision: int) -> Game:
        """The game as it was at that revision, if it is not known to have changed since."""
        if known := self._known(game_id, revision):
            return known
        return await self._database.read(lambda connection: _at(connection, game_id, revision))

    async def change(self, game_id: str, revision: int | None, change: Change) -> Game:
        """Change the game, if it is still at that revision; None for whatever it is at."""
        known = None if revision is None else self._known(game_id, revision)

        def work(connection: sqlite3.Connection) -> Game:
            unchanged = known is not None and _is_at(connection, known)
            game = known if known and unchanged else _at(connection, game_id, revision)
            changed = change(game)
            if changed is game:
                return game
            changed = replace(changed, revision=game.revision + 1, touched=time.time())
            _update(connection, changed)
            return changed

        return await self._database.write(work, self._made)

    @contextmanager
    def following(self, game_id: str, tell: Callable[[Game], None]) -> Iterator[None]:
        """Call `tell` with the game after every change."""
        with self._followers.following(game_id, tell):
            if self._watch is None or self._watch.done():
                self._watch = asyncio.create_task(self._watch_the_file())
            yield

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
        self._followers.tell(game.id, game)

    async def _watch_the_file(self) -> None:
        """Notice what other servers do with the same file, while a game has followers."""
        seen = None
        while self._followers.games:
            with suppress(HTTPException):
                version = await self._database.read(_data_version)
                if version != seen:
                    seen = version
                    await self._tell_all()
            await asyncio.sleep(1)

    async def _tell_all(self) -> None:
        for game_id in self._followers.games:
            with suppress(HTTPException):
                self._tell(await self.find(game_id))

    def _insert(self, connection: sqlite3.Connection, new: Game) -> Game:
        while True:
            game = replace(new, id=self._new_id())
            done = connection.execute(
                f"INSERT OR IGNORE INTO games VALUES ({PLACES})", (game.id, *_row(game))
            )
            if done.rowcount:
                break
        return game

    def _make_room(self, connection: sqlite3.Connection, game: Game, address: str) -> None:
        """Drop the oldest games if there are too many.

        An address with more than its share loses its own; otherwise the one with the most does.
        """
        maker = hashlib.blake2b(address.encode(), digest_size=8).hexdigest()
        connection.execute("INSERT OR REPLACE INTO makers VALUES (?, ?)", (game.id, maker))
        (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
        if count <= self._most:
            return
        makers = dict(connection.execute(BY_MAKER).fetchall())
        if makers[maker] <= self._most_of_one:
            maker = max(makers, key=lambda each: makers[each])
        some = count - self._most + self._most // 1000
        connection.execute(FORGET_OLDEST, (maker, some))


def _find(connection: sqlite3.Connection, game_id: str) -> Game:
    row = connection.execute(FIND, (game_id,)).fetchone()
    if row is None:
        raise _no_game(game_id)
    return _read(*row)


def _no_game(game_id: str) -> HTTPException:
    return HTTPException(404, f"there is no game {shorten(game_id)}")


def _read(game_id: str, revision: int, record: str, played: int, ending: str, *others: Any) -> Game:
    """The game in a row."""
    held, deleted, seconds, touched, title, more = others
    whole = _whole(json.loads(record))
    rules = whole.start.rules
    return Game(
        game_id,
        revision,
        whole,
        played,
        json.loads(seconds),
        touched,
        Ending.from_json(json.loads(ending)),
        bool(held),
        tuple(_deletion(rules, *each) for each in json.loads(deleted)),
        title,
        json.loads(more),
    )


def _whole(data: Any) -> Record:
    """A record with what was taken back; its outcome is that of the last move, or none."""
    start = Position(Rules.parse(data["game"]), data["cells"], data["turn"])
    moves, seconds = [move for move, _ in data["moves"]], [spent for _, spent in data["moves"]]
    return Record(start, data["players"], moves, seconds, **notes_from_json(data))


def _deletion(rules: Rules, path: list[str], index: int, variation: Any) -> Deletion:
    (read,) = notes_from_json({"variations": [variation]})["variations"]
    return Deletion(_cells(rules, path), index, _numbered(rules, read))


def _numbered(rules: Rules, variation: Variation) -> Variation:
    """A variation with its moves as numbers."""
    inner = tuple(_numbered(rules, each) for each in variation.variations)
    return replace(variation, moves=_cells(rules, variation.moves), variations=inner)


def _cells(rules: Rules, path: Iterable[Move | str]) -> tuple[Move, ...]:
    return tuple(as_move(rules, each) for each in path)


def _at(connection: sqlite3.Connection, game_id: str, revision: int | None) -> Game:
    game = _find(connection, game_id)
    if revision is not None and game.revision != revision:
        raise Conflict(
            f"the game has changed: it is at revision {game.revision}, not {revision}", game
        )
    return game


def _is_at(connection: sqlite3.Connection, known: Game) -> bool:
    row = connection.execute("SELECT revision FROM games WHERE id = ?", (known.id,)).fetchone()
    return row is not None and row[0] == known.revision


def _update(connection: sqlite3.Connection, game: Game) -> None:
    connection.execute(f"REPLACE INTO games VALUES ({PLACES})", (game.id, *_row(game)))


def _row(game: Game) -> tuple[Any, ...]:
    """What a row holds, but for the id."""
    rules, end = game.whole.start.rules, game.ending
    deleted = [
        [names(rules, each.path), each.index, each.variation.as_json(rules)]
        for each in game.deleted
    ]
    return (
        game.revision,
        json.dumps(game.whole.as_json()),
        game.played,
        json.dumps(end and end.as_json(rules)),
        int(game.held),
        json.dumps(deleted),
        json.dumps(game.seconds),
        game.touched,
        game.title,
        json.dumps(game.more),
    )


def _data_version(connection: sqlite3.Connection) -> int:
    """A number that changes each time another connection writes to the file."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)
