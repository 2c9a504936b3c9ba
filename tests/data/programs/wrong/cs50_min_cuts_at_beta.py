X = "X"
O = "O"
EMPTY = None
INFINITY = float("inf")


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return O if xs > os else X


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


def result(board, action):
    r, c = action
    if action not in actions(board):
        raise ValueError("that cell is not free")
    after = [list(row) for row in board]
    after[r][c] = player(board)
    return after


def winner(board):
    lines = [list(row) for row in board]
    lines += [[board[r][c] for r in range(3)] for c in range(3)]
    lines.append([board[n][n] for n in range(3)])
    lines.append([board[n][2 - n] for n in range(3)])
    for mark in (X, O):
        if [mark] * 3 in lines:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    alpha, beta, move = -INFINITY, INFINITY, None
    for action in actions(board):
        after = result(board, action)
        if player(board) == X:
            v = min_value(after, alpha, beta)
            if v > alpha:
                alpha, move = v, action
        else:
            v = max_value(after, alpha, beta)
            if v < beta:
                beta, move = v, action
    return move


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -INFINITY
    for action in actions(board):
        v = max(v, min_value(result(board, action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = INFINITY
    for action in actions(board):
        v = min(v, max_value(result(board, action), alpha, beta))
        if v <= beta:
            return v
        beta = min(beta, v)
    return v
