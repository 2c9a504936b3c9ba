"""Tic-tac-toe, the computer plays with minimax."""

from copy import deepcopy
from math import inf

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    marks = [cell for row in board for cell in row if cell is not EMPTY]
    return X if len(marks) % 2 == 0 else O


def actions(board):
    free = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] is EMPTY:
                free.add((i, j))
    return free


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"{action} is not possible")
    after = deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] and board[i][0] is not EMPTY:
            return board[i][0]
    for j in range(3):
        if board[0][j] == board[1][j] == board[2][j] and board[0][j] is not EMPTY:
            return board[0][j]
    if board[1][1] is not EMPTY:
        if board[0][0] == board[1][1] == board[2][2]:
            return board[1][1]
        if board[0][2] == board[1][1] == board[2][0]:
            return board[1][1]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    elif won == O:
        return -1
    return 0


def minimax(board):
    if terminal(board):
        return None
    optimal = None
    if player(board) == X:
        v = -inf
        for action in actions(board):
            if min_value(result(board, action)) > v:
                v = min_value(result(board, action))
                optimal = action
    else:
        v = inf
        for action in actions(board):
            if max_value(result(board, action)) < v:
                v = min_value(result(board, action))
                optimal = action
    return optimal


def max_value(board):
    if terminal(board):
        return utility(board)
    v = -inf
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = inf
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v
