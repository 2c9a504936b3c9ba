"""Server-sent events: made in one task, sent in another, both ended when the client goes away.

What makes the events never waits for the client: it leaves them in a `Feed` and is done. A client
that reads slowly costs the memory of what it has not read yet, and nothing else.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from starlette.types import Receive, Scope, Send

from noughts.errors import IllegalMove, NotationError, OutOfReach
from noughts.web.answers import as_text
from noughts.web.refusal import Refusal

__all__ = ["EventStream", "Feed", "Room", "gone", "refusal_of"]

HEARTBEAT = 15.0  # seconds

log = logging.getLogger("noughts.web")


class Feed:
    """Events on their way to a client."""

    def __init__(self) -> None:
        self.open = False
        self.refusal: Refusal | None = None
        self._events: deque[tuple[str, bytes]] = deque()
        self._over = False
        self._news = asyncio.Event()

    def begin(self) -> None:
        """From now on everything is an event; before, the whole request can be refused."""
        self.open = True
        self._news.set()

    def put(self, event: str, data: str, *, newest_only: bool = False) -> None:
        """Leave an event; with `newest_only` it takes the place of one that was not sent yet."""
        if newest_only and self._events and self._events[-1][0] == event:
            self._events.pop()
        self._events.append((event, f"event: {event}\ndata: {data}\n\n".encode()))
        self.begin()

    def end(self, refusal: Refusal | None = None) -> None:
        """There is nothing more to come, for that reason if there is one."""
        if refusal is not None and self.open:
            self.put("error", as_text({"error": refusal.sentence}))
        elif refusal is not None:
            self.refusal = refusal
        self._over = True
        self._news.set()

    async def begun(self) -> bool:
        """Whether there will be events; if not, `refusal` says why."""
        while not (self.open or self._over):
            await self._wait()
        return self.open

    async def take(self) -> bytes:
        """What comes next; nothing at the end."""
        while not self._events and not self._over:
            await self._wait()
        return self._events.popleft()[1] if self._events else b""

    def beat(self) -> None:
        """Leave a comment if there is nothing else on its way."""
        if not self._events and self.open and not self._over:
            self._events.append(("", b": still here\n\n"))
            self._news.set()

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()


Produce: TypeAlias = Callable[[Feed], Awaitable[None]]


class EventStream:
    """A response that is fed by `produce`; `refuse` answers if nothing comes of it."""

    def __init__(
        self, produce: Produce, refuse: Callable[[Refusal], "Response"], room: "Room"
    ) -> None:
        self._produce = produce
        self._refuse = refuse
        self._room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until there are no more, or nobody to read them."""
        if self._room.left <= 0:
            refusal = Refusal(429, "too many are listening: try again in 5 seconds", again=5)
            await self._refuse(refusal)(scope, receive, send)
            return
        self._room.left -= 1
        try:
            await self._stream(scope, receive, send)
        finally:
            self._room.left += 1

    async def _stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        feed = Feed()
        sender = asyncio.create_task(self._send(feed, scope, receive, send))
        tasks = [asyncio.create_task(self._fill(feed)), asyncio.create_task(gone(receive)), sender]
        try:
            await asyncio.wait(tasks[1:], return_when=asyncio.FIRST_COMPLETED)
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
            feed.end(Refusal(503, "the server is stopping"))
            raise
        except Exception as error:
            feed.end(refusal_of(error))
        else:
            feed.end()

    async def _send(self, feed: Feed, scope: Scope, receive: Receive, send: Send) -> None:
        if not await feed.begun():
            refusal = feed.refusal or Refusal(503, "the server is stopping")
            await self._refuse(refusal)(scope, receive, send)
            return
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        with _beating(feed):
            while body := await feed.take():
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


Response: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


@contextmanager
def _beating(feed: Feed) -> Iterator[None]:
    """Comments now and then: without them a connection that is silent may be taken for dead."""

    async def beat() -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            feed.beat()

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        beating.cancel()


class Room:
    """For how many more streams there is room."""

    def __init__(self, left: int) -> None:
        self.left = left


async def gone(receive: Receive) -> None:
    """Returns when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass


def refusal_of(error: Exception) -> Refusal:
    """What is answered to an error; one that nobody expected is logged."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, OutOfReach):
        return Refusal(422, str(error))
    if isinstance(error, NotationError | IllegalMove):
        return Refusal(400, str(error))
    log.error("a request failed", exc_info=error)
    return Refusal(500, "something went wrong here that should not; the server has logged it")
