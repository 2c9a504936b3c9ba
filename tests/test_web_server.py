"""`noughts web` as a process: killed, restarted, left alone by its clients, told to stop."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from web import Server, begin, ok, play, post, read_events, runs, sentence, server, soon

PROGRAM = {"x": {"name": "human"}, "o": {"name": "hard"}}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with server(tmp_path_factory.mktemp("web") / "games.sqlite3") as made:
        yield made


def command(*options: str) -> "subprocess.CompletedProcess[str]":
    """A server that is not expected to start."""
    program = [sys.executable, "-m", "noughts", "web", "--no-open"]
    return subprocess.run([*program, *options], capture_output=True, text=True, timeout=20)


def request(running: Server, path: str, data: Any) -> socket.socket:
    """A request by hand; what comes back is not read."""
    connection = socket.create_connection(("127.0.0.1", running.port))
    body = json.dumps(data).encode()
    head = f"POST /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    return connection


def test_who_follows_a_game_learns_what_a_program_thinks(running: Server) -> None:
    players = {"x": {"name": "human"}, "o": {"name": "engine", "seconds": 0.8}}
    game = play(running.client, begin(running.client, "15x15x5", players=players), "h8")
    with running.client.stream("GET", f"/api/v1/games/{game['id']}/events") as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: game"
        asked = [running.client, f"/games/{game['id']}/reply", {"revision": game["revision"]}]
        thread = threading.Thread(target=post, args=asked)
        thread.start()
        events = [line for line in iter(lambda: next(lines), "event: game") if line]
        thread.join()
    told = [json.loads(line.removeprefix("data: ")) for line in events if "depth" in line]
    assert told, events
    assert 1 <= len(told) <= 5, "at most four a second"
    assert {each["id"] for each in told} == {game["id"]}
    assert {each["revision"] for each in told} == {game["revision"]}
    assert told[-1]["depth"] > 0
    assert told[-1]["line"]


# Coming and going


def test_it_says_where_it_is_and_stops_quietly(tmp_path: Path) -> None:
    for which in (signal.SIGINT, signal.SIGTERM):
        with server(tmp_path / "games.sqlite3") as running:
            assert running.line == f"Noughts is at {running.url} (Ctrl-C stops it)\n"
            assert running.client.get("/api/v1/about").status_code == 200
            code, seconds, errors = running.stop(which)
        assert (code, errors) == (0, "")
        assert seconds < 8


def test_a_killed_server_loses_no_finished_move(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with server(path) as running:
        game = play(running.client, begin(running.client, players=PROGRAM), "b2")
        game = ok(post(running.client, f"/games/{game['id']}/reply", {"revision": 1}))
        others = [begin(running.client) for _ in range(3)]
        last = play(running.client, others[-1], "a1")
        running.kill()
    with server(path) as running:
        assert ok(running.client.get(f"/api/v1/games/{game['id']}")) == game
        assert ok(running.client.get(f"/api/v1/games/{last['id']}")) == last
        free = game["legal"][0]
        assert play(running.client, game, free)["revision"] == 3


def test_a_server_killed_in_the_middle_of_many_moves(tmp_path: Path) -> None:
    """Whatever was answered is there; the game is whole in any case."""
    path = tmp_path / "games.sqlite3"
    with server(path) as running:
        game = begin(running.client, "20x20x20")
        answered = [0]
        player = threading.Thread(target=_play_on, args=[running, game, answered])
        player.start()
        assert soon(lambda: answered[-1] >= 20, 20)
        running.process.kill()
        player.join()
        running.kill()
    with server(path) as running:
        found = ok(running.client.get(f"/api/v1/games/{game['id']}"))
        assert answered[-1] <= found["revision"] <= answered[-1] + 1
        assert len(found["moves"]) == found["revision"]


def _play_on(running: Server, game: Any, answered: list[int]) -> None:
    try:
        while True:
            game = play(running.client, game, game["legal"][0])
            answered.append(game["revision"])
    except httpx.TransportError:
        pass


def test_two_servers_with_one_database(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with server(path) as one, server(path) as two:
        game = begin(one.client)
        ahead = play(two.client, game, "b2")
        late = post(one.client, f"/games/{game['id']}/moves", {"revision": 0, "move": "a1"})
        assert sentence(late, 409)
        assert late.json()["game"] == ahead
        with one.client.stream("GET", f"/api/v1/games/{game['id']}/events") as stream:
            texts = stream.iter_text()
            assert read_events(next(texts)) == [("game", ahead)]
            further = play(two.client, ahead, "a1")
            assert read_events(next(texts)) == [("game", further)]


def test_it_stops_at_once_whatever_is_under_way(tmp_path: Path) -> None:
    with server(tmp_path / "games.sqlite3") as running:
        game = begin(running.client, "15x15x5", players={"x": {"name": "engine", "seconds": 30}})
        open_ = [
            request(running, f"/games/{game['id']}/reply", {"revision": 0}),
            request(running, "/analysis", {"game": "15x15x5", "cells": "", "seconds": 30}),
            request(running, "/comparison", {"game": "2x5x5", "cells": "." * 10}),
        ]
        stream = running.client.stream("GET", f"/api/v1/games/{game['id']}/events")
        with stream as answer:
            assert next(answer.iter_text()).startswith("event: game\n")
            assert soon(running.search_processes)
            processes = running.search_processes()
            running.process.send_signal(signal.SIGINT)
            started = time.monotonic()
            running.process.wait(10)
            seconds = time.monotonic() - started
        errors = running.stop()[2]
        assert (running.process.returncode, errors) == (0, "")
        assert seconds < 8
        assert soon(lambda: not any(runs(pid) for pid in processes))
        for connection in open_:
            connection.close()


def test_no_search_survives_a_killed_server(tmp_path: Path) -> None:
    with server(tmp_path / "games.sqlite3") as running:
        with request(running, "/comparison", {"game": "2x5x5", "cells": "." * 10}):
            assert soon(lambda: len(running.search_processes()) >= 2)
            processes = running.search_processes()
            running.kill()
        assert soon(lambda: not any(runs(pid) for pid in processes))


# Clients that misbehave


def test_who_leaves_ends_the_search(running: Server) -> None:
    connection = request(running, "/comparison", {"game": "2x5x5", "cells": "." * 10})
    assert connection.recv(100).startswith(b"HTTP/1.1 200")
    second = 100  # ticks: more than a process needs to start
    assert soon(lambda: any(_ticks(pid) > second for pid in running.search_processes()))
    processes = running.search_processes()
    assert all(runs(pid) for pid in processes)
    connection.close()
    assert soon(lambda: not all(runs(pid) for pid in processes)), "the one that searched is killed"
    assert soon(lambda: not _is_working(running))


def _ticks(pid: int) -> int:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])
    except (OSError, IndexError):
        return 0


def test_who_leaves_while_a_program_thinks_leaves_the_game_as_it_was(running: Server) -> None:
    for players in ({"name": "engine", "seconds": 30}, {"name": "four-in-a-line", "seconds": 30}):
        game = begin(running.client, "15x15x5", players={"x": players})
        connection = request(running, f"/games/{game['id']}/reply", {"revision": 0})
        assert soon(lambda: _is_working(running))
        connection.close()
        assert soon(lambda: not _is_working(running), 10), "30 seconds are left"
        assert ok(running.client.get(f"/api/v1/games/{game['id']}")) == game


def _is_working(running: Server) -> bool:
    pids = [running.process.pid, *running.search_processes()]
    before = sum(map(_ticks, pids))
    time.sleep(0.3)
    return sum(map(_ticks, pids)) - before > 5


def test_a_slow_reader_holds_up_nobody(running: Server) -> None:
    """None of them reads its answer: searches of others go on."""
    slow = [
        request(running, "/trace", {"cells": "." * 9, "method": "minimax", "nodes": 30_000})
        for _ in range(3)
    ]
    for connection in slow:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        assert connection.recv(1)
    answer = post(running.client, "/trace", {"cells": "xo.xo...."})
    assert read_events(answer.text)[-1][0] == "done"
    game = play(running.client, begin(running.client, players=PROGRAM), "b2")
    assert ok(post(running.client, f"/games/{game['id']}/reply", {"revision": 1}))
    for connection in slow:
        connection.close()


def test_a_stream_tells_of_every_change(running: Server) -> None:
    game = begin(running.client)
    with running.client.stream("GET", f"/api/v1/games/{game['id']}/events") as stream:
        assert stream.headers["content-type"] == "text/event-stream"
        texts = stream.iter_text()
        assert read_events(next(texts)) == [("game", game)]
        after = play(running.client, game, "b2")
        assert read_events(next(texts)) == [("game", after)]


def test_what_is_no_http_does_no_harm(running: Server) -> None:
    for garbage in (b"\x00\xff" * 100, b"GET / HTTP/9\r\n\r\n", b"POST /api/v1/games HTTP/1.1\r\n"):
        with socket.create_connection(("127.0.0.1", running.port)) as connection:
            connection.sendall(garbage)
    with socket.create_connection(("127.0.0.1", running.port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n\r\n")  # no Host
        assert connection.recv(100).startswith((b"HTTP/1.1 400", b"HTTP/1.1 403"))
    assert running.client.get("/api/v1/about").status_code == 200


def test_large_chunks_and_hidden_lengths(running: Server) -> None:
    with socket.create_connection(("127.0.0.1", running.port)) as connection:
        connection.sendall(
            b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        answer = b""
        for _ in range(40):
            try:
                connection.sendall(b"1000\r\n" + b"x" * 4096 + b"\r\n")
            except OSError:
                break
        connection.settimeout(5)
        answer = connection.recv(100)
    assert answer.startswith(b"HTTP/1.1 413")


def test_a_request_that_ends_too_soon_changes_nothing(running: Server) -> None:
    game = begin(running.client)
    body = b'{"revision": 0, "move": "b2"}'
    with socket.create_connection(("127.0.0.1", running.port)) as connection:
        connection.sendall(
            f"POST /api/v1/games/{game['id']}/moves HTTP/1.1\r\nHost: localhost\r\n".encode()
            + b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n"
            + body
        )
    time.sleep(0.2)
    assert ok(running.client.get(f"/api/v1/games/{game['id']}")) == game


def test_no_name_of_the_software(running: Server) -> None:
    headers = running.client.get("/api/v1/about").headers
    assert "server" not in headers


def test_files_of_the_page_come_with_the_package(running: Server) -> None:
    page = running.client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    assert "<script" in page.text


# Ports, hosts and files


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        failed = command("--port", str(port), "--database", "/dev/null/none")
        assert failed.returncode == 2
        with_file = command("--port", str(port))
    assert with_file.returncode == 2
    assert f"cannot listen at 127.0.0.1, port {port}: Address already in use" in with_file.stderr
    assert with_file.stderr.count("\n") == 1


def test_the_next_free_port() -> None:
    from noughts.web.server import listen

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", port, tries=21) as found:
            assert port < found.getsockname()[1] <= port + 20
            assert found.proto == socket.IPPROTO_TCP  # or else answers wait for 40 ms


@pytest.mark.parametrize(
    ("host", "problem"),
    [
        ("no.such.host.invalid", "is not known here"),
        ("192.0.2.9", "is not an address of this computer"),
    ],
)
def test_a_host_that_is_not_here(tmp_path: Path, host: str, problem: str) -> None:
    failed = command("--host", host, "--database", str(tmp_path / "g.sqlite3"))
    assert failed.returncode == 2
    assert f"--host {host!r} {problem}; use 127.0.0.1" in failed.stderr
    assert "--port" not in failed.stderr


def test_a_database_that_is_none(tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary\n" * 200)
    failed = command("--port", "0", "--database", str(diary))
    assert failed.returncode == 2
    assert failed.stderr.startswith("noughts: ")
    assert "file is not a database" in failed.stderr
    assert failed.stderr.count("\n") == 1


def test_a_server_for_this_machine_may_be_named(tmp_path: Path) -> None:
    with server(tmp_path / "games.sqlite3", "--host", "localhost") as running:
        assert running.client.get("/api/v1/about").status_code == 200
        code, _, errors = running.stop()
    assert (code, errors) == (0, "")


def test_a_server_for_the_network_says_so(tmp_path: Path) -> None:
    options = ("--host", "0.0.0.0", "--allow-host", "noughts.example")
    with server(tmp_path / "games.sqlite3", *options) as running:
        assert running.url.startswith("http://127.0.0.1:")  # where its own browser opens it
        assert running.process.stdout is not None
        named = f"http://noughts.example:{running.port}"
        assert running.process.stdout.readline() == f"On other machines, type {named}/\n"
        addresses = ok(running.client.get("/api/v1/about"))["addresses"]
        assert addresses[0] == named
        assert all(re.fullmatch(rf"http://[^/]+:{running.port}", each) for each in addresses)
        names = {"noughts.example": 200, "localhost": 200, "evil.example": 403}
        for name, status in names.items():
            answer = running.client.get("/api/v1/about", headers={"host": name})
            assert answer.status_code == status
        code, _, errors = running.stop()
    assert code == 0
    assert errors == "Everyone on your network can reach it and see all games.\n"
