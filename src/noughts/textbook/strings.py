"""Tic-tac-toe on boards that are plain strings of nine characters.

Cells 0 to 8, row by row. `x` or `X` is the first player, `o` or `O` the second, `.` or a blank an
empty cell. X maximises and O minimises, whichever side is to move.
"""

import time
from math import inf

from noughts.analysis import Analysis, Bound, Effort, Result, conclude
from noughts.errors import IllegalMove, NotationError, OutOfReach, shorten
from noughts.position import Position, as_position
from noughts.rules import TIC_TAC_TOE, Move, Rules
from noughts.textbook.options import check_options
from noughts.textbook.scores import WIN_DRAW_LOSS
from noughts.trace import Path, Report, Visitor

__all__ = ["X_MAXIMISES", "evaluate", "minimax", "minimax_ab", "strings"]


def evaluate(s: str) -> int:
    """1 if X has a line, -1 if O has one, 0 otherwise, whether the game is over or not.

    >>> evaluate("XXX oo   "), evaluate("x.o.o.o.x"), evaluate("........."), evaluate("xoxxoxox.")
    (1, -1, 0, 0)
    """
    return _worth(_clean(s))


def minimax(s: str, x_to_move: bool, visit: Visitor | None = None) -> Move:
    """The cell that plain minimax plays: the first of the best.

    >>> minimax("xx.oo....", True), minimax("x........", False)
    (2, 4)
    """
    s, report = _to_play(s, x_to_move), Report(visit)

    def value(s: str, x_to_move: bool, path: Path) -> float:
        if _worth(s) or "." not in s:
            return report.leaf(path, _worth(s))
        values = [value(_put(s, i, x_to_move), not x_to_move, (*path, i)) for i in _empty(s)]
        return report.node(path, max(values) if x_to_move else min(values))

    table = {i: value(_put(s, i, x_to_move), not x_to_move, (i,)) for i in _empty(s)}
    report.node((), _best(table, x_to_move))
    return _first_best(table, x_to_move)


def minimax_ab(s: str, x_to_move: bool, visit: Visitor | None = None) -> Move:
    """The cell that alpha-beta plays: the first of the best, always the same as `minimax`.

    Every move at the root is searched with a full window, so all values there are exact.
    """
    return _first_best(_values_ab(_to_play(s, x_to_move), x_to_move, Report(visit)), x_to_move)


def _values_ab(s: str, x_to_move: bool, report: Report) -> dict[Move, float]:
    def value(s: str, x_to_move: bool, alpha: float, beta: float, path: Path) -> float:
        if _worth(s) or "." not in s:
            return report.leaf(path, _worth(s), alpha, beta)
        best, entry, cells = (-inf if x_to_move else inf), (alpha, beta), _empty(s)
        for tried, i in enumerate(cells, 1):
            reply = value(_put(s, i, x_to_move), not x_to_move, alpha, beta, (*path, i))
            if x_to_move:
                best = max(best, reply)
                alpha = max(alpha, best)
            else:
                best = min(best, reply)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return report.node(path, best, *entry, cells[tried:])

    table = {i: value(_put(s, i, x_to_move), not x_to_move, -inf, inf, (i,)) for i in _empty(s)}
    report.node((), _best(table, x_to_move))
    return table


def strings(position: Position | Rules | str, *, visit: Visitor | None = None) -> Analysis:
    """`minimax_ab` as a search of a position; the score is for X, the outcome for the side to move.

    The program returns a cell, not a line of play: `Analysis.line` is that one move.
    """
    position = as_position(position)
    check_options(position, visit=visit)
    if position.rules != TIC_TAC_TOE:
        raise OutOfReach(f"strings plays {TIC_TAC_TOE} only, not {position.rules}")
    started, report, x_to_move = time.perf_counter(), Report(visit), position.turn == "x"
    if position.is_over:
        values: dict[Move, float] = {}
        score = report.leaf((), evaluate(position.cells))
    else:
        values = _values_ab(position.cells, x_to_move, report)
        score = _best(values, x_to_move)
    table: dict[Move, tuple[float, Bound]] = {i: (value, "exact") for i, value in values.items()}
    line = [_first_best(values, x_to_move)] if values else []
    effort = Effort(report.nodes, started)
    return conclude(position, "strings", X_MAXIMISES, score, table, line, effort)


class XMaximises:
    """How to read a score for X, whichever side is to move."""

    draw = 0
    by_depth = False

    def read(self, score: float, root: Position) -> tuple[Result | None, int | None]:
        return WIN_DRAW_LOSS.read(score if root.turn == "x" else -score, root)


X_MAXIMISES = XMaximises()


def _clean(s: str) -> str:
    cells = str(s).lower().replace(" ", ".")
    if len(cells) != 9 or not set(cells) <= set("xo."):
        raise NotationError(
            f"{shorten(s)} is not a board: write nine of x, o and . (or a blank), row by row"
        )
    return cells


def _to_play(s: str, x_to_move: bool) -> str:
    """The board in lower case; refused if no game can reach it or the game is over."""
    position = Position(TIC_TAC_TOE, _clean(s), "x" if x_to_move else "o")
    if position.is_over:
        raise IllegalMove(f"nothing can be played in {shorten(s)}: the game is over")
    return position.cells


def _worth(s: str) -> int:
    for line in TIC_TAC_TOE.lines:
        if s[line] == "xxx":
            return 1
        if s[line] == "ooo":
            return -1
    return 0


def _empty(s: str) -> list[Move]:
    return [i for i in range(9) if s[i] == "."]


def _put(s: str, i: Move, x_to_move: bool) -> str:
    return s[:i] + ("x" if x_to_move else "o") + s[i + 1 :]


def _best(table: dict[Move, float], x_to_move: bool) -> float:
    return max(table.values()) if x_to_move else min(table.values())


def _first_best(table: dict[Move, float], x_to_move: bool) -> Move:
    best = _best(table, x_to_move)
    return next(i for i, value in table.items() if value == best)
