"""Keeps unfinished games, so that none is lost: one small file per game.

The files are in the user's data folder. A game is written after every move, and its file is deleted
when the game is over. Each game has its own file, so two at once do not collide.
"""

import json
import os
import time
from pathlib import Path

from noughts.errors import NotationError
from noughts.records import Record, last

__all__ = ["Slot", "newest", "unfinished"]


def folder() -> Path:
    """The folder of the unfinished games."""
    from platformdirs import user_data_path

    return user_data_path("noughts", appauthor=False) / "unfinished"


class Slot:
    """The file of one unfinished game."""

    def __init__(self, path: Path | None = None) -> None:
        stamp = time.strftime("%Y-%m-%d-%H%M%S")
        self.path = path or folder() / f"{stamp}-{os.getpid()}.jsonl"

    def keep(self, record: Record) -> None:
        """Write the current game; the file is always complete, whatever happens."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        try:
            with open(fresh, "w", encoding="utf-8") as file:
                file.write(json.dumps(record.as_json()) + "\n")
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.path)
        except OSError:
            fresh.unlink(missing_ok=True)
            raise

    def clear(self) -> None:
        """Delete the file."""
        self.path.unlink(missing_ok=True)


def unfinished() -> list[Path]:
    """The files of the kept games, newest last."""
    return sorted(folder().glob("*.jsonl"), key=lambda path: (path.stat().st_mtime_ns, path.name))


def newest() -> tuple[Slot, Record]:
    """The latest kept game that is not being played right now, and its slot."""
    kept = [path for path in unfinished() if not _is_being_played(path)]
    if not kept:
        raise NotationError("no unfinished game to resume: name a file to load one")
    return Slot(kept[-1]), last(kept[-1])


def _is_being_played(path: Path) -> bool:
    """Whether the process that keeps the game (the file's name ends with its id) still runs."""
    number = path.stem.rpartition("-")[2]
    if os.name != "posix" or not number.isdecimal() or int(number) == os.getpid():
        return False
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass  # it runs as another user
    return True
