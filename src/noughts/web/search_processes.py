"""Processes that search (`noughts.web.search_process`), seen from the server."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable

from starlette.exceptions import HTTPException

from noughts.web.http_errors import stopping, too_many
from noughts.web.search_process import PAUSES, READY, SearchRequest
from noughts.web.turns import Turn

__all__ = ["Pipeline", "SearchProcesses"]

FAILED = "the search failed: its process has ended"
WAITING = "searches are waiting"


class SearchProcesses:
    """Processes that search; some are kept ready, because starting one takes a while."""

    def __init__(self, spare: int, niceness: int) -> None:
        self._spare = spare
        self._niceness = niceness
        self._idle: list[asyncio.subprocess.Process] = []
        self._busy: set[asyncio.subprocess.Process] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def busy(self) -> list[int]:
        """The ids of the processes that are searching."""
        return [process.pid for process in self._busy]

    @property
    def ready(self) -> int:
        """How many wait for a search."""
        return len(self._idle)

    def warm_up(self) -> None:
        """Make sure that one is ready."""
        if not self._idle and not self._starting and not self._closed:
            task = asyncio.create_task(self._start_one_more())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _start_one_more(self) -> None:
        self._idle.append(await _start_and_wait(self._niceness))

    async def run(
        self,
        request: SearchRequest,
        on_event: Callable[[str, str], None],
        turn: Turn | None = None,
    ) -> None:
        """Get a request answered, in turn; the process is killed if that is cut short."""
        process = await self._take()
        self._busy.add(process)
        answered, paused = False, _Paused(process)
        try:
            with turn.leads(paused) if turn else contextlib.nullcontext():
                await _ask(process, request, on_event)
            answered = True
        except HTTPException:
            answered = True
            raise
        finally:
            self._busy.discard(process)
            paused.go_on()
            if answered and len(self._idle) < self._spare and not self._closed:
                self._idle.append(process)
            else:
                await _end(process)
            self.warm_up()

    async def _take(self) -> asyncio.subprocess.Process:
        if self._closed:
            raise stopping()
        if not self._idle and self._starting:
            await asyncio.wait(self._starting)
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            await _end(process)
        return await _start_and_wait(self._niceness)

    def stop(self) -> None:
        """Start no more processes."""
        self._closed = True

    async def close(self) -> None:
        """End all processes."""
        self.stop()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for process in [*self._idle, *self._busy]:
            await _end(process)
        self._idle.clear()


class _Paused:
    """A process that waits when it is told to, on systems that can do that."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._waits = False

    def pause(self) -> None:
        self._send(waits=True)

    def go_on(self) -> None:
        self._send(waits=False)

    def _send(self, *, waits: bool) -> None:
        if not PAUSES or waits == self._waits:
            return
        self._waits = waits
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(signal.SIGSTOP if waits else signal.SIGCONT)


class Pipeline:
    """A process for short work: it takes requests while others wait, and answers in order.

    With many players at once, waiting for each answer before the next question would take longer
    than the work itself.
    """

    def __init__(self, most: int, patience: float) -> None:
        self._most = most
        self._patience = patience
        self._waiting: deque[asyncio.Future[str]] = deque()
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def ready(self) -> bool:
        """Whether the process runs."""
        return self._reader is not None and not self._reader.done()

    async def ask(self, request: SearchRequest) -> str:
        """The answer to a request that has only one answer."""
        if len(self) >= self._most:
            raise too_many(WAITING, 2)
        process = await self.open()
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append(answer)
        assert process.stdin is not None
        process.stdin.write(request.as_line())
        try:
            async with asyncio.timeout(self._patience):
                return await answer
        except TimeoutError:
            raise too_many(WAITING, 5) from None

    async def open(self) -> asyncio.subprocess.Process:
        """The process, started if necessary."""
        async with self._lock:
            if self._closed:
                raise stopping()
            if self._process is None or not self.ready:
                await self._end()
                self._process = await _start(niceness=0)
                self._reader = asyncio.create_task(self._read(self._process))
            return self._process

    async def close(self) -> None:
        """End the process."""
        self._closed = True
        async with self._lock:
            await self._end()

    async def _end(self) -> None:
        if self._process is not None:
            await _end(self._process)
        if self._reader is not None:
            await self._reader

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := (await process.stdout.readline()).decode():
            event, _, data = line.partition(" ")
            if event == READY:
                continue
            answer = self._waiting.popleft()
            if answer.done():  # no longer awaited
                continue
            if event == "done":
                answer.set_result(data)
            else:
                answer.set_exception(HTTPException(422, json.loads(data)))
        while self._waiting:
            answer = self._waiting.popleft()
            if not answer.done():
                answer.set_exception(HTTPException(503, FAILED))


async def _start(niceness: int) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "noughts.web.search_process"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        process_group=None if os.name == "nt" else 0,  # Ctrl-C is not meant for it
        limit=1 << 24,
    )
    if niceness and hasattr(os, "setpriority"):  # its start, too, takes a good part of a second
        with contextlib.suppress(OSError):
            own = os.getpriority(os.PRIO_PROCESS, 0)
            os.setpriority(os.PRIO_PROCESS, process.pid, own + niceness)
    return process


async def _start_and_wait(niceness: int) -> asyncio.subprocess.Process:
    """A process that has begun to listen: what it takes to get there is not part of a search."""
    process = await _start(niceness)
    assert process.stdout is not None
    try:
        if not await process.stdout.readline():
            raise HTTPException(503, FAILED)
    except BaseException:
        await _end(process)
        raise
    return process


async def _ask(
    process: asyncio.subprocess.Process,
    request: SearchRequest,
    on_event: Callable[[str, str], None],
) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(ConnectionError):  # then there is no answer either
        process.stdin.write(request.as_line())
        await process.stdin.drain()
    event = ""
    while event != "done":
        line = (await process.stdout.readline()).decode()
        if not line:
            await process.wait()
            raise HTTPException(503, FAILED)
        event, _, data = line.rstrip("\n").partition(" ")
        if event == "refused":
            raise HTTPException(422, json.loads(data))
        on_event(event, data)


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    assert process.stdin is not None
    process.stdin.close()
