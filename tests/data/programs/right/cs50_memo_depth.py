"""
Tic-tac-toe. A line is won when its cells are a subset of the cells a player holds.
"""
from functools import lru_cache

X = "X"
O = "O"
EMPTY = None

ROWS = [{(i, 0), (i, 1), (i, 2)} for i in range(3)]
COLUMNS = [{(0, j), (1, j), (2, j)} for j in range(3)]
DIAGONALS = [{(0, 0), (1, 1), (2, 2)}, {(2, 0), (1, 1), (0, 2)}]
WINS = ROWS + COLUMNS + DIAGONALS


def initial_state():
    return [
        [EMPTY, EMPTY, EMPTY],
        [EMPTY, EMPTY, EMPTY],
        [EMPTY, EMPTY, EMPTY],
    ]


def cells_of(board, who):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == who}


def player(board):
    return X if len(cells_of(board, X)) <= len(cells_of(board, O)) else O


def actions(board):
    return cells_of(board, EMPTY)


def result(board, action):
    if action not in cells_of(board, EMPTY):
        raise NameError("illegal move")
    mark = player(board)
    return [[mark if (i, j) == action else board[i][j] for j in range(3)] for i in range(3)]


def winner(board):
    for who in (X, O):
        mine = cells_of(board, who)
        if any(win <= mine for win in WINS):
            return who
    return None


def terminal(board):
    return bool(winner(board)) or len(actions(board)) == 0


def utility(board):
    who = winner(board)
    if who is None:
        return 0
    return 1 if who == X else -1


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
    return pick(sorted(actions(board)), key=lambda move: score(freeze(result(board, move))))
