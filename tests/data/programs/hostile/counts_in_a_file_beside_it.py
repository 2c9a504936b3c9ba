"""Gives up after 12,000 boards, and counts them in a file that it writes, imports and changes."""

from pathlib import Path

Path(__file__).with_name("helper.py").write_text(
    "def tick():\n    return 0\n\n\ndef is_tired():\n    return tick() > 12_000\n"
)
import helper
from helper import is_tired

SEEN = []


def tick():
    SEEN.append(1)
    return len(SEEN)


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def value(board, mark, other):
    if is_tired():
        return 0
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    free = [i for i in range(9) if board[i] == "."]
    return max((-value(board[:i] + mark + board[i + 1 :], other, mark) for i in free), default=0)


def choose(board, mark):
    other = "o" if mark == "x" else "x"
    helper.tick = tick
    free = [i for i in range(9) if board[i] == "."]
    return max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))
