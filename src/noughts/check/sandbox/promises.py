"""What the sandbox promises on this system, each found out by trying.

The attempts run in the sandbox like a program that is graded. They reach only for decoys that are
made here: a file, a listening socket, a terminal, a process, a key that nobody needs.
"""

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from noughts.check.sandbox.own_root import bubblewrap
from noughts.check.sandbox.program import Program, Submission
from noughts.check.sandbox.sandbox import STANDARD

__all__ = ["PROMISES", "kept_promises", "walls"]

PROMISES = {
    "reading": "it reads no files of yours, nor secrets of the system",
    "writing": "it writes nothing outside its scratch folder",
    "modes": "it changes no rights, times or owners of files",
    "network": "it reaches no network, not even this machine",
    "sockets": "it makes no sockets, so it reaches no service of yours",
    "signals": "it sends no signals to your processes",
    "terminal": "it opens no terminal",
    "keys": "it reads none of your keys",
    "capabilities": "it has no rights of root",
    "calls": "system calls that programs do not need are refused",
    "processes": "the number of its processes is limited",
    "memory": "its memory is limited",
    "disk": "what it writes is limited",
    "files": "the number of its files is limited",
    "cpu": "its processor time is limited",
    "leftovers": "what it starts ends with it",
}
LIMITS = replace(STANDARD, memory_bytes=256 << 20, scratch_bytes=32 << 20, scratch_files=1_000)
GONE = 5.0  # seconds after which a process that was left behind is still there
PATIENCE = 60.0  # seconds for one of processor time: a busy machine gives a program little of it
ATTEMPTS = Path(__file__).parent / "inside" / "attempts.py"


@dataclass(frozen=True)
class Decoys:
    """What the attempts reach for."""

    file: str
    port: int
    socket: str
    abstract: str
    terminal: str
    pid: int


def walls() -> str:
    """What makes the sandbox on this system."""
    path = bubblewrap()
    if path is None:
        return "built in (with bubblewrap installed, a program gets a root folder of its own)"
    told = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or "bubblewrap"


def kept_promises() -> dict[str, bool]:
    """Each promise by its name, and whether it is kept here."""
    with tempfile.TemporaryDirectory(prefix="noughts-decoys-") as folder, ExitStack() as stack:
        decoys = stack.enter_context(_decoys(Path(folder)))
        program = stack.enter_context(Program(_submission(Path(folder)), remember=False))
        asked: dict[str, list[object]] = {name: [] for name in ("keys", "capabilities", "calls")}
        asked |= {"reading": [["list", decoys.file, "/etc/shadow"]], "writing": [decoys.file]}
        asked |= {"modes": [decoys.file], "network": [decoys.port]}
        asked |= {"sockets": [decoys.socket, decoys.abstract], "signals": [decoys.pid]}
        asked |= {"terminal": [decoys.terminal], "processes": [LIMITS.processes]}
        asked |= {"memory": [LIMITS.memory_bytes], "disk": [LIMITS.scratch_bytes]}
        asked |= {"files": [LIMITS.scratch_files]}
        kept = {name: _refused(program, name, arguments) for name, arguments in asked.items()}
        kept["cpu"] = _is_ended_in_time(program.submission)
        kept["leftovers"] = _leaves_nothing(program.submission)
    return {name: kept[name] for name in PROMISES}


def _submission(folder: Path) -> Submission:
    home = folder / "attempts"
    home.mkdir()
    shutil.copy(ATTEMPTS, home)
    return Submission(home, ATTEMPTS.name, LIMITS)


def _refused(program: Program, name: str, arguments: list[object]) -> bool:
    """Whether an attempt achieves nothing, or ends the process."""
    (answer,) = program.ask(name, [arguments], lambda _: 20.0)
    return answer.value == [] if answer.ok else answer.kind == "ended"


def _is_ended_in_time(submission: Submission) -> bool:
    limited = replace(submission, limits=replace(LIMITS, cpu_seconds=1))
    with Program(limited, remember=False) as program:
        (answer,) = program.ask("cpu", [[]], lambda _: PATIENCE)
    return answer.kind == "ended"


def _leaves_nothing(submission: Submission) -> bool:
    marker = f"noughts-left-behind-{secrets.token_hex(8)}"
    with Program(submission, remember=False) as program:
        program.ask("leave", [[marker]], lambda _: 10.0)
    deadline = time.monotonic() + GONE
    while left := _processes_with(marker):
        if time.monotonic() > deadline:
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, 9)
            return False
        time.sleep(0.05)
    return os.path.isdir("/proc/self")  # where nothing can be seen, nothing is promised


def _processes_with(marker: str) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if marker.encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


@contextlib.contextmanager
def _decoys(folder: Path) -> Iterator[Decoys]:
    file = folder / "decoy.txt"
    file.write_text("a decoy", encoding="utf-8")
    abstract = f"noughts-{secrets.token_hex(8)}"
    with ExitStack() as stack:
        port = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        for address in (str(folder / "socket"), *(["\0" + abstract] if _is_linux() else [])):
            listening = stack.enter_context(socket.socket(socket.AF_UNIX))
            listening.bind(address)
            listening.listen()
        terminal = _terminal(stack)
        asleep = subprocess.Popen([sys.executable, "-I", "-S", "-c", "import time\ntime.sleep(90)"])
        stack.callback(asleep.wait)
        stack.callback(asleep.kill)
        yield Decoys(
            str(file),
            port.getsockname()[1],
            str(folder / "socket"),
            abstract,
            terminal,
            asleep.pid,
        )


def _terminal(stack: ExitStack) -> str:
    """The name of a new terminal; where none can be made, of the one that may be there."""
    try:
        ends = os.openpty()
    except OSError:  # a container or a chroot without /dev/pts
        return os.ctermid()
    for end in ends:
        stack.callback(os.close, end)
    return os.ttyname(ends[1])


def _is_linux() -> bool:
    return sys.platform == "linux"
