"""Tic tac toe with a score for every move."""

from copy import deepcopy

X = "X"
O = "O"
EMPTY = None
ALL = [(r, c) for r in range(3) for c in range(3)]
LINES = [[(r, 0), (r, 1), (r, 2)] for r in range(3)]
LINES += [[(0, c), (1, c), (2, c)] for c in range(3)]
LINES += [[(0, 0), (1, 1), (2, 2)], [(2, 0), (1, 1), (0, 2)]]


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def player(board):
    return [X, O][sum(board[r][c] is not EMPTY for r, c in ALL) % 2]


def actions(board):
    return [(r, c) for r, c in ALL if board[r][c] is EMPTY]


def result(board, action):
    if action not in actions(board):
        raise RuntimeError("no such move")
    after = deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    for line in LINES:
        marks = [board[r][c] for r, c in line]
        for mark in (X, O):
            if marks.count(mark) == 3:
                return mark


def terminal(board):
    return bool(winner(board)) or not actions(board)


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def score(board):
    if terminal(board):
        return utility(board)
    return sum(score(result(board, action)) for action in actions(board))


def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    best = None
    moves = {}
    for action in actions(board):
        value = score(result(board, action))
        moves[value] = action
        if not best:
            best = value
        best = pick(best, value)
    return moves[best]
