"""The server of the page in the page's own browser: without sockets, threads or processes.

The application is the same as a server's. Here a request comes as a message, the database is used
in the event loop, and searches run in workers, which stand for a server's processes.
"""

import asyncio
import json
import random
import time
from contextvars import ContextVar
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pyodide.ffi import create_proxy, to_js
from starlette.exceptions import HTTPException

from noughts.analysis import NO_LIMIT, Limit
from noughts.methods import METHODS
from noughts.notation import as_move
from noughts.players import player_named
from noughts.web.app import Api, app_of
from noughts.web.database import Database, Job, _open
from noughts.web.games import Games
from noughts.web.quotas import Quotas
from noughts.web.requests import TraceRequest
from noughts.web.search_process import SearchRequest
from noughts.web.searches import SECONDS, Searches

__all__ = ["Server"]

REPLIES, OTHERS = 1, 2  # searches that run at a time; others wait
HOST = (b"host", b"localhost")
EARLY = ContextVar("EARLY", default="")  # the id of the game that the request begins, if it has one


class InPlace(Database):
    """A file that is used in the event loop, and kept in the browser after each change."""

    def __init__(self, path: Path, keep) -> None:
        self.path = path
        self._connection = _open(path)
        self._keep = keep

    async def _do(self, work, writes, then=None):
        job = Job(work, writes, asyncio.get_running_loop().create_future(), then)
        (answer,) = self._together([job])
        if writes and not isinstance(answer, Exception):
            await self._keep()
        job.settle(answer)
        return await job.answer

    def close(self) -> None:
        self._connection.close()


class GamesHere(Games):
    """Games, of which the page may have begun some before Python was there."""

    def _new_id(self) -> str:
        early = EARLY.get()
        EARLY.set("")  # if there already is such a game, the next one is new
        return early or super()._new_id()


class InWorkers(Searches):
    """Searches in workers, which end when they are no longer wanted.

    `start(line, on_event)` asks a worker, and returns a promise with a method `stop`.
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
        if reason := player.why_not(position):
            raise HTTPException(422, reason)
        limit = player.limit(Limit(seconds=SECONDS if seconds is None else seconds))
        if self.is_quick(player, position):
            return self._chosen(player, position, limit)
        request = {**_request("choose", position, player.name, limit), "engine": player.engine}
        found = {}

        def hear(event, data):
            told = json.loads(data)
            if event == "done":
                found.update(told)
            elif on_progress is not None:
                on_progress(SimpleNamespace(position=position, **told))

        async with self._replies:
            await self._ask(request, hear)
        return found["move"], found["seconds"]

    def _chosen(self, player, position, limit) -> tuple[int, float]:
        """The move of a player that needs only milliseconds: at once, with no worker ready yet."""
        started = time.perf_counter()
        move = player_named(player.name, self._chance).choose(position, limit)
        return as_move(position.rules, move), time.perf_counter() - started

    async def analyse(self, feed, asked) -> None:
        position, method, limit = asked.position, METHODS[asked.method], asked.limit
        if reason := method.why_not(position, limit):
            raise HTTPException(422, reason)
        request = _request("analysis", position, method.name, limit, asked.every_move)
        await self._stream(feed, {**request, "engine": "engine" in method.takes})

    async def trace(self, feed, asked: TraceRequest) -> None:
        position = asked.position
        if reason := METHODS[asked.method].why_not(position, Limit(depth=asked.depth)):
            raise HTTPException(422, reason)
        limit = Limit(asked.depth, min(asked.nodes, self.quotas.nodes), self.quotas.seconds)
        await self._stream(feed, _request("trace", position, asked.method, limit))

    async def compare(self, feed, position, depth=None) -> None:
        if position.is_over:
            raise HTTPException(400, "the game is over: no moves are left to compare")
        await self._stream(feed, _request("comparison", position, limit=Limit(depth=depth)))

    async def review(self, feed, record) -> None:
        await self._stream(feed, {"job": "review", "record": record.as_json()})

    async def _stream(self, feed, request: dict[str, Any]) -> None:
        feed.begin()
        if self._others.locked():
            feed.queued(1)
        async with self._others:

            def put(event, data):
                feed.put(event, data, newest_only=event == "progress")

            await self._ask(request, put)

    async def _ask(self, request: dict[str, Any], on_event) -> None:
        refused = []

        def hear(event, data):
            if event == "refused":
                refused.append(json.loads(data))
            else:
                on_event(event, data)

        endless = not request.get("engine") and request["job"] != "review"
        heard = create_proxy(hear)
        search = self._start(json.dumps(request), heard)
        try:
            async with asyncio.timeout(self.quotas.deadline if endless else None):
                await search.done
        except TimeoutError:
            seconds = f"{self.quotas.deadline:g} seconds"
            sentence = f"the search was stopped: it takes more than {seconds}"
            raise HTTPException(422, sentence) from None
        finally:
            search.stop()
            heard.destroy()
        if refused:
            raise HTTPException(422, refused[0])


def _request(job, position, by="", limit=NO_LIMIT, every_move=False) -> dict[str, Any]:
    return json.loads(SearchRequest(job, position, by, limit, every_move).as_line())


class Server:
    """Answers requests: `post(kind, id, ...)` is called with each part of an answer."""

    def __init__(self, folder: str, keep, start, post) -> None:
        quotas = Quotas()
        games = GamesHere(InPlace(Path(folder) / "games.sqlite3", keep))
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
