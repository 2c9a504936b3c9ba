"""Names of cells and boards as text: the only place that knows how `e5` is written.

A cell is a row letter and a column number: `a1` is the top left, `e5` the fifth cell of the fifth
row. Inside the program it is a plain index, row by row from 0.
"""

import re
from collections.abc import Iterable

from noughts.errors import NotationError
from noughts.rules import PRESETS, Move, Rules

__all__ = ["cell", "default_rules", "name", "names", "read_cells", "shorten"]

ROW_LETTERS = "abcdefghijklmnopqrst"


def name(rules: Rules, move: Move) -> str:
    """The name of a cell.

    >>> name(Rules(8, 8, 4), 36)
    'e5'
    """
    row, column = divmod(move, rules.columns)
    return f"{ROW_LETTERS[row]}{column + 1}"


def names(rules: Rules, moves: Iterable[Move]) -> list[str]:
    """The names of several cells, in the same order."""
    return [name(rules, move) for move in moves]


def cell(rules: Rules, text: str) -> Move:
    """The cell that `text` names: `e5`, `E5`, or row and column as `5,5`.

    >>> cell(Rules(8, 8, 4), "e5"), cell(Rules(8, 8, 4), "5,5")
    (36, 36)
    """
    word = text.strip().lower()
    if match := re.fullmatch(r"([a-z])\s*([0-9]{1,4})", word):
        row, column = ord(match[1]) - ord("a"), int(match[2]) - 1
    elif match := re.fullmatch(r"([0-9]{1,4})\s*,\s*([0-9]{1,4})", word):
        row, column = int(match[1]) - 1, int(match[2]) - 1
    else:
        raise NotationError(
            f"{shorten(text)} is not a cell: write a row letter and a column number such as "
            f"{name(rules, rules.size // 2)}, or row,column such as "
            f"{rules.size // 2 // rules.columns + 1},{rules.size // 2 % rules.columns + 1}"
        )
    if not (0 <= row < rules.rows and 0 <= column < rules.columns):
        raise NotationError(
            f"{shorten(text)} is not a cell of a {rules.rows}x{rules.columns} board "
            f"({name(rules, 0)} to {name(rules, rules.size - 1)})"
        )
    return row * rules.columns + column


def read_cells(text: str, rules: Rules | None = None) -> tuple[Rules, str]:
    """The board written in `text`, as rules and a string of `x`, `o` and `.`.

    Upper case is allowed; `/`, newlines and spaces between the cells are ignored, so you can paste
    a drawn board. Without `rules`, 9 cells are tic-tac-toe, 64 four-in-a-line, 225 gomoku.
    """
    cells = "".join(text.lower().replace("/", " ").split())
    if wrong := next((c for c in cells if c not in "xo."), None):
        raise NotationError(
            f"{shorten(text)} is not a board: {wrong!r} is not x, o or . (an empty cell)"
        )
    rules = rules or default_rules(len(cells), text)
    if len(cells) != rules.size:
        raise NotationError(
            f"{shorten(text)} has {len(cells)} cells; a {rules.rows}x{rules.columns} board has "
            f"{rules.size} (write . for an empty one)"
        )
    rows = ["".join(row.split()) for row in re.split(r"[/\n]", text) if row.strip()]
    lengths = [len(row) for row in rows]
    if len(rows) > 1 and lengths != [rules.columns] * rules.rows:
        raise NotationError(
            f"{shorten(text)} has rows of {', '.join(map(str, lengths))} cells; "
            f"{rules} has {rules.rows} rows of {rules.columns}"
        )
    return rules, cells


def default_rules(cells: int, text: str) -> Rules:
    """The preset with that many cells."""
    for rules in PRESETS.values():
        if rules.size == cells:
            return rules
    sizes = ", ".join(f"{rules.size} {preset}" for preset, rules in PRESETS.items())
    raise NotationError(
        f"{shorten(text)} has {cells} cells, which does not identify a game ({sizes}): "
        f"name the game, such as 4x4x3 (--game on the command line)"
    )


def shorten(text: str, most: int = 60) -> str:
    """The input, quoted on one line and cut where it is too long to help."""
    quoted = repr(text)
    return quoted if len(quoted) <= most else f"{quoted[: most - 4]}...'"
