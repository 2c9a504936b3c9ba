"""A process for searches in Python, which cannot be stopped from outside but can be killed.

It reads requests from stdin, a line of JSON each, and answers with lines `EVENT JSON`, the last one
`done` or `refused`. When stdin ends, because the server has gone, it leaves at once, whatever it
is doing. Its argument says how far it stands back for others, as `nice` counts.

    {"job": "choose", "game": "3x3x3", "cells": ".........", "turn": "x", "player": "minimax"}
    done {"move":0,"seconds":0.9}
"""

import json
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, TypeAlias

from noughts.analysis import NO_LIMIT, Limit
from noughts.errors import OutOfReach
from noughts.methods import METHODS, Method, analyse, compared, method_named
from noughts.players import player_named
from noughts.position import Position
from noughts.rules import Rules
from noughts.web.answers import as_text
from noughts.web.watching import watch

__all__ = ["JOBS", "main"]

Events: TypeAlias = Iterator[tuple[str, str]]

SMALL = 9  # empty cells: up to here every method sees all games to their ends
SHARE = 5.0  # seconds that a method gets in a comparison, where it might take longer


def choose(position: Position, request: dict[str, Any]) -> Events:
    """The move of a player."""
    player = player_named(request["player"], random.Random())
    started = time.perf_counter()
    move = player.choose(position, _limit(request))
    yield "done", as_text({"move": move, "seconds": time.perf_counter() - started})


def analysis(position: Position, request: dict[str, Any]) -> Events:
    """The value of every move."""
    found = analyse(position, request["method"], _limit(request), every_move=request["every_move"])
    yield "done", as_text(found.as_json())


def trace(position: Position, request: dict[str, Any]) -> Events:
    """Every node of a search."""
    return watch(position, method_named(request["method"]), _limit(request))


def comparison(position: Position, request: dict[str, Any]) -> Events:
    """All methods side by side."""
    for method in METHODS.values():
        if reason := method.why_not(position):
            yield "row", as_text({"method": method.name, "why_not": reason})
        else:
            row = compared(position, method, _share(position, method), random.Random(0))
            yield "row", as_text(row)
    yield "done", "{}"


def _share(position: Position, method: Method) -> Limit:
    """On small boards none: looking at the clock after every node would cost time."""
    if position.empty > SMALL:
        return Limit(seconds=SHARE if method.reach is not None else 2)
    return Limit(depth=max(1, position.empty)) if method.reach is None else NO_LIMIT


JOBS: dict[str, Callable[[Position, dict[str, Any]], Events]] = {
    "choose": choose,
    "analysis": analysis,
    "trace": trace,
    "comparison": comparison,
}


def answer(request: dict[str, Any]) -> Events:
    """The events that a request is answered with."""
    position = Position(_rules(request["game"]), request["cells"], request["turn"])
    try:
        yield from JOBS[request["job"]](position, request)
    except OutOfReach as error:
        yield "refused", as_text(str(error))


_rules = lru_cache(256)(Rules.parse)  # the same object each time: it remembers its lines


def _limit(request: dict[str, Any]) -> Limit:
    return Limit(request.get("depth"), request.get("nodes"), request.get("seconds"))


def main() -> None:
    """Answer requests until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then leaves
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_read, args=[requests], daemon=True).start()
    with open(1, "wb", buffering=0, closefd=False) as out:
        while True:
            for event, data in answer(json.loads(requests.get())):
                out.write(f"{event} {data}\n".encode())


def _read(requests: SimpleQueue[bytes]) -> None:
    """Pass requests on, also while a search is under way, so that the end is noticed."""
    with open(0, "rb", closefd=False) as lines:
        for line in lines:
            requests.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
