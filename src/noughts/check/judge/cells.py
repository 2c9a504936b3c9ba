"""How a program names the cells, so that a report can name them the same way."""

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.notation import ROWS, Notation
from noughts.rules import Move, Rules

__all__ = ["CELLS", "OF_INTERFACE"]


@dataclass(frozen=True)
class Pairs(Notation):
    """Row and column, as a Python tuple."""

    first: int = 0

    def cell_name(self, rules: Rules, move: Move) -> str:
        """The name of a cell: `(0, 2)`."""
        row, column = divmod(move, rules.columns)
        return f"({row + self.first}, {column + self.first})"

    def row_names(self, rules: Rules) -> Sequence[str]:
        """The numbers of the rows, from the top."""
        return [str(self.first + row) for row in range(rules.rows)]

    def column_names(self, rules: Rules) -> Sequence[str]:
        """The numbers of the columns, from the left."""
        return [str(self.first + column) for column in range(rules.columns)]


@dataclass(frozen=True)
class Coordinates(Pairs):
    """Column and row, as the Gomocup protocol writes them."""

    def cell_name(self, rules: Rules, move: Move) -> str:
        """The name of a cell: `2,0`."""
        row, column = divmod(move, rules.columns)
        return f"{column},{row}"


@dataclass(frozen=True)
class Numbers(Notation):
    """One number for each cell, row by row."""

    first: int = 0

    def cell_name(self, rules: Rules, move: Move) -> str:
        """The name of a cell: `2`."""
        return str(self.first + move)

    def row_names(self, rules: Rules) -> Sequence[str]:
        """The number of the first cell of each row."""
        return [str(self.first + row * rules.columns) for row in range(rules.rows)]

    def column_names(self, rules: Rules) -> Sequence[str]:
        """What to add to that number."""
        return [f"+{column}" for column in range(rules.columns)]


CELLS: dict[str, Notation] = {
    "name": ROWS,
    "row, column from 0": Pairs("row, column from 0", "(0, 0) is the top left"),
    "row, column from 1": Pairs("row, column from 1", "(1, 1) is the top left", first=1),
    "cell from 0": Numbers("cell from 0", "0 is the top left"),
    "cell from 1": Numbers("cell from 1", "1 is the top left", first=1),
    "column,row": Coordinates("column,row", "0,0 is the top left"),
}
OF_INTERFACE = {
    "cs50": "row, column from 0",
    "strings": "cell from 0",
    "gomocup": "column,row",
}  # the others write `b2`; how a player does is found out
