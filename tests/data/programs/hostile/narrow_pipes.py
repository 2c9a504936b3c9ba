"""Plays well, but makes every pipe that it has as narrow as can be, and talks a lot."""

import contextlib
import fcntl
from functools import cache

for end in range(20):
    with contextlib.suppress(OSError):
        fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 4096)


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
    print("thinking" * 40)
    return max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))
