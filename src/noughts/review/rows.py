"""Rows of stones that threaten to become a line, for any k: found window by window.

A window is a run of k cells. It is open to a side if the other has no stone in it and, where longer
lines do not win, the side has none beside it. With k - 1 stones in an open window one more wins;
with k - 2, one more may threaten to win in two places at once.

    . x x x .        the three of a game of five in a row: on either side of it,
    . x x x X .      one more makes a four that both of its ends complete
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from noughts.rules import OTHER, Mark, Move, Rules

__all__ = ["Row", "completions", "fours", "made_by", "threes"]

Cells: TypeAlias = tuple[Move, ...]


@dataclass(frozen=True)
class Row:
    """Stones of one side in one line of the board, and the empty cells where one more counts."""

    line: int  # its place in `rules.lines`
    stones: Cells
    cells: Cells


@dataclass(frozen=True)
class Window:
    """A run of k cells in a line, and the one or two cells beside it."""

    line: int
    cells: Cells
    beside: Cells


@lru_cache(64)
def _windows(rules: Rules) -> tuple[Window, ...]:
    found = []
    for number, line in enumerate(rules.lines):
        cells = tuple(range(rules.size)[line])
        for start in range(len(cells) - rules.k + 1):
            end = start + rules.k
            beside = cells[max(0, start - 1) : start] + cells[end : end + 1]
            found.append(Window(number, cells[start:end], beside))
    return tuple(found)


@lru_cache(64)
def _windows_through(rules: Rules) -> tuple[tuple[Window, ...], ...]:
    return tuple(
        tuple(window for window in _windows(rules) if cell in window.cells)
        for cell in range(rules.size)
    )


def _lacking(
    number: int, rules: Rules, cells: str, mark: Mark, windows: Iterable[Window]
) -> Iterator[Row]:
    """Those of the windows that are open to `mark` and lack so many of its stones."""
    for window in windows:
        inside = [cells[cell] for cell in window.cells]
        if OTHER[mark] in inside or inside.count(".") != number:
            continue
        if rules.exact and any(cells[cell] == mark for cell in window.beside):
            continue
        stones = tuple(cell for cell in window.cells if cells[cell] == mark)
        gaps = tuple(cell for cell in window.cells if cells[cell] == ".")
        yield Row(window.line, stones, gaps)


def fours(rules: Rules, cells: str, mark: Mark) -> list[Row]:
    """The rows of k - 1 stones that one more makes a line, and the cells that do."""
    return _merged(_lacking(1, rules, cells, mark, _windows(rules)))


def completions(rules: Rules, cells: str, mark: Mark) -> set[Move]:
    """The empty cells where `mark` completes a line."""
    return {cell for row in fours(rules, cells, mark) for cell in row.cells}


def threes(rules: Rules, cells: str, mark: Mark) -> list[Row]:
    """The open rows of k - 2 stones: one more on such a cell and two cells complete the row."""
    lacking_two = list(_lacking(2, rules, cells, mark, _windows(rules)))
    wins = completions(rules, cells, mark)
    found = []
    for cell in sorted({cell for row in lacking_two for cell in row.cells} - wins):
        after = cells[:cell] + mark + cells[cell + 1 :]
        made = list(_lacking(1, rules, after, mark, _windows_through(rules)[cell]))
        for line in {row.line for row in made}:
            inside = [row for row in made if row.line == line]
            stones = {stone for row in inside for stone in row.stones} - {cell}
            if len({row.cells for row in inside}) > 1 and len(stones) == rules.k - 2:
                found.append(Row(line, tuple(sorted(stones)), (cell,)))
    return _merged(found)


def made_by(rules: Rules, cells: str, move: Move) -> tuple[list[Row], list[Row]]:
    """The fours and the open threes that the stone on `move` is part of."""
    mark: Mark = "x" if cells[move] == "x" else "o"
    found = fours(rules, cells, mark), threes(rules, cells, mark)
    ours, open_ones = ([row for row in rows if move in row.stones] for rows in found)
    lines = {row.line for row in ours}  # a four is more than the three that it may also be
    return ours, [row for row in open_ones if row.line not in lines]


def _merged(rows: Iterable[Row]) -> list[Row]:
    """One row for the same stones, with all its cells."""
    together: dict[tuple[int, Cells], set[Move]] = {}
    for row in rows:
        together.setdefault((row.line, row.stones), set()).update(row.cells)
    return [Row(*key, tuple(sorted(cells))) for key, cells in together.items()]
