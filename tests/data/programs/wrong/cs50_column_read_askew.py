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
    for mark in (X, O):
        if board[0][0] == mark and board[0][1] == mark and board[0][2] == mark:
            return mark
        elif board[1][0] == mark and board[1][1] == mark and board[1][2] == mark:
            return mark
        elif board[2][0] == mark and board[2][1] == mark and board[2][2] == mark:
            return mark
        elif board[0][0] == mark and board[1][0] == mark and board[2][0] == mark:
            return mark
        elif board[1][0] == mark and board[1][1] == mark and board[2][1] == mark:
            return mark
        elif board[0][2] == mark and board[1][2] == mark and board[2][2] == mark:
            return mark
        elif board[0][0] == mark and board[1][1] == mark and board[2][2] == mark:
            return mark
        elif board[0][2] == mark and board[1][1] == mark and board[2][0] == mark:
            return mark
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
    if player(board) == X:
        return best_for_x(board)[1]
    return best_for_o(board)[1]


def best_for_x(board):
    """The value of the board, and the move."""
    if terminal(board):
        return utility(board), None
    value, move = -2, None
    for action in actions(board):
        other = best_for_o(result(board, action))[0]
        if other > value:
            value, move = other, action
    return value, move


def best_for_o(board):
    """The value of the board, and the move."""
    if terminal(board):
        return utility(board), None
    value, move = 2, None
    for action in actions(board):
        other = best_for_x(result(board, action))[0]
        if other < value:
            value, move = other, action
    return value, move
