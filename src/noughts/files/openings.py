"""Files of openings, as the Gomocup has them: the first moves of games, one opening a line.

    0,0, 1,-2, 3,3
    -1,2, 0,0

Each move is a column and a row, counted from the centre of the board: column `columns // 2` and row
`rows // 2`, if the first ones are 0. So an opening fits boards of several sizes.
"""

import re
from collections.abc import Iterable

from noughts.errors import IllegalMove, NotationError, shorten
from noughts.files.lines import BadLine, as_text
from noughts.notation import as_move
from noughts.position import Position
from noughts.rules import Move, Rules, as_rules

__all__ = ["read", "write"]

NUMBER = re.compile(r"[+-]?[0-9]{1,3}")


def read(given: str | bytes, game: Rules | str) -> list[tuple[Move, ...]]:
    """The moves of each opening on the board of a game; empty lines are skipped.

    >>> read("0,0, 1,-1", "3x3x3")
    [(4, 2)]
    """
    rules = as_rules(game)
    lines = enumerate(as_text(given).split("\n"), 1)
    return [_opening(number, line, rules) for number, line in lines if line.strip("\0\x1a \t")]


def _opening(number: int, line: str, rules: Rules) -> tuple[Move, ...]:
    parts = [part.strip() for part in line.strip().rstrip(",").split(",")]
    if len(parts) % 2 or not all(NUMBER.fullmatch(part) for part in parts):
        raise BadLine(number, f"{shorten(line)} is not an opening, such as 0,0, 1,-2, 3,3")
    moves, position = list[Move](), Position(rules)
    for x, y in zip(map(int, parts[::2]), map(int, parts[1::2]), strict=True):
        column, row = x + rules.columns // 2, y + rules.rows // 2
        if not (0 <= column < rules.columns and 0 <= row < rules.rows):
            raise BadLine(number, f"{x},{y} is not on a {rules.rows}x{rules.columns} board")
        try:
            moves.append(row * rules.columns + column)
            position = position.play(moves[-1])
        except IllegalMove as error:
            raise BadLine(number, f"{x},{y}: {error}") from None
    return tuple(moves)


def write(openings: Iterable[Iterable[Move | str]], game: Rules | str) -> str:
    """The openings as the text of a file.

    >>> print(write([["b2", "a3"], ["a1"]], "3x3x3").strip())
    0,0, 1,-1
    -1,-1
    """
    rules = as_rules(game)
    return "".join(f"{_written(opening, rules)}\n" for opening in openings)


def _written(opening: Iterable[Move | str], rules: Rules) -> str:
    cells = [divmod(as_move(rules, move), rules.columns) for move in opening]
    if not cells:
        raise NotationError("an opening without moves cannot be written")
    return ", ".join(f"{c - rules.columns // 2},{r - rules.rows // 2}" for r, c in cells)
