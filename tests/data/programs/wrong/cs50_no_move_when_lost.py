"""Tic tac toe, written on a train."""

from math import inf

X = "X"
O = "O"
EMPTY = None

LINES = [[(r, c) for c in range(3)] for r in range(3)]
LINES += [[(r, c) for r in range(3)] for c in range(3)]
LINES += [[(k, k) for k in range(3)], [(k, 2 - k) for k in range(3)]]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    free = sum(row.count(EMPTY) for row in board)
    return X if free % 2 == 1 else O


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("this cell cannot be played")
    r, c = action
    after = [row[:] for row in board]
    after[r][c] = player(board)
    return after


def winner(board):
    for line in LINES:
        marks = {board[r][c] for r, c in line}
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    return search(board)[1]


def search(board):
    """The value of a board, and the move that keeps it."""
    if terminal(board):
        return utility(board), None
    x = player(board) == X
    best, chosen = -1 if x else 1, None
    for action in sorted(actions(board)):
        value = search(result(board, action))[0]
        if value > best if x else value < best:
            best, chosen = value, action
    return best, chosen
