# Solves the whole game once, then only looks things up.
import itertools

X = "X"
O = "O"
EMPTY = None
CELLS = list(itertools.product(range(3), range(3)))


def initial_state():
    return [[EMPTY] * 3, [EMPTY] * 3, [EMPTY] * 3]


def count(board, mark):
    return sum(row.count(mark) for row in board)


def player(board):
    return (X, O)[(count(board, X) + count(board, O)) % 2]


def actions(board):
    return {cell for cell in CELLS if board[cell[0]][cell[1]] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("that move is not allowed")
    return [[player(board) if (i, j) == action else board[i][j] for j in range(3)] for i in range(3)]


def winner(board):
    for mark in (X, O):
        three = [mark] * 3
        if three in [list(row) for row in board] or three in [list(col) for col in zip(*board)]:
            return mark
        if [board[i][i] for i in range(3)] == three or [board[i][2 - i] for i in range(3)] == three:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or count(board, EMPTY) == 0


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0)


def key(board):
    return "".join(cell or "-" for row in board for cell in row)


def build():
    """Goes through the boards with the most marks first."""
    layers = [{key(initial_state()): initial_state()}]
    for _ in range(9):
        following = {}
        for board in layers[-1].values():
            if not terminal(board):
                for move in actions(board):
                    child = result(board, move)
                    following[key(child)] = child
        layers.append(following)
    values, best = {}, {}
    for layer in reversed(layers):
        for name, board in layer.items():
            if terminal(board):
                values[name] = utility(board) * (1 + count(board, EMPTY))
                continue
            ranked = sorted((values[key(result(board, move))], move) for move in actions(board))
            values[name], best[name] = ranked[-1] if player(board) == X else ranked[0]
    return best


BEST = build()


def minimax(board):
    return BEST.get(key(board))
