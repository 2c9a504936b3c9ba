"""A real server and a real browser for the tests of the page."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

__all__ = ["Server", "StaticHost", "Visitor", "browser", "chromium", "server", "visitor"]

SHELL = "chromium-headless-shell"  # without windows: it needs half the time
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "chrome")
OPENED = "() => document.body.dataset.tab !== ''"  # what the address asks for is there
SITE = os.environ.get("NOUGHTS_SITE")
PATIENCE = 90_000  # milliseconds for what a test waits to see: only a failure takes so long
AT_ONCE = "try { localStorage['noughts.reply-time'] ??= '0' } catch { /* nothing is stored */ }"

NOUGHTS_WEB = ("-m", "noughts", "web", "--no-open")
Answer = Callable[[Route], object]
NO_ANSWERS: Mapping[str, Answer] = {}

expect.set_options(timeout=PATIENCE)


class Server:
    """`noughts web` as a separate process that can be killed and started again."""

    def __init__(self, database: Path, program: Sequence[str] = NOUGHTS_WEB) -> None:
        self.database = database
        self.program = program
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, the second time where it was before."""
        words = ["--database", str(self.database), "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, *self.program, *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, line
        self.port = int(found[1])

    def kill(self) -> None:
        """Without a warning, as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> None:
        """With Ctrl-C, as its user would."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise
        assert self.process.stdout is not None
        self.process.stdout.close()


class StaticHost(Server):
    """A host that has only files, of the page that needs no server (`make site`).

    They lie below `/noughts`, as on hosts that many projects share.
    """

    BELOW = "/noughts"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []  # the paths of all requests
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return super().url + self.BELOW

    def start(self) -> None:
        """The second time where it was before."""
        host = self

        class Handler(SimpleHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path != host.BELOW:
                    return super().do_GET()
                self.send_response(301)
                self.send_header("Location", f"{host.BELOW}/")
                self.end_headers()
                return None

            def translate_path(self, path: str) -> str:
                host.asked.append(path)
                inside = path.startswith(f"{host.BELOW}/")
                name = path.removeprefix(host.BELOW) if inside else "/nothing/is/here"
                return super().translate_path(name)

            def copyfile(self, *files: Any) -> None:
                with suppress(ConnectionError):  # the browser has gone to another page
                    super().copyfile(*files)

            def log_message(self, *words: object) -> None:
                """Say nothing."""

        handler = partial(Handler, directory=str(self.folder))
        self._listener = ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self._listener.server_port
        threading.Thread(target=self._listener.serve_forever, daemon=True).start()

    def kill(self) -> None:
        self._listener.shutdown()
        self._listener.server_close()

    def stop(self) -> None:
        self.kill()


class Visitor:
    """A person with a browser who minds errors in its console and requests to other hosts."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.forgives: tuple[str, ...] = ()  # what a test itself has brought about

    def open(
        self, address: str = "/", answers: Mapping[str, Answer] = NO_ANSWERS, **options: Any
    ) -> Page:
        """A page in a browser that knows nothing of earlier ones.

        `answers` are given in the server's place, by the pattern of the address. They stand from
        the beginning: a browser that is told later may still let the next request pass.
        """
        if answers and isinstance(self.server, StaticHost):
            pytest.skip("there is no network between this page and its server")
        size = {"width": 1280, "height": 800}
        context = self.browser.new_context(**{"viewport": size, **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(AT_ONCE)  # programs do not wait before they move
        origin = "/".join(self.server.url.split("/")[:3])
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=origin)
        for pattern, answer in answers.items():
            context.route(pattern, answer)
        self.contexts.append(context)
        return self.another(context, address)

    def another(self, context: BrowserContext, address: str) -> Page:
        """One more tab of the same browser."""
        page = context.new_page()
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda error: self._hear("error", str(error)))
        page.on("request", lambda request: self._see(request.url))
        page.goto(address if address.startswith("http") else self.server.url + address)
        page.wait_for_function(OPENED)  # keys that are pressed before that say nothing
        return page

    def _hear(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _see(self, url: str) -> None:
        if not url.startswith((self.server.url, "data:", "blob:")):
            self.complaints.append(f"a request to {url}")

    def leave(self) -> None:
        for context in self.contexts:
            context.unroute_all(behavior="ignoreErrors")  # an answer may be under way
            context.close()
        left = [text for text in self.complaints if not any(f in text for f in self.forgives)]
        assert not left, left


def chromium() -> str | None:
    """The program, if there is one; NOUGHTS_BROWSER names another."""
    wanted = os.environ.get("NOUGHTS_BROWSER")
    return wanted or next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="module")  # while it is open, no other event loop can run
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        say = "no Chromium to test the page with: on Debian and Ubuntu, apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(say)
        pytest.skip(say)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all the tests of a module; a test that kills its server starts its own.

    NOUGHTS_SITE names a folder that `make site` has built: then its host is the server.
    """
    database = tmp_path_factory.mktemp("server") / "games.sqlite3"
    started = StaticHost(Path(SITE)) if SITE else Server(database)
    yield started
    started.stop()


@pytest.fixture
def visitor(browser: Browser, server: Server) -> Iterator[Visitor]:
    somebody = Visitor(browser, server)
    yield somebody
    somebody.leave()
