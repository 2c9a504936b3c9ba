"""Searches outside the event loop: in turn, and stopped when they are no longer wanted.

The engine runs in threads, because it releases Python's lock while it searches, and can be paused
and stopped. Everything else is pure Python and runs in separate processes, which are killed when
the client disconnects or the time is up. `Turns` decides which of them run; players that need only
milliseconds have processes of their own, and never wait for the others.
"""

import asyncio
import contextlib
import json
import os
import random
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from starlette.exceptions import HTTPException

from noughts.analysis import Analysis, Limit
from noughts.engine import Engine
from noughts.notation import as_move
from noughts.players import Opponent, player_named
from noughts.position import Position
from noughts.records import Record
from noughts.review import summary
from noughts.rules import Move, Rules
from noughts.web.capacity import Places
from noughts.web.clients import NOBODY, Client
from noughts.web.quotas import Quotas
from noughts.web.requests import AnalysisRequest, TraceRequest
from noughts.web.responses import as_text, of_thought
from noughts.web.search_process import SearchRequest
from noughts.web.search_processes import Pipeline, SearchProcesses
from noughts.web.searching import (
    PAUSE,
    TABLE_MB,
    is_quick,
    review_of,
    stopped_after,
    to_analyse,
    to_choose,
    to_compare,
    to_trace,
)
from noughts.web.streams import Feed
from noughts.web.turns import Turn, Turns

__all__ = ["Searches"]

T = TypeVar("T")

NICENESS = 10  # of long searches: beside the server they get a tenth of a core
LARGE_TABLES = 8  # engines in use that get a table of usual size
SMALL_TABLE_MB = 8  # with a whole class searching, each must do with less
SEEN = 2  # plies: values that look no further are there at once, but are not worth much
SMALL_TREE = 5_000  # leaves or nodes: some hundredths of a second
RESTART = 0.3  # seconds that it costs to start another process in the place of one that was killed


class Searches:
    """Everything that takes a long time, as `Searching` describes it."""

    def __init__(self, quotas: Quotas) -> None:
        self.quotas = quotas
        kinds = {
            "engine": quotas.engines,
            "process": quotas.processes,
            "small": quotas.small,
            "comparison": quotas.comparisons,
        }
        self.turns = Turns(quotas.slots, kinds)
        self.processes = SearchProcesses(spare=2, niceness=NICENESS)
        self.small = SearchProcesses(spare=2, niceness=NICENESS)  # large searches leave them alone
        self.quick = [Pipeline(quotas.quick.total // 2, quotas.patience) for _ in range(2)]
        self.engines = Engines()
        self._opening: asyncio.Task[None] | None = None
        self._thinking = Places(quotas.thinking, "programs are thinking")
        self._choosing = Places(quotas.quick, "programs are choosing their moves")
        self._threads = ThreadPoolExecutor(quotas.engines.total, "search", _stand_back)
        self._chance = random.Random()

    async def open(self) -> None:
        """Get a process ready for the first request."""
        self.processes.warm_up()
        self.small.warm_up()
        await self.quick[0].open()

    def stop(self) -> None:
        """Bring running searches to an end, and start no new ones."""
        self.processes.stop()
        self.small.stop()
        self.engines.stop()

    async def close(self) -> None:
        """End the running searches."""
        self.stop()
        quick = (pipe.close() for pipe in self.quick)
        await asyncio.gather(self.processes.close(), self.small.close(), *quick)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(
        self,
        player: Opponent,
        position: Position,
        seconds: float | None,
        client: Client = NOBODY,
        on_progress: Callable[[dict[str, Any]], object] | None = None,
        on_place: Callable[[int], None] = lambda _: None,
    ) -> tuple[Move, float]:
        """The move of a program, and how long it took; an engine tells what it finds meanwhile."""
        request = to_choose(player, position, seconds)
        if is_quick(player, position):
            with self._choosing.place(client):
                return _chosen(await self._pipeline().ask(request))
        kind = "engine" if request.by_engine else _kind(position, request.limit)
        with self._thinking.place(client):
            async with self.turns.place(client, kind, reply=True, on_place=on_place) as turn:
                on_place(0)
                if request.by_engine:
                    return await self._by_engine(turn, request, on_progress)
                return await self._by_process(turn, request)

    def _pipeline(self) -> Pipeline:
        """The one that answers soonest; when all are busy, another starts for the next request."""
        ready = [pipe for pipe in self.quick if pipe.ready] or self.quick[:1]
        best = min(ready, key=len)
        if len(best) and len(ready) < len(self.quick) and self._opening is None:
            another = next(pipe for pipe in self.quick if pipe not in ready)
            self._opening = asyncio.create_task(self._open(another))
        return best

    async def _open(self, pipe: Pipeline) -> None:
        with contextlib.suppress(HTTPException):  # the server is stopping
            await pipe.open()
        self._opening = None

    async def _by_engine(
        self,
        turn: Turn,
        request: SearchRequest,
        on_progress: Callable[[dict[str, Any]], object] | None,
    ) -> tuple[Move, float]:
        """The same with an engine, which can be stopped."""

        def tell(found: Analysis) -> None:
            assert on_progress is not None
            on_progress(of_thought(found))

        def choose(engine: Engine) -> Move:
            player = player_named(request.by, self._chance, engine)
            with engine.heard_by(tell if on_progress else None):
                move = player.choose(request.position, request.limit)
            return as_move(request.position.rules, move)

        before = self.turns.used(turn)
        engine = self.engines.take(request.position.rules)
        move = await self._with_engine(turn, engine, choose)
        return move, self.turns.used(turn) - before

    async def _by_process(self, turn: Turn, request: SearchRequest) -> tuple[Move, float]:
        events: list[str] = []
        await self._ask(turn, request, lambda _, data: events.append(data))
        return _chosen(events[-1])

    async def analyse(self, feed: Feed, asked: AnalysisRequest) -> None:
        """The value of every move; the engine sends deeper and deeper results."""
        request = to_analyse(asked)
        position, limit = request.position, request.limit
        if not request.by_engine:
            async with self._turn(feed, _kind(position, limit)) as turn:
                await self._ask(turn, request, feed.put)
            return
        loop = asyncio.get_running_loop()
        async with self._turn(feed, "engine") as turn:

            def tell(found: Analysis) -> None:
                # The thread only passes on what it finds. Its priority is low, and while it runs
                # Python it holds Python's lock: the event loop would wait for it.
                loop.call_soon_threadsafe(take, found)

            def take(found: Analysis) -> None:
                news.take(found)
                if found.depth >= SEEN:
                    self.turns.shows(turn)

            news = Newest(
                lambda found: feed.put("progress", as_text(found.as_json()), newest_only=True)
            )
            found = await self._with_engine(
                turn,
                self.engines.take(position.rules),
                lambda engine: engine.analyse(
                    position, limit, every_move=request.every_move, on_progress=tell
                ),
            )
            news.end()
        feed.put("done", as_text(found.as_json()))

    async def trace(self, feed: Feed, asked: TraceRequest) -> None:
        """Every node of a search."""
        request = to_trace(asked, self.quotas)
        async with self._turn(feed, _kind(request.position, request.limit)) as turn:
            await self._ask(turn, request, feed.put)

    async def compare(self, feed: Feed, position: Position, depth: int | None = None) -> None:
        """All methods side by side."""
        request = to_compare(position, depth)
        async with self._turn(feed, _kind(position, request.limit, "comparison")) as turn:
            await self._ask(turn, request, feed.put)

    async def review(self, feed: Feed, record: Record) -> None:
        """What each move was worth: quick judgements of all moves, then better ones."""
        async with self._turn(feed, "engine") as turn:
            review = review_of(record, self.quotas.review)
            for task in review.tasks():
                engine = self.engines.lend(review.engine)
                for judged in await self._with_engine(turn, engine, task.run):
                    feed.put("move", as_text(judged.as_json()))
                self.turns.shows(turn)
        feed.put("done", as_text(summary(review.judgements)))

    def _turn(self, feed: Feed, kind: str) -> AbstractAsyncContextManager[Turn]:
        """A turn for a search whose results are streamed; until it begins, its place is told."""
        feed.begin()
        return self.turns.place(feed.client, kind, on_place=feed.queued)

    async def _with_engine(self, turn: Turn, engine: Engine, work: Callable[[Engine], T]) -> T:
        """The result of `work` with an engine, in a thread; the engine stops with the task."""
        with turn.leads(engine):
            return await self._in_thread(engine, work)

    async def _in_thread(self, engine: Engine, work: Callable[[Engine], T]) -> T:
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, engine)
        future.add_done_callback(lambda _: self.engines.give(engine))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            # A stop before the work has begun has no effect, so it is repeated.
            try:
                while not future.done():
                    engine.stop()
                    await asyncio.wait([future], timeout=0.02)
            finally:
                if not future.done():
                    engine.go_on()
            raise

    async def _ask(
        self, turn: Turn, request: SearchRequest, on_event: Callable[[str, str], None]
    ) -> None:
        try:
            async with turn.within(self.quotas.deadline):
                processes = self.small if turn.kind == "small" else self.processes
                await processes.run(request, on_event, turn)
        except asyncio.CancelledError:
            self.turns.charge(turn.client, RESTART)
            raise
        except TimeoutError:
            self.turns.charge(turn.client, RESTART)
            raise stopped_after(self.quotas.deadline) from None


def _kind(position: Position, limit: Limit, large: str = "process") -> str:
    """`small` if the whole tree is: then the search need not wait for places that others hold."""
    nodes = 1
    for ply in range(min(limit.depth or position.empty, position.empty)):
        nodes *= position.empty - ply
        if nodes > SMALL_TREE:
            break
    return "small" if min(nodes, limit.nodes or nodes) <= SMALL_TREE else large


def _stand_back() -> None:
    """Lower the priority of a search thread, where possible: answering requests comes first."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), own + NICENESS)


def _chosen(answer: str) -> tuple[Move, float]:
    """The move that a process has chosen, and how long it took."""
    found = json.loads(answer)
    return found["move"], found["seconds"]


class Newest:
    """The results of a search on their way to somebody who watches: the newest, not too often."""

    def __init__(self, show: Callable[[Analysis], None]) -> None:
        self._show = show
        self._found: Analysis | None = None
        self._timer: asyncio.TimerHandle | None = None

    def take(self, found: Analysis) -> None:
        """Show it, now or soon."""
        self._found = found
        if self._timer is None:
            self._look()

    def _look(self) -> None:
        found, self._found, self._timer = self._found, None, None
        if found is not None:
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self._look)
            self._show(found)

    def end(self) -> None:
        """Show nothing more: what comes now is better."""
        self._found = None


class Engines:
    """Engines, kept while they are idle: their tables remember the game."""

    def __init__(self, kept: int = LARGE_TABLES) -> None:
        self._idle: list[Engine] = []
        self._used: list[Engine] = []
        self._kept = kept

    @property
    def used(self) -> int:
        """How many are searching."""
        return len(self._used)

    def take(self, rules: Rules) -> Engine:
        """An engine for that game; of several, the one used last."""
        for engine in reversed(self._idle):
            if engine.rules == rules:
                self._idle.remove(engine)
                break
        else:
            engine = Engine(rules, TABLE_MB if self.used < LARGE_TABLES else SMALL_TABLE_MB)
        self._used.append(engine)
        return engine

    def lend(self, engine: Engine) -> Engine:
        """Count somebody's own engine as used; it is not kept."""
        self._used.append(engine)
        return engine

    def give(self, engine: Engine) -> None:
        """Return an engine that is no longer used."""
        self._used.remove(engine)
        engine.go_on()
        if engine.table_mb == TABLE_MB:
            self._idle = [*self._idle, engine][-self._kept :]

    def stop(self) -> None:
        """Stop all that are searching."""
        for engine in self._used:
            engine.stop()
