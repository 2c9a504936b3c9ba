"""How many at a time: when all places are taken, a request waits a little or is refused."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from noughts.web.http_errors import too_many_listeners, too_many_searches

__all__ = ["Capacity", "Slots"]


class Slots:
    """Places for searches, with a queue in which few may wait, and not for long."""

    def __init__(self, slots: int, waiting: int, patience: float) -> None:
        self._slots = asyncio.Semaphore(slots)
        self._most = waiting
        self._patience = patience
        self.waiting = 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A slot, as soon as one is free; refused if that takes too long."""
        if self._slots.locked():
            await self._wait()
        else:
            await self._slots.acquire()
        try:
            yield
        finally:
            self._slots.release()

    async def _wait(self) -> None:
        if self.waiting >= self._most:
            raise too_many_searches(again=2)
        self.waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._slots.acquire()
        except TimeoutError:
            raise too_many_searches(again=5) from None
        finally:
            self.waiting -= 1


class Capacity:
    """Places for streams, without a queue."""

    def __init__(self, left: int) -> None:
        self.left = left

    @contextmanager
    def place(self) -> Iterator[None]:
        """One place, for as long as it is needed."""
        if self.left <= 0:
            raise too_many_listeners()
        self.left -= 1
        try:
            yield
        finally:
            self.left += 1
