"""Plays well, and changes settings of Python that others in its process rely on."""

import decimal
import gc
import locale
import random
import signal
import sys
import warnings
from functools import cache

sys.set_int_max_str_digits(0)
sys.setswitchinterval(0.5)
sys.setrecursionlimit(400)
sys.tracebacklimit = 0
sys.dont_write_bytecode = False
sys.ps1 = sys.byteorder = sys.maxsize = None
gc.disable()
gc.set_threshold(1)
locale.setlocale(locale.LC_ALL, "C")
decimal.getcontext().prec = 1
random.seed = random.random = None
warnings.simplefilter("error")
signal.signal(signal.SIGPIPE, signal.SIG_DFL)

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
