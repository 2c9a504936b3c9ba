"""The server is fair: searches take turns, clients have limits, and nobody holds up the others."""

import asyncio
import json
import logging
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from browser import Visitor, browser, server, visitor
from playwright.sync_api import Route, expect
from starlette.exceptions import HTTPException
from uvicorn.server import ServerState
from web import Server as WebServer
from web import begin, ok, post, runs, sentence, soon
from web import client as a_client
from web import server as a_server

from noughts import Position, Rules, analyse
from noughts.players import OPPONENTS
from noughts.records import Record
from noughts.rules import Mark
from noughts.web import search_processes
from noughts.web.capacity import Places, Rate
from noughts.web.clients import Client, client_of, network
from noughts.web.connections import Connection, Open
from noughts.web.database import Database
from noughts.web.games import Games
from noughts.web.quotas import Pace, Quotas, Share
from noughts.web.requests import AnalysisRequest, TraceRequest
from noughts.web.responses import of_thought
from noughts.web.search_process import SearchRequest
from noughts.web.search_processes import SearchProcesses
from noughts.web.searches import Searches
from noughts.web.streams import Feed, Unread
from noughts.web.thinking import Thinking
from noughts.web.turns import FIRST_LOOK, MUCH, SILENCE, Turn, Turns

__all__ = ["browser", "server", "visitor"]

MANY = Share(1000, 1000, 1000)
ANN, BOB, EVE = (Client("10.0.0.1", name) for name in ("ann", "bob", "eve"))


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Search:
    """Counts the time that it is allowed to run."""

    def __init__(self) -> None:
        self.runs = True

    def pause(self) -> None:
        self.runs = False

    def go_on(self) -> None:
        self.runs = True


class Room:
    """Turns on a clock of their own, and those who have asked for one."""

    def __init__(self, slots: int = 1, **most: Share) -> None:
        self.clock = Clock()
        self.turns = Turns(slots, {"engine": MANY, **most}, self.clock)

    async def ask(self, client: Client, kind: str = "engine", *, reply: bool = False) -> "Asked":
        """Somebody asks for a turn, and keeps it until `leave`."""
        asked = Asked()

        async def work() -> None:
            place = self.turns.place(client, kind, reply=reply, on_place=asked.places.append)
            async with place as asked.turn:
                with asked.turn.leads(asked.search):
                    await asyncio.Event().wait()

        asked.task = asyncio.create_task(work())
        await settle()
        return asked

    async def pass_(self, seconds: float) -> None:
        """Let time pass, in small steps."""
        for _ in range(round(seconds / 0.05)):
            self.clock.now += 0.05
            self.turns.look()
            await settle()


class Asked:
    """One who has asked for a turn."""

    def __init__(self) -> None:
        self.search = Search()
        self.places: list[int] = []
        self.turn: Turn | None = None
        self.task: asyncio.Task[None]

    @property
    def runs(self) -> bool:
        return self.turn is not None and self.turn.running and self.search.runs

    @property
    def used(self) -> float:
        return self.turn.used if self.turn else 0.0

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def settle() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


def in_a_room(work: Callable[[Room], Awaitable[None]], slots: int = 1, **most: Share) -> None:
    async def run() -> None:
        await work(Room(slots, **most))
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    asyncio.run(run())


# Turns


def test_as_many_run_as_there_are_slots_and_the_others_go_on_later() -> None:
    async def work(room: Room) -> None:
        asked = [await room.ask(client) for client in (ANN, BOB, EVE)]
        for _ in range(100):
            await room.pass_(0.1)
            assert sum(each.runs for each in asked) == 2
        await asked[0].leave()
        await room.pass_(0.1)
        assert [each.runs for each in asked[1:]] == [True, True]

    in_a_room(work, slots=2)


def test_everybody_gets_the_same_share_however_many_searches_they_have() -> None:
    async def work(room: Room) -> None:
        greedy = [await room.ask(EVE) for _ in range(40)]
        others = [await room.ask(client) for client in (ANN, BOB)]
        await room.pass_(45)
        for other in others:
            assert other.used == pytest.approx(15, abs=3)
        assert sum(each.used for each in greedy) == pytest.approx(15, abs=4)

    in_a_room(work)


def test_a_new_search_has_its_first_look_before_long_ones_go_on() -> None:
    async def work(room: Room) -> None:
        long = await room.ask(ANN)
        await room.pass_(30)
        new = await room.ask(BOB)
        assert (new.runs, long.runs) == (True, False), "at once"
        await room.pass_(FIRST_LOOK + 30)
        assert long.used > 40, "and both go on later"

    in_a_room(work)


def test_thirty_students_who_all_come_at_once_each_see_something_soon() -> None:
    """The first look of each takes 50 ms here; a greedy client came before them."""

    async def work(room: Room) -> None:
        for _ in range(40):
            await room.ask(EVE)
        await room.pass_(10)
        students = [await room.ask(Client("10.0.0.1", f"student {i}")) for i in range(30)]
        began, seen = room.clock.now, list[float]()
        while len(seen) < 30:
            await room.pass_(0.05)
            for student in students:
                if student.turn and not student.turn.shown and student.used >= 0.05 - 1e-9:
                    room.turns.shows(student.turn)
                    seen.append(room.clock.now - began)
        assert seen[14] < 1.0
        assert seen[29] < 2.0

    in_a_room(work, slots=2)


def test_who_makes_up_names_has_the_share_of_a_class_and_no_more() -> None:
    async def work(room: Room) -> None:
        made_up = [await room.ask(Client("10.6.6.6", f"name {i}")) for i in range(60)]
        students = [await room.ask(Client("10.0.0.1", f"student {i}")) for i in range(30)]
        await room.pass_(30)  # until each of them had its first look
        before = sum(each.used for each in students)
        await room.pass_(20)
        assert sum(each.used for each in students) - before > 0.4 * 2 * 20
        assert sum(each.used for each in made_up) > 0.4 * 2 * 20

    in_a_room(work, slots=2)


def test_the_start_of_a_process_is_no_part_of_the_first_look() -> None:
    async def work(room: Room) -> None:
        async with room.turns.place(ANN, "engine") as turn:
            await room.pass_(3)
            with turn.leads(Search()):
                assert (turn.used, turn.is_new) == (0, True)
                await room.pass_(0.1)
            with turn.leads(Search()):
                assert turn.used == pytest.approx(0.1)

    in_a_room(work)


def test_many_short_searches_are_not_always_first() -> None:
    """Whoever asks again and again has soon used as much as the others."""

    async def work(room: Room) -> None:
        patient = await room.ask(ANN)
        for _ in range(150):
            short = await room.ask(EVE)
            await room.pass_(0.2)
            await short.leave()
        assert patient.used > 30 / 2 - MUCH

    in_a_room(work)


def test_a_reply_comes_before_an_analysis() -> None:
    async def work(room: Room) -> None:
        analysis = await room.ask(ANN)
        await room.pass_(1)
        reply = await room.ask(BOB, reply=True)
        assert reply.runs
        await room.pass_(0.9)
        assert reply.used == pytest.approx(0.9)
        await reply.leave()
        assert analysis.runs

    in_a_room(work)


def test_who_waits_is_told_the_place_but_not_about_short_waits() -> None:
    async def work(room: Room) -> None:
        asked = [await room.ask(client, "process") for client in (ANN, BOB, EVE)]
        await room.pass_(SILENCE / 2)
        assert [each.places for each in asked] == [[], [], []]
        await room.pass_(SILENCE)
        assert [each.places for each in asked] == [[], [1], [2]]
        await asked[0].leave()
        await room.pass_(2 * SILENCE)
        assert [each.places for each in asked] == [[], [1], [2, 1]]
        await asked[1].leave()
        assert asked[2].runs

    in_a_room(work, process=Share(1, 1, 1))


def test_only_so_many_have_begun_but_short_ones_need_not_wait_for_them() -> None:
    async def work(room: Room) -> None:
        mine = [await room.ask(ANN, "process") for _ in range(3)]
        await room.pass_(3)
        assert [each.turn is not None for each in mine] == [True, True, False]
        other = await room.ask(BOB, "process")
        assert other.runs
        await mine[2].leave()
        assert room.turns.waiting == []

    in_a_room(work, process=Share(4, 4, 2))


def test_pauses_do_not_count_for_a_deadline() -> None:
    async def wait() -> float:
        turn = Turn(ANN, "engine", reply=False, on_place=None)
        asyncio.get_running_loop().call_later(0.3, turn.run)
        started = time.monotonic()
        with pytest.raises(TimeoutError):
            await _within(turn, 0.1)
        return time.monotonic() - started

    assert 0.35 < asyncio.run(wait()) < 20


async def _within(turn: Turn, seconds: float) -> None:
    async with turn.within(seconds):
        await asyncio.sleep(30)


# Clients and their limits


def test_who_a_client_is() -> None:
    def scope(host: str, *headers: tuple[bytes, bytes]) -> dict[str, Any]:
        return {"client": (host, 4711), "headers": headers}

    assert client_of(scope("10.0.0.7", (b"noughts-client", b"0123abcd"))) == Client(
        "10.0.0.7", "0123abcd"
    )
    for nonsense in (b"", b"short", b"x" * 41, b"no spaces here", b"\xff" * 9):
        found = client_of(scope("10.0.0.7", (b"noughts-client", nonsense)))
        assert found == Client("10.0.0.7", "port 4711")
    assert client_of({"headers": []}).address == ""
    assert network("2001:db8::1") == network("2001:db8::ffff:2") == "2001:db8::/64"
    assert network("::ffff:10.0.0.7") == "10.0.0.7"
    assert network("fe80::1%eth0") == "fe80::/64"


def test_places_for_all_for_an_address_and_for_a_client() -> None:
    places = Places(Share(total=4, address=3, client=2), "doors are open")
    with ExitStack() as held:
        for client in (ANN, ANN, BOB, Client("10.0.0.2", "ann")):
            held.enter_context(places.place(client))
        for client, words in {
            ANN: "too many doors are open for you: try again in 5 seconds",
            EVE: "too many doors are open from your address: try again in 5 seconds",
            Client("10.0.0.3", "ann"): "too many doors are open: try again in 5 seconds",
        }.items():
            with pytest.raises(HTTPException, match=words):
                held.enter_context(places.place(client))
    assert not places.taken


def test_a_rate_lets_a_burst_pass_and_then_some_a_second() -> None:
    clock = Clock()
    rate = Rate(Pace(3, 0.5), Pace(5, 10), "new games", clock)
    for _ in range(3):
        rate.take(ANN)
    with pytest.raises(
        HTTPException, match="too many new games: try again in 2 seconds"
    ) as refused:
        rate.take(ANN)
    assert refused.value.headers == {"retry-after": "2"}
    for _ in range(2):
        rate.take(BOB)
    with pytest.raises(HTTPException, match="too many new games: try again in 1 second"):
        rate.take(EVE)
    clock.now += 2
    rate.take(ANN)
    with pytest.raises(HTTPException):
        rate.take(ANN)


def test_games_are_begun_at_a_human_pace(tmp_path: Path) -> None:
    quotas = Quotas(client_begins=Pace(3, 0.01), address_begins=Pace(5, 0.01))
    with a_client(tmp_path / "games.sqlite3", quotas) as asking:
        for _ in range(3):
            begin(asking)
        refused = post(asking, "/games", {"game": "3x3x3"})
        assert sentence(refused, 429).startswith("too many new games: try again in ")
        asking.headers["Noughts-Client"] = "somebody-else"
        begin(asking)
        begin(asking)
        assert post(asking, "/games", {"game": "3x3x3"}).status_code == 429


def test_an_address_pushes_out_its_own_games_and_those_of_nobody_else(tmp_path: Path) -> None:
    async def crowd() -> None:
        games = Games(Database(tmp_path / "games.sqlite3"), most=20, most_of_one=8)
        record = Record(Position(), {"x": "human", "o": "human"})
        no_clock: dict[Mark, float | None] = {"x": None, "o": None}
        try:
            kept = [await games.begin(record, no_clock, f"10.0.0.{i}") for i in range(10)]
            many = [await games.begin(record, no_clock, "10.6.6.6") for _ in range(40)]
            for game in [*kept, *many[-10:]]:
                assert (await games.find(game.id)).id == game.id
            newcomer = await games.begin(record, no_clock, "10.0.1.1")
            for game in [*kept, newcomer]:
                assert (await games.find(game.id)).id == game.id
            with pytest.raises(HTTPException):
                await games.find(many[-10].id)
        finally:
            await games.close()

    asyncio.run(crowd())


def test_programs_of_one_client_that_think_at_once(tmp_path: Path) -> None:
    async def ask() -> list[Any]:
        searches = Searches(Quotas(thinking=Share(9, 9, 2), slots=1))
        position = Position(Rules.parse("15x15x5"))
        choose = partial(searches.choose, OPPONENTS["engine"], position)
        try:
            long = [asyncio.create_task(choose(30, EVE)) for _ in range(2)]
            await asyncio.sleep(0.1)
            with pytest.raises(HTTPException, match="too many programs are thinking for you"):
                await choose(30, EVE)
            move, spent = await choose(0.2, ANN)
            assert move in position.legal_moves
            assert spent < 5
            for task in long:
                task.cancel()
            return await asyncio.gather(*long, return_exceptions=True)
        finally:
            await searches.close()

    assert all(isinstance(each, asyncio.CancelledError) for each in asyncio.run(ask()))


def test_a_program_that_waits_tells_its_place_and_when_it_begins(tmp_path: Path) -> None:
    """To those who follow the game; the first game keeps the only slot busy for a while."""

    async def ask() -> list[int]:
        searches = Searches(Quotas(slots=1, engines=Share(1, 1, 1)))
        position, places = Position(Rules.parse("15x15x5")), list[int]()
        choose = partial(searches.choose, OPPONENTS["engine"], position)
        thinking = Thinking()
        queued = thinking.queued("game", 7)
        try:
            with thinking.following("game", lambda news: places.append(_place(*news))):
                long = asyncio.create_task(choose(1.5, EVE))
                await asyncio.sleep(0.1)
                await choose(0.1, ANN, None, queued)
            await long
            return places
        finally:
            await searches.close()

    assert asyncio.run(ask()) == [1, 0]


def test_a_program_tells_at_last_what_it_has_found() -> None:
    """However soon after the last time: the page keeps it beside the players."""

    async def think() -> list[int]:
        thinking, seen = Thinking(), list[int]()
        found = of_thought(analyse("xx.oo....", "alpha-beta"))

        def see(news: tuple[str, str]) -> None:
            seen.append(json.loads(news[1])["depth"])

        with thinking.following("game", see), thinking.about("game", 7) as told:
            for depth in (1, 2, 3):
                told({**found, "depth": depth})
            await asyncio.sleep(0)
        return seen

    assert asyncio.run(think()) == [1, 3]


def _place(event: str, data: str) -> int:
    said = json.loads(data)
    assert (event, said["id"], said["revision"]) == ("queued", "game", 7)
    return int(said["place"])


# Real searches


def test_a_class_sees_values_at_once_although_each_search_is_long() -> None:
    """Twelve analyses of half a minute each: all have shown something before any has finished."""

    async def look() -> list[bytes]:
        searches = Searches(Quotas())
        asked = AnalysisRequest(game="15x15x5", cells="", seconds=30)
        feeds = [Feed(Client("10.0.0.1", f"student {i}")) for i in range(12)]
        tasks = [asyncio.create_task(searches.analyse(feed, asked)) for feed in feeds]
        try:
            async with asyncio.timeout(20):
                first = [await _first_value(feed) for feed in feeds]
            assert len(searches.turns.running) <= searches.quotas.slots
            assert searches.engines.used == 12
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await searches.close()
        return first

    assert all(body.startswith(b"event: progress\n") for body in asyncio.run(look()))


async def _first_value(feed: Feed) -> bytes:
    while (body := await feed.take()).startswith(b"event: queued"):
        pass
    return body


@pytest.mark.skipif(not hasattr(os, "setpriority"), reason="no priorities here")
def test_a_process_has_a_low_priority_even_while_it_starts() -> None:
    async def start() -> int:
        process = await search_processes._start(niceness=3)
        try:
            return os.getpriority(os.PRIO_PROCESS, process.pid)
        finally:
            await search_processes._end(process)

    assert asyncio.run(start()) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 3)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be paused here")
def test_a_process_pauses_and_goes_on_with_its_turn() -> None:
    async def pause() -> None:
        processes = SearchProcesses(spare=1, niceness=0)
        turn = Turn(ANN, "process", reply=False, on_place=None)
        request = SearchRequest("choose", Position.parse("x...o...."), "minimax")
        events: list[str] = []
        try:
            asked = processes.run(request, lambda _, data: events.append(data), turn)
            task = asyncio.create_task(asked)
            while not processes.busy:
                await asyncio.sleep(0.01)
            (pid,) = processes.busy
            await asyncio.sleep(0.1)
            assert _state(pid) == "T"
            assert not events
            turn.run()
            async with asyncio.timeout(60):
                await task
            assert json.loads(events[0])["seconds"] > 0
        finally:
            await processes.close()

    asyncio.run(pause())


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_paused_processes_do_not_survive_a_killed_server(tmp_path: Path) -> None:
    with a_server(tmp_path / "games.sqlite3") as running:
        body = json.dumps({"game": "2x5x5", "cells": "." * 10}).encode()
        open_ = [_request(running, "/comparison", body) for _ in range(3)]
        assert soon(lambda: "T" in map(_state, running.search_processes()))
        processes = running.search_processes()
        running.kill()
        assert soon(lambda: not any(runs(pid) for pid in processes))
        for connection in open_:
            connection.close()


def _request(running: WebServer, path: str, body: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", running.port))
    head = f"POST /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return connection


def test_a_small_tree_does_not_wait_for_places_that_large_ones_hold() -> None:
    async def wait() -> bytes:
        searches = Searches(Quotas(processes=Share(1, 1, 1)))
        await searches.open()
        large = TraceRequest(cells="." * 9, method="minimax", nodes=200_000)
        tasks = [asyncio.create_task(searches.trace(Feed(EVE), large)) for _ in range(2)]
        await asyncio.sleep(0.1)
        (queued,) = searches.turns.waiting
        assert queued.client == EVE
        async with asyncio.timeout(30):
            while not (searches.processes.busy and searches.small.ready):
                await asyncio.sleep(0.01)
        assert not searches.processes.ready, "only the small one finds a process that is ready"
        feed, last = Feed(ANN), b""
        try:
            async with asyncio.timeout(30):
                await searches.trace(feed, TraceRequest(cells="x.oo.x..x", turn="o"))
            feed.end()
            while body := await feed.take():
                last = body
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await searches.close()
        return last

    assert asyncio.run(wait()).startswith(b"event: done")


# Feeds


def test_what_nobody_reads_does_not_fill_the_memory() -> None:
    async def fill() -> None:
        unread = Unread(5 << 20)
        slow, quick = Feed(ANN, unread), Feed(BOB, unread)
        for _ in range(100):
            slow.put("nodes", "x" * 100_000)
            quick.put("row", "{}")
        assert unread.bytes < 6 << 20
        assert b"too many results are waiting to be read" in await slow.take()
        assert await slow.take() == b""
        for _ in range(100):
            assert await quick.take() == b"event: row\ndata: {}\n\n"
        assert unread.bytes == 0

    asyncio.run(fill())


def test_the_place_in_the_queue_is_an_event() -> None:
    async def wait() -> list[bytes]:
        feed = Feed()
        for place in (3, 2):
            feed.queued(place)
        return [await feed.take()]

    assert asyncio.run(wait()) == [b'event: queued\ndata: {"place":2}\n\n']


# Connections


@asynccontextmanager
async def listening(quotas: Quotas, size: int = 0) -> AsyncIterator[tuple[int, Open]]:
    """A server that answers everything with so many bytes, after it has read the header."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(size >> 16):
            await send({"type": "http.response.body", "body": bytes(1 << 16), "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    opened = Open(quotas)
    config = uvicorn.Config(app, ws="none", lifespan="off", log_config=None, access_log=False)
    make = partial(Connection, opened, config=config, server_state=ServerState(), app_state={})
    server = await asyncio.get_running_loop().create_server(make, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], opened
    finally:
        server.close()


async def _closed(reader: asyncio.StreamReader) -> bytes:
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionError:
        return b""


GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


def test_a_header_that_does_not_arrive() -> None:
    async def drip() -> None:
        async with listening(Quotas(header=0.3)) as (port, opened):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET)
            started = time.monotonic()
            assert await _closed(reader) == b""
            assert time.monotonic() - started > 0.2
            writer.close()
            await settle()
            assert opened.total == 0
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET)
            await asyncio.sleep(0.1)
            writer.write(b"Connection: close\r\n\r\n")
            assert (await _closed(reader)).startswith(b"HTTP/1.1 200")
            writer.close()

    asyncio.run(drip())


def test_a_second_request_on_a_connection_must_arrive_too() -> None:
    async def drip() -> None:
        async with listening(Quotas(header=0.3)) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET + b"\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(0.4)
            writer.write(GET)  # an idle connection stays open; half a header does not
            assert await asyncio.wait_for(reader.read(), 20) in (b"", b"0\r\n\r\n")
            writer.close()

    asyncio.run(drip())


def test_a_reader_that_does_not_read() -> None:
    async def stall() -> None:
        async with listening(Quotas(unread=0.3), size=64 << 20) as (port, opened):
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.sendall(GET + b"\r\n")
                async with asyncio.timeout(20):
                    while not opened.total:
                        await asyncio.sleep(0.01)
                    while opened.total:
                        await asyncio.sleep(0.05)

    asyncio.run(stall())


def test_a_slow_reader_is_not_cut_off() -> None:
    async def read() -> None:
        async with listening(Quotas(unread=5), size=8 << 20) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET + b"Connection: close\r\n\r\n")
            got = 0
            while more := await reader.read(1 << 19):
                got += len(more)
                await asyncio.sleep(0.01)
            assert got > 8 << 20
            writer.close()

    asyncio.run(read())


def test_too_many_connections_from_one_address() -> None:
    async def crowd() -> None:
        async with listening(Quotas(connections=Share(9, 2, 2))) as (port, opened):
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            await asyncio.sleep(0.05)
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            refusal = await _closed(reader)
            assert refusal.startswith(b"HTTP/1.1 503")
            assert b"too many connections are open: try again in 5 seconds" in refusal
            for _, each in [*held, (reader, writer)]:
                each.close()
            async with asyncio.timeout(20):
                while opened.total:
                    await asyncio.sleep(0.01)
            assert not opened.by_address

    asyncio.run(crowd())


def test_the_log_gives_no_advice(caplog: pytest.LogCaptureFixture) -> None:
    async def upgrade() -> None:
        async with listening(Quotas()) as (port, _):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(GET + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
            assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
            writer.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(upgrade())
    assert not caplog.messages


# The page


def test_the_page_shows_its_place_in_the_queue(visitor: Visitor) -> None:
    """What the server refuses is tried again by itself."""
    visitor.forgives = ("429",)
    refused: list[str] = []

    def wait(route: Route) -> None:
        path = route.request.url
        if path not in refused:
            refused.append(path)
            words = json.dumps({"error": "too many searches are open: try again in 1 second"})
            route.fulfill(status=429, body=words, headers={"Retry-After": "1"})
        elif path.endswith("/reply"):
            route.continue_()
        else:
            queued = 'event: queued\ndata: {"place": 3}\n\n'
            route.fulfill(body=queued, content_type="text/event-stream")

    searches = ("analysis", "trace", "comparison", "games/*/review", "games/*/reply", "practice")
    page = visitor.open("/?view=play", {f"**/api/v1/{each}": wait for each in searches})
    page.evaluate("localStorage['noughts.values'] = 'true'")
    page.goto(f"{visitor.server.url}/?view=play")
    expect(page.locator("#values-text")).to_have_text("Waiting, 3rd in line…")
    page.locator("#tab-watch").click()
    page.locator("#watch-this").click()
    expect(page.locator(".watch-message")).to_contain_text("Waiting to try again: too many")
    page.locator("#tab-compare").click()
    expect(page.locator("#compare-note")).to_have_text("Waiting, 3rd in line…")
    page.locator("#tab-practice").click()
    expect(page.locator("#notice")).to_contain_text("Waiting to try again: too many")
    page.locator("#tab-play").click()
    page.locator('[data-cell="b2"]').click()
    expect(page.locator("#status")).to_have_text("O is waiting…")
    expect(page.locator("#status-detail")).to_contain_text("Waiting to try again: too many")
    expect(page.locator("#status")).to_have_text("Your turn")
    page.locator("#review").click()
    expect(page.locator("#review-words")).to_have_text("Waiting, 3rd in line…")
    assert len(refused) == 6


def test_the_page_names_itself(visitor: Visitor) -> None:
    names: list[str | None] = []

    def see(route: Route) -> None:
        names.append(route.request.headers.get("noughts-client"))
        route.continue_()

    page = visitor.open("/?view=play", {"**/api/v1/**": see})
    page.wait_for_function("localStorage['noughts.Noughts-Client']")
    page.reload()
    expect(page.locator("#board")).to_be_visible()
    assert len(set(names)) == 1
    assert names[0]
    assert len(names[0]) == 24


def test_what_clients_are_called_is_checked(tmp_path: Path) -> None:
    with a_client(tmp_path / "games.sqlite3") as asking:
        for name in ("", "x" * 5000, "spaces are not allowed", "0123456789abcdef"):
            asking.headers["Noughts-Client"] = name
            ok(asking.get("/api/v1/about"))
