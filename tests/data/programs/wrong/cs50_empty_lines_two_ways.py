"""Tic tac toe: rows first, then everything else."""

import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY] for row in range(3)]


def player(board):
    empty = 0
    for row in board:
        empty += row.count(EMPTY)
    if empty % 2 == 1:
        return X
    return O


def actions(board):
    possible = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    if action not in actions(board):
        raise Exception("impossible")
    copied = [[cell for cell in row] for row in board]
    copied[action[0]][action[1]] = player(board)
    return copied


def winner(board):
    for row in board:
        mark = row[0]
        if row == [mark, mark, mark]:
            return mark
    others = [[(0, j), (1, j), (2, j)] for j in range(3)]
    others += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]
    for (a, b), (c, d), (e, f) in others:
        mark = board[a][b]
        if board[c][d] != mark or board[e][f] != mark:
            continue
        return mark
    return None


def terminal(board):
    if winner(board) is not None:
        return True
    return len(actions(board)) == 0


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return best(board, 1)[1]
    return best(board, -1)[1]


def best(board, sign):
    """The value of the board for the side to move, and its move."""
    if terminal(board):
        return sign * utility(board), None
    value, move = -math.inf, None
    for action in actions(board):
        new = -best(result(board, action), -sign)[0]
        if new > value:
            value, move = new, action
    return value, move
