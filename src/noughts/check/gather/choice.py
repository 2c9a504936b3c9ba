"""Which of several Python files is the program."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from noughts.check.gather.copies import some_of
from noughts.check.interfaces.choose import CHOOSE
from noughts.check.interfaces.cs50 import FUNCTIONS
from noughts.check.interfaces.detect import Interface
from noughts.errors import NotationError
from noughts.harmless import short_name

__all__ = ["MAIN_NAMES", "choose_main", "is_program"]

MAIN_NAMES = ("adapter.py", "tictactoe.py", "main.py", "player.py", "program.py")
SEARCHES = ({"minimax", "evaluate"}, {"minimax", "eval"})  # what a `strings` program defines


def is_program(text: str, interface: Interface | None = None) -> bool:
    """Whether a text defines by itself all that one interface, or some interface, asks for.

    A program of any shape may have parts with a search in them, but not with a whole program.
    """
    names = {*re.findall(r"^def[ \t]+(\w+)", text, re.MULTILINE)}
    whole = {
        "cs50": names >= {*FUNCTIONS},
        "player": CHOOSE in names,
        "strings": any(names >= search for search in SEARCHES),
    }
    if interface == "any":
        return whole["cs50"] or whole["player"]
    return any(whole.values()) if interface is None else whole.get(interface, False)


def choose_main(name: str, files: Sequence[Path], read: Callable[[Path], str]) -> Path:
    """The one program among the files of a submission; `name` is for the message if not.

    A file with the usual name in the folder itself is the program. Otherwise it is the one that
    has all functions of an interface, then one with a usual name, then the only one.
    """
    scripts = [file for file in files if file.suffix == ".py"]
    for usual in MAIN_NAMES:
        if Path(usual) in scripts:
            return Path(usual)
    whole = [file for file in scripts if is_program(read(file))]
    for pool in (whole, scripts):
        for usual in MAIN_NAMES:
            if named := [file for file in pool if file.name == usual]:
                return _the_one(name, named)
        if len(pool) == 1 or (pool and pool is whole):
            return _the_one(name, pool)
    found = some_of([short_name(file) for file in scripts]) or "no Python file"
    raise NotationError(
        f"'{short_name(name)}' has no main file: it holds {found}; name one "
        f"{' or '.join(MAIN_NAMES)}"
    )


def _the_one(name: str, files: Sequence[Path]) -> Path:
    if len(files) == 1:
        return files[0]
    raise NotationError(
        f"'{short_name(name)}' holds several programs, and nothing says which one to grade: "
        f"{some_of([short_name(file) for file in files])}; leave only one of them, or put it on "
        f"top as {MAIN_NAMES[0]}"
    )
