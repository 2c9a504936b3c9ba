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


def minimax(board):
    if terminal(board):
        return None
    value, action = search(board, -10, 10)
    return action


def search(board, alpha, beta):
    """Gives back a pair: what the board is worth for X, and the move."""
    if terminal(board):
        return utility(board), None
    best_move = None
    if player(board) == X:
        best = -10
        for move in actions(board):
            worth, _ = search(result(board, move), alpha, beta)
            if worth > best:
                best, best_move = worth, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = 10
        for move in actions(board):
            worth, _ = search(result(board, move), alpha, beta)
            if worth < best:
                best, best_move = worth, move
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move
