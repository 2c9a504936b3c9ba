"""
Tic-tac-toe. Scores of 1 and -1; a search looks only for scores between `low` and `high`.
"""
X = "X"
O = "O"
EMPTY = None
WORST, BEST = -2, 2


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return O if xs > os else X


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


def result(board, action):
    r, c = action
    if action not in actions(board):
        raise ValueError("that cell is not free")
    after = [list(row) for row in board]
    after[r][c] = player(board)
    return after


def winner(board):
    lines = [list(row) for row in board]
    lines += [[board[r][c] for r in range(3)] for c in range(3)]
    lines.append([board[n][n] for n in range(3)])
    lines.append([board[n][2 - n] for n in range(3)])
    for mark in (X, O):
        if [mark] * 3 in lines:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    """Each move only has to beat the best one so far."""
    if terminal(board):
        return None
    move = None
    if player(board) == X:
        v = WORST
        for action in actions(board):
            w = lowest(result(board, action), v, BEST)
            if w >= v:
                v, move = w, action
    else:
        v = BEST
        for action in actions(board):
            w = highest(result(board, action), WORST, v)
            if w < v:
                v, move = w, action
    return move


def highest(board, low, high):
    if terminal(board):
        return utility(board)
    for action in actions(board):
        low = max(low, lowest(result(board, action), low, high))
        if low >= high:
            break
    return low


def lowest(board, low, high):
    if terminal(board):
        return utility(board)
    for action in actions(board):
        high = min(high, highest(result(board, action), low, high))
        if high <= low:
            break
    return high
