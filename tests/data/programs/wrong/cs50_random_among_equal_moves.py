"""
Tic-tac-toe. A line is won when its cells are a subset of the cells a player holds.
"""
import random

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


class Solver:
    """Remembers every board it has seen."""

    def __init__(self):
        self.known = {}

    def value(self, board, depth=0):
        key = str(board)
        if key in self.known:
            return self.known[key]
        if terminal(board):
            v = utility(board)
        else:
            children = [self.value(result(board, a), depth + 1) for a in actions(board)]
            v = max(children) if player(board) == X else min(children)
        self.known[key] = v
        return v

    def best(self, board):
        values = {a: self.value(result(board, a)) for a in actions(board)}
        target = max(values.values()) if player(board) == X else min(values.values())
        best = [a for a in values if values[a] == target]
        return random.choice(best)


SOLVER = Solver()


def minimax(board):
    if terminal(board):
        return None
    return SOLVER.best(board)
