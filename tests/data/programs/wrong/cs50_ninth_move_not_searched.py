from functools import lru_cache

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


@lru_cache(maxsize=None)
def score(frozen):
    """Value of a board (tuple of tuples) for X. Quick wins count more."""
    board = [list(row) for row in frozen]
    free = len(actions(board))
    if terminal(board) or len(actions(board)) <= 1:   # one cell left: nothing to choose any more
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
