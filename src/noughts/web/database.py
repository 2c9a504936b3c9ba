"""An SQLite file of games, and the one thread that uses it."""

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeAlias, TypeVar

from starlette.exceptions import HTTPException

from noughts.errors import NotationError, shorten
from noughts.position import DECISIONS
from noughts.web.http_errors import stopping

__all__ = ["COLUMNS", "Database", "GameFile", "Keeper", "default_database"]

T = TypeVar("T")
Work: TypeAlias = Callable[[sqlite3.Connection], T]

MOST_TOGETHER = 500  # changes in one transaction
OURS = int.from_bytes(b"Xo3r", "big")  # says that an SQLite file belongs to this program
VERSION = 2  # of the table
SCHEMA = """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        record TEXT NOT NULL,     -- as noughts.records writes it, with what was taken back
        played INTEGER NOT NULL,  -- how many of its moves are played
        ending TEXT NOT NULL,     -- not on the board: null or [moves before it, outcome, counts]
        held INTEGER NOT NULL,    -- 1 if programs wait until a person lets them move
        deleted TEXT NOT NULL,    -- variations: [[path, index, variation], ...], the last one last
        seconds TEXT NOT NULL,    -- what the players may use for a move: {"x": null, "o": 1}
        touched REAL NOT NULL,    -- when it was changed last, in seconds since 1970
        title TEXT NOT NULL,      -- what its people call it
        more TEXT NOT NULL        -- what other parts keep with it, an object
    ) WITHOUT ROWID;
    CREATE INDEX games_by_time ON games (touched);
"""
COLUMNS = SCHEMA.count(" NOT NULL") + 1

# From where games were begun, as a hash: one address must not push out the games of others.
MAKERS = (
    "CREATE TABLE IF NOT EXISTS makers (game TEXT PRIMARY KEY, maker TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS games_by_maker ON makers (maker)",
    "CREATE TRIGGER IF NOT EXISTS forget_maker AFTER DELETE ON games "
    "BEGIN DELETE FROM makers WHERE game = old.id; END",
)

# Deleted games, as JSON, and when that was: who deletes one may take that back.
REMOVED = (
    "CREATE TABLE IF NOT EXISTS removed "
    "(id TEXT PRIMARY KEY, at REAL NOT NULL, row TEXT NOT NULL) WITHOUT ROWID",
)

# When a server last noted that it runs: the time after that, until the next one starts, is no time.
ALIVE = "CREATE TABLE IF NOT EXISTS alive (id INTEGER PRIMARY KEY CHECK (id = 1), at REAL NOT NULL)"


def default_database() -> Path:
    """The file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("noughts", appauthor=False) / "games.sqlite3"


class Keeper(Protocol):
    """What keeps games: a `Database`, or what stands for it where there are no threads."""

    async def read(self, work: Work[T]) -> T:
        """The result of `work`."""

    async def write(self, work: Work[T], then: Callable[[T], None]) -> T:
        """The result of `work`, once it is on disk; `then` is called with it in any case."""

    def close(self) -> None:
        """Finish the waiting jobs."""


class GameFile:
    """An SQLite file of games, open; one thread at a time may use it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = _open(path)

    def do(self, works: Sequence[Work[Any]], writes: bool) -> list[Any]:
        """Their results, in one transaction; an exception is the result of what has raised it."""
        try:
            return self._transaction(works, writes)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            sentence = f"cannot keep the games in {self.path.name}: {error}"
            return [HTTPException(503, sentence) for _ in works]

    def close(self) -> None:
        """Use it no more."""
        self._connection.close()

    def _transaction(self, works: Sequence[Work[Any]], writes: bool) -> list[Any]:
        self._connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        answers = [self._attempt(work) for work in works]
        self._connection.execute("COMMIT")
        return answers

    def _attempt(self, work: Work[Any]) -> Any:
        try:
            return work(self._connection)
        except sqlite3.Error:
            raise
        except Exception as error:
            return error


@dataclass(frozen=True)
class Job:
    """Work on the database, the future for its result, and a function to call with it."""

    work: Work[Any]
    writes: bool
    answer: "asyncio.Future[Any]"
    then: Callable[[Any], None] | None = None

    def settle(self, answer: Any) -> None:
        """Deliver the result, in the event loop."""
        if self.then is not None and not isinstance(answer, Exception):
            self.then(answer)
        if self.answer.done():  # no longer awaited
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Database:
    """A file, and the one thread that uses it.

    Jobs that arrive at the same time run in one transaction: many players share one wait for the
    disk. A job reads first and writes last, so a job that refuses has written nothing.
    """

    def __init__(self, path: Path) -> None:
        self._file = GameFile(path)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="database", daemon=True)
        self._thread.start()

    async def read(self, work: Work[T]) -> T:
        """The result of `work`."""
        return await self._do(work, writes=False)

    async def write(self, work: Work[T], then: Callable[[T], None]) -> T:
        """The result of `work`, once it is on disk; `then` is called with it in any case."""
        return await self._do(work, writes=True, then=then)

    async def _do(self, work: Work[T], writes: bool, then: Callable[[T], None] | None = None) -> T:
        if not self._thread.is_alive():
            raise stopping()
        job = Job(work, writes, asyncio.get_running_loop().create_future(), then)
        self._jobs.put(job)
        result: T = await job.answer
        return result

    def close(self) -> None:
        """Finish the waiting jobs."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        going_on = True
        while going_on:
            jobs: list[Job | None] = [self._jobs.get()]
            with suppress(Empty):
                while len(jobs) < MOST_TOGETHER:
                    jobs.append(self._jobs.get_nowait())
            going_on = None not in jobs
            wanted = [job for job in jobs if job and not job.answer.cancelled()]
            if wanted:
                writes = any(job.writes for job in wanted)
                answers = self._file.do([job.work for job in wanted], writes)
                with suppress(RuntimeError):  # the loop is closed
                    wanted[0].answer.get_loop().call_soon_threadsafe(_settle, wanted, answers)
        self._file.close()


def _settle(jobs: list[Job], answers: list[Any]) -> None:
    for job, answer in zip(jobs, answers, strict=True):
        job.settle(answer)


def _open(path: Path) -> sqlite3.Connection:
    """Open the file, or create it; refuse a file that is not a file of games."""
    path.parent.mkdir(parents=True, exist_ok=True)
    where = shorten(str(path), 200)
    try:
        connection = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise NotationError(f"{where} cannot be opened: {error}") from None
    try:
        _prepare(connection, where)
    except sqlite3.Error as error:
        connection.close()
        raise NotationError(f"{where} cannot be used: {error}") from None
    except NotationError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, where: str) -> None:
    _check_that_it_is_ours(connection, where)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("BEGIN IMMEDIATE")
    if not _check_that_it_is_ours(connection, where):
        _create(connection)
    elif _version(connection) == 1:
        _convert(connection, where)
    for statement in (*MAKERS, *REMOVED, ALIVE):
        connection.execute(statement)
    connection.execute("COMMIT")


def _create(connection: sqlite3.Connection) -> None:
    for statement in SCHEMA.strip().rstrip(";").split(";\n"):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {OURS}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _convert(connection: sqlite3.Connection, where: str) -> None:
    """Make a file of version 1 one of this; its rows come in the order of the new table."""
    connection.execute("DROP INDEX games_by_time")
    connection.execute("ALTER TABLE games RENAME TO old")
    _create(connection)
    places = ", ".join("?" * COLUMNS)
    old = connection.execute("SELECT id, revision, record, undone, seconds, touched FROM old")
    try:
        connection.executemany(f"INSERT INTO games VALUES ({places})", _converted(old))
    except (ValueError, KeyError, TypeError):
        sentence = "holds a game that this version cannot read: choose another file"
        raise NotationError(f"{where} {sentence}") from None
    connection.execute("DROP TABLE old")


def _converted(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """The rows of version 1 as those of version 2: what was taken back stands in the record."""
    for game, revision, text, undone, seconds, touched in rows:
        record, back = json.loads(text), json.loads(undone)
        played, outcome = len(record["moves"]), record["outcome"]
        decided = outcome and outcome["reason"] in DECISIONS
        ending = [played, outcome, True] if decided else None
        if back:
            record["moves"] += reversed(back)
        written = json.dumps(record) if back else text
        last = (seconds, touched, "", "{}")
        yield game, revision, written, played, json.dumps(ending), 0, "[]", *last


def _check_that_it_is_ours(connection: sqlite3.Connection, where: str) -> bool:
    """False for an empty file, which can still become ours."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (program,) = connection.execute("PRAGMA application_id").fetchone()
    if tables and program != OURS:
        raise NotationError(f"{where} is the database of another program: choose another file")
    if _version(connection) > VERSION:
        raise NotationError(f"{where} is from a newer Noughts than this: use that, or another file")
    return bool(tables)


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
