# Tic-tac-toe, week 0
import math

X, O, EMPTY = "X", "O", None

LINES = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    flat = [c for row in board for c in row]
    return X if flat.count(X) == flat.count(O) else O


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"cannot play {action}")
    r, c = action
    new = [list(row) for row in board]
    new[r][c] = player(board)
    return new


def winner(board):
    for line in LINES:
        a, b, c = [board[r][c] for r, c in line]
        if a is not EMPTY and a == b and b == c:
            return a
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    """Returns the best action, found with alpha-beta pruning."""
    if terminal(board):
        return None
    alpha = -math.inf
    beta = math.inf
    choice = None
    if player(board) == X:
        for action in actions(board):
            score = min_value(result(board, action), alpha, beta)
            if score > alpha:
                alpha = score
                choice = action
    else:
        for action in actions(board):
            score = max_value(result(board, action), alpha, beta)
            if score < beta:
                beta = score
                choice = action
    return choice


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        if v > beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        if v < alpha:
            return v
        beta = min(beta, v)
    return v
