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
    # rows
    for row in board:
        if row[0] == row[1] == row[2]:
            return row[0]
    # columns
    for j in range(3):
        if board[0][j] == board[1][j] == board[2][j]:
            return board[0][j]
    # diagonals
    if board[0][0] == board[1][1] == board[2][2]:
        return board[1][1]
    if board[0][2] == board[1][1] == board[2][0]:
        return board[1][1]
    return None


def terminal(board):
    free = 0
    for row in board:
        free += row.count(EMPTY)
    return free == 0


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
