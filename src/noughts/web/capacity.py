"""How many at a time: whoever comes when all places are taken waits a little, or is sent away."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from noughts.web.http_errors import too_many_listeners, too_many_searches

__all__ = ["Capacity", "Slots"]


class Slots:
    """Places for searches; those that find none wait in a queue, which is neither long nor slow."""

    def __init__(self, slots: int, waiting: int, patience: float) -> None:
        self._slots = asyncio.Semaphore(slots)
        self._most = waiting
        self._patience = patience
        self.waiting = 0

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A slot, when one is free; refused if that takes too long."""
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
    """Places for streams; nobody waits for one."""

    def __init__(self, left: int) -> None:
        self.left = left

    @contextmanager
    def place(self) -> Iterator[None]:
        """One of them, while it is needed."""
        if self.left <= 0:
            raise too_many_listeners()
        self.left -= 1
        try:
            yield
        finally:
            self.left += 1
