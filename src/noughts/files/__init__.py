"""Games in files: those of other programs, and our own JSON lines. All become `Record`s.

| module   | what it is                                                                    |
|----------|-------------------------------------------------------------------------------|
| lines    | which line is wrong; how bytes become text                                    |
| usual    | the game that a file means if it names only the size of the board             |
| sgf_tree | SGF as trees of properties                                                    |
| sgf      | SGF to and from records                                                       |
| psq      | PSQ, the files of Piskvork, to and from records                               |
| openings | openings of the Gomocup, to and from lists of moves                           |

`read` and `write` choose the format by the end of the file's name: .sgf, .psq or .jsonl.
"""

import contextlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from shutil import copymode
from typing import TypeVar

from noughts import records
from noughts.errors import NotationError, shorten
from noughts.files import openings, psq, sgf
from noughts.files.lines import BadLine
from noughts.records import Record, as_path
from noughts.rules import Move, Rules, as_rules

__all__ = ["FORMATS", "Format", "add", "format_of", "read", "read_openings", "write"]

Read = TypeVar("Read")

LARGEST = 100 << 20  # bytes of a file: some 200,000 games, which take minutes to read


@dataclass(frozen=True)
class Format:
    """How games are read from a file and written to one, and what gets lost on the way."""

    read: Callable[[bytes, Rules | None], list[Record]]
    write: Callable[[list[Record]], str]
    not_kept: Callable[[bytes], list[str]]  # of a file, by the records
    lost: Callable[[Record], list[str]]  # of a record, in the file


def _read_json_lines(content: bytes, game: Rules | None) -> list[Record]:
    found = list[Record]()
    for number, line in records.numbered_lines(content):
        try:
            found.append(records.from_line(line))
        except NotationError as error:
            raise BadLine(number, error) from None
        if game not in (None, found[-1].start.rules):
            raise BadLine(number, f"the game is {found[-1].start.rules}, not {game}")
    return found


def _write_json_lines(written: list[Record]) -> str:
    return "".join(f"{json.dumps(record.as_json())}\n" for record in written)


def _nothing(_: object) -> list[str]:
    return []


FORMATS = {
    ".sgf": Format(sgf.read, sgf.write, sgf.not_kept, _nothing),
    ".psq": Format(psq.read, psq.write, _nothing, psq.lost),
    ".jsonl": Format(_read_json_lines, _write_json_lines, _nothing, _nothing),
}


def format_of(path: str | os.PathLike[str]) -> Format:
    """The format of a file, by the end of its name."""
    path = as_path(path)
    if path.suffix.lower() not in FORMATS:
        raise NotationError(
            f"{shorten(str(path))} does not say what it is: its name must end in "
            f"{', '.join(FORMATS)}"
        )
    return FORMATS[path.suffix.lower()]


def read(path: str | os.PathLike[str], game: Rules | str | None = None) -> list[Record]:
    """The games of a file, in its order. `game` is what they are if they do not say it."""
    form, rules = format_of(path), None if game is None else as_rules(game)
    return _in_its_lines(as_path(path), lambda content: form.read(content, rules))


def read_openings(path: str | os.PathLike[str], game: Rules | str) -> list[tuple[Move, ...]]:
    """The openings of a file, as moves on the board of a game."""
    rules = as_rules(game)
    return _in_its_lines(as_path(path), lambda content: openings.read(content, rules))


def _in_its_lines(path: Path, read_content: Callable[[bytes], Read]) -> Read:
    """What a file holds; if that cannot be read, the error names the file and the line."""
    if (size := path.stat().st_size) > LARGEST:
        raise NotationError(
            f"{str(path)!r} has {size:,} bytes; files of more than {LARGEST:,} are not read"
        )
    try:
        return read_content(path.read_bytes())
    except BadLine as error:
        raise NotationError(f"line {error.line} of {str(path)!r}: {error.what}") from None


def add(path: str | os.PathLike[str], game: Record) -> int:
    """Add a game to the end of a file, which may be new, and return how many the file now has.

    What the file holds is kept, down to what `read` leaves out.
    """
    form, path = format_of(path), as_path(path)
    old = path.read_bytes() if path.exists() else b""
    games = [*(read(path) if old.strip() else []), game]
    form.write(games)  # refuses what has no place in one file
    with open(path, "ab") as file:
        file.write((b"" if old.endswith(b"\n") or not old else b"\n") + form.write([game]).encode())
    return len(games)


def write(path: str | os.PathLike[str], games: Iterable[Record]) -> None:
    """Write a file of games; it takes the place of an old one only when it is complete."""
    form, path, games = format_of(path), as_path(path), list(games)
    for game in games:
        if not isinstance(game, Record):
            raise NotationError(f"{shorten(game)} is not the Record of a game: nothing was written")
    try:
        content = form.write(games).encode("utf-8")
    except UnicodeEncodeError as error:
        broken = error.object[error.start : error.end]
        raise NotationError(f"{broken!r} is half a character and cannot be written") from None
    target = path.resolve()  # where a link points to
    fresh = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with open(fresh, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            copymode(target, fresh)
        fresh.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        error.filename = str(path)
        raise
