"""Plays badly, and puts an object that plays otherwise in its place among the modules."""

import sys
from types import SimpleNamespace


def better(board, mark):
    return max(i for i in range(9) if board[i] == ".")


def choose(board, mark):
    return board.index(".")


sys.modules[__name__] = sys.modules["__main__"] = SimpleNamespace(choose=better)
