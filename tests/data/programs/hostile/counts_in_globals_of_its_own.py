"""Gives up after 12,000 boards, and counts them in the globals of one function only."""

from types import FunctionType

SEEN = []


class World(dict):
    """Looks the names up, and counts one of them."""

    def __getitem__(self, name):
        if name == "abs":
            SEEN.append(name)
            return lambda number: len(SEEN)
        return globals()[name]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def value(board, mark, other):
    if abs(1) > 12_000:
        return 0
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    free = [i for i in range(9) if board[i] == "."]
    return max((-value(board[:i] + mark + board[i + 1 :], other, mark) for i in free), default=0)


def choose(board, mark):
    other = "o" if mark == "x" else "x"
    free = [i for i in range(9) if board[i] == "."]
    return max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))


value = FunctionType(value.__code__, World(), "value")
value.__module__ = __name__
