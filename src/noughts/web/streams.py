"""Server-sent events: made in one task, sent in another; both end when the client disconnects.

The task that makes the events never waits for the client: it leaves them in a `Feed`. A slow client
costs the memory of what it has not read yet, and nothing else.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.types import Receive, Scope, Send

from noughts.web.capacity import Capacity
from noughts.web.http_errors import http_error, stopping
from noughts.web.responses import as_text

__all__ = ["EventStream", "Feed", "gone"]

HEARTBEAT = 15.0  # seconds


class Feed:
    """Events on their way to a client."""

    def __init__(self) -> None:
        self.open = False
        self._error: Exception | None = None
        self._events: deque[tuple[str, bytes]] = deque()
        self._over = False
        self._news = asyncio.Event()

    def begin(self) -> None:
        """From now on everything is an event; before, the whole request can be refused."""
        self.open = True
        self._news.set()

    def put(self, event: str, data: str, *, newest_only: bool = False) -> None:
        """Add an event; with `newest_only` it replaces one of its kind that is not sent yet."""
        if newest_only and self._events and self._events[-1][0] == event:
            self._events.pop()
        self._events.append((event, f"event: {event}\ndata: {data}\n\n".encode()))
        self.begin()

    def end(self, error: Exception | None = None) -> None:
        """No more events will come, because of that error if there is one."""
        if error is not None and self.open:
            self.put("error", as_text({"error": http_error(error).detail}))
        self._error = error
        self._over = True
        self._news.set()

    async def begun(self) -> None:
        """Return when there will be events; raise the error that came before them."""
        while not (self.open or self._over):
            await self._wait()
        if not self.open and self._error is not None:
            raise self._error

    async def take(self) -> bytes:
        """The next event; empty at the end."""
        while not self._events and not self._over:
            await self._wait()
        return self._events.popleft()[1] if self._events else b""

    def beat(self) -> None:
        """Add a comment if no event is waiting."""
        if not self._events and self.open and not self._over:
            self._events.append(("", b": still here\n\n"))
            self._news.set()

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()


Produce: TypeAlias = Callable[[Feed], Awaitable[None]]


class EventStream:
    """A response that `produce` feeds. An error before it begins refuses the whole request."""

    def __init__(self, produce: Produce, capacity: Capacity) -> None:
        self._produce = produce
        self._capacity = capacity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until they end or the client disconnects."""
        with self._capacity.place():
            feed = Feed()
            work = (_send(feed, send), gone(receive), self._fill(feed), _beat(feed))
            sender, leaving, *_ = tasks = [asyncio.create_task(each) for each in work]
            try:
                await asyncio.wait([leaving, sender], return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            if not sender.cancelled():
                sender.result()

    async def _fill(self, feed: Feed) -> None:
        try:
            await self._produce(feed)
        except asyncio.CancelledError:
            feed.end(stopping())
            raise
        except Exception as error:
            feed.end(error)
        else:
            feed.end()


async def _send(feed: Feed, send: Send) -> None:
    await feed.begun()
    headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while body := await feed.take():
        await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _beat(feed: Feed) -> None:
    """Send comments from time to time: a silent connection may be taken for dead."""
    while True:
        await asyncio.sleep(HEARTBEAT)
        feed.beat()


async def gone(receive: Receive) -> None:
    """Return when the client has disconnected."""
    while (await receive())["type"] != "http.disconnect":
        pass
