"""Names of cells and boards as text: the only place that knows how `e5` is written.

A cell is a row letter and a column number: `a1` is the top left, `e5` the fifth cell of the fifth
row. Inside the program it is a plain index, row by row from 0.

That is the notation `rows`, which the library, saved games and the page use. In the terminal you
can have another one of `NOTATIONS`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index

from noughts.errors import NotationError, UnnamedGame, shorten
from noughts.rules import PRESETS, Move, Rules, as_rules

__all__ = ["NOTATIONS", "ROWS", "Notation", "as_move", "cell", "default_notation", "default_rules"]
__all__ += ["name", "names", "read_cells"]

ROW_LETTERS = "abcdefghijklmnopqrst"


@dataclass(frozen=True)
class Notation:
    """A way to name the cells: with letters for the rows from the top, or as Gomoku players do.

    >>> GOMOKU_PLAYERS.cell_name(Rules(15, 15, 5), 0), GOMOKU_PLAYERS.read(Rules(15, 15, 5), "h8")
    ('a15', 112)
    """

    name: str
    about: str
    letters_are_columns: bool = False

    def cell_name(self, rules: Rules, move: Move) -> str:
        """The name of a cell."""
        row, column = divmod(move, rules.columns)
        if self.letters_are_columns:
            return f"{ROW_LETTERS[column]}{rules.rows - row}"
        return f"{ROW_LETTERS[row]}{column + 1}"

    def cell_names(self, rules: Rules, moves: Iterable[Move]) -> list[str]:
        """The names of several cells, in the same order."""
        return [self.cell_name(rules, move) for move in moves]

    def row_names(self, rules: Rules) -> Sequence[str]:
        """The names of the rows, from the top."""
        if self.letters_are_columns:
            return [str(number) for number in range(rules.rows, 0, -1)]
        return ROW_LETTERS[: rules.rows]

    def column_names(self, rules: Rules) -> Sequence[str]:
        """The names of the columns, from the left."""
        if self.letters_are_columns:
            return ROW_LETTERS[: rules.columns]
        return [str(number) for number in range(1, rules.columns + 1)]

    def read(self, rules: Rules, text: str) -> Move:
        """The cell that `text` names: `e5`, `E 5`; with row letters also `5,5` and `5 5`."""
        word = text.strip().lower()
        by_letter = re.fullmatch(r"([a-z])\s*([0-9]{1,4})", word)
        by_numbers = re.fullmatch(r"([0-9]{1,4})(?:\s*,\s*|\s+)([0-9]{1,4})", word)
        if by_letter and self.letters_are_columns:
            row, column = rules.rows - int(by_letter[2]), ord(by_letter[1]) - ord("a")
        elif by_letter:
            row, column = ord(by_letter[1]) - ord("a"), int(by_letter[2]) - 1
        elif by_numbers and not self.letters_are_columns:
            row, column = int(by_numbers[1]) - 1, int(by_numbers[2]) - 1
        else:
            raise NotationError(f"{shorten(text)} is not a cell: {self._how(rules)}")
        if not (0 <= row < rules.rows and 0 <= column < rules.columns):
            first, last = (rules.rows - 1) * rules.columns, rules.columns - 1
            if not self.letters_are_columns:
                first, last = 0, rules.size - 1
            raise NotationError(
                f"{shorten(text)} is not a cell of a {rules.rows}x{rules.columns} board "
                f"({self.cell_name(rules, first)} to {self.cell_name(rules, last)})"
            )
        return row * rules.columns + column

    def example(self, rules: Rules) -> str:
        """The name of a cell in the middle."""
        return self.cell_name(rules, rules.rows // 2 * rules.columns + rules.columns // 2)

    def _how(self, rules: Rules) -> str:
        example = self.example(rules)
        if self.letters_are_columns:
            return f"write a column letter and a row number such as {example}"
        return (
            f"write a row letter and a column number such as {example}, or row,column such as "
            f"{rules.rows // 2 + 1},{rules.columns // 2 + 1}"
        )


ROWS = Notation("rows", "a letter for the row from the top, a number for the column")
GOMOKU_PLAYERS = Notation(
    "gomoku", "a letter for the column, a number for the row from the bottom", True
)
NOTATIONS = {notation.name: notation for notation in (ROWS, GOMOKU_PLAYERS)}


def default_notation(rules: Rules) -> Notation:
    """What players of the game use: that of Gomoku for five in a row on 15x15 and larger."""
    is_gomoku = rules.k == 5 and rules.diagonals and min(rules.rows, rules.columns) >= 15
    return GOMOKU_PLAYERS if is_gomoku else ROWS


def name(rules: Rules | str, move: Move | str) -> str:
    """The name of a cell.

    >>> name("gomoku", 112)
    'h8'
    """
    rules = as_rules(rules)
    return ROWS.cell_name(rules, as_move(rules, move))


def names(rules: Rules | str, moves: Iterable[Move | str]) -> list[str]:
    """The names of several cells, in the same order."""
    return [name(rules, move) for move in moves]


def cell(rules: Rules | str, text: str) -> Move:
    """The cell that `text` names: `e5`, `E5`, or row and column as `5,5` or `5 5`.

    >>> cell("8x8x4", "e5"), cell("8x8x4", "5,5")
    (36, 36)
    """
    rules = as_rules(rules)
    if not isinstance(text, str):
        raise NotationError(
            f"{shorten(text)} is not the name of a cell, such as {name(rules, rules.size // 2)!r}"
        )
    return ROWS.read(rules, text)


def as_move(rules: Rules, given: Move | str) -> Move:
    """A move as it is, or the cell that the text names; everything else is refused.

    >>> as_move(Rules(3, 3, 3), "b2"), as_move(Rules(3, 3, 3), 4)
    (4, 4)
    """
    if isinstance(given, str):
        return cell(rules, given)
    try:
        move = -1 if isinstance(given, bool) else index(given)
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
    if not cells:
        raise NotationError(f"{shorten(text)} is not a board: nothing is written there")
    rules = rules or default_rules(len(cells), text)
    if len(cells) != rules.size:
        raise NotationError(
            f"{shorten(text)} has {len(cells)} cells; a {rules.rows}x{rules.columns} board has "
            f"{rules.size} (write . for an empty one)"
        )
    lengths = _lengths(text)
    if len(lengths) > 1 and lengths != [rules.columns] * rules.rows:
        raise NotationError(
            f"{shorten(text)} has rows of {', '.join(map(str, lengths))} cells; "
            f"{rules} has {rules.rows} rows of {rules.columns}"
        )
    return rules, cells


def _lengths(text: str) -> list[int]:
    """The cells of each row."""
    return [len("".join(row.split())) for row in re.split(r"[/\n]", text) if row.strip()]


def default_rules(cells: int, text: str) -> Rules:
    """The preset with that many cells."""
    for rules in PRESETS.values():
        if rules.size == cells:
            return rules
    if len({*(lengths := _lengths(text))}) > 1:
        raise NotationError(
            f"{shorten(text)} has rows of {', '.join(map(str, lengths))} cells, but they must have "
            f"the same number (write . for an empty cell)"
        )
    sizes = ", ".join(f"{rules.size} {preset}" for preset, rules in PRESETS.items())
    raise UnnamedGame(
        f"{shorten(text)} has {cells} cells, which does not identify a game ({sizes}): "
        f"name the game, such as 4x4x3"
    )
