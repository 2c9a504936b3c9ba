"""Server-sent events: made in one task, sent in another; both end when the client disconnects.

The task that makes the events never waits for the client: it leaves them in a `Feed`. A slow client
costs the memory of what it has not read yet, and nothing else; and all of them together only so
much. The server hangs up on a client that does not read at all (`connections`).
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from starlette.types import Receive, Scope, Send

from noughts.web.capacity import Places
from noughts.web.clients import NOBODY, Client, client_of
from noughts.web.http_errors import http_error, stopping, too_many
from noughts.web.responses import as_text

__all__ = ["EventStream", "Feed", "Unread", "gone"]

HEARTBEAT = 15.0  # seconds
STILL_HERE = b": still here\n\n"
LITTLE = 1 << 20  # bytes: a feed that holds no more is not what fills the memory


class Unread:
    """The bytes that wait in all feeds until they are read."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.bytes = 0

    @property
    def too_many(self) -> bool:
        """Whether there is no room for more."""
        return self.bytes > self._most


class Feed:
    """Events on their way to a client."""

    def __init__(self, client: Client = NOBODY, unread: Unread | None = None) -> None:
        self.client = client
        self.open = False
        self._unread = unread or Unread(1 << 28)
        self._bytes = 0  # that wait here
        self._error: Exception | None = None
        self._events: deque[tuple[str, bytes]] = deque()
        self._over = False
        self._news = asyncio.Event()

    def begin(self) -> None:
        """From now on everything is an event; before, the whole request can be refused."""
        self.open = True
        self._news.set()

    def put(self, event: str, data: str, *, newest_only: bool = False) -> None:
        """Add an event; with `newest_only` it replaces one of its kind that is not sent yet.

        If the server has no room for more that is not read, the feed ends instead.
        """
        if self._over:
            return
        if newest_only and self._events and self._events[-1][0] == event:
            self._remove(-1)
        if self._unread.too_many and self._bytes > LITTLE:
            self.drop()
            self.end(too_many("results are waiting to be read", 5))
            return
        self._add(event, _written(event, data))
        self.begin()

    def queued(self, place: int) -> None:
        """Say the place in the queue."""
        self.put("queued", as_text({"place": place}), newest_only=True)

    def _add(self, event: str, body: bytes) -> None:
        self._events.append((event, body))
        self._bytes += len(body)
        self._unread.bytes += len(body)

    def _remove(self, which: int) -> bytes:
        _, body = self._events[which]
        del self._events[which]
        self._bytes -= len(body)
        self._unread.bytes -= len(body)
        return body

    def drop(self) -> None:
        """Forget what nobody will read."""
        while self._events:
            self._remove(0)

    def end(self, error: Exception | None = None) -> None:
        """No more events will come, because of that error if there is one."""
        if error is not None and self.open:
            self._add("error", _written("error", as_text({"error": http_error(error).detail})))
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
        return self._remove(0) if self._events else b""

    def beat(self) -> None:
        """Add a comment if no event is waiting."""
        if not self._events and self.open and not self._over:
            self._add("", STILL_HERE)
            self._news.set()

    async def _wait(self) -> None:
        self._news.clear()
        await self._news.wait()


def _written(event: str, data: str) -> bytes:
    return f"event: {event}\ndata: {data}\n\n".encode()


Produce: TypeAlias = Callable[[Feed], Awaitable[None]]


class EventStream:
    """A response that `produce` feeds. An error before it begins refuses the whole request."""

    def __init__(self, produce: Produce, places: Places, unread: Unread | None = None) -> None:
        self._produce = produce
        self._places = places
        self._unread = unread

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until they end or the client disconnects."""
        client = client_of(scope)
        with self._places.place(client):
            feed = Feed(client, self._unread)
            work = (_send(feed, send), gone(receive), self._fill(feed), _beat(feed))
            sender, leaving, *_ = tasks = [asyncio.create_task(each) for each in work]
            try:
                await asyncio.wait([leaving, sender], return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                feed.drop()
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
