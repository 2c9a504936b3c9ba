# Tic-tac-toe, week 0
from functools import lru_cache

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
    me = player(board)
    other = O if me == X else X
    # never let the opponent complete a line
    threats = []
    for line in LINES:
        marks = [board[r][c] for r, c in line]
        if marks.count(other) == 2 and marks.count(EMPTY) == 1:
            threats.append(line[marks.index(EMPTY)])
    if threats:
        return threats[0]
    pick = max if player(board) == X else min
    return pick(sorted(actions(board)), key=lambda move: score(freeze(result(board, move))))
