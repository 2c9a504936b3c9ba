"""The files beside a program that it imports or names.

Only those come along: the folder may hold other people's work. A Python file that is a whole
program itself stays behind, or somebody could hand in `from bob import *`.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from noughts.check.gather.choice import is_program
from noughts.check.gather.copies import Copies, open_plain, walk
from noughts.check.interfaces.detect import LONGEST, Interface, read_start

__all__ = ["files_beside", "read_text"]

MOST = 50  # files
LONGEST_NAME = 200  # bytes
DATA = frozenset(
    (
        *(".csv", ".dat", ".ini", ".json", ".npy", ".npz", ".pickle", ".pkl", ".toml", ".tsv"),
        *(".txt", ".yaml", ".yml"),
    )
)


def files_beside(main: Path, interface: Interface, copies: Copies) -> list[Path]:
    """What a program needs of its folder; tells `copies` what it needs but does not get."""
    folder, own = main.parent, Path(main.name)
    found = [own]
    for file in found:
        text = read_start(main) if file == own else read_text(folder, file)
        for name in _mentioned(folder, text, copies) if file.suffix == ".py" else ():
            if name in found or len(found) > MOST:
                continue
            if name.suffix == ".py" and is_program(read_text(folder, name), interface):
                copies.skip(name, "it is a program itself; if both belong together, give a folder")
            else:
                found.append(name)
    return found[1:]


def read_text(folder: Path, name: Path) -> str:
    """The text of a file, if it is a plain one."""
    source = open_plain(folder, name)
    if isinstance(source, str):
        return ""
    with source:
        return source.read(LONGEST).decode("utf-8", "replace")


def _mentioned(folder: Path, text: str, copies: Copies) -> Iterator[Path]:
    """The files of a folder that a Python text imports or names."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    short = [w for w in _words(tree) if len(w.encode("utf-8", "replace")) <= LONGEST_NAME]
    for word in dict.fromkeys(short):
        name = Path(f"{word}.py") if word.isidentifier() else Path(word)
        if os.path.isfile(folder / name):
            yield name
        elif word.isidentifier() and _is_package(folder / word):
            inside = walk(folder / word, copies)
            yield from (word / each for each in inside if each.suffix in {".py", *DATA})


def _is_package(folder: Path) -> bool:
    return os.path.isdir(folder) and not os.path.islink(folder)


def _words(tree: ast.AST) -> Iterator[str]:
    """The modules that a program imports, and the names of files in its strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]
        elif isinstance(node, ast.Call) and _name(node.func) == "import_module":
            yield from (word for each in node.args[:1] if (word := _module(each)))
        elif isinstance(node, ast.Constant) and _is_file_name(node.value):
            yield str(node.value)


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _module(argument: ast.expr) -> str:
    """The module that `import_module` gets, or its file; an adapter imports `tic-tac.py` so."""
    word = argument.value if isinstance(argument, ast.Constant) else None
    module = word.split(".")[0] if isinstance(word, str) and word.isprintable() else ""
    is_file = module != "" and not {*module} & {*"/\\"}
    return "" if not is_file else module if module.isidentifier() else f"{module}.py"


def _is_file_name(word: object) -> bool:
    """Whether it may name a data file in the folder or below, and nothing elsewhere."""
    if not isinstance(word, str):
        return False
    path = PurePosixPath(word)
    plain = word.isprintable() and "\\" not in word and ".." not in path.parts
    return plain and path.suffix in DATA and not path.is_absolute() and not word.startswith(".")
