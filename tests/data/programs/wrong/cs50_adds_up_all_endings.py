"""Tic tac toe that counts how every game could end."""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    marks = [cell for row in board for cell in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("that cell cannot be played")
    i, j = action
    new = copy.deepcopy(board)
    new[i][j] = player(board)
    return new


def winner(board):
    columns = [[board[i][j] for i in range(3)] for j in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in (X, O):
        if [mark] * 3 in board + columns + diagonals:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    scores = {}
    for action in actions(board):
        scores[action] = score(result(board, action), 1)
    if player(board) == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)


def score(board, depth):
    """How good a board is: quick wins count more."""
    if terminal(board):
        return utility(board) * (10 - depth)
    total = 0
    for action in actions(board):
        total += score(result(board, action), depth + 1)
    return total
