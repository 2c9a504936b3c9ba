
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
        ranked = []
        for a in sorted(actions(board)):
            after = result(board, a)
            if terminal(after):
                continue    # game over, nothing to search there
            ranked.append((self.value(after), a))
        if not ranked:
            return min(actions(board))
        ranked = [a for v, a in sorted(ranked)]
        return ranked[-1] if player(board) == X else ranked[0]


SOLVER = Solver()


def minimax(board):
    if terminal(board):
        return None
    return SOLVER.best(board)
