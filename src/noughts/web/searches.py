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
from dataclasses import replace
from typing import TypeVar

from starlette.exceptions import HTTPException

from noughts.analysis import Analysis, Limit
from noughts.engine import Engine
from noughts.methods import METHODS
from noughts.notation import as_move
from noughts.players import Opponent, player_named
from noughts.position import Position
from noughts.records import Record
from noughts.review import Review, summary, usual_limit
from noughts.rules import Move, Rules
from noughts.web.capacity import Places
from noughts.web.clients import NOBODY, Client
from noughts.web.quotas import Quotas
from noughts.web.requests import AnalysisRequest, TraceRequest
from noughts.web.responses import as_text
from noughts.web.search_process import SearchRequest
from noughts.web.search_processes import Pipeline, SearchProcesses
from noughts.web.streams import Feed
from noughts.web.turns import Turn, Turns

__all__ = ["Searches"]

T = TypeVar("T")

LARGE = 100  # empty cells: with more, a level may need a second
NICENESS = 10  # of long searches: beside the server they get a tenth of a core
SECONDS = 1.0  # for a program that uses a clock, if no time is given
LARGE_TABLES = 8  # engines in use that get a table of usual size
TABLE_MB, SMALL_TABLE_MB = 32, 8  # with a whole class searching, each must do with less
SEEN = 2  # plies: values that look no further are there at once, but are not worth much
SMALL_TREE = 5_000  # leaves or nodes: some hundredths of a second
PAUSE = 0.1  # seconds between two results of a search: nobody reads faster
RESTART = 0.3  # seconds that it costs to start another process in the place of one that was killed


class Searches:
    """Everything that takes a long time."""

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
        on_progress: Callable[[Analysis], object] | None = None,
        on_place: Callable[[int], None] = lambda _: None,
    ) -> tuple[Move, float]:
        """The move of a program, and how long it took; an engine tells what it finds meanwhile.

        `on_place` is called with its place in the queue, and with 0 when it is its turn.
        """
        if reason := player.why_not(position):
            raise HTTPException(422, reason)
        limit = player.limit(Limit(seconds=SECONDS if seconds is None else seconds))
        request = SearchRequest("choose", position, player.name, limit)
        if self.is_quick(player, position):
            with self._choosing.place(client):
                return _chosen(await self._pipeline().ask(request))
        kind = "engine" if player.engine else _kind(position, limit)
        with self._thinking.place(client):
            async with self.turns.place(client, kind, reply=True, on_place=on_place) as turn:
                on_place(0)
                if player.engine:
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

    def is_quick(self, player: Opponent, position: Position) -> bool:
        """Whether that player moves within milliseconds, so that its search need not be stopped."""
        return player.kind == "level" and not player.clock and position.empty <= LARGE

    async def _by_engine(
        self,
        turn: Turn,
        request: SearchRequest,
        on_progress: Callable[[Analysis], object] | None,
    ) -> tuple[Move, float]:
        """The same with an engine, which can be stopped."""

        def choose(engine: Engine) -> Move:
            player = player_named(request.by, self._chance, engine)
            with engine.heard_by(on_progress):
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
        position, method, limit = asked.position, METHODS[asked.method], asked.limit
        if reason := method.why_not(position, limit):
            raise HTTPException(422, reason)
        if "engine" not in method.takes:
            request = SearchRequest("analysis", position, method.name, limit, asked.every_move)
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
                    position, limit, every_move=asked.every_move, on_progress=tell
                ),
            )
            news.end()
        feed.put("done", as_text(found.as_json()))

    async def trace(self, feed: Feed, asked: TraceRequest) -> None:
        """Every node of a search."""
        position = asked.position
        if reason := METHODS[asked.method].why_not(position, Limit(depth=asked.depth)):
            raise HTTPException(422, reason)
        limit = Limit(asked.depth, min(asked.nodes, self.quotas.nodes), self.quotas.seconds)
        async with self._turn(feed, _kind(position, limit)) as turn:
            await self._ask(turn, SearchRequest("trace", position, asked.method, limit), feed.put)

    async def compare(self, feed: Feed, position: Position, depth: int | None = None) -> None:
        """All methods side by side."""
        if position.is_over:
            raise HTTPException(400, "the game is over: no moves are left to compare")
        request = SearchRequest("comparison", position, limit=Limit(depth=depth))
        async with self._turn(feed, _kind(position, request.limit, "comparison")) as turn:
            await self._ask(turn, request, feed.put)

    async def review(self, feed: Feed, record: Record) -> None:
        """What each move was worth: quick judgements of all moves, then better ones."""
        usual = usual_limit(record.start.rules, len(record.moves))
        limit = replace(usual, seconds=self.quotas.review)
        async with self._turn(feed, "engine") as turn:
            review = Review(record, limit)
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
            seconds = f"{self.quotas.deadline:g} seconds"
            raise HTTPException(
                422, f"the search was stopped: it takes more than {seconds}"
            ) from None


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
