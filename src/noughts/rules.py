"""The rules of a k-in-a-row game, as plain data, and the one definition of a line.

A board is a string of `x`, `o` and `.`, row by row. Every row, column and diagonal of it is then a
slice of that string, and "three in a row" is `"xxx" in cells[line]`:

     0  1  2
     3  4  5      row b:     cells[3:6]      0, 4, 8:  cells[0:9:4]
     6  7  8      column 1:  cells[0:7:3]    2, 4, 6:  cells[2:7:2]
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Literal, TypeAlias

from noughts.errors import NotationError, did_you_mean, is_whole, require, shorten

__all__ = ["FOUR_IN_A_LINE", "GOMOKU", "LARGEST", "OTHER", "PRESETS", "TIC_TAC_TOE"]
__all__ += ["Mark", "Move", "Rules", "as_rules", "game_meant"]

Mark: TypeAlias = Literal["x", "o"]
Move: TypeAlias = int  # the index of a cell, row by row from 0

OTHER: dict[Mark, Mark] = {"x": "o", "o": "x"}
LARGEST = 20


@dataclass(frozen=True)
class Rules:
    """The size of the board, how many in a row win, and which lines count.

    `diagonals=False` ("straight"): only rows and columns count.
    `exact=True`: a line longer than `k` does not win.

    >>> str(Rules(8, 8, 4, diagonals=False))
    '8x8x4-straight'
    >>> Rules.parse("gomoku")
    Rules(rows=15, columns=15, k=5, diagonals=True, exact=False)
    """

    rows: int
    columns: int
    k: int
    diagonals: bool = True
    exact: bool = False

    def __post_init__(self) -> None:
        for what in ("rows", "columns", "k"):
            number = getattr(self, what)
            require(is_whole(number), f"{what} must be a whole number", number)
            short = abs(number) < 10**15  # else too long for the sentences below
            require(short, f"{what} must be from 1 to {LARGEST}", number)
        for what in ("diagonals", "exact"):
            flag = getattr(self, what)
            require(isinstance(flag, bool), f"{what} must be True or False", flag)
        if not (1 <= self.rows <= LARGEST and 1 <= self.columns <= LARGEST):
            raise NotationError(
                f"'{self}' is not a board: rows and columns must be from 1 to {LARGEST}"
            )
        if not 1 <= self.k <= max(self.rows, self.columns):
            raise NotationError(
                f"'{self}' cannot be played: k must be from 1 to the longer side, "
                f"here {max(self.rows, self.columns)}"
            )

    def __str__(self) -> str:
        straight = "" if self.diagonals else "-straight"
        exact = "-exact" if self.exact else ""
        return f"{self.rows}x{self.columns}x{self.k}{straight}{exact}"

    @staticmethod
    def parse(text: str) -> "Rules":
        """Read a preset's name or `ROWSxCOLUMNSxK[-straight][-exact]`."""
        if not isinstance(text, str):
            raise NotationError(f"{shorten(text)} is not a game: {_instead_of(text)}")
        return _read(text)

    @property
    def in_words(self) -> str:
        """The game in words: `tic-tac-toe: 3 in a row wins on 3x3`, `5 or more` if 6 win too."""
        title = next((title for title, preset in PRESETS.items() if preset == self), str(self))
        lines = "in a row" if self.diagonals else "in a row or column (no diagonals)"
        board = f"{self.rows}x{self.columns}"
        if not self.exact and max(self.rows, self.columns) > self.k:
            return f"{title}: {self.k} or more {lines} win on {board}"
        exactly = "exactly " if self.exact else ""
        return f"{title}: {exactly}{self.k} {lines} wins on {board}"

    @property
    def size(self) -> int:
        """How many cells the board has."""
        return self.rows * self.columns

    @cached_property
    def lines(self) -> tuple[slice, ...]:
        """Every row, column and diagonal that is long enough for `k`, as a slice of the cells."""
        rows, columns = self.rows, self.columns
        # A line is (first row, first column, step down, step right).
        starts = [(r, 0, 0, 1) for r in range(rows)] + [(0, c, 1, 0) for c in range(columns)]
        if self.diagonals:
            starts += [(0, c, 1, 1) for c in range(columns)]
            starts += [(r, 0, 1, 1) for r in range(1, rows)]
            starts += [(0, c, 1, -1) for c in range(columns)]
            starts += [(r, columns - 1, 1, -1) for r in range(1, rows)]
        lines = []
        for r, c, down, right in starts:
            to_bottom = (rows - r) if down else LARGEST
            to_side = {1: columns - c, -1: c + 1, 0: LARGEST}[right]
            length = min(to_bottom, to_side)
            # A diagonal of one cell is not a separate line: its row covers it.
            if length >= max(self.k, 2 if down and right else 1):
                step = down * columns + right
                first = r * columns + c
                lines.append(slice(first, first + (length - 1) * step + 1, step))
        return tuple(lines)

    @cached_property
    def lines_through(self) -> tuple[tuple[slice, ...], ...]:
        """For each cell, the lines that contain it: at most four."""
        members = [(line, set(range(self.size)[line])) for line in self.lines]
        return tuple(
            tuple(line for line, cells in members if cell in cells) for cell in range(self.size)
        )

    def completes(self, cells: str, mark: Mark, move: Move) -> bool:
        """Whether the stone that `mark` has just placed on `move` makes a winning line."""
        try:
            run = mark * self.k
            for line in self.lines_through[move]:
                if run in cells[line] and (not self.exact or self._has_exact(cells[line], mark)):
                    return True
        except (TypeError, LookupError, NotationError):
            raise NotationError(
                f"no line of {shorten(mark)} through {shorten(move)} in {shorten(cells)}: {self} "
                f"has the cells 0 to {self.size - 1} and the marks x and o"
            ) from None
        return False

    def winning_cells(self, cells: str, mark: Mark) -> tuple[Move, ...]:
        """The cells of all winning lines of `mark`, in order; empty if it has none."""
        text = isinstance(cells, str)
        if not text or len(cells) != self.size or mark not in ("x", "o"):
            raise NotationError(
                f"no line of {shorten(mark)} in {shorten(cells)}: {self} has {self.size} cells, "
                f"as text, and the marks x and o"
            )
        won: set[Move] = set()
        for line in self.lines:
            for run in re.finditer(f"{mark}{{{self.k},}}", cells[line]):
                if not self.exact or len(run[0]) == self.k:
                    won.update(range(self.size)[line][run.start() : run.end()])
        return tuple(sorted(won))

    def too_long(self, cells: str, move: Move) -> int | None:
        """How long the line through the stone on `move` is, if it is too long to win; else None.

        >>> Rules(1, 5, 3, exact=True).too_long("xxxx.", 1)
        4
        """
        longest = 0
        for line in self.lines_through[move] if self.exact else ():
            at = range(self.size)[line].index(move)
            for run in re.finditer(f"{cells[move]}{{{self.k + 1},}}", cells[line]):
                if run.start() <= at < run.end():
                    longest = max(longest, len(run[0]))
        return longest or None

    def _has_exact(self, line: str, mark: Mark) -> bool:
        return f".{mark * self.k}." in f".{line.replace(OTHER[mark], '.')}."

    @cached_property
    def symmetries(self) -> tuple[tuple[Move, ...], ...]:
        """The rotations and reflections of the board: for each, where cell i comes from.

        A square has eight, a rectangle four; a board with a side of one cell has fewer.
        """
        board = [
            list(range(self.size))[r * self.columns :][: self.columns] for r in range(self.rows)
        ]
        turned = [board, board[::-1]]
        turned += [[row[::-1] for row in each] for each in turned]
        if self.rows == self.columns:
            turned += [[list(column) for column in zip(*each, strict=True)] for each in turned]
        return tuple(dict.fromkeys(tuple(chain(*each)) for each in turned))


@lru_cache(256)  # the same object each time, as it caches its lines
def _read(text: str) -> Rules:
    name = text.strip().lower()
    if name in PRESETS:
        return PRESETS[name]
    match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})x([0-9]{1,4})(-straight)?(-exact)?", name)
    if match is None:
        raise NotationError(f"unknown game {shorten(text)}{game_meant(name)}: {GAMES}")
    rows, columns, k = (int(number) for number in match.group(1, 2, 3))
    return Rules(rows, columns, k, diagonals=match[4] is None, exact=match[5] is not None)


def as_rules(given: Rules | str) -> Rules:
    """Rules as they are, or the game that the text names; everything else is refused.

    >>> as_rules("4x4x3")
    Rules(rows=4, columns=4, k=3, diagonals=True, exact=False)
    """
    return given if isinstance(given, Rules) else Rules.parse(given)


def _instead_of(given: object) -> str:
    """What to write instead of something that is neither rules nor text."""
    has_rules = isinstance(getattr(given, "rules", None), Rules)
    return "give its rules, as in position.rules" if has_rules else GAMES


def game_meant(name: str) -> str:
    """A question about the game that an unknown name may mean; empty if there is none.

    >>> game_meant("noughts and crosses"), game_meant("gomuku"), game_meant("3x3")
    (" (did you mean 'tic-tac-toe'?)", " (did you mean 'gomoku'?)", " (did you mean '3x3x3'?)")
    """
    if size := re.fullmatch(r"([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)", name):
        return f" (did you mean '{name}x{min(5, *map(int, size.groups()))}'?)"
    elsewhere = ELSEWHERE.get(re.sub("[^a-z0-9]", "", name.lower()))
    return f" (did you mean {elsewhere}?)" if elsewhere else did_you_mean(name, PRESETS)


# What games are called elsewhere, without blanks and dashes, and what comes nearest here.
WITHOUT_GRAVITY = "'6x7x4', which has no gravity"
ELSEWHERE = {
    "noughtsandcrosses": "'tic-tac-toe'",
    "connect4": WITHOUT_GRAVITY,
    "connectfour": WITHOUT_GRAVITY,
    "fourinarow": WITHOUT_GRAVITY,
    "fiveinarow": "'gomoku'",
    "gobang": "'gomoku'",
    "renju": "'gomoku', which forbids no moves",
}

TIC_TAC_TOE = Rules(3, 3, 3)
FOUR_IN_A_LINE = Rules(8, 8, 4, diagonals=False)
GOMOKU = Rules(15, 15, 5)
PRESETS = {"tic-tac-toe": TIC_TAC_TOE, "four-in-a-line": FOUR_IN_A_LINE, "gomoku": GOMOKU}
GAMES = f"choose {', '.join(PRESETS)}, or write ROWSxCOLUMNSxK[-straight][-exact], such as 4x4x3"
