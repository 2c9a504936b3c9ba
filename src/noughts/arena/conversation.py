"""A program that is talked to line by line, and what it may do: die, hang, flood, close its pipes.

Nothing here waits without a deadline, and nothing grows without a limit. There are no threads: one
`poll` waits for all three pipes, so that a program that blocks on its errors or on a flood of
output cannot block us.
"""

import contextlib
import os
import re
import select
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Final

from noughts.errors import PlayerFailed, shorten
from noughts.harmless import for_terminal

__all__ = ["Conversation", "quoted", "signal_name"]

LONGEST_LINE: Final = 65_536  # bytes; the longest lines that engines write have a few hundred
MOST_UNREAD: Final = 1_000_000  # bytes, ten thousand lines or so, that it may say before it answers
LAST_WORDS: Final = 2_000  # bytes of its errors that are kept
A_MOMENT: Final = 0.1  # seconds: how often to look whether it lives while others hold its pipes
DYING: Final = 0.5  # seconds from the end of its output until it must have ended
KILLED: Final = 10.0  # seconds until a killed program is gone; on a very busy machine it needs some
LEAVING: Final = 0.5  # seconds from the last word to the end

# What a program gets of our environment: what it needs to run, and nothing that may be a secret.
KEPT: Final = re.compile(
    "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TEMP|TMP|DISPLAY|WINE.*|OMP_.*|"
    "CUDA_VISIBLE_DEVICES|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|VIRTUAL_ENV"
)


def quoted(said: bytes | str) -> str:
    r"""What a program said, in quotes, on one line, shortened and harmless.

    >>> quoted(b"red \x1b[31m\r\n")
    "'red \\x1b[31m'"
    """
    text = said if isinstance(said, str) else said[:LAST_WORDS].decode("utf-8", "surrogateescape")
    return for_terminal(shorten(text.strip(), 100))


def signal_name(number: int) -> str:
    """What a signal is called; those of real-time programs have numbers only.

    >>> signal_name(9), signal_name(40)
    ('SIGKILL', 'signal 40')
    """
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


class Conversation:
    """A running program. What it does wrong is a `PlayerFailed`, a missed deadline a TimeoutError.

    It has a session of its own: Ctrl-C does not reach it, and it ends with all its children, at the
    latest when this object does.
    """

    def __init__(
        self, command: Sequence[str], folder: str | None, environment: Mapping[str, str]
    ) -> None:
        kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                bufsize=0, cwd=folder, env=kept | {**environment}, start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            why = (isinstance(error, OSError) and error.strerror) or str(error)
            where = f" in {quoted(folder)}" if folder and not os.path.isdir(folder) else ""
            raise PlayerFailed(f"{quoted(command[0])} cannot be started{where}: {why}") from None
        self._process = process
        self._end = weakref.finalize(self, _end, process, os.getpid())
        pipes = [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]
        self._in, self._out, self._errors = (pipe.fileno() for pipe in pipes)
        for pipe in (self._in, self._out, self._errors):
            os.set_blocking(pipe, False)
        self._poll = select.poll()
        for pipe in (self._out, self._errors):
            self._poll.register(pipe, select.POLLIN)
        self._asked = "the start"
        self._lines: deque[bytes] = deque()  # what it has said and nobody has heard yet
        self._unread = b""  # the beginning of a line
        self._amount = 0  # bytes that it has said since it was asked
        self._last_words = b""  # of its errors

    @property
    def is_alive(self) -> bool:
        """Whether it can be talked to, as far as is known."""
        return self._end.alive and self._out >= 0 and self._process.poll() is None

    def say(self, text: str, deadline: float) -> None:
        """Write lines; what it had said before is forgotten: nobody had asked."""
        self._amount = 0
        self._receive(0)
        self._lines.clear()
        self._unread = b""
        self._asked = text.splitlines()[-1]
        rest = memoryview(text.encode())
        while rest := rest[self._write(rest) :]:
            self._poll.register(self._in, select.POLLOUT)
            try:
                self._lines.clear()
                self._wait(deadline)
            finally:
                self._poll.unregister(self._in)
        self._amount = 0

    def hear(self, deadline: float) -> bytes:
        """The next line that is not empty, without its end."""
        while not self._lines:
            self._wait(deadline)
        return self._lines.popleft()

    def leave(self, text: str) -> None:
        """Say goodbye, wait a moment for it to end, and then end it."""
        with contextlib.suppress(OSError, PlayerFailed, TimeoutError):
            if self.is_alive:
                deadline = time.perf_counter() + LEAVING
                self._write(memoryview(text.encode()))
                self._amount = -MOST_UNREAD  # a long farewell is no reason not to wait
                while self._process.poll() is None:
                    self._lines.clear()
                    self._wait(deadline)
        self.kill()

    def kill(self) -> None:
        """End it at once, with all its children."""
        self._end()

    def _write(self, data: memoryview) -> int:
        """How much of it could be written at once."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._receive(0)
            raise self._failed("it does not read what it is told") from None

    def _wait(self, deadline: float) -> None:
        """Wait until something happens, and take in what it says.

        After the deadline too: somebody may have suspended us while it answered.
        """
        left = deadline - time.perf_counter()
        happened = self._receive(min(max(0.0, left), A_MOMENT))
        if self._lines:
            return
        if left <= 0:
            raise TimeoutError
        if not happened and self._process.poll() is not None and not self._receive(0):
            raise self._failed("it has ended")

    def _receive(self, seconds: float) -> bool:
        """Take in what the pipes hold after so many seconds at most; whether anything happened."""
        ready = self._poll.poll(seconds * 1000)
        for pipe, _ in ready:
            if pipe == self._errors:
                self._last_words = (self._last_words + self._read(pipe))[-LAST_WORDS:]
            elif pipe == self._out:
                self._sort(self._read(pipe))
        return bool(ready)

    def _read(self, pipe: int) -> bytes:
        try:
            said = os.read(pipe, 65_536)
        except OSError:  # another thread has closed it
            said = b""
        if not said:
            self._poll.unregister(pipe)
            if pipe == self._out:
                raise self._failed("it closed its output")
        return said

    def _sort(self, said: bytes) -> None:
        """Divide what it says into lines, which may end in CR, LF or both."""
        self._amount += len(said)
        *whole, self._unread = re.split(rb"[\r\n]", self._unread + said)
        if len(self._unread) > LONGEST_LINE:
            raise PlayerFailed(
                f"it wrote more than {LONGEST_LINE:,} bytes without the end of a line: "
                f"{quoted(self._unread)}"
            )
        if self._amount > MOST_UNREAD:
            raise PlayerFailed(
                f"it wrote more than {MOST_UNREAD:,} bytes instead of an answer, at last "
                f"{quoted((whole or [self._unread])[-1])}"
            )
        self._lines.extend(filter(bytes.strip, whole))

    def _failed(self, otherwise: str) -> PlayerFailed:
        """How it ended, with its last words; `otherwise` if it runs on."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(DYING)
        self._out = -1
        with contextlib.suppress(OSError):
            said = os.read(self._errors, 65_536)
            self._last_words = (self._last_words + said)[-LAST_WORDS:]
        lines = [line for line in re.split(rb"[\r\n]", self._last_words) if line.strip()]
        words = f"; its last words: {quoted(lines[-1])}" if lines else ""
        how = _how(self._process.returncode) or otherwise
        return PlayerFailed(f"{how} after {quoted(self._asked)[1:-1]}{words}")


def _how(code: int | None) -> str:
    """How a process ended, in words; empty if it has not."""
    if code is None:
        return ""
    if code >= 0:
        return f"it ended with exit code {code}"
    return f"it was killed by {signal_name(-code)}"


def _end(process: "subprocess.Popen[bytes]", owner: int) -> None:
    """Kill a process and its children; a copy of this process, made by `fork`, must not."""
    if os.getpid() == owner:
        # Its group may outlive it, and may be all that is left of it.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(KILLED)
    for pipe in filter(None, (process.stdin, process.stdout, process.stderr)):
        with contextlib.suppress(OSError):
            pipe.close()
