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
        ranked = sorted(actions(board), key=lambda a: self.value(result(board, a)))
        if player(board) == X:
            ranked.reverse()
        first, second = ranked[0], ranked[1]
        if self.value(result(board, first)) == self.value(result(board, second)):
            return min(first, second)
        return first


SOLVER = Solver()


def minimax(board):
    if terminal(board):
        return None
    return SOLVER.best(board)
