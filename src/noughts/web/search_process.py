"""A process for searches in Python, which cannot be stopped from outside but can be killed.

It writes `ready {}` when it listens. It reads `SearchRequest`s from stdin, a line of JSON each,
and answers with lines `EVENT JSON`, the last one `done` or `refused`. When stdin ends, because the
server is gone, it exits at once, whatever it is doing.

    {"job": "choose", "game": "3x3x3", "cells": ".........", "turn": "x", "by": "minimax", ...}
    done {"move":0,"seconds":0.9}
"""

import ctypes
import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import TypeAlias

from noughts.analysis import NO_LIMIT, Limit
from noughts.errors import OutOfReach
from noughts.methods import METHODS, SMALL, analyse, compared, method_named
from noughts.players import OPPONENTS, player_named
from noughts.position import Position
from noughts.rules import Rules
from noughts.web.responses import as_text
from noughts.web.watching import watch

__all__ = ["JOBS", "PAUSES", "READY", "SearchRequest", "main"]

READY = "ready"

DIES_WITH_THE_SERVER = 1  # PR_SET_PDEATHSIG of Linux
PAUSES = hasattr(signal, "SIGSTOP")  # whether this system can let a process wait

Events: TypeAlias = Iterator[tuple[str, str]]

SHARE = 5.0  # seconds that a method gets in a comparison where it might take longer
SHARE_BY_THE_CLOCK = 2.0  # seconds for a method that uses all its time


@dataclass(frozen=True)
class SearchRequest:
    """What a process is asked to do; `by` names the player or the method that does it."""

    job: str
    position: Position
    by: str = ""
    limit: Limit = NO_LIMIT
    every_move: bool = False

    @property
    def by_engine(self) -> bool:
        """Whether the engine does it, which can be stopped, and not a process."""
        if self.job == "choose":
            return OPPONENTS[self.by].engine
        return self.job == "analysis" and "engine" in METHODS[self.by].takes

    def as_line(self) -> bytes:
        """The line that the process reads."""
        how = {"by": self.by, **vars(self.limit), "every_move": self.every_move}
        return f"{json.dumps({'job': self.job, **self.position.as_json(), **how})}\n".encode()

    @classmethod
    def from_line(cls, line: bytes) -> "SearchRequest":
        """Read what `as_line` wrote."""
        data = json.loads(line)
        position = Position(Rules.parse(data["game"]), data["cells"], data["turn"])
        limit = Limit(data["depth"], data["nodes"], data["seconds"])
        return cls(data["job"], position, data["by"], limit, data["every_move"])


def choose(request: SearchRequest) -> Events:
    """The move of a player."""
    player = player_named(request.by, random.Random())
    started = time.perf_counter()
    move = player.choose(request.position, request.limit)
    yield "done", as_text({"move": move, "seconds": time.perf_counter() - started})


def analysis(request: SearchRequest) -> Events:
    """The value of every move."""
    position, every_move = request.position, request.every_move
    found = analyse(position, request.by, request.limit, every_move=every_move)
    yield "done", as_text(found.as_json())


def trace(request: SearchRequest) -> Events:
    """Every node of a search."""
    return watch(request.position, method_named(request.by), request.limit)


def comparison(request: SearchRequest) -> Events:
    """All methods side by side."""
    position, limit = request.position, request.limit
    for method in METHODS.values():
        if reason := method.why_not(position, limit):
            yield "row", as_text({"method": method.name, "why_not": reason})
            continue
        if position.empty > SMALL:  # on small boards the clock would cost more than it saves
            share = SHARE_BY_THE_CLOCK if method.reach is None else SHARE
            limit = replace(limit, seconds=share)
        yield "row", as_text(compared(position, method, limit, random.Random(0)))
    yield "done", "{}"


JOBS: dict[str, Callable[[SearchRequest], Events]] = {
    "choose": choose,
    "analysis": analysis,
    "trace": trace,
    "comparison": comparison,
}


def answer(request: SearchRequest) -> Events:
    """The events that answer a request."""
    try:
        yield from JOBS[request.job](request)
    except OutOfReach as error:
        yield "refused", as_text(str(error))


def main() -> None:
    """Answer requests until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if sys.platform == "linux":  # a process that waits does not notice the end of stdin
        ctypes.CDLL(None).prctl(DIES_WITH_THE_SERVER, signal.SIGKILL)
    if PAUSES:  # the time that this process waits is not what a search takes
        vars(time)["perf_counter"] = time.process_time
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=[requests], daemon=True).start()
    with open(1, "wb", buffering=0, closefd=False) as out:
        out.write(f"{READY} {{}}\n".encode())
        while True:
            for event, data in answer(SearchRequest.from_line(requests.get())):
                out.write(f"{event} {data}\n".encode())


def _read(requests: SimpleQueue[bytes]) -> None:
    """Pass requests on, even during a search, so that the end of stdin is noticed."""
    with open(0, "rb", closefd=False) as lines:
        for line in lines:
            requests.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
