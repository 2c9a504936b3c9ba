"""Plays well, and puts something that fails on every hook of Python."""

import atexit
import gc
import sys
import threading
import weakref
from functools import cache


class Thing:
    def __del__(self):
        raise SystemExit("gone")


def fail(*_):
    raise SystemExit("hooked")


THING = Thing()
weakref.finalize(THING, fail)
gc.callbacks.append(lambda *_: fail())
for name in ("excepthook", "unraisablehook", "displayhook", "breakpointhook"):
    setattr(sys, name, fail)
threading.excepthook = fail
threading.settrace(fail)
atexit.register(fail)
threading.Thread(target=fail).start()
Thing()

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
