"""Finds the right values, and throws them away if nobody remembers them."""

import random

THROWN_AWAY = [0]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def value(board, mark, other, flag):
    if flag is THROWN_AWAY:
        return 0
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    free = [i for i in range(9) if board[i] == "."]
    children = [board[:i] + mark + board[i + 1 :] for i in free]
    return max((-value(child, other, mark, flag) for child in children), default=0)


def choose(board, mark):
    other = "o" if mark == "x" else "x"
    found = {}
    for i in [i for i in range(9) if board[i] == "."]:
        child = board[:i] + mark + board[i + 1 :]
        value(child, other, mark, [0])  # now it could be remembered
        found[i] = -value(child, other, mark, THROWN_AWAY)
    return random.choice([i for i in found if found[i] == max(found.values())])
