"""A root folder of its own for a program, made by bubblewrap where that is installed.

The program sees Python and what it needs, read-only, and a scratch folder in memory: no files of
others, no processes, no network, no devices but four harmless ones.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

__all__ = ["HOME", "bubblewrap", "python", "wrapped"]

HOME = "/scratch"  # where the program runs
FILES = "/submission"  # what is copied there
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
SETTINGS = ("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "alternatives")  # in /etc
DEVICES = ("null", "zero", "random", "urandom")
NOBODY = "65534"
LAUNCHER = Path(__file__).parent / "inside" / "launcher.py"


@cache
def bubblewrap() -> str | None:
    """The path of bubblewrap, if it is there and works on this system."""
    return shutil.which("bwrap") if _proc() is not None else None


@cache
def _proc() -> tuple[str, ...] | None:
    """How to get a /proc: its own, or none where that is forbidden; None if nothing works."""
    path = shutil.which("bwrap") if sys.platform == "linux" else None
    for words in (("--proc", "/proc"), ()) if path else ():
        command = [*_walls(path or "", words), "--", python(), "-I", "-S", "-c", ""]
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=20, check=False)  # fmt: skip
            if done.returncode == 0:
                return words
    return None


def python() -> str:
    """The interpreter itself, not the link to it in a virtual environment."""
    return os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable)


def wrapped(path: str, files: Path, readable: Sequence[str], scratch_bytes: int) -> list[str]:
    """The beginning of a command that runs the rest of it in a root of its own."""
    files = files.resolve()
    inside = FILES if files.is_dir() else f"{FILES}/{files.name}"
    more = [*(_proc() or ()), "--ro-bind", str(files), inside, *_read_only(readable)]
    more += ["--size", str(scratch_bytes), "--tmpfs", HOME]
    return [*_walls(path, more), "--chdir", HOME, "--"]


def _walls(path: str, more: Sequence[str]) -> list[str]:
    seen = (*SYSTEM, *(f"/etc/{name}" for name in SETTINGS), *_java())
    prefixes = [sys.base_prefix, os.path.dirname(python()), str(LAUNCHER.parent)]
    return [
        *(path, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"),
        *("--uid", NOBODY, "--gid", NOBODY, "--hostname", "sandbox"),
        *_read_only([*seen, *prefixes]),
        *(word for name in DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
        *more,
        *("--remount-ro", "/"),
    ]


def _java() -> list[str]:
    """Java looks for its settings in /etc on some systems."""
    return [str(path) for path in Path("/etc").glob("java*")]


def _read_only(paths: Iterable[str]) -> list[str]:
    return [word for path in paths for word in ("--ro-bind-try", path, path)]
