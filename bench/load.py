"""Many players, and a class with the values switched on, on one server.

    python bench/load.py [PLAYERS] [SECONDS] [STUDENTS]

The players make one move a second each, against `hard`, from ten addresses. Every player has a tab
open: one connection for its moves and one for events. A second run adds clients that misbehave: one
reads a large trace at a byte a second, others leave in the middle of a search.

The students look at the values of Gomoku, all from one address, as a class does, each in a browser
of its own; every few seconds they make a move, and want the values of the next position. Each also
plays a game against `hard`, a move a second. One more watches small searches. Then the same with a
greedy client at the same address, and with one at another address that makes up a new name for each
request.

The server is a separate process on 127.0.0.1 with a new database. The results are written to
bench/load.md; with 0 players or 0 students, that part is left out and stays as it is.
"""

import asyncio
import json
import os
import platform
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

REPORT = Path(__file__).with_name("load.md")
EMPTY = "." * 9
SMALL = "x.oo.x..x"
CLASSES = 10  # the players sit behind so many addresses


@dataclass
class Measured:
    """What happened to the players."""

    latencies: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    moves: int = 0

    def add(self, what: str, started: float) -> None:
        """Something has come that was asked for at that time."""
        self.latencies.setdefault(what, []).append(time.perf_counter() - started)

    def at(self, what: str, part: float) -> float:
        """The latency that so large a part does not exceed, in seconds."""
        ranked = sorted(self.latencies.get(what, [])) or [float("nan")]
        return ranked[min(len(ranked) - 1, int(len(ranked) * part))]


class Connection:
    """A connection to the server that stays open."""

    def __init__(self, port: int, name: str = "", address: str = "127.0.0.1") -> None:
        self._port = port
        self._name = name
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Its reader and its writer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0)
            )
        return self._streams

    async def send(self, path: str, data: Any = None) -> None:
        """Send a request: GET without data, else POST."""
        _, writer = await self.open()
        body = b"" if data is None else json.dumps(data).encode()
        head = [
            f"{'POST' if body else 'GET'} /api/v1{path} HTTP/1.1",
            f"Host: 127.0.0.1:{self._port}",
        ]
        if self._name:
            head.append(f"Noughts-Client: {self._name}")
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


async def follow(connection: Connection, game_id: str) -> None:
    """Listen to what happens in a game, as the page does."""
    try:
        await connection.send(f"/games/{game_id}/events")
        reader, _ = await connection.open()
        while await reader.read(65536):
            pass
    finally:
        connection.close()


async def play(
    port: int, until: float, measured: Measured, seed: int, name: str, address: str = "127.0.0.1"
) -> None:
    """A student: a move, the reply, and a look at the board for the rest of the second."""
    chance, connection = random.Random(seed), Connection(port, name, address)
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
                listener = asyncio.create_task(follow(Connection(port, name, address), game["id"]))
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
    measured.add(what, started)
    if status != 200:
        raise ValueError(f"{status}: {game}")
    found: dict[str, Any] = game
    return found


SEARCHES = [
    ("/trace", {"game": "3x3x3", "cells": EMPTY, "method": "minimax", "nodes": 200_000}),
    ("/analysis", {"game": "15x15x5", "cells": "", "seconds": 30}),
    ("/comparison", {"game": "3x3x3", "cells": EMPTY}),
]


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
    while True:
        connection = Connection(port)
        try:
            await connection.send(*chance.choice(SEARCHES))
            await asyncio.sleep(chance.uniform(0.1, 1.0))
        finally:
            connection.close()


# A class, and somebody greedy


async def look_at_values(port: int, until: float, measured: Measured, seed: int) -> None:
    """A student with the values on: a move on the Gomoku board, the values, a while to think."""
    chance, name = random.Random(seed), f"student-{seed}"
    connection = Connection(port, name)
    await asyncio.sleep(chance.random())
    game: dict[str, Any] = {}
    try:
        while time.perf_counter() < until:
            if not game or game["outcome"]:
                _, game = await connection.ask("/games", {"game": "15x15x5"})
            near = [cell for cell in game["legal"] if cell[0] in "fghij" and cell[1:] in "6789"]
            move = {"revision": game["revision"], "move": chance.choice(near or game["legal"])}
            path = f"/games/{game['id']}/moves"
            game = await timed("Gomoku move", connection, path, move, measured)
            if not game["outcome"]:
                await values(Connection(port, name), game, chance.uniform(3, 8), measured)
    except (OSError, KeyError, ValueError, asyncio.IncompleteReadError) as error:
        measured.errors.append(repr(error))
    finally:
        connection.close()


async def values(
    connection: Connection, game: dict[str, Any], seconds: float, measured: Measured
) -> None:
    """The values of a position for so long, and how soon the first of them come."""
    started, seen, asked = time.perf_counter(), b"", False
    where = {key: game[key] for key in ("game", "cells", "turn")}
    try:
        await connection.send("/analysis", {**where, "seconds": 15})
        reader, _ = await connection.open()
        async with asyncio.timeout(seconds):
            while more := await reader.read(65536):
                seen += more
                if not asked and (b"event: progress" in seen or b"event: done" in seen):
                    asked = True
                    measured.add("first value", started)
            await asyncio.sleep(seconds)
    except TimeoutError:
        pass
    finally:
        connection.close()
    if not seen.startswith(b"HTTP/1.1 200") or b"event: error" in seen:
        measured.errors.append(seen[:200].decode(errors="replace"))
    if not asked:  # it was not there when it was no longer wanted
        measured.add("first value", started)


async def watch(port: int, until: float, measured: Measured, *, once: bool = False) -> None:
    """A student who watches small searches: a tree of 35 nodes, every second."""
    while once or time.perf_counter() < until:
        connection, started, seen = (
            Connection(port, "student-who-watches"),
            time.perf_counter(),
            b"",
        )
        try:
            await connection.send("/trace", {"game": "3x3x3", "cells": SMALL, "turn": "o"})
            reader, _ = await connection.open()
            while b"event: done" not in seen and (more := await reader.read(65536)):
                seen += more
            measured.add("tree of 35 nodes", started)
        finally:
            connection.close()
        if b"event: done" not in seen:
            measured.errors.append(seen[:200].decode(errors="replace"))
        await asyncio.sleep(1)
        once = False


Who: TypeAlias = Callable[[], Connection]
Job: TypeAlias = Coroutine[Any, Any, None]


async def think(who: Who) -> None:
    """Let the engine think in a game, for half a minute a move."""
    connection = who()
    players = {mark: {"name": "engine", "seconds": 30} for mark in "xo"}
    try:
        _, game = await connection.ask("/games", {"game": "15x15x5", "players": players})
        while True:
            asked = {"revision": game["revision"]}
            status, answer = await connection.ask(f"/games/{game['id']}/reply", asked)
            game = answer if status == 200 else game
            await asyncio.sleep(status != 200)
    finally:
        connection.close()


async def read_nothing(who: Who) -> None:
    """Ask for large traces, and read none of them."""
    while True:
        connection = who()
        try:
            asked = {"game": "3x3x3", "cells": EMPTY, "method": "minimax", "nodes": 200_000}
            await connection.send("/trace", asked)
            await asyncio.sleep(30)
        finally:
            connection.close()


async def begin_games(who: Who) -> None:
    """Begin games, as many as the server lets."""
    connection = who()
    try:
        while True:
            await connection.ask("/games", {"game": "15x15x5"})
    finally:
        connection.close()


async def trace_and_compare(who: Who, seed: int) -> None:
    """Searches of all kinds, one after the other."""
    chance = random.Random(seed)
    while True:
        connection = who()
        try:
            await connection.send(*chance.choice(SEARCHES))
            reader, _ = await connection.open()
            async with asyncio.timeout(10):
                while await reader.read(65536):
                    pass
        except TimeoutError:
            pass
        finally:
            connection.close()


def greedy(who: Who) -> list[Job]:
    """All that one client can think of."""
    return [
        *(think(who) for _ in range(40)),
        *(read_nothing(who) for _ in range(64)),
        *(begin_games(who) for _ in range(4)),
        *(trace_and_compare(who, seed) for seed in range(4)),
    ]


# Measuring


async def beside(work: Sequence[Job], others: Sequence[Job], ahead: float = 0) -> None:
    """Do the work, and the others until it is done; they begin so many seconds earlier."""
    tasks = [asyncio.create_task(each) for each in others]
    await asyncio.sleep(ahead)
    await asyncio.gather(*work)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def run(port: int, players: int, seconds: float, nuisance: bool) -> Measured:
    """Run all players at once, and with `nuisance` the clients that misbehave."""
    measured, until = Measured(), time.perf_counter() + seconds
    others = [read_slowly(port)] if nuisance else []
    others += [leave_early(port, seed) for seed in range(4 * nuisance)]
    work = [
        play(port, until, measured, seed, f"player-{seed}", f"127.0.0.{1 + seed % CLASSES}")
        for seed in range(players)
    ]
    await beside(work, others)
    return measured


async def run_class(port: int, students: int, seconds: float, who: Who | None) -> Measured:
    """Run the class and, if there is one, the greedy client, which came first."""
    ahead = 5 if who else 0
    await watch(port, 0, Measured(), once=True)  # the server has been there for a while
    measured, until = Measured(), time.perf_counter() + ahead + seconds
    work = [look_at_values(port, until, measured, seed) for seed in range(students)]
    work += [play(port, until, measured, seed, f"student-{seed}") for seed in range(students)]
    work.append(watch(port, until, measured))
    await beside(work, greedy(who) if who else [], ahead)
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


def processor_seconds() -> float:
    """What ended processes have used; other work on the machine changes it less than latencies."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(title: str, measured: Measured, seconds: float) -> list[str]:
    """The figures as a section of the report."""
    lines = [f"## {title}", ""]
    lines.append(
        f"{measured.moves / seconds:.0f} moves and replies a second, "
        f"{len(measured.errors)} refused or failed."
    )
    lines += [
        "",
        "| ms | times | p50 | p90 | p95 | p99 | max |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for what, latencies in measured.latencies.items():
        figures = [measured.at(what, part) for part in (0.5, 0.9, 0.95, 0.99, 1)]
        cells = [f"{len(latencies)}", *(f"{value * 1000:.0f}" for value in figures)]
        lines.append(f"| {what} | {' | '.join(cells)} |")
    return [*lines, *(f"- {error}" for error in measured.errors[:5]), ""]


def factors(usual: Measured, others: Mapping[str, Measured]) -> list[str]:
    """How much longer everything takes the others beside somebody greedy."""
    lines = ["## What somebody greedy changes", "", "| times as long | median | p95 |"]
    lines.append("|---|---:|---:|")
    for title, measured in others.items():
        for what in ("first value", "tree of 35 nodes", "Gomoku move", "move", "reply"):
            parts = (measured.at(what, part) / usual.at(what, part) for part in (0.5, 0.95))
            lines.append(f"| {what}, {title} | " + " | ".join(f"{x:.1f}" for x in parts) + " |")
    return [*lines, ""]


def circumstances(seconds: float, players: int, students: int) -> list[str]:
    """The command, and what else there is to know."""
    return [
        f"`python bench/load.py {players} {seconds:g} {students}`, "
        f"Python {platform.python_version()}, {os.cpu_count()} cores shared by the server and all "
        f"its clients. Before it began, the load of the machine was {os.getloadavg()[0]:.1f}.",
        "",
    ]


async def measure_players(players: int, seconds: float) -> list[str]:
    """The part of the report about many players."""
    lines = [f"# {players} players on one server, a move a second each, against `hard` on 3x3", ""]
    lines += circumstances(seconds, players, 0)
    lines += ["Each player also listens to the events of its game.", ""]
    runs = {
        "Players only": False,
        "With one who reads a byte a second and four who leave in the middle of searches": True,
    }
    for title, nuisance in runs.items():
        before = processor_seconds()
        async with server() as port:
            found = await run(port, players, seconds, nuisance)
        cores = (processor_seconds() - before) / seconds
        lines += table(title, found, seconds)
        lines += [f"The server and its processes used {cores:.2f} of a core.", ""]
    return lines


async def measure_class(students: int, seconds: float) -> list[str]:
    """The part of the report about a class."""
    lines = [f"# {students} students with the values of Gomoku switched on", ""]
    lines += circumstances(seconds, 0, students)
    lines += [
        "They share an address. Each makes a move every 3 to 8 seconds and asks for the values,",
        "for 15 seconds; and plays 3x3 against `hard`, a move a second. One more watches small",
        "searches. The greedy client has 40 games against the engine at 30 seconds a move, asks",
        "for 64 large traces that it does not read, begins games as fast as it can, and wants",
        "traces, analyses and comparisons.",
        "",
    ]
    fresh = count()
    found: dict[str, Measured] = {}
    for title, maker in {
        "the class alone": None,
        "with one greedy client at its address": lambda port: Connection(port, "greedy-1"),
        "with one at another address that makes up names": lambda port: Connection(
            port, f"greedy-{next(fresh)}", "127.0.0.2"
        ),
    }.items():
        async with server() as port:
            who = partial(maker, port) if maker else None
            found[title] = await run_class(port, students, seconds, who)
        lines += table(title.capitalize(), found[title], seconds)
    usual = found.pop("the class alone")
    return lines + factors(usual, found)


def write(part: list[str], about: str) -> None:
    """Put a part into the report; the others stay."""
    others = re.split(r"^(?=# )", REPORT.read_text(encoding="utf-8"), flags=re.MULTILINE)
    kept = [each.strip() for each in others if each and about not in each.splitlines()[0]]
    found = "\n".join(part).strip()
    sys.stdout.write(f"{found}\n\n")
    parts = [found, *kept] if about == "players" else [*kept, found]
    REPORT.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


async def main() -> None:
    """Measure, print, write."""
    given = dict(enumerate(map(float, sys.argv[1:])))
    players, seconds, students = int(given.get(0, 300)), given.get(1, 30), int(given.get(2, 30))
    if players:
        write(await measure_players(players, seconds), "players")
    if students:
        write(await measure_class(students, seconds), "students")


if __name__ == "__main__":
    asyncio.run(main())
