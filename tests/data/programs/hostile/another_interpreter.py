"""Plays well, after another interpreter in its process has changed what it found there."""

import contextlib
from functools import cache

CODE = """
import builtins, json, os
json.dumps = os.write = builtins.len = None
"""

with contextlib.suppress(Exception):
    import _xxsubinterpreters as interpreters

    other = interpreters.create()
    interpreters.run_string(other, CODE)
    interpreters.destroy(other)


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def value(board, mark, other):
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    free = [i for i in range(9) if board[i] == "."]
    return max((-value(board[:i] + mark + board[i + 1 :], other, mark) for i in free), default=0)


def choose(board, mark):
    other = "o" if mark == "x" else "x"
    free = [i for i in range(9) if board[i] == "."]
    return max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))
