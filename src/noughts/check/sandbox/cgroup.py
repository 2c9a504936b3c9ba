"""Limits that hold for all processes of a program together, where the user may set them.

The kernel's control groups count memory, with what lies in the scratch folder, and processes, even
those of root. Root may make such groups, and so may users to whom the system has given a part of
the tree. Elsewhere the limits of each process must do, and `sandbox.py` counts ten times a second.
"""

import contextlib
import secrets
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Group"]

TREE = Path("/sys/fs/cgroup")
# A process that joins, then becomes the command that follows
JOIN = """
while [ "$1" != -- ]; do echo $$ > "$1/cgroup.procs" || exit 126; shift; done
shift
unset PWD OLDPWD
exec "$@"
"""
NAME = "noughts-check-"
LEFT_OVER = 3600.0  # seconds after which an empty group is one of a checker that was killed
EMPTY = 2.0  # seconds until the kernel has noticed that the last process is gone
_works: dict[str, bool] = {}  # whether this user may have groups, once that was tried


@dataclass
class Group:
    """The folders of one group: one for each thing that is counted, or one for all.

    `remove` it whatever happens, even if that is in the middle of `make`.
    """

    folders: list[Path] = field(default_factory=list)

    def make(self, memory_bytes: int, tasks: int) -> bool:
        """Set limits for memory, and for processes and threads; False where none can be."""
        if not _works.get("here", sys.platform == "linux"):
            return False
        name = f"{NAME}{secrets.token_hex(8)}"
        try:
            for parent, limits in _places():
                self.folders.append(parent / name)  # before it is there: a signal may come
                _make(parent / name, limits, {"memory": memory_bytes, "pids": tasks})
                if "here" not in _works:
                    _remove_left_over(parent)
            if "here" not in _works:
                _works["here"] = _can_be_joined(self)
        except (OSError, subprocess.TimeoutExpired):
            _works["here"] = False
        if not _works["here"]:
            self.remove()
        return _works["here"]

    def joining(self, command: list[str]) -> list[str]:
        """The command, run in this group."""
        return ["/bin/sh", "-c", JOIN, "sh", *map(str, self.folders), "--", *command]

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended a process that took too much."""
        for folder in self.folders:
            for name in ("memory.events", "memory.oom_control"):
                with contextlib.suppress(OSError, ValueError):
                    rows = (folder / name).read_text("ascii").splitlines()
                    told = dict(row.split() for row in rows)
                    if int(told.get("oom_kill", 0)):
                        return True
        return False

    def remove(self) -> None:
        """Remove the group, once its processes have ended."""
        deadline = time.monotonic() + EMPTY
        while self.folders:
            try:
                self.folders[-1].rmdir()
            except FileNotFoundError:
                pass
            except OSError:
                if time.monotonic() < deadline:
                    time.sleep(0.002)
                    continue
            self.folders.pop()


def _remove_left_over(parent: Path) -> None:
    """Remove the groups of checkers that were killed; the kernel refuses if one is in use."""
    for folder in parent.glob(f"{NAME}*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < time.time() - LEFT_OVER:
                folder.rmdir()


def _can_be_joined(group: Group) -> bool:
    done = subprocess.run(group.joining(["true"]), capture_output=True, timeout=20, check=False)
    return done.returncode == 0


def _places() -> list[tuple[Path, dict[str, str]]]:
    """Where to make folders, and the files there that hold the limits, by what they limit."""
    own = _own_groups()
    if (TREE / "cgroup.controllers").exists():
        limits = {"memory": "memory.max", "pids": "pids.max"}
        # A group with processes in it cannot have others below it, but beside it.
        path = TREE / own.get("", "").lstrip("/")
        return [(path if path == TREE else path.parent, limits)]
    files = {"memory": "memory.limit_in_bytes", "pids": "pids.max"}
    return [(TREE / each / own.get(each, "").lstrip("/"), {each: files[each]}) for each in files]


def _own_groups() -> dict[str, str]:
    """The groups of this process, by what they count; "" for the one tree of newer systems."""
    found: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for row in Path("/proc/self/cgroup").read_text("utf-8", "replace").splitlines():
            _, names, path = row.split(":", 2)
            found |= dict.fromkeys(names.split(","), path)
    return found


def _make(folder: Path, files: dict[str, str], limits: dict[str, int]) -> None:
    folder.mkdir()
    for what, file in files.items():
        (folder / file).write_text(str(limits[what]), encoding="ascii")
