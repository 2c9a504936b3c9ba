"""The programs that the checker is tested with, and how to grade a copy of one."""

import json
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from noughts.check import Interface, Report, Settings, check_program

WHOLE_CORPUS = os.environ.get("NOUGHTS_CORPUS") == "all"
part_of_the_corpus = pytest.mark.skipif(not WHOLE_CORPUS, reason="make corpus runs it")
FOLDER = Path(__file__).parent / "data" / "programs"

# A correct program of the most common kind, short enough to be broken by one replacement.
CS50 = (FOLDER / "right" / "cs50_plain_deepcopy.py").read_text(encoding="utf-8")

# A Gomocup engine that takes the first free cell of a 5x5 board.
ENGINE = """
import sys
import time
taken = set()
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word in ("START", "RESTART"):
        taken.clear()
        print("OK", flush=True)
    elif word == "ABOUT":
        print('name="first", version="1"', flush=True)
    elif word == "END":
        break
    elif word in ("BEGIN", "TURN", "DONE"):
        if word == "TURN":
            taken.add(tuple(map(int, rest.split(","))))
        x, y = next((x, y) for y in range(5) for x in range(5) if (x, y) not in taken)
        taken.add((x, y))
        print(f"{x},{y}", flush=True)
    elif "," in line:
        taken.add(tuple(map(int, line.split(",")[:2])))
"""


@dataclass(frozen=True)
class Entry:
    """One program of the manifest."""

    file: str
    interface: Interface
    diagnosis: str | None
    line: int | None  # that the diagnosis must name
    also: tuple[str, ...]
    expected: tuple[str, ...]  # of the hostile ones: "full marks", "faults" or either
    command: tuple[str, ...]
    slow: bool
    wall: str | None  # without which it gets what it wants
    verdicts: dict[str, str]  # of the hostile ones: what some checks must say


def _entry(told: dict[str, Any]) -> Entry:
    expected = tuple(told[key] for key in ("expect", "or") if told.get(key))
    command = tuple(told.get("command") or ())
    return Entry(
        file=told["file"],
        interface=told["interface"],
        diagnosis=told["diagnosis"],
        line=told.get("line"),
        also=tuple(told["also"]),
        expected=expected,
        command=command,
        slow=told.get("slow", False),
        wall=told.get("wall"),
        verdicts=told.get("verdicts", {}),
    )


ENTRIES = [_entry(told) for told in json.loads((FOLDER / "manifest.json").read_text("utf-8"))]


def entries(folder: str) -> list[Entry]:
    """Those of `make corpus`, or the fewer of `make test`.

    `make test` has time for a few of each kind only; the checker's other tests do the rest.
    """
    inside = [entry for entry in ENTRIES if entry.file.startswith(f"{folder}/")]
    if WHOLE_CORPUS:
        return inside
    quick = [entry for entry in inside if not entry.slow]
    if folder != "wrong":
        return quick[::24]
    named = {entry.diagnosis: entry for entry in reversed(quick)}
    return [*named.values()][::18]


def grade(entry: Entry, folder: Path) -> Report:
    """Grade a copy: some of them write and delete where they can."""
    copy = folder / Path(entry.file).name
    shutil.copy(FOLDER / entry.file, copy)
    words = {"{python}": sys.executable, "{file}": copy.name}
    command = tuple(words.get(word, word) for word in entry.command)
    return check_program(copy, Settings(entry.interface, command=command))
