"""An untrusted program in its own process: limited, watched, and ended with all it has started.

The checker sends questions over one pipe and reads the answers from another. It trusts nothing that
arrives: lines have a limited length and a limited time. See `inside/launcher.py` for the rights
that the process gives up before the program begins, and `docs/reference/sandbox.md` for what each
system protects.
"""

import contextlib
import json
import os
import secrets
import select
import shutil
import signal
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts.check.sandbox.cgroup import Group
from noughts.check.sandbox.inside.trees import copy_tree, is_open_to_all, remove_tree
from noughts.check.sandbox.own_root import FILES, HOME, LAUNCHER, bubblewrap, python, wrapped
from noughts.check.sandbox.reading import LONGEST_LINE, Unreadable, last_words, read_flags
from noughts.errors import OutOfReach

__all__ = ["STANDARD", "Ended", "Halted", "Late", "ResourceLimits", "Sandbox", "probe"]
__all__ += ["require_walls"]

OPEN_TO_ALL = (Path("/tmp"), Path("/var/tmp"))  # where there is no other temporary folder
DEEPEST = 60  # folders inside each other
USUAL = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin")
THREADS = 8  # of each process, on average
ANSWERING = 10e-6  # seconds that an answer takes at least
AT_ONCE = 0.002  # seconds to wait for answers, to read them together
LOOK_EVERY = 0.1  # seconds between two checks of the memory and the processes
STARTING = 20.0  # seconds that a busy machine may need to start a process


@dataclass(frozen=True)
class ResourceLimits:
    """What one process of a submission may use."""

    cpu_seconds: int = 600
    memory_bytes: int = 1 << 30
    file_bytes: int = 16 << 20
    processes: int = 32
    scratch_bytes: int = 128 << 20  # what it may write, in all
    scratch_files: int = 4_000
    output_bytes: int = 64 << 10  # how much of its output to keep


STANDARD = ResourceLimits()


def require_walls() -> None:
    """OutOfReach where nothing would keep a stranger's program from doing harm."""
    if sys.platform == "win32":
        raise OutOfReach(
            "Windows has no sandbox for other people's programs: run noughts check in WSL"
        )


class Ended(Exception):
    """The program's process has ended unexpectedly."""


class Halted(Exception):
    """The user has pressed Ctrl-C; work in another thread ends here."""


class Late(Exception):
    """The program has not answered in time."""


@dataclass
class Sandbox:
    """One process. It starts in a scratch folder with a copy of `files`, where it may write.

    With a `command`, the process is that command and talks over stdin and stdout; without one it is
    `inside/host.py`, which answers questions about a Python file.
    """

    files: Path
    command: Sequence[str] | None = None
    limits: ResourceLimits = STANDARD
    packages: bool = False  # whether it may import what is installed beside Noughts

    halted: bool = field(default=False, init=False)
    protected: dict[str, bool] = field(default_factory=dict, init=False)
    printed: bytes = field(default=b"", init=False)
    _lines: deque[bytes] = field(default_factory=deque, init=False)
    _pending: bytes = field(default=b"", init=False)  # the beginning of the next one
    _outgoing: bytes = field(default=b"", init=False)
    _closing: bool = field(default=False, init=False)
    _looked: float = field(default=0.0, init=False)
    _prints: bool = field(default=True, init=False)  # False once it closes its output
    _group: Group | None = field(default=None, init=False)
    _own_root: bool = field(default=False, init=False)  # whether bubblewrap makes one

    def __enter__(self) -> "Sandbox":
        require_walls()
        # Named before it is there: a signal that comes meanwhile leaves nothing behind.
        self._scratch = _place() / f"noughts-check-{secrets.token_hex(8)}"
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self) -> None:
        wrapper = bubblewrap()
        self._own_root = wrapper is not None
        self.home = Path(HOME) if wrapper else self._scratch / "home"
        launch = [python() if wrapper else sys.executable, "-I", "-S", str(LAUNCHER)]
        if wrapper:
            readable = [*self.packages_path, *_prefixes(self.command)]
            size = self.limits.scratch_bytes
            launch = [*wrapped(wrapper, self.files, readable, size), *launch]
        else:
            self._copy_files()
        self._group = Group()
        if not self._group.make(*self._group_limits()):
            self._group = None
        theirs, ours = _pipes()
        self._questions, self._answers, self._output, status, self._lifeline = ours
        launch.append(json.dumps(theirs | self._settings()))
        try:
            self._process = subprocess.Popen(
                self._group.joining(launch) if self._group else launch,
                pass_fds=list(theirs.values()),
                stdin=subprocess.DEVNULL,
                stdout=theirs["output"],
                stderr=theirs["output"],
                start_new_session=True,
                env=_environment(self.home, self.command),
            )
        finally:
            for end in theirs.values():
                os.close(end)
        self.protected = _first_words(status)
        if not self.protected:
            raise OSError(f"the sandbox did not start: {self._last_words()}")

    def _group_limits(self) -> tuple[int, int]:
        """The memory and the tasks of the program, with what it takes to start it."""
        limits = self.limits
        return limits.memory_bytes + limits.scratch_bytes + (96 << 20), self._tasks + 4

    @property
    def _tasks(self) -> int:
        """Processes and threads together; other languages start many threads by themselves."""
        return self.limits.processes * (1 if self.command is None else THREADS)

    def _copy_files(self) -> None:
        self._scratch.mkdir(mode=0o700)
        copy_tree(str(self.files), str(self.home))
        self.home.chmod(0o700)
        self._scratch.chmod(0o711)

    def _settings(self) -> dict[str, Any]:
        is_python = self.command is None
        readable = [sys.base_prefix, *self.packages_path]
        return {
            "own_root": self._own_root,
            "root": os.getuid() == 0,  # whose processes the kernel does not limit
            "files": FILES,
            "scratch": str(self.home),
            "command": None if is_python else list(self.command or ()),
            "readable": readable if is_python else None,
            "cpu_seconds": self.limits.cpu_seconds,
            # Other languages reserve far more addresses than they use; `_look` watches these.
            "memory_bytes": self.limits.memory_bytes if is_python else 0,
            "file_bytes": self.limits.file_bytes,
            "processes": self._tasks,
        }

    @property
    def packages_path(self) -> list[str]:
        """The folders of the packages that it may import."""
        return [sysconfig.get_path("purelib")] if self.packages else []

    def send(self, *lines: str, last: bool = False) -> None:
        """Queue lines for `read_line` to write; after the last ones it closes the input."""
        self._outgoing += "".join(f"{line}\n" for line in lines).encode()
        self._closing = self._closing or last

    def read_line(self, seconds: float, more: int = 0) -> str:
        """The next line of the answers; `more`: how many others are to come."""
        if not self._lines:
            self._read_lines(seconds, more)
        return self._lines.popleft().decode("utf-8", "replace")

    def _read_lines(self, seconds: float, more: int) -> None:
        """Wait until there is a whole line, and a moment longer if there are more to come.

        To read them one by one takes a third of the time that it takes to answer.
        """
        deadline = time.monotonic() + seconds
        while not self._lines:
            if len(self._pending) > LONGEST_LINE:
                raise Ended("its answer is too long")
            if not self._wait_for_answers(deadline):
                raise Late(f"no answer in {seconds:.0f} s")
            if more:
                time.sleep(min(more * ANSWERING, AT_ONCE))
            chunk = os.read(self._answers, 1 << 16)
            if not chunk:
                raise Ended(self._why_ended())
            *lines, self._pending = (self._pending + chunk).split(b"\n")
            self._lines.extend(lines)

    def rest(self) -> str:
        """What it has written after the last whole line."""
        return self._pending[:LONGEST_LINE].decode("utf-8", "replace")

    def close(self) -> None:
        """End the process and everything it has started, and remove the scratch folder."""
        if hasattr(self, "_process"):
            os.close(self._lifeline)
            if self._own_root:  # with the first process in there, all others end
                outer, *inner = _tree(self._process.pid)
                with contextlib.suppress(OSError):
                    os.kill(inner[0] if inner else outer, signal.SIGKILL)
            try:
                self._process.wait(STARTING)
            except subprocess.TimeoutExpired:
                _kill_tree(self._process.pid)
                self._process.wait()
            if sys.platform != "linux":  # on Linux, the launcher does this
                with contextlib.suppress(OSError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            for end in (self._questions, self._answers, self._output):
                os.close(end)
            del self._process
        if self._group is not None:
            self._group.remove()
            self._group = None
        remove_tree(str(self._scratch))

    # Watching

    def _wait_for_answers(self, deadline: float) -> bool:
        """Wait for answers; meanwhile, write what is queued and read what the program prints."""
        while (left := deadline - time.monotonic()) > 0:
            self._look()
            room = [self._questions] if self._outgoing or self._closing else []
            ends = [self._answers, *([self._output] if self._prints else [])]
            ready, free, _ = select.select(ends, room, [], min(left, LOOK_EVERY))
            if self._output in ready:
                self._keep_output()
            if free:
                self._write()
            if self._answers in ready:
                return True
        return False

    def _write(self) -> None:
        try:
            written = os.write(self._questions, self._outgoing[: 1 << 16])
        except BlockingIOError:
            return
        except OSError:  # it no longer reads, but may still answer
            written = len(self._outgoing)
        self._outgoing = self._outgoing[written:]
        if self._closing and not self._outgoing:
            self._closing = False
            self._hang_up()

    def _hang_up(self) -> None:
        """Close the questions, but keep the number, so that closing it again does no harm."""
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._questions, inheritable=False)
        os.close(nowhere)

    def _keep_output(self) -> None:
        chunk = os.read(self._output, 1 << 16)
        self._prints = bool(chunk)
        self.printed += chunk[: self.limits.output_bytes - len(self.printed)]

    def _look(self) -> None:
        """Raise if the program takes more memory or processes than it may."""
        if self.halted:
            raise Halted
        if time.monotonic() < self._looked + LOOK_EVERY:
            return
        self._looked = time.monotonic()
        tree = _tree(self._process.pid)
        if len(tree) > self.limits.processes + 3:
            raise Ended(f"it started more than {self.limits.processes} processes")
        if sum(map(_memory, tree)) > self.limits.memory_bytes + (64 << 20):
            raise Ended(f"it used more than {self.limits.memory_bytes >> 20} MB of memory")
        files, written, depth = self._written(tree)
        if files > self.limits.scratch_files:
            raise Ended(f"it made more than {self.limits.scratch_files:,} files")
        if written > self.limits.scratch_bytes:
            raise Ended(f"it wrote more than {self.limits.scratch_bytes >> 20} MB")
        if depth > DEEPEST:
            raise Ended(f"it made more than {DEEPEST} folders inside each other")

    def _written(self, tree: Sequence[int]) -> tuple[int, int, int]:
        """How many files it has made, how many bytes and how deep, as far as that can be seen."""
        if not self._own_root:
            files, written, depth = _usage(self.home, self.limits.scratch_files)
            return files, written + _unlinked(tree), depth
        with contextlib.suppress(OSError):
            found = os.statvfs(f"/proc/{tree[-1]}/root{HOME}")
            written = (found.f_blocks - found.f_bfree) * found.f_frsize
            return found.f_files - found.f_ffree, written, 0
        return 0, 0, 0

    def _why_ended(self) -> str:
        try:
            code = self._process.wait(2)
        except subprocess.TimeoutExpired:
            return "it closed the pipe for its answers"
        if self._group is not None and self._group.ran_out_of_memory():
            return f"it used more than {self.limits.memory_bytes >> 20} MB of memory"
        if code == 128 + signal.SIGXCPU:
            return f"it used more than {self.limits.cpu_seconds} s of processor time"
        if code > 128:
            return f"it was ended by signal {code - 128}"
        return f"it ended with exit code {code}"

    def _last_words(self) -> str:
        with contextlib.suppress(OSError):
            self._keep_output()
        return last_words(self.printed) or "no reason given"


def probe() -> dict[str, bool]:
    """What this system lets the sandbox protect, found out by trying."""
    with tempfile.TemporaryDirectory() as folder, Sandbox(Path(folder)) as sandbox:
        return sandbox.protected


def _prefixes(command: Sequence[str] | None) -> list[str]:
    """What a command needs of its own, if it is installed in an unusual place."""
    found = shutil.which(command[0]) if command and not command[0].startswith(".") else None
    paths = {Path(found), Path(found).resolve()} if found else set()
    return [str(_installed(path)) for path in paths]


def _installed(path: Path) -> Path:
    """The folder in which a program is installed, or the file alone if that tells too much."""
    folder = path.parent
    if folder.name == "shims" or (folder.name == "bin" and (folder.parent / "lib").is_dir()):
        folder = folder.parent
    return path if folder in (Path("/"), Path.home()) else folder


def _usage(home: Path, most: int) -> tuple[int, int, int]:
    """How many files there are, up to `most` and some more, their bytes, and how deep it goes."""
    files, written, deepest, todo = 0, 0, 0, [(str(home), 1)]
    while todo and files <= most and deepest <= DEEPEST:
        folder, deepest = todo.pop()
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                files += 1
                written += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    todo.append((entry.path, deepest + 1))
    return files, written, deepest


def _unlinked(tree: Sequence[int]) -> int:
    """The bytes of files that have no name any more, but are still open in these processes."""
    found = {}
    for pid in tree:
        with contextlib.suppress(OSError):
            for name in os.listdir(f"/proc/{pid}/fd"):
                with contextlib.suppress(OSError):
                    told = os.stat(f"/proc/{pid}/fd/{name}")
                    if stat.S_ISREG(told.st_mode) and not told.st_nlink:
                        found[told.st_dev, told.st_ino] = told.st_blocks * 512
    return sum(found.values())


def _pipes() -> tuple[dict[str, int], tuple[int, ...]]:
    """Pipes for questions, answers, output, status and a lifeline: their ends, our ends."""
    names = ("questions", "answers", "output", "status", "lifeline")
    theirs, ours = {}, []
    for name in names:
        reading, writing = os.pipe()
        downwards = name in ("questions", "lifeline")
        theirs[name] = reading if downwards else writing
        ours.append(writing if downwards else reading)
    os.set_blocking(ours[0], False)
    return theirs, tuple(ours)


def _place() -> Path:
    """Where scratch folders are made.

    Without bubblewrap, root becomes another user, who could not get to a temporary folder of root's
    own.
    """
    chosen = Path(tempfile.gettempdir())
    if os.getuid() != 0 or bubblewrap() is not None or not chosen.is_dir():
        return chosen
    others = (place for place in OPEN_TO_ALL if place.is_dir())
    return next((place for place in (chosen, *others) if is_open_to_all(str(place))), chosen)


def _first_words(status: int) -> dict[str, bool]:
    """What the launcher says about the protection, once it is in place."""
    text = b""
    deadline = time.monotonic() + STARTING
    try:
        while select.select([status], [], [], max(0.0, deadline - time.monotonic()))[0]:
            chunk = os.read(status, 1 << 12)
            if not chunk or len(text) > LONGEST_LINE:
                break
            text += chunk
    finally:
        os.close(status)
    try:
        return read_flags(text)
    except Unreadable:
        return {}


def _environment(home: Path, command: Sequence[str] | None) -> dict[str, str]:
    """A clean environment: no secrets, no display, nothing that belongs to the teacher."""
    found = shutil.which(command[0]) if command and not command[0].startswith(".") else None
    folders = [*([os.path.dirname(found)] if found else []), *USUAL]
    return {
        "PATH": os.pathsep.join(dict.fromkeys(folders)),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def _tree(pid: int) -> list[int]:
    """A process and everything below it, where the system has /proc."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError, ValueError):
            for task in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{task}/children", encoding="ascii") as file:
                    found += map(int, file.read().split())
        if len(found) > 1000:
            break
    return found


def _memory(pid: int) -> int:
    """The bytes of memory that a process really uses; 0 if it has ended."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _kill_tree(pid: int) -> None:
    for each in _tree(pid):
        with contextlib.suppress(OSError):
            os.kill(each, 9)
    with contextlib.suppress(OSError):
        os.killpg(pid, 9)
