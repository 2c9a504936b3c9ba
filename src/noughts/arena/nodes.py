"""What a machine must have before games are played on it: the same Noughts, and the players."""

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

from noughts.arena.engines import GomocupPlayer
from noughts.arena.tournament import ENGINE, PROGRAM, SUBMISSION, Entrant
from noughts.check import kept_promises
from noughts.errors import shorten
from noughts.words import count

__all__ = ["NOTHING", "Found", "Needs", "look", "needs_of", "troubles"]

MOST_TOLD = 5  # machines in one message
LONGEST = 200  # letters of a path in a message


@dataclass(frozen=True)
class Needs:
    """What is needed on a machine; paths are meant from `folder`."""

    programs: tuple[str, ...] = ()  # to be run: a path, or a name that PATH leads to
    files: tuple[str, ...] = ()  # to be there: a file or a folder
    sandbox: bool = False  # every promise of the sandbox must be kept
    folder: str = ""


NOTHING = Needs()


@dataclass(frozen=True)
class Found:
    """What a machine has."""

    noughts: str
    python: str
    sources: str  # a hash of the package, since two copies of one version may differ
    missing: tuple[str, ...] = ()  # of what is needed, each as words


def needs_of(players: Iterable[Entrant]) -> Needs:
    """What the players of a tournament need, wherever they play."""
    programs, files = list[str](), list[str]()
    for each in players:
        if each.kind in (PROGRAM, SUBMISSION):
            files.append(each.what)
        elif each.kind == ENGINE:
            program, *words = GomocupPlayer(each.what).command
            programs.append(program)
            # `python3 mine.py`: what is a file here must be one there.
            files += [word for word in words if os.path.exists(word)]
    return Needs(_once(programs), _once(files), folder=os.getcwd())


def _once(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def look(needs: Needs) -> Found:
    """See what this machine has."""
    lacking = [
        f"{shorten(each, LONGEST)} ({_where(each, needs.folder)})"
        for each in needs.programs
        if not _can_run(each, needs.folder)
    ]
    lacking += [
        f"{shorten(each, LONGEST)} (in {needs.folder})"
        for each in needs.files
        if not os.path.exists(os.path.join(needs.folder, each))
    ]
    if needs.sandbox:
        broken = [name for name, kept in kept_promises().items() if not kept]
        lacking += [f"the promise {name!r} of the sandbox" for name in broken]
    return Found(
        version("noughts"), ".".join(map(str, sys.version_info[:3])), _sources(), tuple(lacking)
    )


def _can_run(program: str, folder: str) -> bool:
    path = os.path.join(folder, program) if os.sep in program else program
    return shutil.which(path) is not None


def _where(program: str, folder: str) -> str:
    return f"in {folder}" if os.sep in program else "on its PATH"


@cache
def _sources() -> str:
    """A hash of all of the package that is Python."""
    package, found = Path(__file__).parents[1], hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        found.update(f"{file.relative_to(package)}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()


def troubles(nodes: Iterable[tuple[str, Found | str]], here: Found) -> list[str]:
    """Why games cannot be played on some machines, one sentence each.

    A text instead of what was found there says why nothing was found. Names need not differ: a
    machine may be there twice.

    >>> here = Found("1.2", "3.12.1", "a5")
    >>> troubles([("lab-7", Found("1.1", "3.12.1", "b3")), ("lab-8", here)], here)
    ['lab-7 has Noughts 1.1, not 1.2 as here']
    """
    told = _once([f"{name} {why}" for name, found in nodes if (why := _why_not(found, here))])
    more = len(told) - MOST_TOLD
    return [*told] if more <= 0 else [*told[:MOST_TOLD], f"and {count(more, 'more machine')}"]


def _why_not(found: Found | str, here: Found) -> str:
    if isinstance(found, str):
        return found
    if found.noughts != here.noughts:
        return f"has Noughts {found.noughts}, not {here.noughts} as here"
    if found.python != here.python:
        return f"has Python {found.python}, not {here.python} as here"
    if found.sources != here.sources:
        return f"has another Noughts {found.noughts} than here (its files differ)"
    return f"lacks {', '.join(found.missing)}" if found.missing else ""
