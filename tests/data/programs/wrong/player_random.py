"""A player for tic-tac-toe."""

import random
import time


def free_cells(board):
    cells = []
    position = 0
    for character in board:
        if character == ".":
            cells.append(position)
        position += 1
    return cells


def choose(board, mark):
    random.seed(time.time())
    return random.choice(free_cells(board))
