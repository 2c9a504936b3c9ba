from functools import lru_cache

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


@lru_cache(maxsize=None)
def score(frozen):
    """Value of a board (tuple of tuples) for X. Quick wins count more."""
    board = [list(row) for row in frozen]
    free = len(actions(board))
    if terminal(board):
        return utility(board) * (free + 1)
    values = [score(freeze(result(board, move))) for move in actions(board)]
    return max(values) if player(board) == X else min(values)


def freeze(board):
    return tuple(tuple(row) for row in board)


def minimax(board):
    if terminal(board):
        return None
    pick = max if player(board) == X else min
    i, j = pick(sorted(actions(board)), key=lambda move: score(freeze(result(board, move))))
    return [i, j]
