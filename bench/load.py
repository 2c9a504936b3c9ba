"""A class of students on one server, all at once: one move a second each, against `hard`.

    python bench/load.py [PLAYERS] [SECONDS]

Every player has a tab open: one connection for its moves and one for events. The server is a
separate process on 127.0.0.1 with a new database. A second run adds clients that misbehave: one
reads a large trace at a byte a second, others leave in the middle of a search. The results are
written to bench/load.md.
"""

import asyncio
import json
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

REPORT = Path(__file__).with_name("load.md")
EMPTY = "." * 9


@dataclass
class Measured:
    """What happened to the players."""

    latencies: dict[str, list[float]] = field(default_factory=lambda: {"move": [], "reply": []})
    errors: list[str] = field(default_factory=list)
    moves: int = 0


class Connection:
    """A connection to the server that stays open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Its reader and its writer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return self._streams

    async def send(self, path: str, data: Any = None) -> None:
        """Send a request: GET without data, else POST."""
        _, writer = await self.open()
        body = b"" if data is None else json.dumps(data).encode()
        head = [
            f"{'POST' if body else 'GET'} /api/v1{path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
        ]
        if body:
            head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        await writer.drain()

    async def ask(self, path: str, data: Any = None) -> tuple[int, Any]:
        """The status and the answer to a request."""
        await self.send(path, data)
        reader, _ = await self.open()
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        return int(head.split()[1]), json.loads(await reader.readexactly(length))

    def close(self) -> None:
        """Leave at once, even in the middle of a request."""
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None


async def follow(port: int, game_id: str) -> None:
    """Listen to what happens in a game, as the page does."""
    connection = Connection(port)
    try:
        await connection.send(f"/games/{game_id}/events")
        reader, _ = await connection.open()
        while await reader.read(65536):
            pass
    finally:
        connection.close()


async def play(port: int, until: float, measured: Measured, seed: int) -> None:
    """A student: a move, the reply, and a look at the board for the rest of the second."""
    chance, connection = random.Random(seed), Connection(port)
    await asyncio.sleep(chance.random())
    game: dict[str, Any] | None = None
    listener: asyncio.Task[None] | None = None
    try:
        while time.perf_counter() < until:
            started = time.perf_counter()
            if game is None or game["outcome"]:
                players = {"x": {"name": "human"}, "o": {"name": "hard"}}
                _, game = await connection.ask("/games", {"game": "3x3x3", "players": players})
                if listener:
                    listener.cancel()
                listener = asyncio.create_task(follow(port, game["id"]))
            move = {"revision": game["revision"], "move": chance.choice(game["legal"])}
            game = await timed("move", connection, f"/games/{game['id']}/moves", move, measured)
            if not game["outcome"]:
                which = {"revision": game["revision"]}
                game = await timed(
                    "reply", connection, f"/games/{game['id']}/reply", which, measured
                )
            measured.moves += 1
            await asyncio.sleep(max(0.0, started + 1 - time.perf_counter()))
    except (OSError, KeyError, ValueError, asyncio.IncompleteReadError) as error:
        measured.errors.append(repr(error))
    finally:
        connection.close()
        if listener:
            listener.cancel()
            await asyncio.gather(listener, return_exceptions=True)


async def timed(
    what: str, connection: Connection, path: str, data: Any, measured: Measured
) -> dict[str, Any]:
    """The game after a change; `measured` records how long it took."""
    started = time.perf_counter()
    status, game = await connection.ask(path, data)
    measured.latencies[what].append(time.perf_counter() - started)
    if status != 200:
        raise ValueError(f"{status}: {game}")
    found: dict[str, Any] = game
    return found


async def read_slowly(port: int) -> None:
    """Read a trace of half a megabyte, a byte a second."""
    connection = Connection(port)
    try:
        await connection.send("/trace", {"game": "3x3x3", "cells": EMPTY})
        reader, _ = await connection.open()
        while await reader.read(1):
            await asyncio.sleep(1)
    finally:
        connection.close()


async def leave_early(port: int, seed: int) -> None:
    """Start long searches, one after the other, and wait for none of them."""
    chance = random.Random(seed)
    searches = [
        ("/trace", {"game": "3x3x3", "cells": EMPTY, "method": "minimax", "nodes": 200_000}),
        ("/analysis", {"game": "15x15x5", "cells": "", "seconds": 30}),
        ("/comparison", {"game": "3x3x3", "cells": EMPTY}),
    ]
    while True:
        connection = Connection(port)
        try:
            await connection.send(*chance.choice(searches))
            await asyncio.sleep(chance.uniform(0.1, 1.0))
        finally:
            connection.close()


async def run(port: int, players: int, seconds: float, nuisance: bool) -> Measured:
    """Run all players at once, and with `nuisance` the clients that misbehave."""
    measured, until = Measured(), time.perf_counter() + seconds
    others = [asyncio.create_task(read_slowly(port))] if nuisance else []
    others += [asyncio.create_task(leave_early(port, seed)) for seed in range(4 * nuisance)]
    await asyncio.gather(*(play(port, until, measured, seed) for seed in range(players)))
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    return measured


@asynccontextmanager
async def server() -> AsyncIterator[int]:
    """A server with a new database; its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "noughts", "web", "--no-open", "--port", "0"]
        process = await asyncio.create_subprocess_exec(
            *command, "--database", f"{folder}/games.sqlite3", stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        line = (await process.stdout.readline()).decode()
        try:
            yield urlsplit(line.split()[3]).port or 0
        finally:
            process.terminate()
            await process.wait()


def table(title: str, measured: Measured, seconds: float) -> list[str]:
    """The figures as a section of the report."""
    errors = len(measured.errors)
    lines = [f"## {title}", ""]
    lines.append(f"{measured.moves / seconds:.0f} moves and replies a second, {errors} errors.")
    lines += ["", "| ms | p50 | p90 | p99 | max |", "|---|---:|---:|---:|---:|"]
    for what, latencies in measured.latencies.items():
        ranked = sorted(latencies)
        figures = [
            ranked[min(len(ranked) - 1, int(len(ranked) * part))] for part in (0.5, 0.9, 0.99, 1)
        ]
        lines.append(f"| {what} | " + " | ".join(f"{value * 1000:.0f}" for value in figures) + " |")
    return [*lines, *(f"- {error}" for error in measured.errors[:5]), ""]


RUNS = {
    "Players only": False,
    "With a client that reads a byte a second and four that leave in the middle of searches": True,
}


async def main() -> None:
    """Measure, print, write."""
    words = [*sys.argv[1:], "", ""]
    players, seconds = int(words[0] or 300), float(words[1] or 30)
    lines = [f"# {players} players on one server, a move a second each, against `hard` on 3x3", ""]
    lines += [
        f"`python bench/load.py {players} {seconds:g}`, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores shared by the server and the players.",
        "Each player also listens to the events of its game.",
        "",
    ]
    for title, nuisance in RUNS.items():
        async with server() as port:
            measured = await run(port, players, seconds, nuisance)
        found = table(title, measured, seconds)
        sys.stdout.write("\n".join(found) + "\n")
        lines += found
    REPORT.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
