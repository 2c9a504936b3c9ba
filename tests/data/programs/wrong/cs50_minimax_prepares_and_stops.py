"""Tic tac toe, due tomorrow."""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for _ in range(3)]


def player(board):
    played = 0
    for row in board:
        played += 3 - row.count(EMPTY)
    return X if played % 2 == 0 else O


def actions(board):
    cells = [(i, j) for i in range(3) for j in range(3)]
    return {(i, j) for i, j in cells if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise Exception("this move is not possible")
    new_board = copy.deepcopy(board)
    new_board[action[0]][action[1]] = player(board)
    return new_board


def winner(board):
    rows = [row for row in board]
    columns = [[row[j] for row in board] for j in range(3)]
    diagonals = [[board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]
    for line in rows + columns + diagonals:
        if line == [X, X, X] or line == [O, O, O]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or actions(board) == set()


def utility(board):
    if winner(board) == X:
        return 1
    return -1 if winner(board) == O else 0


def minimax(board):
    if terminal(board):
        return None

    def highest(board):
        if terminal(board):
            return utility(board)
        return max(lowest(result(board, action)) for action in actions(board))

    def lowest(board):
        if terminal(board):
            return utility(board)
        return min(highest(result(board, action)) for action in actions(board))

    turn = player(board)
    if turn == X:
        best = -math.inf
    else:
        best = math.inf
