"""The eight lines: what they are called, and which of them a program seems not to see."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from noughts.check.judge.exact_values import best_moves
from noughts.check.judge.play import Play
from noughts.position import Position
from noughts.rules import OTHER, TIC_TAC_TOE, Mark, Move

__all__ = ["LINES", "Line", "completing", "lines_named", "missed_lines", "unseen_lines"]

Line: TypeAlias = tuple[int, ...]
# Rows, columns, diagonals.
LINES: tuple[Line, ...] = tuple(tuple(range(9)[line]) for line in TIC_TAC_TOE.lines)
NAMES = ("the top row", "the middle row", "the bottom row",
         "the left column", "the middle column", "the right column",
         "the diagonal from the top left", "the diagonal from the top right")  # fmt: skip
GROUPS = (("all rows", LINES[:3]), ("all columns", LINES[3:6]), ("both diagonals", LINES[6:]))
# Shares of wrong moves where one line decides. A program that knows a line by its rules of thumb
# never errs there, or nearly never; one that does not errs in 15 to 25 of 100: chance helps it.
SEEN, UNSEEN = 0.02, 0.1
ENOUGH = 500  # positions: then each line has decided in twenty or more


def lines_named(lines: Collection[Line]) -> str:
    """What lines are called, together: `the top row and both diagonals`."""
    names = []
    for together, group in GROUPS:
        some = [NAMES[LINES.index(line)] for line in group if line in lines]
        names += [together] if len(some) == len(group) else some
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def missed_lines(play: Play, marks: str = "xo") -> dict[Line, float]:
    """How often the program errs where a single line of these marks decides; the most missed first.

    There it could complete that line, or must stop it, and no other line is about to be complete.
    """
    errors: Mapping[Line, list[bool]] = defaultdict(list)
    for position, moves in play.moves.items():
        line = _deciding_line(position, marks)
        if line is not None:
            errors[line] += [move not in best_moves(position) for move in moves]
    shares = {line: sum(errors[line]) / len(errors[line]) for line in errors}
    return {line: shares[line] for line in sorted(shares, key=lambda each: -shares[each])}


def unseen_lines(play: Play) -> list[Line]:
    """The lines that it seems not to see, if it clearly sees the others."""
    if len(play.moves) < ENOUGH:
        return []
    missed = missed_lines(play)
    unseen = [line for line in LINES if missed.get(line, 0) >= UNSEEN]
    seen = [line for line in LINES if missed.get(line, 1) <= SEEN]
    is_clear = len(seen) > 1 and len(seen) + len(unseen) == len(LINES)
    return unseen if is_clear and not _is_about_a_cell(unseen) else []


def _is_about_a_cell(lines: Sequence[Line]) -> bool:
    """Whether these are all lines through a cell, or all others.

    A program that never plays in the centre misses the former, one that always does the latter.
    """
    for cell in range(9):
        through = [line for line in LINES if cell in line]
        if lines in (through, [line for line in LINES if line not in through]):
            return True
    return False


def completing(position: Position, mark: Mark) -> list[tuple[Move, Line]]:
    """The moves that complete a line, each with that line."""
    cells = position.cells
    found = []
    for line in LINES:
        (*free,) = (cell for cell in line if cells[cell] == ".")
        if len(free) == 1 and sum(cells[cell] == mark for cell in line) == 2:
            found.append((free[0], line))
    return found


def _deciding_line(position: Position, marks: str) -> Line | None:
    """The only line that the side to move could complete; or must stop, if it can complete none."""
    for mark in (position.turn, OTHER[position.turn]):
        found = completing(position, mark)
        if found:
            return found[0][1] if len(found) == 1 and mark in marks else None
    return None
