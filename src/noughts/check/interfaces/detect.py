"""The names of the interfaces, and which one a file has."""

import ast
import re
from pathlib import Path
from typing import Literal, TypeAlias, get_args

__all__ = ["INTERFACES", "LONGEST", "Interface", "detect", "read_start"]

Interface: TypeAlias = Literal["cs50", "strings", "player", "any", "process", "gomocup"]
INTERFACES: tuple[Interface, ...] = get_args(Interface)
CS50 = {"initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax"}
MOST_OF_CS50 = 5
PRUNED = {"minimax_ab", "minimaxAB"}
# Bytes of a Python file to look at: more than a student writes. Parsing them takes up to a thousand
# times as much memory.
LONGEST = 400_000


def detect(path: Path) -> Interface:
    """The interface of a program, by its name and by the functions that its text defines.

    A program with a part of an interface may be of another shape: `any` finds out by trying.
    """
    if path.suffix != ".py" or path.is_dir():
        return "gomocup" if path.name.lower().startswith("pbrain") else "process"
    names = _defined(path)
    if "choose" in names:
        return "player"
    if len(names & CS50) >= MOST_OF_CS50 or {"actions", "result"} <= names:
        return "cs50"
    if names & PRUNED and names & {"evaluate", "eval", "minimax"}:
        return "strings"
    return "any"


def _defined(path: Path) -> set[str]:
    """The names that a file defines at its top level; a guess if it cannot be parsed."""
    text = read_start(path)
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {*re.findall(r"^def\s+(\w+)", text, re.MULTILINE)}
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    assigned = [node for node in body if isinstance(node, ast.Assign)]
    targets = {t.id for node in assigned for t in node.targets if isinstance(t, ast.Name)}
    imports = [node for node in body if isinstance(node, ast.ImportFrom)]
    return functions | targets | {a.asname or a.name for node in imports for a in node.names}


def read_start(path: Path) -> str:
    """The text of a Python file, as far as the checker looks."""
    with open(path, "rb") as file:
        return file.read(LONGEST).decode("utf-8", "replace")
