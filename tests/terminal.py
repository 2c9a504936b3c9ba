"""The real program in a real terminal: tmux holds the screen, a test types and reads.

with tmux.open("play", columns=40) as screen:
    screen.wait_for("X to move:")
    screen.press("b2", "Enter")
"""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from uuid import uuid4

import pytest

__all__ = ["Screen", "Tmux", "tmux"]

PATIENCE = 60  # seconds for what a test waits to see: only a failure takes so long
SHELL_PROMPT = "ready>"


class Screen:
    """A shell in a terminal of its own, in which the program has been started."""

    def __init__(self, server: "Tmux", name: str) -> None:
        self._server = server
        self._name = name

    def press(self, *keys: str) -> None:
        """Type text, or press keys by their names in tmux: `Enter`, `C-z`, `Left`."""
        self._server.run("send-keys", "-t", self._name, *keys)

    def say(self, text: str) -> None:
        """Type a line."""
        self._server.run("send-keys", "-t", self._name, "-l", text)
        self.press("Enter")

    def resize(self, columns: int, lines: int = 30) -> None:
        """Make the terminal that large, and wait until it is."""
        self._server.run("resize-window", "-t", self._name, "-x", str(columns), "-y", str(lines))
        device = self._server.run("display-message", "-p", "-t", self._name, "#{pane_tty}").strip()
        deadline = time.monotonic() + PATIENCE
        with open(device, "rb") as terminal:
            while os.get_terminal_size(terminal.fileno()) != (columns, lines):
                assert time.monotonic() < deadline
                time.sleep(0.02)

    def lines(self) -> list[str]:
        """What stands on the screen, without the empty lines at the end."""
        shown = self._server.run("capture-pane", "-p", "-t", self._name)
        return [line.rstrip() for line in shown.rstrip().split("\n")]

    def everything(self) -> list[str]:
        """All lines, those that have left the screen too."""
        shown = self._server.run("capture-pane", "-p", "-S", "-", "-t", self._name)
        return [line.rstrip() for line in shown.rstrip().split("\n")]

    def colours(self) -> str:
        """What stands on the screen, with its control codes."""
        return self._server.run("capture-pane", "-p", "-e", "-t", self._name)

    def wait_for(self, text: str, last: bool = False) -> list[str]:
        """The screen, once it shows the text; `last`: once its last line is the text."""
        deadline = time.monotonic() + PATIENCE
        while True:
            lines = self.lines()
            if lines[-1] == text if last else any(text in line for line in lines):
                return lines
            assert time.monotonic() < deadline, f"no {text!r} in\n" + "\n".join(lines)
            time.sleep(0.02)


class Tmux:
    """A tmux server of its own, with as many screens as are wanted."""

    def __init__(self) -> None:
        self._socket = f"noughts-{os.getpid()}-{uuid4().hex[:8]}"
        self.run("new-session", "-d", "cat")  # without any, the server would end

    def run(self, *words: str) -> str:
        # `;` at the end of an argument would separate commands.
        done = subprocess.run(
            ["tmux", "-L", self._socket, "-f", os.devnull, *words],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @contextlib.contextmanager
    def open(
        self,
        *words: str,
        columns: int = 80,
        lines: int = 30,
        folder: Path | None = None,
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> Iterator[Screen]:
        """Start `noughts` with these words, as typed into a shell, in a terminal of that size."""
        name = uuid4().hex[:8]
        given = {"PS1": f"{SHELL_PROMPT} ", "LC_ALL": "C.UTF-8", "HISTFILE": "/dev/null"}
        given |= {"XDG_DATA_HOME": os.environ["XDG_DATA_HOME"], **variables}
        settings = [word for pair in given.items() for word in ("-e", "=".join(pair))]
        size = ["-x", str(columns), "-y", str(lines)]
        where = ["-c", str(folder)] if folder else []
        shell = ["bash", "--norc", "--noprofile"]
        self.run("new-session", "-d", "-s", name, *size, *settings, *where, *shell)
        screen = Screen(self, name)
        screen.wait_for(SHELL_PROMPT)
        program = shlex.join([sys.executable, "-m", "noughts", *words])
        screen.say(f"alias noughts={shlex.quote(program.removesuffix(shlex.join(words)))}; clear")
        screen.wait_for(SHELL_PROMPT, last=True)
        screen.say(f"noughts {shlex.join(words)}")
        try:
            yield screen
        finally:
            self.run("kill-session", "-t", name)

    def kill(self) -> None:
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True)


@pytest.fixture(scope="module")
def tmux() -> Iterator[Tmux]:
    """One server for all the tests of a module."""
    if shutil.which("tmux") is None:
        say = "no tmux to test the terminal with: on Debian and Ubuntu, apt install tmux"
        if os.environ.get("CI"):
            pytest.fail(say)
        pytest.skip(say)
    server = Tmux()
    yield server
    server.kill()
