"""The interfaces: which functions a program must have, how a board is handed to it, what a move is.

`cs50`, `strings` and `player` are Python files; `process` and `gomocup` are commands.
"""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, get_args

from noughts.check.asking import Other, Packed, Unordered
from noughts.check.play import Fault
from noughts.errors import NotationError
from noughts.notation import cell
from noughts.position import Position
from noughts.rules import Move, Rules

__all__ = ["CS50", "FORMS", "INTERFACES", "MOVE_FORMS", "Form", "Interface", "detect", "shown"]
__all__ += ["cs50_board", "cs50_move", "string_move", "wrong_type"]

Interface: TypeAlias = Literal["cs50", "strings", "player", "process", "gomocup"]
INTERFACES: tuple[Interface, ...] = get_args(Interface)

CS50 = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")


def detect(path: Path) -> Interface:
    """The interface of a program, by its name and by the functions that its text defines.

    What cannot be told is taken for `cs50`, and then misses its functions.
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
    """The names that a file gives at its top level, or seems to where it cannot be read."""
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


# cs50: lists of "X", "O" and None, moves (row, column)


@cache
def cs50_board(position: Position) -> Packed:
    """The board as a list of three lists."""
    return FORMS["rows"].pack(position)


def cs50_move(position: Position, value: object) -> Move | Fault:
    """The cell that `(row, column)` names."""
    if not _is_pair(value, tuple):
        return wrong_type(value, "a move such as (0, 2)")
    assert isinstance(value, tuple)
    return _by_row_and_column(position, value)


def string_move(position: Position, value: object) -> Move | Fault:
    """A cell from 0 on."""
    if type(value) is not int:
        return wrong_type(value, "a cell from 0 to 8")
    return value


def wrong_type(value: object, wanted: str) -> Fault:
    """The fault of a program that returns something that is no move."""
    return Fault("wrong type", f"it returns {shown(value)} instead of {wanted}", value)


def _is_pair(value: object, kind: type) -> bool:
    return type(value) is kind and len(value) == 2 and all(type(item) is int for item in value)  # type: ignore[arg-type,attr-defined]


def _by_row_and_column(position: Position, pair: Sequence[int], first: int = 0) -> Move | Fault:
    row, column = (number - first for number in pair)
    if not (0 <= row < position.rules.rows and 0 <= column < position.rules.columns):
        return Fault("illegal", f"it plays {tuple(pair)}, which is not on the board", tuple(pair))
    return row * position.rules.columns + column


def shown(value: object) -> str:
    """A value as the student would write it, shortened."""
    text = str(value) if isinstance(value, Other | Unordered) else repr(value)
    return text if len(text) <= 80 else f"{text[:76]}..."


# player: the board in any of the forms of the five programs


@dataclass(frozen=True)
class Form:
    """A way to write a board: rows, a flat list or a string, of these three symbols.

    In a numbered list, empty cells hold their number from 1 on.
    """

    shape: Literal["rows", "list", "string", "numbered"]
    x: str | int
    o: str | int
    empty: str | int | None

    def pack(self, position: Position) -> Packed:
        """The board, ready to be sent."""
        symbols = {"x": self.x, "o": self.o, ".": self.empty}
        if self.shape == "numbered":
            return [
                "list",
                *(symbols[m] if m != "." else i for i, m in enumerate(position.cells, 1)),
            ]
        if self.shape == "string":
            return "".join(str(symbols[mark]) for mark in position.cells)
        cells = [symbols[mark] for mark in position.cells]
        if self.shape == "list":
            return ["list", *cells]
        columns = position.rules.columns
        starts = range(0, position.rules.size, columns)
        return ["list", *(["list", *cells[start : start + columns]] for start in starts)]

    def mark(self, position: Position) -> str | int:
        """The symbol of the side to move."""
        return self.x if position.turn == "x" else self.o


FORMS: dict[str, Form] = {
    "string": Form("string", "x", "o", "."),
    "list": Form("list", "X", "O", " "),
    "numbered": Form("numbered", "X", "O", None),
    "rows": Form("rows", "X", "O", None),
    "signs": Form("rows", 1, -1, 0),
}  # those of the five programs; then the same with other symbols
_SYMBOLS: dict[str, tuple[str | int, str | int, str | int | None]] = {
    "X O .": ("X", "O", "."),
    "X O blank": ("X", "O", " "),
    "x o .": ("x", "o", "."),
    "x o blank": ("x", "o", " "),
    "X O _": ("X", "O", "_"),
    "X O -": ("X", "O", "-"),
    "X O None": ("X", "O", None),
    "X O ''": ("X", "O", ""),
    "1 -1 0": (1, -1, 0),
    "1 2 0": (1, 2, 0),
}
_SHAPES: tuple[Literal["string", "list", "rows"], ...] = ("string", "list", "rows")
FORMS |= {
    f"{shape} {name}": form
    for shape in _SHAPES
    for name, symbols in _SYMBOLS.items()
    if (form := Form(shape, *symbols)) not in FORMS.values()
    and (shape != "string" or all(len(str(symbol)) == 1 for symbol in symbols))
}
MOVE_FORMS = ("cell from 0", "row, column from 0", "name", "cell from 1", "row, column from 1")


def player_move(position: Position, value: object, form: str) -> Move | Fault:
    """The cell that a program means, when it writes moves in that form."""
    if form.startswith("cell"):
        if type(value) is not int:
            return wrong_type(value, f"a {form}")
        return value - int(form[-1])
    if form.startswith("row"):
        if not (_is_pair(value, tuple) or _is_pair(value, list)):
            return wrong_type(value, f"a {form}")
        assert isinstance(value, tuple | list)
        return _by_row_and_column(position, value, int(form[-1]))
    if type(value) is not str:
        return wrong_type(value, "a name such as b2")
    return named_move(position.rules, value)


def named_move(rules: Rules, text: str) -> Move | Fault:
    """The cell that `b2` or `4` names."""
    try:
        if re.fullmatch(r"[+-]?[0-9]{1,6}", text.strip()):
            return int(text)
        return cell(rules, text)
    except NotationError:
        return Fault("wrong type", f"it answers {shown(text)} instead of a cell", text)
