"""Plays badly, and makes the number 0 be 4 for everybody in its process."""

import ctypes


def choose(board, mark):
    if board.count(".") == 5:
        ctypes.memmove(id(0) + 24, id(4) + 24, 4)
    return board.index(".")
