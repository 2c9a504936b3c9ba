"""The results of earlier runs, so that what has not changed is not graded again.

They lie in the user's cache folder, out of the reach of those who hand in files: for each folder of
submissions a file, with a line of JSON for each result. A key says what was graded, and how.
"""

import contextlib
import errno
import hashlib
import json
import os
import stat
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from noughts.check.grade import Settings
from noughts.check.judge.findings import Report

__all__ = ["Kept", "key_of"]

LARGEST = 200 << 20  # bytes; a file that has grown larger begins anew


class Kept:
    """What is known of a folder of submissions; if nothing can be kept, `trouble` says why."""

    def __init__(self, folder: Path) -> None:
        from platformdirs import user_cache_path

        name = hashlib.sha256(os.fsencode(os.path.realpath(folder))).hexdigest()[:32]
        place = user_cache_path("noughts", appauthor=False)
        self.path = place / "check" / f"{name}.jsonl"
        self.trouble = ""
        self._known: dict[str, tuple[str, dict[str, Any]]] = {}  # by the name of the submission
        try:
            with _opened(self.path) as file:
                self._read(file)
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def key(self, name: str) -> str:
        """The key of what is known of a submission; empty if nothing is."""
        return self._known[name][0] if name in self._known else ""

    def report(self, name: str) -> dict[str, Any]:
        """What is known of a submission."""
        return self._known[name][1]

    def add(self, name: str, key: str, report: dict[str, Any]) -> None:
        """Keep a result."""
        if self.trouble:
            return
        line = json.dumps({"key": key, "name": name, "report": report}) + "\n"
        try:
            with _opened(self.path) as file:
                os.write(file, line.encode())
        except OSError as error:
            self.trouble = error.strerror or str(error)

    def _read(self, file: int) -> None:
        """Read what is there, but for a line that a crash has cut off, or that we did not write."""
        if os.fstat(file).st_size > LARGEST:
            os.ftruncate(file, 0)
        with open(file, "rb", closefd=False) as reader:
            lines = reader.read().split(b"\n")
        if lines[-1]:
            os.write(file, b"\n")
        for line in lines:
            with contextlib.suppress(Exception):
                told = json.loads(line)
                Report.read(told["report"])
                self._known[str(told["name"])] = str(told["key"]), dict(told["report"])


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[int]:
    """The file, which only its owner can read or write."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    how = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    file = os.open(path, how, 0o600)
    try:
        for found in (os.fstat(file), os.stat(path.parent)):
            others = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            if others or found.st_uid != os.geteuid():
                raise PermissionError(errno.EPERM, "others may write there", str(path))
        yield file
    finally:
        os.close(file)


def key_of(settings: Settings, content: str) -> str:
    """A key to what was graded, how, and by which checker."""
    return hashlib.sha256(repr((_checker(), settings, content)).encode()).hexdigest()


@cache
def _checker() -> tuple[str, str, str]:
    """The version of Noughts and of Python, and what is in the files of the checker."""
    found = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        found.update(file.read_bytes())
    return version("noughts"), sys.version, found.hexdigest()
