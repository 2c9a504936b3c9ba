"""Names of cells and boards as text: the only place that knows how `e5` is written.

A cell is a row letter and a column number: `a1` is the top left, `e5` the fifth cell of the fifth
row. Inside the program it is a plain index, row by row from 0.
"""

import re
from collections.abc import Iterable
from operator import index

from noughts.errors import NotationError, shorten
from noughts.rules import PRESETS, Move, Rules, as_rules

__all__ = ["as_move", "cell", "default_rules", "name", "names", "read_cells", "shorten"]

ROW_LETTERS = "abcdefghijklmnopqrst"


def name(rules: Rules | str, move: Move | str) -> str:
    """The name of a cell.

    >>> name("gomoku", 112)
    'h8'
    """
    rules = as_rules(rules)
    row, column = divmod(as_move(rules, move), rules.columns)
    return f"{ROW_LETTERS[row]}{column + 1}"


def names(rules: Rules | str, moves: Iterable[Move | str]) -> list[str]:
    """The names of several cells, in the same order."""
    return [name(rules, move) for move in moves]


def cell(rules: Rules | str, text: str) -> Move:
    """The cell that `text` names: `e5`, `E5`, or row and column as `5,5`.

    >>> cell("8x8x4", "e5"), cell("8x8x4", "5,5")
    (36, 36)
    """
    rules = as_rules(rules)
    if not isinstance(text, str):
        raise NotationError(
            f"{shorten(text)} is not the name of a cell, such as {name(rules, rules.size // 2)!r}"
        )
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


def as_move(rules: Rules, given: Move | str) -> Move:
    """A move as it is, or the cell that the text names; everything else is refused.

    >>> as_move(Rules(3, 3, 3), "b2"), as_move(Rules(3, 3, 3), 4)
    (4, 4)
    """
    if isinstance(given, str):
        return cell(rules, given)
    try:
        move = index(given)
    except TypeError:
        raise NotationError(
            f"{shorten(given)} is not a move: write a cell such as "
            f"{name(rules, rules.size // 2)!r} or its number, 0 to {rules.size - 1}"
        ) from None
    if not 0 <= move < rules.size:
        raise NotationError(
            f"{shorten(given)} is not a cell of a {rules} board (0 to {rules.size - 1})"
        )
    return move


def read_cells(text: str, rules: Rules | str | None = None) -> tuple[Rules, str]:
    """The board written in `text`, as rules and a string of `x`, `o` and `.`.

    Upper case is allowed; `/`, newlines and spaces between the cells are ignored, so you can paste
    a drawn board. Without `rules`, 9 cells are tic-tac-toe, 64 four-in-a-line, 225 gomoku.
    """
    rules = None if rules is None else as_rules(rules)
    if not isinstance(text, str):
        raise NotationError(f"{shorten(text)} is not a board: write x, o and . row by row, as text")
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
