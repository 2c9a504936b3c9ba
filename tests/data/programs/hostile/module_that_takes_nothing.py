"""Plays badly, and gives its module a class that refuses whatever is put into it."""

import sys
from types import ModuleType


class Closed(ModuleType):
    def __setattr__(self, name, value):
        raise SystemExit(name)


def search(board):
    return search(board[1:]) if board else 0


def choose(board, mark):
    return board.index(".")


sys.modules[__name__].__class__ = Closed
