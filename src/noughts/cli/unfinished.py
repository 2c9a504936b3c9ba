"""Keeps unfinished games, so that none is lost: one small file per game.

The files are in the user's data folder. A game is written after every move, with the options it is
played under, and its file is deleted when the game is over. Each game has its own file, so two at
once do not collide. While a game is played, a file beside it is locked: nobody else can take it.
"""

import contextlib
import json
import os
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts.errors import NotationError
from noughts.machine import lock
from noughts.records import Record

__all__ = ["Kept", "Slot", "read", "unfinished"]


def folder() -> Path:
    """The folder of the unfinished games."""
    from platformdirs import user_data_path

    return user_data_path("noughts", appauthor=False) / "unfinished"


class Slot:
    """The file of one unfinished game, ours from the first `keep` or `take` until `leave`."""

    def __init__(self, path: Path | None = None) -> None:
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        self.path = path or _unused(folder() / f"{stamp}-{os.getpid()}.jsonl")
        self._lock: int | None = None

    def take(self) -> bool:
        """Lock the game; False if somebody else is playing it."""
        if self._lock is not None:
            return True
        path = self.path.with_suffix(".lock")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError:
            return True  # nothing can be written here, so nobody is playing it either
        try:
            ours = lock(descriptor)
        except OSError:  # there are no locks here
            os.close(descriptor)
            return True
        if not ours:
            os.close(descriptor)
            return False
        if not _is(descriptor, path):
            os.close(descriptor)  # it was deleted before we had locked it
            return self.take()
        self._lock = descriptor
        return True

    def leave(self) -> None:
        """Unlock the game; its file stays."""
        if self._lock is not None:
            if sys.platform == "win32":  # where nobody can delete what is open
                os.close(self._lock)
            with contextlib.suppress(OSError):
                self.path.with_suffix(".lock").unlink(missing_ok=True)
            if sys.platform != "win32":
                os.close(self._lock)
            self._lock = None

    def keep(self, record: Record, options: dict[str, Any] | None = None) -> None:
        """Write the current game; the file is always complete, whatever happens."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.take()
        fresh = self.path.with_suffix(".new")
        try:
            with open(fresh, "w", encoding="utf-8") as file:
                file.write(json.dumps({**record.as_json(), "options": options or {}}) + "\n")
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError:
            fresh.unlink(missing_ok=True)
            raise

    def clear(self) -> None:
        """Delete the file, and unlock the game."""
        self.path.unlink(missing_ok=True)
        self.leave()


def _unused(path: Path) -> Path:
    """The path, or a similar one: games begun in the same second have files of their own."""
    stem, number = path.stem, 1
    while path.exists():
        number += 1
        path = path.with_stem(f"{stem}-{number}")
    return path


def _is(descriptor: int, path: Path) -> bool:
    """Whether the open file is the one of that name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


@dataclass(frozen=True)
class Kept:
    """A kept game, as it is listed; `record` is None if its file is damaged."""

    path: Path
    played: float  # when, in seconds since 1970
    record: Record | None
    options: dict[str, Any] = field(default_factory=dict)

    def is_being_played(self) -> bool:
        """Whether somebody plays it right now."""
        slot = Slot(self.path)
        if slot.take():
            slot.leave()
            return False
        return True


def unfinished() -> list[Kept]:
    """The kept games, the one that was played last first."""
    found = []
    for path in folder().glob("*.jsonl"):
        try:
            found.append(Kept(path, path.stat().st_mtime, *read(path)))
        except NotationError:
            found.append(Kept(path, path.stat().st_mtime, None))
        except FileNotFoundError:
            continue  # somebody has just finished it
    return sorted(found, key=lambda kept: (kept.played, kept.path.name), reverse=True)


def read(path: Path) -> tuple[Record, dict[str, Any]]:
    """The last game of a file that is not over (or else its last), and its options."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
        games = [json.loads(line) for line in lines if line.strip()]
    except (ValueError, RecursionError):
        games = []
    if not games or not all(isinstance(game, dict) for game in games):
        raise NotationError(
            f"{str(path)!r} is not a saved game: the command save in a game makes one"
        )
    data = next((game for game in reversed(games) if game.get("outcome") is None), games[-1])
    try:
        record = Record.from_json(data)
    except NotationError as error:
        raise NotationError(f"{str(path)!r}: {error}") from None
    options = data.get("options")
    return record, options if isinstance(options, dict) else {}
