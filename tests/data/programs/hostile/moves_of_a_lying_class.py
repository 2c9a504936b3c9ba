"""Finds good moves, but hands in objects whose class says that it is tuple."""

from functools import cache


class Lying(type):
    def __eq__(self, other):
        return other is tuple

    def __hash__(self):
        return hash(tuple)


class Pair(metaclass=Lying):
    def __init__(self, cell):
        self.cell = cell

    def __len__(self):
        return 2

    def __iter__(self):
        return iter(divmod(self.cell, 3))


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
    cell = max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))
    return Pair(cell)
