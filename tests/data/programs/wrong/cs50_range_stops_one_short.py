
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


def evaluate(board, depth):
    w = winner(board)
    if w == X:
        return 10 - depth
    if w == O:
        return depth - 10
    return 0


def alphabeta(board, depth, alpha, beta, maximizing, limit):
    if terminal(board) or depth == limit:
        return evaluate(board, depth)
    if maximizing:
        value = -100
        for a in actions(board):
            value = max(value, alphabeta(result(board, a), depth + 1, alpha, beta, False, limit))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = 100
    for a in actions(board):
        value = min(value, alphabeta(result(board, a), depth + 1, alpha, beta, True, limit))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    scores = {}
    limit = len(actions(board)) - 1
    for a in actions(board):
        scores[a] = alphabeta(result(board, a), 1, -100, 100, me != X, max(1, limit))
    if me == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)
