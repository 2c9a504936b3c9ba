"""A folder of our own for a stranger's files: plain files only, and not too many or too large.

What is left out is told, each reason once.
"""

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import IO

from noughts.harmless import short_name

__all__ = [
    "DEEPEST",
    "LARGEST",
    "LINK",
    "MOST_BYTES",
    "NOT_PLAIN",
    "TOO_DEEP",
    "TOO_LARGE",
    "Copies",
]
__all__ += ["is_ignored", "open_plain", "some_of", "walk"]

LARGEST = 16 << 20  # bytes of a file
MOST_BYTES = 64 << 20  # of all files together
MOST_FILES = 500
DEEPEST = 6  # folders inside each other
MOST_SEEN = 20_000  # names in a folder and its sub-folders
MOST_NAMED = 4  # names in one note
CHUNK = 1 << 16
# Not the student's work
IGNORED = frozenset(
    (
        *(".git", ".venv", "venv", "env", "__pycache__", "node_modules", "site-packages"),
        *("__MACOSX", ".DS_Store", ".idea", ".vscode", ".mypy_cache", ".pytest_cache"),
    )
)
LINK, TOO_LARGE, TOO_MANY = "links are not followed", "too large", "too many files"
NOT_PLAIN = "it is not a plain file"
TOO_DEEP = "more than {} folders deep"
# How to open what may be anything: nothing waits, no terminal becomes ours, no link is followed.
# (Windows has no such words; there, nothing is gathered.)
CAREFULLY = os.O_RDONLY | sum(
    getattr(os, f"O_{word}", 0) for word in ("NOFOLLOW", "NONBLOCK", "NOCTTY", "CLOEXEC")
)


def is_ignored(parts: Sequence[str]) -> bool:
    """Whether a file is left out without a word."""
    return any(part in IGNORED for part in parts)


@dataclass
class Copies:
    """Files, copied into a folder."""

    folder: Path
    files: list[Path] = field(default_factory=list)  # relative to the folder
    skipped: dict[str, list[str]] = field(default_factory=dict)  # why, and which
    _bytes: int = 0

    def skip(self, name: object, why: str) -> None:
        """Note that a file is left out."""
        self.skipped.setdefault(why, []).append(short_name(name))

    def add(
        self, name: Path, source: IO[bytes], executable: bool = False, largest: int | None = None
    ) -> None:
        """Copy a file; `name` is relative and leads nowhere else."""
        if len(self.files) == MOST_FILES or self._bytes >= MOST_BYTES:
            return self.skip(name, TOO_MANY)
        target = self.folder / name
        room = min(largest or LARGEST, MOST_BYTES - self._bytes)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with open(target, "xb") as file:
                while chunk := source.read(CHUNK):
                    room -= len(chunk)
                    self._bytes += len(chunk)
                    if room < 0:
                        break
                    file.write(chunk)
        except FileExistsError:
            return self.skip(name, "the name is taken")
        except OSError as error:
            self._remove(target)
            return self.skip(name, f"it cannot be copied: {error.strerror}")
        except BaseException:
            self._remove(target)
            raise
        if room < 0:
            self._remove(target)
            return self.skip(name, TOO_LARGE)
        target.chmod(0o755 if executable else 0o644)
        return self.files.append(name)

    @staticmethod
    def _remove(target: Path) -> None:
        with suppress(OSError):
            target.unlink()

    def add_from(self, folder: Path, names: Sequence[Path]) -> None:
        """Copy files from another folder; Python files first, if there are too many."""
        for name in sorted(names, key=lambda n: (n.suffix != ".py", len(n.parts), str(n))):
            self.add_plain(folder, name, name)

    def add_plain(self, folder: Path, source: Path, name: Path, largest: int | None = None) -> None:
        """Copy a file from another folder, if it is a plain one."""
        found = open_plain(folder, source)
        if isinstance(found, str):
            return self.skip(name, found)
        with found:
            status = os.fstat(found.fileno())
            if status.st_size > (largest or LARGEST):
                return self.skip(name, TOO_LARGE)
            return self.add(name, found, bool(status.st_mode & stat.S_IXUSR), largest)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, and why."""
        return tuple(f"left out {some_of(names)}: {why}" for why, names in self.skipped.items())


def some_of(names: Sequence[str]) -> str:
    """The first few names, and how many more there are."""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def open_plain(folder: Path, name: Path) -> IO[bytes] | str:
    """Open a plain file in a folder, without following links on the way; or say why not."""
    try:
        place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        for part in name.parts:
            place = _step(place, part)
    except OSError as error:
        # A folder on the way that is a link is "not a directory".
        is_link = error.errno in (errno.ELOOP, errno.ENOTDIR)
        return LINK if is_link else f"it cannot be read: {error.strerror}"
    if stat.S_ISREG(os.fstat(place).st_mode):
        return os.fdopen(place, "rb")
    os.close(place)
    return NOT_PLAIN


def _step(place: int, name: str) -> int:
    """Open something in a folder, and close the folder."""
    try:
        return os.open(name, CAREFULLY, dir_fd=place)
    finally:
        os.close(place)


def walk(folder: Path, copies: Copies, deepest: int = DEEPEST) -> Iterator[Path]:
    """Every file below a folder, relative to it; tells `copies` what is left out."""
    todo, seen = [Path()], 0
    for inner in todo:
        try:
            with os.scandir(folder / inner) as entries:
                found = sorted(islice(entries, MOST_SEEN + 1), key=lambda entry: entry.name)
        except OSError as error:
            copies.skip(inner, f"it cannot be read: {error.strerror}")
            continue
        for entry in found:
            seen += 1
            name = inner / entry.name
            if seen > MOST_SEEN:
                return copies.skip(name, TOO_MANY)
            if is_ignored([entry.name]):
                continue
            if entry.is_symlink():
                copies.skip(name, LINK)
            elif not entry.is_dir(follow_symlinks=False):
                yield name
            elif len(name.parts) > deepest:
                copies.skip(name, TOO_DEEP.format(deepest))
            else:
                todo.append(name)
    return None
