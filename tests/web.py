"""What the tests of the web server share: a client without a socket, and servers with one."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2 as httpx
from starlette.testclient import TestClient

from noughts.web.app import create_app
from noughts.web.quotas import Quotas

HERE = "http://127.0.0.1:8008"
COMMAND = [sys.executable, "-m", "noughts", "web", "--no-open", "--port", "0"]
HUMANS = {"x": {"name": "human"}, "o": {"name": "human"}}


@contextmanager
def client(database: Path, quotas: Quotas | None = None, *hosts: str) -> Iterator[TestClient]:
    """A client with its own application."""
    app = create_app(database, quotas, hosts)
    with TestClient(app, base_url=HERE, raise_server_exceptions=True) as client:
        yield client


def post(client: httpx.Client, path: str, data: Any) -> httpx.Response:
    return client.post(f"/api/v1{path}", json=data)


def ok(response: httpx.Response) -> Any:
    assert response.status_code == 200, response.text
    return response.json()


def sentence(response: httpx.Response, status: int) -> str:
    """What was refused, which must be said in one line of JSON."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    answer = response.json()
    assert set(answer) <= {"error", "game"}
    words: str = answer["error"]
    assert words
    assert "\n" not in words
    assert len(words) < 400
    return words


def events(response: httpx.Response) -> list[tuple[str, Any]]:
    """The server-sent events of an answer."""
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "text/event-stream"
    return read_events(response.text)


def read_events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.split("\n\n"):
        if block and not block.startswith(":"):
            event, data = block.split("\n")
            strict = json.loads(data.removeprefix("data: "), parse_constant=lambda word: 1 / 0)
            found.append((event.removeprefix("event: "), strict))
    return found


def begin(client: httpx.Client, game: str = "3x3x3", **others: Any) -> Any:
    return ok(post(client, "/games", {"game": game, "players": HUMANS, **others}))


def play(client: httpx.Client, game: Any, *moves: str) -> Any:
    """The game after moves of people."""
    for move in moves:
        asked = {"revision": game["revision"], "move": move}
        game = ok(post(client, f"/games/{game['id']}/moves", asked))
    return game


class Server:
    """`noughts web` in a separate process."""

    def __init__(self, database: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "--database", str(database), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        words = self.line.split()
        assert words[:3] == ["Noughts", "is", "at"], self.line + self.process.communicate()[1]
        self.url = words[3]
        self.port = urlsplit(self.url).port or 0
        self.client = httpx.Client(base_url=self.url, timeout=30)

    def kill(self) -> None:
        """As when the power fails."""
        self._end(signal.SIGKILL)

    def stop(self, which: int = signal.SIGTERM) -> tuple[int, float, str]:
        """Its exit code, how long it took to leave, and what it said on stderr."""
        started = time.monotonic()
        errors = self._end(which)
        return self.process.returncode, time.monotonic() - started, errors

    def _end(self, which: int) -> str:
        self.process.send_signal(which)
        errors = self.process.communicate(timeout=20)[1]
        self.client.close()
        return errors

    def search_processes(self) -> set[int]:
        """The processes that search for it."""
        return {
            int(path.parent.name)
            for path in Path("/proc").glob("[0-9]*/stat")
            if _parent(path) == self.process.pid
        }


@contextmanager
def server(database: Path, *options: str) -> Iterator[Server]:
    running = Server(database, *options)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.kill()


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return -1


def runs(pid: int) -> bool:
    """Whether the process exists and is not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False


def soon(condition: Any, seconds: float = 30) -> bool:
    """Whether it becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


__all__ = ["HERE", "HUMANS", "Server", "begin", "client", "events", "ok", "play", "post"]
__all__ += ["read_events", "runs", "sentence", "server", "soon"]
