"""Progress on stderr for anything that takes more than a second, and a way to end it early."""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from noughts.trace import Visit, Visitor

if TYPE_CHECKING:
    from noughts.engine import Engine, Solver

__all__ = ["Counter", "ctrl_c_stops", "progress", "write"]


class Counter:
    """A visitor that counts, and passes every node on to `visit`."""

    def __init__(self, visit: Visitor | None = None) -> None:
        self.nodes = 0
        self._visit = visit

    def __call__(self, visit: Visit) -> None:
        self.nodes += 1
        if self._visit is not None:
            self._visit(visit)


@contextmanager
def progress(what: str, counter: "Counter | Solver | None" = None) -> Iterator[None]:
    """Show, from the first second on, the time taken and the number of nodes.

    A terminal gets one line, updated in place and wiped at the end; anything else a few lines.
    """
    over, started = threading.Event(), time.perf_counter()
    live = bool(sys.stderr and sys.stderr.isatty())

    def tell() -> None:
        wait = 1.0
        while not over.wait(wait):
            wait = 0.2 if live else min(wait * 2, 10)
            nodes = f", {counter.nodes:,} nodes" if counter else ""
            line = f"{what}: {time.perf_counter() - started:.0f} s{nodes}"
            write(f"\r{line}\x1b[K" if live else f"{line}\n")

    ticker = threading.Thread(target=tell, daemon=True)
    ticker.start()
    try:
        yield
    finally:
        over.set()
        ticker.join()
        if live and time.perf_counter() - started > 1:
            write("\r\x1b[K")


@contextmanager
def ctrl_c_stops(search: "Engine | Solver") -> Iterator[None]:
    """Ctrl-C ends the search with what it has found so far; a second one ends the program."""
    usual = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, usual)
        search.stop()

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
