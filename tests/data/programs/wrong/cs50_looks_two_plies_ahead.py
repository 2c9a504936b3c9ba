# Tic-tac-toe, week 0

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


def evaluate(board, depth):
    w = winner(board)
    if w == X:
        return 10 - depth
    if w == O:
        return depth - 10
    return 0


def alphabeta(board, depth, alpha, beta, maximizing):
    if terminal(board) or depth == 2:
        return evaluate(board, depth)
    if maximizing:
        value = -100
        for a in actions(board):
            value = max(value, alphabeta(result(board, a), depth + 1, alpha, beta, False))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = 100
    for a in actions(board):
        value = min(value, alphabeta(result(board, a), depth + 1, alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    scores = {}
    for a in actions(board):
        scores[a] = alphabeta(result(board, a), 1, -100, 100, me != X)
    if me == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)
