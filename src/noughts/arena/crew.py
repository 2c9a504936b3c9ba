"""Who plays the games: processes on this machine, each with one game at a time."""

import json
import os
import signal
import subprocess
import sys
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Protocol, TypeAlias

from noughts.arena.conversation import signal_name
from noughts.arena.store import Played, Task
from noughts.arena.tournament import Entrant

__all__ = ["Crew", "LocalCrew", "Lost"]

LEAVING = 2.0  # seconds for a process to end its engines


class Lost(Exception):
    """The process that played a game is gone; the game must be played again."""

    def __init__(self, task: Task, why: str) -> None:
        super().__init__(why)
        self.task = task


class Crew(Protocol):
    """Plays games somewhere."""

    @property
    def free(self) -> int:
        """How many more games it can begin now."""
        ...

    def begin(self, task: Task) -> None:
        """Begin a game."""
        ...

    def finished(self, seconds: float) -> list[Played | Lost]:
        """The games that are over by now; waits until there is one, or for some seconds."""
        ...

    def close(self) -> None:
        """Stop everything at once."""
        ...


Said: TypeAlias = "SimpleQueue[tuple[Worker, bytes | None]]"  # lines, and the end


class LocalCrew:
    """Processes on this machine."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._idle: deque[Worker] = deque()
        self._busy: dict[Worker, Task] = {}
        self._said: Said = SimpleQueue()

    @property
    def free(self) -> int:
        """How many more games can begin now."""
        return self._size - len(self._busy)

    def begin(self, task: Task) -> None:
        """Begin a game, with a process that has played these players before if there is one."""
        players = {task.x, task.o}
        known = [worker for worker in self._idle if worker.players == players]
        if known:
            worker = known[0]
            self._idle.remove(worker)
        else:
            worker = self._idle.popleft() if self._idle else Worker(self._said)
        self._busy[worker] = task
        worker.players = players
        worker.send(task)

    def finished(self, seconds: float) -> list[Played | Lost]:
        """The games that are over by now, and those whose process is gone."""
        found: list[Played | Lost] = []
        with suppress(Empty):
            found += self._heard(*self._said.get(timeout=seconds))
            while True:
                found += self._heard(*self._said.get_nowait())
        return found

    def _heard(self, worker: "Worker", line: bytes | None) -> list[Played | Lost]:
        """What a line means; None is the end of the process."""
        if line is not None:
            del self._busy[worker]
            self._idle.append(worker)
            return [Played(**json.loads(line))]
        why = worker.end()
        if worker in self._busy:
            return [Lost(self._busy.pop(worker), why)]
        self._idle.remove(worker)
        return []

    def close(self) -> None:
        """End all processes: those that play at once."""
        for worker in self._busy:
            worker.kill()
        for worker in (*self._idle, *self._busy):
            worker.end()
        self._idle.clear()
        self._busy.clear()


class Worker:
    """One process that plays; it and all that it starts are a group of their own.

    A thread passes its lines on, since not every system can wait for several pipes at once.
    """

    def __init__(self, said: Said) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "noughts.arena.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self.players: set[Entrant] = set()
        self._reader = Thread(target=self._pass_on, args=[said], daemon=True)
        self._reader.start()

    def _pass_on(self, said: Said) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith(b"\n"):  # else it died while it wrote
                said.put((self, line))
        said.put((self, None))

    def send(self, task: Task) -> None:
        """Give it a game to play; if it is gone, that shows when its output is read."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(task.as_json()).encode() + b"\n")
            self._process.stdin.flush()

    def kill(self) -> None:
        """End it and its engines at once."""
        with suppress(ProcessLookupError):
            if sys.platform == "win32":  # where it starts no engines
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> str:
        """Wait for its end, and say how it ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVING)
        self.kill()
        code = self._process.wait()
        self._reader.join()
        self._process.stdout.close()
        if code < 0:
            return f"its process was ended by {signal_name(-code)}"
        return f"its process ended with code {code}"
