"""Ends games whose clock has run out: nobody has to ask. And notes that the server still runs."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.exceptions import HTTPException

from noughts.web import seated
from noughts.web.changes import Game

__all__ = ["Timekeeper"]

A_LITTLE_LATER = 0.01  # seconds: timers may be early
BEAT = 1.0  # seconds between two notes: what a clock may give back if the server is killed


class Timekeeper:
    """A timer for each running clock; `fall` is called with the game when it rings.

    While a clock runs, `note` is called again and again.
    """

    def __init__(
        self, fall: Callable[[str], Awaitable[object]], note: Callable[[], Awaitable[object]]
    ) -> None:
        self._fall = fall
        self._note = note
        self._beating: asyncio.Task[None] | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._falling: set[asyncio.Task[object]] = set()

    def expect(self, game: Game) -> None:
        """The clock of this game, as it is now, is the one to wait for."""
        if timer := self._timers.pop(game.id, None):
            timer.cancel()
        if (left := seated.left(game)) is not None:
            loop = asyncio.get_running_loop()
            self._timers[game.id] = loop.call_later(left + A_LITTLE_LATER, self._ring, game.id)
            self._beating = self._beating or asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        while self._timers:
            with suppress(HTTPException):  # the disk is full: try again
                await self._note()
            await asyncio.sleep(BEAT)
        self._beating = None

    def _ring(self, game_id: str) -> None:
        del self._timers[game_id]
        task: asyncio.Task[object] = asyncio.ensure_future(self._fall(game_id))
        self._falling.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[object]") -> None:
        self._falling.discard(task)
        if not task.cancelled():
            task.exception()  # a game that could not be ended is ended when somebody asks for it

    def stop(self) -> None:
        """The server stops, and with it all clocks."""
        for timer in self._timers.values():
            timer.cancel()
        for task in (*self._falling, *filter(None, [self._beating])):
            task.cancel()
