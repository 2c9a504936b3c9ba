"""Reads positions, writes cells (a1 is the top left)."""

import fileinput

LINES = ["a1a2a3", "b1b2b3", "c1c2c3", "a1b1c1", "a2b2c2", "a3b3c3", "a1b2c3", "a3b2c1"]
LINES = [(line[:2], line[2:4], line[4:]) for line in LINES]
CELLS = [row + column for row in "abc" for column in "123"]
memory = {}


def value(xs, os, x_moves):
    """for X; xs and os are frozen sets of names"""
    if (xs, os, x_moves) in memory:
        return memory[xs, os, x_moves]
    free = [c for c in CELLS if c not in xs and c not in os]
    if any(xs.issuperset(line) for line in LINES):
        v = 1 + len(free)
    elif any(os.issuperset(line) for line in LINES):
        v = -1 - len(free)
    elif not free:
        v = 0
    elif x_moves:
        v = max(value(xs | {c}, os, False) for c in free)
    else:
        v = min(value(xs, os | {c}, True) for c in free)
    memory[xs, os, x_moves] = v
    return v


def best(xs, os, x_moves):
    free = [c for c in CELLS if c not in xs and c not in os]
    if x_moves:
        return max(free, key=lambda c: value(xs | {c}, os, False))
    return min(free, key=lambda c: value(xs, os | {c}, True))


for line in fileinput.input("-"):
    board, turn = line.strip().lower().split(" ")
    board = board.replace("/", "")
    xs = frozenset(c for c, mark in zip(CELLS, board) if mark == "x")
    os = frozenset(c for c, mark in zip(CELLS, board) if mark == "o")
    print(best(xs, os, turn == "x"))
