"""The games, in SQLite: a change is answered when it is on disk, and made once or not at all.

A game is a row. Each change names the revision that it was made for; the transaction that checks
it is the one that writes, so two tabs, or two servers on one file, cannot both have their way.
"""

import asyncio
import json
import secrets
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

from noughts.errors import NotationError
from noughts.match import Match
from noughts.notation import cell, name, shorten
from noughts.position import Outcome, Position
from noughts.records import Record
from noughts.rules import Mark, Move, Rules
from noughts.web.refusal import Refusal

__all__ = ["Change", "Game", "Games", "change_players", "default_database", "person_moves"]
__all__ += ["program_moves", "redo", "resign", "rules_named", "undo"]

T = TypeVar("T")

HUMAN = "human"
RECENT = 2_000  # games that are also kept in memory
MOST_TOGETHER = 500  # changes in one transaction
OURS = int.from_bytes(b"Xo3r", "big")  # which program a file of SQLite belongs to
VERSION = 1  # of the table
SCHEMA = """
    CREATE TABLE games (
        id TEXT PRIMARY KEY,
        revision INTEGER NOT NULL,
        record TEXT NOT NULL,   -- as noughts.records writes it
        undone TEXT NOT NULL,   -- moves that were taken back: [["b2", 1.2], ...], the next one last
        seconds TEXT NOT NULL,  -- what the players may use for a move: {"x": null, "o": 1}
        touched REAL NOT NULL   -- when it was changed last, in seconds since 1970
    ) WITHOUT ROWID;
    CREATE INDEX games_by_time ON games (touched);
"""


@dataclass(frozen=True, eq=False)
class Game:
    """A game as it is kept. There is one object for a revision, more or less."""

    id: str
    revision: int
    record: Record
    undone: tuple[tuple[Move, float], ...]
    seconds: Mapping[Mark, float | None]
    touched: float

    def is_human(self, mark: Mark) -> bool:
        """Whether a person plays that mark."""
        return self.record.players[mark] == HUMAN


Change: TypeAlias = Callable[[Game], Game]


# The changes. Each takes the game as it is and gives the changed one, or refuses.


def person_moves(text: str) -> Change:
    """A person puts a mark on the cell of that name."""

    def change(game: Game) -> Game:
        position = game.record.position
        mark = position.turn
        _check_that_it_goes_on(game)
        if not game.is_human(mark):
            who = game.record.players[mark]
            raise Refusal(409, f"it is {mark.upper()}'s turn, which {who} plays", game=game)
        move = cell(position.rules, text)
        if position.cells[move] != ".":
            taken = position.cells[move].upper()
            raise Refusal(400, f"{name(position.rules, move)} is taken by {taken}")
        seconds = round(max(0.0, time.time() - game.touched), 3)
        return replace(game, record=game.record.play(move, seconds), undone=())

    return change


def program_moves(move: Move, seconds: float) -> Change:
    """The program whose turn it is has chosen a move; an illegal one loses, as in any match."""

    def change(game: Game) -> Game:
        match = Match({}, record=game.record)
        if move in game.record.position.legal_moves:
            record = game.record.play(move, round(seconds, 3))
            return replace(game, record=record, undone=())
        match.lose(match.position.turn, "illegal move")
        return replace(game, record=match.record, undone=())

    return change


def undo(moves: int) -> Change:
    """The last moves are taken back; what was decided otherwise (a resignation) as well."""

    def change(game: Game) -> Game:
        record = game.record
        if moves > len(record.moves):
            played = _moves(len(record.moves))
            raise Refusal(400, f"{_moves(moves)} cannot be taken back: {played} played")
        back = list(zip(record.moves, record.seconds, strict=True))[len(record.moves) - moves :]
        return replace(game, record=record.undo(moves), undone=(*game.undone, *reversed(back)))

    return change


def redo(moves: int) -> Change:
    """Moves that were taken back are played again."""

    def change(game: Game) -> Game:
        if moves > len(game.undone):
            left = _moves(len(game.undone))
            raise Refusal(400, f"{_moves(moves)} cannot be played again: {left} taken back")
        _check_that_it_goes_on(game)
        again, kept = game.undone[len(game.undone) - moves :], game.undone[:-moves]
        record = game.record
        for move, seconds in reversed(again):
            record = record.play(move, seconds)
        return replace(game, record=record, undone=kept)

    return change


def resign(mark: Mark) -> Change:
    """A person gives up."""

    def change(game: Game) -> Game:
        _check_that_it_goes_on(game)
        if not game.is_human(mark):
            raise Refusal(409, f"{game.record.players[mark]} plays {mark.upper()}", game=game)
        match = Match({}, record=game.record)
        match.resign(mark)
        return replace(game, record=match.record)

    return change


def change_players(players: Mapping[Mark, tuple[str, float | None]]) -> Change:
    """Other players for one mark or both."""

    def change(game: Game) -> Game:
        names = {mark: who for mark, (who, _) in players.items()}
        seconds = {mark: seconds for mark, (_, seconds) in players.items()}
        record = replace(game.record, players={**game.record.players, **names})
        return replace(game, record=record, seconds={**game.seconds, **seconds})

    return change


def _check_that_it_goes_on(game: Game) -> None:
    if game.record.outcome is not None:
        raise Refusal(400, "nothing can be played: the game is over")


def _moves(count: int) -> str:
    return f"{count or 'no'} move{'' if count == 1 else 's'}"


# Keeping them


@lru_cache(256)
def rules_named(name: str) -> Rules:
    """The rules of that name, always the same object: it remembers what its lines are."""
    return Rules.parse(name)


def default_database() -> Path:
    """The file in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("noughts", appauthor=False) / "games.sqlite3"


class Games:
    """The games of one file. What happens to a game is told to whoever follows it."""

    def __init__(self, path: Path, most: int = 100_000) -> None:
        self._database = Database(path)
        self._most = most
        self._recent: OrderedDict[str, Game] = OrderedDict()
        self._followers: dict[str, list[Callable[[Game], None]]] = {}
        self._watch: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Finish what is under way."""
        if self._watch is not None:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        await asyncio.to_thread(self._database.close)

    async def begin(self, record: Record, seconds: Mapping[Mark, float | None]) -> Game:
        """Keep a new game."""

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
        """Change the game, if it is still what it was at that revision."""
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
        """Be told of every change."""
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
        """The game without a look into the file: a revision, once made, never changes."""
        game = self._recent.get(game_id)
        return game if game is not None and game.revision == revision else None

    def _made(self, game: Game) -> None:
        """A new state is on disk."""
        self._recent[game.id] = game
        self._recent.move_to_end(game.id)
        if len(self._recent) > RECENT:
            self._recent.popitem(last=False)
        self._tell(game)

    def _tell(self, game: Game) -> None:
        for tell in self._followers.get(game.id, ()):
            tell(game)

    async def _watch_the_file(self) -> None:
        """Hear of what other servers do with the same file, while anybody follows a game."""
        seen = None
        while self._followers:
            with suppress(Refusal):
                version = await self._database.read(_data_version)
                if version != seen:
                    seen = version
                    await self._tell_all()
            await asyncio.sleep(1)

    async def _tell_all(self) -> None:
        for game_id in list(self._followers):
            with suppress(Refusal):
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
        raise Refusal(404, f"there is no game {shorten(game_id)}")
    _, revision, record, undone, seconds, touched = row
    kept = _record(json.loads(record))
    rules = kept.start.rules
    back = tuple((cell(rules, text), spent) for text, spent in json.loads(undone))
    return Game(game_id, revision, kept, back, json.loads(seconds), touched)


def _at(connection: sqlite3.Connection, game_id: str, revision: int) -> Game:
    game = _find(connection, game_id)
    if game.revision != revision:
        raise Refusal(
            409, f"the game has changed since (revision {game.revision}, not {revision})", game=game
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


def _record(data: Any) -> Record:
    """What `as_json` wrote, taken at its word: `Record.from_json` replays it after every move."""
    rules = rules_named(data["game"])
    record = Record(
        Position(rules, data["cells"], data["turn"]),
        data["players"],
        tuple(cell(rules, text) for text, _ in data["moves"]),
        tuple(seconds for _, seconds in data["moves"]),
    )
    told = data["outcome"]
    if told is None or record.outcome is not None:
        return record
    return record.ended(Outcome(told["winner"], told["reason"]))


def _data_version(connection: sqlite3.Connection) -> int:
    """Another number each time that somebody else has written to the file."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)


# The file


@dataclass(frozen=True)
class Job:
    """Something to do with the database, who waits for it, and who else wants to know."""

    work: Callable[[sqlite3.Connection], Any]
    writes: bool
    answer: "asyncio.Future[Any]"
    then: Callable[[Any], None] | None = None

    def settle(self, answer: Any) -> None:
        """Tell, in the event loop, what has come of it."""
        if self.then is not None and not isinstance(answer, Exception):
            self.then(answer)
        if self.answer.done():  # nobody waits any more
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Database:
    """A file, and the one thread that uses it.

    What is asked for at the same time is done in one transaction: many players share one wait for
    the disk. A job looks first and writes last, so one that refuses has not written anything.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._connection = _open(path)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="database", daemon=True)
        self._thread.start()

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What `work` finds."""
        return await self._do(work, writes=False)

    async def write(self, work: Callable[[sqlite3.Connection], T], then: Callable[[T], None]) -> T:
        """What `work` returns, when what it wrote is on disk; `then` hears of it in any case."""
        return await self._do(work, writes=True, then=then)

    async def _do(
        self,
        work: Callable[[sqlite3.Connection], T],
        writes: bool,
        then: Callable[[T], None] | None = None,
    ) -> T:
        if not self._thread.is_alive():
            raise Refusal(503, "the server is stopping")
        job = Job(work, writes, asyncio.get_running_loop().create_future(), then)
        self._jobs.put(job)
        result: T = await job.answer
        return result

    def close(self) -> None:
        """Finish what is waiting."""
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
                answers = self._together(wanted)
                with suppress(RuntimeError):  # the loop is closed
                    wanted[0].answer.get_loop().call_soon_threadsafe(_settle, wanted, answers)
        self._connection.close()

    def _together(self, jobs: list[Job]) -> list[Any]:
        try:
            return self._transaction(jobs)
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
            sentence = f"the games cannot be kept in {self.path.name}: {error}"
            return [Refusal(503, sentence) for _ in jobs]

    def _transaction(self, jobs: Iterable[Job]) -> list[Any]:
        writes = any(job.writes for job in jobs)
        self._connection.execute("BEGIN IMMEDIATE" if writes else "BEGIN")
        answers = [self._attempt(job) for job in jobs]
        self._connection.execute("COMMIT")
        return answers

    def _attempt(self, job: Job) -> Any:
        try:
            return job.work(self._connection)
        except sqlite3.Error:
            raise
        except Exception as error:
            return error


def _settle(jobs: list[Job], answers: list[Any]) -> None:
    for job, answer in zip(jobs, answers, strict=True):
        job.settle(answer)


def _open(path: Path) -> sqlite3.Connection:
    """The file, made if there is none; what is no file of games is refused."""
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
        for statement in SCHEMA.strip().rstrip(";").split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def _check_that_it_is_ours(connection: sqlite3.Connection, where: str) -> bool:
    """False for an empty file, which still can be made ours."""
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    (program,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if tables and program != OURS:
        raise NotationError(f"{where} is the database of another program: choose another file")
    if version > VERSION:
        raise NotationError(f"{where} is of a newer Noughts than this: use that, or another file")
    return bool(tables)
