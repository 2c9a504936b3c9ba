"""The names of the interfaces, and which one a file has."""

import ast
import re
from pathlib import Path
from typing import Literal, TypeAlias, get_args

__all__ = ["INTERFACES", "Interface", "detect"]

Interface: TypeAlias = Literal["cs50", "strings", "player", "process", "gomocup"]
INTERFACES: tuple[Interface, ...] = get_args(Interface)


def detect(path: Path) -> Interface:
    """The interface of a program, by its name and by the functions that its text defines.

    If nothing else fits, it is `cs50`, whose checks then report the missing functions.
    """
    if path.suffix != ".py":
        return "gomocup" if path.name.lower().startswith("pbrain") else "process"
    names = _defined(path)
    if "choose" in names:
        return "player"
    if names & {"minimax_ab", "minimaxAB", "evaluate", "eval"} and not names & {
        "actions",
        "result",
    }:
        return "strings"
    return "cs50"


def _defined(path: Path) -> set[str]:
    """The names that a file defines at its top level; a guess if it cannot be parsed."""
    text = path.read_bytes().decode("utf-8", "replace")
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {*re.findall(r"^def\s+(\w+)", text, re.MULTILINE)}
    functions = {node.name for node in body if isinstance(node, ast.FunctionDef)}
    assigned = [node for node in body if isinstance(node, ast.Assign)]
    targets = {t.id for node in assigned for t in node.targets if isinstance(t, ast.Name)}
    imports = [node for node in body if isinstance(node, ast.ImportFrom)]
    return functions | targets | {a.asname or a.name for node in imports for a in node.names}
