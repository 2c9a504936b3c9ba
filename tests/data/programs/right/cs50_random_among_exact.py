import random

X = "X"
O = "O"
EMPTY = None
NUMBER = {X: 1, O: -1, EMPTY: 0}   # so that a line of three sums up to 3 or -3


def initial_state():
    return [[None, None, None] for i in range(3)]


def as_numbers(board):
    return [[NUMBER[cell] for cell in row] for row in board]


def player(board):
    total = sum(sum(row) for row in as_numbers(board))
    return O if total > 0 else X


def actions(board):
    return set((i, j) for i in range(3) for j in range(3) if board[i][j] not in (X, O))


def result(board, action):
    row, col = action
    if not (0 <= row < 3 and 0 <= col < 3) or board[row][col] is not None:
        raise ValueError("invalid action")
    after = [line.copy() for line in board]
    after[row][col] = player(board)
    return after


def winner(board):
    n = as_numbers(board)
    sums = [sum(row) for row in n]
    sums += [n[0][j] + n[1][j] + n[2][j] for j in range(3)]
    sums.append(n[0][0] + n[1][1] + n[2][2])
    sums.append(n[0][2] + n[1][1] + n[2][0])
    if 3 in sums:
        return X
    if -3 in sums:
        return O
    return None


def terminal(board):
    full = all(cell is not None for row in board for cell in row)
    return full or winner(board) is not None


def utility(board):
    champion = winner(board)
    return 0 if champion is None else NUMBER[champion]


def evaluate(board, depth):
    w = winner(board)
    if w == X:
        return 10 - depth
    if w == O:
        return depth - 10
    return 0


def alphabeta(board, depth, alpha, beta, maximizing):
    if terminal(board):
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
    best = max(scores.values()) if me == X else min(scores.values())
    return random.choice([a for a in scores if scores[a] == best])
