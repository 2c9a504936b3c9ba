"""Tic tac toe: find the value first, then the move that has it."""

import math
from copy import deepcopy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    count = {X: 0, O: 0, EMPTY: 0}
    for row in board:
        for cell in row:
            count[cell] += 1
    return O if count[X] > count[O] else X


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("not allowed")
    i, j = action
    after = deepcopy(board)
    after[i][j] = player(board)
    return after


def winner(board):
    columns = [list(column) for column in zip(*board)]
    for line in columns + board:
        if line.count(line[0]) == 3:
            return line[0]
    middle = board[1][1]
    if middle is not EMPTY:
        if board[0][0] == middle == board[2][2] or board[0][2] == middle == board[2][0]:
            return middle
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    best = value(board)
    for action in actions(board):
        if value(result(board, action)) == best:
            return action
