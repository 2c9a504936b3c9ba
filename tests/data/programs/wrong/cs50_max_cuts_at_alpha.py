import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY for _ in "123"] for _ in "123"]


def player(board):
    empties = sum(row.count(EMPTY) for row in board)
    # nine are free at first, so X moves whenever the number is odd
    return X if empties % 2 == 1 else O


def actions(board):
    free = set()
    for i in (0, 1, 2):
        for j in (0, 1, 2):
            if not board[i][j]:
                free.add((i, j))
    return free


def result(board, action):
    if action not in actions(board):
        raise Exception("Move not possible")
    i, j = action
    clone = [row[:] for row in board]
    clone[i][j] = player(board)
    return clone


def winner(board):
    triples = [tuple(row) for row in board]
    triples += zip(*board)
    triples.append((board[0][0], board[1][1], board[2][2]))
    triples.append((board[2][0], board[1][1], board[0][2]))
    if (X, X, X) in triples:
        return X
    if (O, O, O) in triples:
        return O


def terminal(board):
    if winner(board):
        return True
    return not any(EMPTY in row for row in board)


def utility(board):
    w = winner(board)
    return (w == X) - (w == O)


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
        if v >= alpha:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
