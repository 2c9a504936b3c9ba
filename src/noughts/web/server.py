"""The server: a socket, signals, and a shutdown within a second."""

import asyncio
import contextlib
import errno
import os
import socket
import sys
from collections.abc import Callable, Iterator
from functools import partial
from signal import SIGINT, SIGTERM, signal
from typing import Any, cast

import uvicorn
from starlette.applications import Starlette

from noughts.errors import NotationError, shorten
from noughts.web.connections import Connection, Open
from noughts.web.reach import also_ipv4, origin

__all__ = ["address", "listen", "serve"]

# Seconds after which a running thread lets another one run. With Python's default of 0.005, the
# database thread would wait that long for the event loop after every statement.
SWITCH = 0.0005
HOSTS = "use 127.0.0.1 for this computer only, 0.0.0.0 for everyone on your network"
FILES = 4096  # and connections that may be open at the same time


def listen(host: str, port: int, tries: int = 1) -> socket.socket:
    """A socket at the first free port of those to try."""
    for candidate in range(port, port + tries):
        try:
            return _bind(host, candidate)
        except (socket.gaierror, UnicodeError):
            raise NotationError(f"--host {shorten(host)} is not known here; {HOSTS}") from None
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                why = f"--host {shorten(host)} is not an address of this computer"
                raise NotationError(f"{why}; {HOSTS}") from None
            problem = error.strerror or str(error)
    ports = f"port {port}" if tries == 1 else f"ports {port} to {port + tries - 1}"
    raise NotationError(f"cannot listen at {host}, {ports}: {problem}; choose another with --port")


def _bind(host: str, port: int) -> socket.socket:
    """Like `socket.create_server`, but with TCP as its explicit protocol.

    Otherwise asyncio does not know that it is TCP, and lets small packets wait for more data.
    """
    family, kind, protocol, _, where = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def address(listener: socket.socket) -> str:
    """Where a browser finds the server."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if also_ipv4(listener) else "::1"
    return f"{origin(host, port)}/"


class Server(uvicorn.Server):
    """Ends everything that is running when it is stopped, and then exits cleanly."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], stop: Callable[[], None]):
        super().__init__(config)
        self._ready = ready
        self._stop = stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Call `ready` when requests can come."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Streams would go on forever: end them first."""
        self._stop()
        asyncio.get_running_loop().call_later(0.4, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        """Drop the connections of clients that do not read their answers."""
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Being stopped is a normal end: the signals are not raised again afterwards."""
        before: dict[Any, Any] = {
            which: signal(which, self.handle_exit) for which in (SIGINT, SIGTERM)
        }
        try:
            yield
        finally:
            for which, handler in before.items():
                signal(which, handler)


def _allow_many_connections() -> None:
    """A class of students needs more connections than many systems allow by default."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < FILES:
            most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def serve(app: Starlette, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Answer requests until Ctrl-C or SIGTERM; `ready` is called when they can come."""
    sys.setswitchinterval(SWITCH)
    _allow_many_connections()
    config = uvicorn.Config(
        app,
        loop="asyncio",
        http=cast(Any, partial(Connection, Open(app.state.api.quotas))),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=65,
        timeout_graceful_shutdown=1,
    )
    Server(config, ready, app.state.api.stop).run([listener])
