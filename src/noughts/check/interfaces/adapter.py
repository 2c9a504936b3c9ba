"""Adapters: `choose(board, mark)` around a program of another shape, as Python text.

The same text serves twice: as a file that a teacher or a student keeps beside the program, and at
the end of the program's own text while the checker tries what suits it.
"""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from noughts.check.interfaces.outline import Routine, Symbols
from noughts.check.sandbox.answers import KeptBoard
from noughts.harmless import for_terminal

__all__ = ["ANY_OF_THEM", "HEADER", "LAYOUTS", "Board", "Shape", "adapter_file", "appended"]
__all__ += ["skeleton", "trials"]

WIDTH = 90
HEADER = '"""Lets `noughts check` ask '  # how every adapter begins

ANY_OF_THEM = "choose_any"  # choose_any(number, board, mark)
LAYOUTS = {
    "string": ('"".join(cells)', "nine characters"),
    "list": ("cells[:]", "a list of nine"),
    "rows": ("[cells[0:3], cells[3:6], cells[6:9]]", "three lists of three"),
    "list from 1": ("[None, *cells]", "a list of ten, the first not used"),
    "tuple of list": ("tuple(cells)", "a tuple of nine"),
    "tuple of rows": ("(cells[0:3], cells[3:6], cells[6:9])", "a tuple of three lists"),
    "array of list": ("numpy.array(cells)", "an array of nine"),
    "array of rows": (
        "numpy.array([cells[0:3], cells[3:6], cells[6:9]])",
        "an array of three rows",
    ),
    "dict from 0": ("dict(enumerate(cells))", "a dictionary with keys from 0"),
    "dict from 1": ("dict(enumerate(cells, 1))", "a dictionary with keys from 1"),
    "dict from '0'": (
        "{str(number): cell for number, cell in enumerate(cells)}",
        "a dictionary with keys from '0'",
    ),
    "dict from '1'": (
        "{str(number): cell for number, cell in enumerate(cells, 1)}",
        "a dictionary with keys from '1'",
    ),
}

DIFFERENCE = '''
def difference(before, after):
    """The one cell in which two boards differ; None if there is not exactly one."""
    after = flat(after)[-9:]
    cells = [cell for cell in range(9) if len(after) == 9 and after[cell] != before[cell]]
    return cells[0] if len(cells) == 1 else None


def flat(board):
    """The cells of a board, row by row."""
    board = board.tolist() if hasattr(board, "tolist") else board
    board = list(board.values()) if isinstance(board, dict) else board
    if not isinstance(board, (list, tuple, str)) or len(board) > 10:
        return []
    rows = [list(row) for row in board if isinstance(row, (list, tuple))]
    return sum(rows, []) if rows else list(board)
'''


@dataclass(frozen=True)
class Board:
    """How a program writes a board. If numbered, free cells hold their number, from the third."""

    layout: str
    symbols: Symbols
    numbered: bool = False
    known: bool = False  # the program itself keeps such a board, and has these marks

    @property
    def words(self) -> str:
        """`three lists of three: 'X', 'O', free ' '`."""
        x, o, free = map(repr, self.symbols)
        frees = (
            f"free cells hold their number, the first {free}" if self.numbered else f"free {free}"
        )
        return f"{LAYOUTS[self.layout][1]}: {x}, {o}, {frees}"


@dataclass(frozen=True)
class Shape:
    """How to ask a program for a move: what to call, with what, and what comes back."""

    routine: Routine
    arguments: tuple[str, ...]  # in Python
    board: Board
    kept: KeptBoard | None = None  # where the program wants the board; None: as an argument
    constructor: tuple[str, ...] = ()
    plays: Literal["both", "x", "o"] = "both"
    values: Literal["", "x", "o", "mover", "other"] = ""  # a value function: to whom it is large
    answer: Literal["move", "in place", "board"] = "move"
    pick: str = ""  # which part of what it returns is the move or the value
    move: str = "cell from 0"

    @property
    def is_certain(self) -> bool:
        """Whether the program itself shows how its board is written."""
        return self.board.known and not self.values

    @property
    def is_told_the_turn(self) -> bool:
        """Whether the program learns which mark is to move."""
        told = any(
            "mark" in each or "turn" in each for each in (*self.arguments, *self.constructor)
        )
        return told or (self.kept is not None and bool(_turn_names(self)))

    @property
    def words(self) -> str:
        """How it is asked, in words."""
        found = [f"`{self.routine.call}` is asked; the board is {self.board.words}"]
        if self.kept is not None:
            owner = f"{self.kept.owner}." if self.kept.owner else ""
            found.append(f"it is put into `{owner}{self.kept.name}`")
        if self.values:
            found.append("it values boards, so the move with the best value counts")
        else:
            found.append(f"its move is {self._move_in_words()}")
        if self.plays != "both":
            mark = self.plays.upper()
            other = "O" if mark == "X" else "X"
            found.append(
                f"it plays {mark} only, so where {other} is to move the marks are exchanged"
            )
        return "; ".join(found)

    def _move_in_words(self) -> str:
        if self.answer == "move":
            return f"a {self.move}" + (f" (`{self.pick}` of what it returns)" if self.pick else "")
        return "what it changes on the " + ("board" if self.answer == "in place" else "new board")


# The text


def adapter_file(shape: Shape, module: str, program: str) -> str:
    """A file with `choose`, to be kept beside the program."""
    head = [
        f"{HEADER}{_harmless(program)} for its moves.",
        "",
        'The checker calls `choose("xo.......", "x")`: nine cells row by row, and the mark that is',
        "to move. Found by trying:",
        "",
        *textwrap.wrap(f"{_harmless(shape.words)}.", WIDTH),
        '"""',
        "",
        "import importlib",
        "import time",
        "",
        f"theirs = importlib.import_module({module!r})",
        _AWAKE,
    ]
    return "\n".join(head) + _needed(shape) + "\n\n" + _choose(shape, "choose") + "\n"


def appended(shape: Shape) -> str:
    """What to put at the end of the program's own text."""
    return f"{_THEIRS}{_AWAKE}{_needed(shape)}\n\n{_choose(shape, 'choose')}\n"


def trials(shapes: Sequence[Shape]) -> str:
    """The same with many shapes, to be asked by number.

    Unless it values boards, each returns what the program returned, what it has changed on its
    board, and what the returned board has changed.
    """
    found = [_choose(shape, f"__choose_{i}", trial=True) for i, shape in enumerate(shapes)]
    names = ", ".join(f"__choose_{i}" for i in range(len(shapes)))
    any_of_them = f"def {ANY_OF_THEM}(number, board, mark):\n"
    any_of_them += f"    return ({names},)[number](board, mark)\n"
    return "\n\n".join([_THEIRS + _AWAKE + DIFFERENCE, *found, any_of_them])


def skeleton(module: str, program: str) -> str:
    """An adapter to fill in, where nothing was found."""
    return f'''{HEADER}{_harmless(program)} for its moves.

The checker calls `choose("xo.......", "x")`: nine cells row by row, and the mark that is to move.
"""

import importlib

theirs = importlib.import_module({module!r})


def choose(board, mark):
    """The cell, from 0 to 8, where `mark` plays."""
    marks = {{"x": "X", "o": "O", ".": " "}}  # the marks of the program
    cells = [marks[cell] for cell in board]
    rows = [cells[0:3], cells[3:6], cells[6:9]]
    row, column = theirs.best_move(rows)  # put your function here
    return 3 * row + column
'''


_THEIRS = "\n\nimport sys\nimport time\n\ntheirs = sys.modules['program']\n"
_AWAKE = """time.sleep = lambda *_: None  # pauses are for people
if hasattr(theirs, "sleep"):
    theirs.sleep = time.sleep
"""


def _needed(shape: Shape) -> str:
    return DIFFERENCE if shape.answer != "move" else ""


def _choose(shape: Shape, name: str, trial: bool = False) -> str:
    lines = [f"def {name}(board, mark):"]
    lines += [f"    {line}" for line in _body(shape, trial)]
    return "\n".join(lines)


def _body(shape: Shape, trial: bool) -> list[str]:
    x, o, free = shape.board.symbols
    frees = {} if shape.board.numbered else {".": free}
    lines = [f"marks = { ({'x': x, 'o': o} | frees)!r}"]
    if shape.values:
        return [*lines, *_value_body(shape)]
    if shape.plays != "both":
        theirs, other = shape.plays, "o" if shape.plays == "x" else "x"
        lines.append(f'if mark == "{other}":  # it plays {theirs.upper()} only: exchange the marks')
        lines.append(f'    board, mark = board.translate(str.maketrans("xo", "ox")), "{theirs}"')
    lines += _position(shape, "board")
    lines.append(f"found = {_call(shape)}")
    after = _after(shape)
    if trial:
        lines.append(f"return found, difference(cells, {after}), difference(cells, found)")
    elif shape.answer == "move":
        lines.append(f"return found{shape.pick}")
    else:
        lines.append(f"return difference(cells, {'found' if shape.answer == 'board' else after})")
    return lines


def _value_body(shape: Shape) -> list[str]:
    best = {"mover": "max", "other": "min"}.get(shape.values)
    return [
        'turn = "o" if mark == "x" else "x"  # after the move',
        "values = {}",
        'for cell in [cell for cell in range(9) if board[cell] == "."]:',
        "    after = board[:cell] + mark + board[cell + 1:]",
        *(f"    {line}" for line in _position(shape, "after")),
        f"    values[cell] = {_call(shape)}{shape.pick}",
        f"best = {best}" if best else f'best = max if mark == "{shape.values}" else min',
        "return best(values, key=values.get)",
    ]


def _position(shape: Shape, board: str) -> list[str]:
    """The lines that write the board as the program wants it, and put it where it belongs."""
    free = shape.board.symbols[2]
    if shape.board.numbered:
        number = "str(number)" if type(free) is str else "number"
        first = int(free or 0)
        cells = f"[marks.get(cell, {number}) for number, cell in enumerate({board}, {first})]"
    else:
        cells = f"[marks[cell] for cell in {board}]"
    lines = ["import numpy"] if shape.board.layout.startswith("array") else []
    lines += [f"cells = {cells}", f"position = {LAYOUTS[shape.board.layout][0]}"]
    if shape.routine.owner:
        made = ", ".join(shape.constructor)
        lines.append(f"player = theirs.{shape.routine.owner}({made})")
    if shape.kept is not None:
        holder = _holder(shape)
        if holder == "game":
            lines.insert(
                len(lines) - bool(shape.routine.owner), f"game = theirs.{shape.kept.owner}()"
            )
        lines.append(f"{holder}.{shape.kept.name} = position")
        lines += [f"{holder}.{name} = marks[{_turn(shape)}]" for name in _turn_names(shape)]
    return lines


def _turn(shape: Shape) -> str:
    return "turn" if shape.values else "mark"


def _turn_names(shape: Shape) -> list[str]:
    """Where the program keeps whose turn it is, beside its board."""
    assert shape.kept is not None
    words = ("turn", "current", "to_move", "whose", "next_player")
    marks = shape.board.symbols[:2]
    return [
        name
        for name, value in shape.kept.atoms
        if any(word in name.lower() for word in words) and value in marks
    ]


def _holder(shape: Shape) -> str:
    assert shape.kept is not None
    if not shape.kept.owner:
        return "theirs"
    return "player" if shape.kept.owner == shape.routine.owner else "game"


def _after(shape: Shape) -> str:
    return f"{_holder(shape)}.{shape.kept.name}" if shape.kept is not None else "position"


def _call(shape: Shape) -> str:
    holder = "player" if shape.routine.owner else "theirs"
    return f"{holder}.{shape.routine.name}({', '.join(shape.arguments)})"


def _harmless(text: str) -> str:
    """Text that cannot end the docstring it stands in."""
    return for_terminal(text).replace("\\", "/").replace('"', "'")
