"""Ways to write a board and a move."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from noughts.check.judge.play import Fault
from noughts.check.sandbox.answers import Packed, shown
from noughts.errors import NotationError
from noughts.notation import cell
from noughts.position import Position
from noughts.rules import Move, Rules

__all__ = ["FORMS", "MOVE_FORMS", "SHAPES", "Form", "by_row_and_column", "named_move", "pair"]
__all__ += ["read_move", "wrong_type"]


@dataclass(frozen=True)
class Form:
    """A way to write a board: rows, a flat list or a string, of these three symbols.

    In a numbered list, empty cells hold their number, from 1.
    """

    shape: Literal["rows", "list", "string", "numbered"]
    x: str | int
    o: str | int
    empty: str | int | None

    def pack(self, position: Position) -> Packed:
        """The board, ready to send."""
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
}  # the five common ones; the same with other symbols follow
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
SHAPES: tuple[Literal["string", "list", "rows"], ...] = ("string", "list", "rows")
FORMS |= {
    f"{shape} {name}": form
    for shape in SHAPES
    for name, symbols in _SYMBOLS.items()
    if (form := Form(shape, *symbols)) not in FORMS.values()
    and (shape != "string" or all(len(str(symbol)) == 1 for symbol in symbols))
}
MOVE_FORMS = ("cell from 0", "row, column from 0", "name", "cell from 1", "row, column from 1")


def read_move(form: str, position: Position, value: object) -> Move | Fault:
    """The cell that a program means if it writes moves in that form."""
    if form.startswith("cell"):
        if type(value) is not int:
            return wrong_type(value, f"a {form}")
        return value - int(form[-1])
    if form.startswith("row"):
        numbers = pair(value, tuple, list)
        if numbers is None:
            return wrong_type(value, f"a {form}")
        return by_row_and_column(position, numbers, int(form[-1]))
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


def wrong_type(value: object, wanted: str) -> Fault:
    """The fault of a program that returns something that is not a move."""
    return Fault("wrong type", f"it returns {shown(value)} instead of {wanted}", value)


def pair(value: object, *kinds: type) -> list[int] | None:
    """The two whole numbers of a tuple or a list; None if it is not such a pair."""
    if not isinstance(value, tuple | list) or type(value) not in kinds or len(value) != 2:
        return None
    return [*value] if all(type(item) is int for item in value) else None


def by_row_and_column(position: Position, numbers: Sequence[int], first: int = 0) -> Move | Fault:
    """The cell in that row and column, counted from `first`."""
    row, column = (number - first for number in numbers)
    if not (0 <= row < position.rules.rows and 0 <= column < position.rules.columns):
        played = tuple(numbers)
        return Fault("illegal", f"it plays {played}, which is not on the board", played)
    return row * position.rules.columns + column
