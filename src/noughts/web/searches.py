"""Searches outside the event loop: a few at a time, stopped when they are no longer wanted.

The engine runs in threads, because it releases Python's lock while it searches and can be stopped.
Everything else is pure Python and runs in separate processes, which are killed when the client
disconnects or the time is up. Replies wait for replies and analyses for analyses, so that a game
does not wait for people who only watch; players that need only milliseconds have separate
processes too.
"""

import asyncio
import contextlib
import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.exceptions import HTTPException

from noughts.analysis import Analysis, Limit
from noughts.engine import Engine
from noughts.methods import METHODS
from noughts.notation import as_move
from noughts.players import Opponent, player_named
from noughts.position import Position
from noughts.records import Record
from noughts.review import Judgement, at_the_end, backwards, judge, summary
from noughts.rules import Move, Rules
from noughts.web.capacity import Slots
from noughts.web.quotas import Quotas
from noughts.web.requests import AnalysisRequest, TraceRequest
from noughts.web.responses import as_text
from noughts.web.search_process import SearchRequest
from noughts.web.search_processes import Pipeline, SearchProcesses
from noughts.web.streams import Feed

__all__ = ["Searches"]

T = TypeVar("T")

LARGE = 100  # empty cells: with more, a level may need a second
NICENESS = 5  # of long searches: the server itself comes first
SECONDS = 1.0  # for a program that uses a clock, if no time is given


class Searches:
    """Everything that takes a long time."""

    def __init__(self, quotas: Quotas) -> None:
        self.quotas = quotas
        self.replies = Slots(quotas.slots, quotas.waiting, quotas.patience)
        self.analyses = Slots(quotas.slots, quotas.waiting, quotas.patience)
        self.processes = SearchProcesses(spare=2, niceness=NICENESS)
        self.quick = [Pipeline(quotas.quick, quotas.patience) for _ in range(2)]
        self.engines = Engines()
        self._threads = ThreadPoolExecutor(2 * quotas.slots, "search", _stand_back)
        self._chance = random.Random()

    async def open(self) -> None:
        """Get a process ready for the first request."""
        self.processes.warm_up()
        await self.quick[0].open()

    def stop(self) -> None:
        """Bring running searches to an end, and start no new ones."""
        self.processes.stop()
        self.engines.stop()

    async def close(self) -> None:
        """End the running searches."""
        self.stop()
        await asyncio.gather(self.processes.close(), *(pipe.close() for pipe in self.quick))
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def choose(
        self, player: Opponent, position: Position, seconds: float | None
    ) -> tuple[Move, float]:
        """The move of a program, and how long it took."""
        if reason := player.why_not(position):
            raise HTTPException(422, reason)
        limit = player.limit(Limit(seconds=SECONDS if seconds is None else seconds))
        request = SearchRequest("choose", position, player.name, limit)
        if self.is_quick(player, position):
            return _chosen(await min(self.quick, key=len).ask(request))
        async with self.replies.place():
            if player.engine:
                return await self._by_engine(request)
            return await self._by_process(request)

    def is_quick(self, player: Opponent, position: Position) -> bool:
        """Whether that player moves within milliseconds, so that its search need not be stopped."""
        return player.kind == "level" and not player.clock and position.empty <= LARGE

    async def _by_engine(self, request: SearchRequest) -> tuple[Move, float]:
        """The same with an engine, which can be stopped."""

        def choose(engine: Engine) -> Move:
            player = player_named(request.by, self._chance, engine)
            return as_move(request.position.rules, player.choose(request.position, request.limit))

        started = time.perf_counter()
        move = await self._with_engine(request.position.rules, choose)
        return move, time.perf_counter() - started

    async def _by_process(self, request: SearchRequest) -> tuple[Move, float]:
        events: list[str] = []
        await self._ask(request, lambda _, data: events.append(data))
        return _chosen(events[-1])

    async def analyse(self, feed: Feed, asked: AnalysisRequest) -> None:
        """The value of every move; the engine sends deeper and deeper results."""
        position, method, limit = asked.position, METHODS[asked.method], asked.limit
        if reason := method.why_not(position, limit):
            raise HTTPException(422, reason)
        async with self.analyses.place():
            feed.begin()
            if "engine" not in method.takes:
                request = SearchRequest("analysis", position, method.name, limit, asked.every_move)
                await self._ask(request, feed.put)
                return
            loop = asyncio.get_running_loop()

            def told(found: Analysis) -> None:
                loop.call_soon_threadsafe(_put_progress, feed, as_text(found.as_json()))

            found = await self._with_engine(
                position.rules,
                lambda engine: engine.analyse(
                    position, limit, every_move=asked.every_move, on_progress=told
                ),
            )
            feed.put("done", as_text(found.as_json()))

    async def trace(self, feed: Feed, asked: TraceRequest) -> None:
        """Every node of a search."""
        position = asked.position
        if reason := METHODS[asked.method].why_not(position, Limit(depth=asked.depth)):
            raise HTTPException(422, reason)
        async with self.analyses.place():
            feed.begin()
            limit = Limit(asked.depth, min(asked.nodes, self.quotas.nodes), self.quotas.seconds)
            await self._ask(SearchRequest("trace", position, asked.method, limit), feed.put)

    async def compare(self, feed: Feed, position: Position) -> None:
        """All methods side by side."""
        if position.is_over:
            raise HTTPException(400, "the game is over: no moves are left to compare")
        async with self.analyses.place():
            feed.begin()
            await self._ask(SearchRequest("comparison", position), feed.put)

    async def review(self, feed: Feed, record: Record) -> None:
        """What each move was worth, the last one first."""
        judged: list[Judgement] = []
        following = at_the_end(record.position)
        async with self.analyses.place():
            feed.begin()
            for number, position, move, limit in backwards(record, self.quotas.review):
                found = await self._every_move(position, limit)
                judged.append(judge(position, move, number, found, following))
                following = judged[-1].before
                feed.put("move", as_text(judged[-1].as_json()))
        feed.put("done", as_text(summary(judged)))

    async def _every_move(self, position: Position, limit: Limit) -> Analysis:
        return await self._with_engine(
            position.rules, lambda engine: engine.analyse(position, limit, every_move=True)
        )

    async def _with_engine(self, rules: Rules, work: Callable[[Engine], T]) -> T:
        """The result of `work` with an engine, in a thread; the engine stops with the task."""
        engine = self.engines.take(rules)
        future = asyncio.get_running_loop().run_in_executor(self._threads, work, engine)
        future.add_done_callback(lambda _: self.engines.give(engine))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            # A stop before the work has begun has no effect, so it is repeated.
            while not future.done():
                engine.stop()
                await asyncio.wait([future], timeout=0.02)
            raise

    async def _ask(self, request: SearchRequest, on_event: Callable[[str, str], None]) -> None:
        try:
            async with asyncio.timeout(self.quotas.deadline):
                await self.processes.run(request, on_event)
        except TimeoutError:
            seconds = f"{self.quotas.deadline:g} seconds"
            raise HTTPException(
                422, f"the search was stopped: it takes more than {seconds}"
            ) from None


def _stand_back() -> None:
    """Lower the priority of a search thread, where possible: answering requests comes first."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


def _chosen(answer: str) -> tuple[Move, float]:
    """The move that a process has chosen, and how long it took."""
    found = json.loads(answer)
    return found["move"], found["seconds"]


def _put_progress(feed: Feed, data: str) -> None:
    feed.put("progress", data, newest_only=True)


class Engines:
    """Engines, kept while they are idle: their tables remember the game."""

    def __init__(self, kept: int = 4) -> None:
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
            engine = Engine(rules, table_mb=32)
        self._used.append(engine)
        return engine

    def give(self, engine: Engine) -> None:
        """Return an engine that is no longer used."""
        self._used.remove(engine)
        self._idle = [*self._idle, engine][-self._kept :]

    def stop(self) -> None:
        """Stop all that are searching."""
        for engine in self._used:
            engine.stop()
