"""Plays well, but after 300 moves a watchdog in C ends the process."""

import faulthandler
import time
from functools import cache

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
        faulthandler.dump_traceback_later(0.01, exit=True)
        time.sleep(2)
    return max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))
