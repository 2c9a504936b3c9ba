"""Connections: how many an address may open, and time-outs for clients that make no progress.

A client that opens connections and sends nothing, sends its requests a byte a minute, or does not
read its answers costs little each time, but many times.
"""

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from noughts.web.clients import network
from noughts.web.quotas import Quotas

__all__ = ["Connection", "Open"]

REFUSED = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n"
    b"retry-after: 5\r\nconnection: close\r\ncontent-length: %d\r\n\r\n%s"
)
SENTENCE = b'{"error":"too many connections are open: try again in 5 seconds"}'


class Open:
    """The connections that are open, and what they may do."""

    def __init__(self, quotas: Quotas) -> None:
        self.quotas = quotas
        self.total = 0
        self.by_address: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count one more; false if there are too many."""
        most = self.quotas.connections
        if self.total >= most.total or self.by_address[address] >= most.address:
            return False
        self.total += 1
        self.by_address[address] += 1
        return True

    def remove(self, address: str) -> None:
        """Count one less."""
        self.total -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


class Connection(H11Protocol):
    """One connection."""

    def __init__(self, opened: Open, **given: Any) -> None:
        super().__init__(**given)
        self._open = opened
        self._address: str | None = None  # while it is counted
        self._timers: dict[str, asyncio.TimerHandle] = {}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, if there are not too many."""
        super().connection_made(transport)
        address = network(self.client[0] if self.client else "")
        if not self._open.add(address):
            transport.write(REFUSED % (len(SENTENCE), SENTENCE))
            transport.close()
            return
        self._address = address
        # Browsers open connections before they need them; like all idle ones, they may wait.
        self._hang_up_after(self.timeout_keep_alive, "header")

    def connection_lost(self, exc: Exception | None) -> None:
        """It has ended."""
        super().connection_lost(exc)
        for what in list(self._timers):
            self._go_on(what)
        if self._address is not None:
            self._open.remove(self._address)
            self._address = None

    def data_received(self, data: bytes) -> None:
        """Part of a request has come; its header must be complete soon."""
        first = self.conn.their_state is h11.IDLE and not self.conn.trailing_data[0]
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE or not self.conn.trailing_data[0]:
            self._go_on("header")
        elif first:
            self._hang_up_after(self._open.quotas.header, "header")

    def pause_writing(self) -> None:
        """The client does not read: more than a little is waiting for it."""
        super().pause_writing()
        self._hang_up_after(self._open.quotas.unread, "unread")

    def resume_writing(self) -> None:
        """It has read what was waiting."""
        super().resume_writing()
        self._go_on("unread")

    def _hang_up_after(self, seconds: float, waiting_for: str) -> None:
        self._go_on(waiting_for)
        self._timers[waiting_for] = self.loop.call_later(seconds, self.transport.abort)

    def _go_on(self, waiting_for: str) -> None:
        if timer := self._timers.pop(waiting_for, None):
            timer.cancel()

    def _unsupported_upgrade_warning(self) -> None:
        """A request for a WebSocket is answered like any other, and needs no line in the log."""
