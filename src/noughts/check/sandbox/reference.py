"""The functions of a `cs50` program as they should be.

The checker puts one in the place of the program's own to see what becomes right by it. Only then
does its text go to the sandbox: a program finds none of ours there that does not take the place of
one of its own, and there is no search among them. They use nothing but their arguments and
builtins, so that `memoise` sees that they only compute.
"""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

__all__ = ["source_of"]

Board = list[list[Any]]


def initial_state() -> Board:
    """The empty board."""
    return [[None, None, None], [None, None, None], [None, None, None]]


def player(board: Board) -> str:
    """X begins."""
    cells = [cell for row in board for cell in row]
    return "X" if cells.count("X") == cells.count("O") else "O"


def actions(board: Board) -> Any:
    """The empty cells."""
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is None}


def list_of_tuples(board: Board) -> Any:
    """The empty cells for a program whose own `actions` gives a list."""
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is None]


def list_of_lists(board: Board) -> Any:
    """The empty cells for a program whose own moves are lists."""
    return [[i, j] for i in range(3) for j in range(3) if board[i][j] is None]


def result(board: Board, action: Any) -> Board:
    """The board after a move; the given one stays as it is."""
    i, j = action
    if not (0 <= i < 3 and 0 <= j < 3) or board[i][j] is not None:
        raise ValueError("this move is not allowed")
    cells = [cell for row in board for cell in row]
    after = [list(row) for row in board]
    after[i][j] = "X" if cells.count("X") == cells.count("O") else "O"
    return after


def result_in_place(board: Board, action: Any) -> Board:
    """The same board after the first move, to see whether its rows are one list."""
    i, j = action
    board[i][j] = "X"
    return board


def winner(board: Board) -> str | None:
    """Whoever has three in a row."""
    (a, b, c), (d, e, f), (g, h, i) = board
    lines = ((a, b, c), (d, e, f), (g, h, i), (a, d, g), (b, e, h), (c, f, i), (a, e, i), (c, e, g))
    for mark in ("X", "O"):
        if (mark, mark, mark) in lines:
            return mark
    return None


def terminal(board: Board) -> bool:
    """Somebody has won, or the board is full."""
    (a, b, c), (d, e, f), (g, h, i) = board
    lines = ((a, b, c), (d, e, f), (g, h, i), (a, d, g), (b, e, h), (c, f, i), (a, e, i), (c, e, g))
    won = ("X", "X", "X") in lines or ("O", "O", "O") in lines
    return won or None not in (a, b, c, d, e, f, g, h, i)


def utility(board: Board) -> int:
    """1 if X has won, -1 if O has won, else 0."""
    (a, b, c), (d, e, f), (g, h, i) = board
    lines = ((a, b, c), (d, e, f), (g, h, i), (a, d, g), (b, e, h), (c, f, i), (a, e, i), (c, e, g))
    return (("X", "X", "X") in lines) - (("O", "O", "O") in lines)


OURS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (initial_state, player, actions, result, winner, terminal, utility)
}
# In another form, where the program's own has that form: what it does with the moves goes on.
LIKE_THEIRS: dict[str, dict[str, Callable[..., Any]]] = {
    "actions": {"tuples": list_of_tuples, "lists": list_of_lists},
    "result": {"in place": result_in_place},
}


@cache
def source_of(name: str, form: str) -> str:
    """The text of our function of that name, in a form that suits the program."""
    return inspect.getsource(LIKE_THEIRS.get(name, {}).get(form, OURS[name]))
