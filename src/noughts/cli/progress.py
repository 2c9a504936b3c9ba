"""Progress for anything that takes more than a second, and a way to end it early.

Only a terminal shows progress: a file or another program that reads stderr wants what went wrong.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from noughts.growth import Round
from noughts.trace import Visit

if TYPE_CHECKING:
    from noughts.engine import Engine, Solver

__all__ = ["Counter", "ctrl_c_stops", "is_live", "progress", "write"]


class Counter:
    """A visitor or follower that counts, and passes every node or round on to `see`."""

    def __init__(self, see: Callable[[Any], object] | None = None) -> None:
        self.nodes = 0
        self._see = see

    def __call__(self, seen: Visit | Round) -> None:
        self.nodes += 1
        if self._see is not None:
            self._see(seen)


def is_live() -> bool:
    """Whether somebody watches stderr on a terminal."""
    return sys.stderr.isatty()


@contextmanager
def progress(what: str, counter: "Counter | Solver | None" = None) -> Iterator[None]:
    """Show, from the first second on, the time taken and the number of nodes.

    It is one line, updated in place and wiped at the end.
    """
    if not is_live():
        yield
        return
    over, started = threading.Event(), time.perf_counter()

    def tell() -> None:
        wait = 1.0
        while not over.wait(wait):
            wait = 0.2
            nodes = f", {counter.nodes:,} nodes" if counter else ""
            write(f"\r{what}: {time.perf_counter() - started:.0f} s{nodes}\x1b[K")

    ticker = threading.Thread(target=tell, daemon=True)
    ticker.start()
    try:
        yield
    finally:
        over.set()
        ticker.join()
        if time.perf_counter() - started > 1:
            write("\r\x1b[K")


@contextmanager
def ctrl_c_stops(search: "Engine | Solver") -> Iterator[None]:
    """Ctrl-C ends the search with what it has found so far; a second one ends the program."""
    usual = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, usual)
        search.stop()
        start, end = ("\r", "\x1b[K\n") if is_live() else ("", "\n")
        write(f"{start}noughts: stopped; this is what it has found so far{end}")

    if usual == signal.default_int_handler:  # not where the signal is ignored
        signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def write(text: str) -> None:
    """Write to stderr at once.

    Not with click.echo, which mistakes control codes for colours and drops them under NO_COLOR.
    """
    sys.stderr.write(text)
    sys.stderr.flush()
