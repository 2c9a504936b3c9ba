"""The server of the page in the page's own browser: without sockets, threads or processes.

The application is the same as a server's. Here a request comes as a message, the database is used
in the event loop, and searches run in workers, which stand for a server's processes.
"""

import asyncio
import json
import random
import time
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path

from pyodide.ffi import create_proxy, to_js
from starlette.exceptions import HTTPException

from noughts.notation import as_move
from noughts.players import player_named
from noughts.web.app import Api, app_of
from noughts.web.database import GameFile
from noughts.web.games import Games, new_id
from noughts.web.quotas import Quotas
from noughts.web.search_process import SearchRequest
from noughts.web.searching import (
    is_quick,
    stopped_after,
    to_analyse,
    to_choose,
    to_compare,
    to_trace,
)

__all__ = ["Server"]

REPLIES, OTHERS = 1, 2  # searches that run at a time; others wait
HOST = (b"host", b"localhost")
EARLY = ContextVar("EARLY", default="")  # the id of the game that the request begins, if it has one


class InPlace:
    """What keeps games: a file used in the event loop, and stored by the browser when it changes.

    See `noughts.web.database.Keeper`.
    """

    def __init__(self, path: Path, keep) -> None:
        self._file = GameFile(path)
        self._keep = keep

    async def read(self, work):
        return self._done(work, writes=False)

    async def write(self, work, then):
        result = self._done(work, writes=True)
        await self._keep()
        then(result)
        return result

    def close(self) -> None:
        self._file.close()

    def _done(self, work, writes):
        (result,) = self._file.do([work], writes)
        if isinstance(result, Exception):
            raise result
        return result


def early_id() -> str:
    """The id of a new game: the page may have begun it before Python was there."""
    early = EARLY.get()
    EARLY.set("")  # if there already is such a game, the next one is new
    return early or new_id()


class InWorkers:
    """Searches in workers, which end when they are no longer wanted.

    `start(line, on_event)` asks a worker, and returns a promise with a method `stop`. See
    `noughts.web.searching.Searching`.
    """

    def __init__(self, quotas: Quotas, start) -> None:
        self.quotas = quotas
        self._start = start
        self._chance = random.Random()
        self._replies, self._others = asyncio.Semaphore(REPLIES), asyncio.Semaphore(OTHERS)

    async def open(self) -> None:
        """The workers are there."""

    def stop(self) -> None:
        """The page is closed: the browser ends the workers."""

    async def close(self) -> None:
        """See `stop`."""

    async def choose(self, player, position, seconds, client=None, on_progress=None, on_place=None):
        request = to_choose(player, position, seconds)
        if is_quick(player, position):
            return self._chosen(request)
        found = {}

        def hear(event, data):
            told = json.loads(data)
            if event == "done":
                found.update(told)
            elif on_progress is not None:
                on_progress(told)

        async with self._replies:
            await self._ask(request, hear)
        return found["move"], found["seconds"]

    def _chosen(self, request: SearchRequest) -> tuple[int, float]:
        """The move of a player that needs only milliseconds: at once, with no worker ready yet."""
        started, position = time.perf_counter(), request.position
        move = player_named(request.by, self._chance).choose(position, request.limit)
        return as_move(position.rules, move), time.perf_counter() - started

    async def analyse(self, feed, asked) -> None:
        await self._stream(feed, to_analyse(asked))

    async def trace(self, feed, asked) -> None:
        await self._stream(feed, to_trace(asked, self.quotas))

    async def compare(self, feed, position, depth=None) -> None:
        await self._stream(feed, to_compare(position, depth))

    async def review(self, feed, record) -> None:
        about = {"job": "review", "record": record.as_json(), "seconds": self.quotas.review}
        async with self._turn(feed):
            await self._hear(json.dumps(about), _putting(feed))

    async def _stream(self, feed, request: SearchRequest) -> None:
        async with self._turn(feed):
            await self._ask(request, _putting(feed))

    @asynccontextmanager
    async def _turn(self, feed):
        """One of the places; until there is one, the page knows that it waits."""
        feed.begin()
        if self._others.locked():
            feed.queued(1)
        async with self._others:
            yield

    async def _ask(self, request: SearchRequest, on_event) -> None:
        """The same as a process of a server would; the engine ends by itself."""
        deadline = None if request.by_engine else self.quotas.deadline
        await self._hear(request.as_line().decode(), on_event, deadline)

    async def _hear(self, line: str, on_event, deadline: float | None = None) -> None:
        refused = []

        def hear(event, data):
            if event == "refused":
                refused.append(json.loads(data))
            else:
                on_event(event, data)

        heard = create_proxy(hear)
        search = self._start(line, heard)
        try:
            async with asyncio.timeout(deadline):
                await search.done
        except TimeoutError:
            raise stopped_after(deadline) from None
        finally:
            search.stop()
            heard.destroy()
        if refused:
            raise HTTPException(422, refused[0])


def _putting(feed):
    """What puts events of a search into the feed."""
    return lambda event, data: feed.put(event, data, newest_only=event == "progress")


class Server:
    """Answers requests: `post(kind, id, ...)` is called with each part of an answer."""

    def __init__(self, folder: str, keep, start, post) -> None:
        quotas = Quotas()
        games = Games(InPlace(Path(folder) / "games.sqlite3", keep), new_id=early_id)
        self._api = Api(games, quotas, InWorkers(quotas, start), alone=True)
        self._app = app_of(self._api)
        self._post = post
        self._leaving: dict[str, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Get ready for the first request."""
        await self._api.games.go_on()

    def ask(self, name: str, early: str, method: str, path: str, query: str, headers, body):
        """Begin to answer a request; a new game gets the id `early`, if the page gave it one."""
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [HOST, *((each[0].encode(), each[1].encode()) for each in headers)],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }
        self._leaving[name] = asyncio.Event()
        EARLY.set(early)
        task = asyncio.ensure_future(self._answer(name, scope, bytes(body)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def leave(self, name: str) -> None:
        """Nobody waits for that answer any more."""
        if name in self._leaving:
            self._leaving[name].set()

    async def _answer(self, name: str, scope, body: bytes) -> None:
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive():
            if waiting:
                return waiting.pop()
            await self._leaving[name].wait()
            return {"type": "http.disconnect"}

        async def send(message):
            if message["type"] == "http.response.start":
                headers = [
                    [key.decode(), value.decode("latin-1")] for key, value in message["headers"]
                ]
                self._post("head", name, message["status"], to_js(headers))
            else:
                if message.get("body"):
                    self._post("body", name, to_js(message["body"]))
                if not message.get("more_body"):
                    self._post("end", name)

        try:
            await self._app(scope, receive, send)
        except Exception as error:  # the application has answered it, if it could
            self._post("end", name)
            raise error
        finally:
            del self._leaving[name]
