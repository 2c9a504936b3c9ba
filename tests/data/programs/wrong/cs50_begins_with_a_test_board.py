"""Tic tac toe. TODO: tidy up"""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[X, O, EMPTY],
            [EMPTY, X, EMPTY],
            [EMPTY, EMPTY, O]]


def player(board):
    cells = board[0] + board[1] + board[2]
    return X if cells.count(X) == cells.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise Exception("Invalid move")
    board = copy.deepcopy(board)
    board[action[0]][action[1]] = player(board)
    return board


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != EMPTY:
            return board[0][i]
    if board[0][0] == board[1][1] == board[2][2] or board[0][2] == board[1][1] == board[2][0]:
        return board[1][1]
    return None


def terminal(board):
    return winner(board) is not None or actions(board) == set()


def utility(board):
    return 1 if winner(board) == X else -1 if winner(board) == O else 0


def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    x = player(board) == X
    best, move = -math.inf if x else math.inf, None
    for action in actions(board):
        new = value(result(board, action))
        if (new > best) if x else (new < best):
            best, move = new, action
    return move
