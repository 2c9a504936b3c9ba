"""Tic Tac Toe Player"""

X = "X"
O = "O"
EMPTY = None

LINES = [
    [(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1), (1, 2)], [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)], [(0, 1), (1, 1), (2, 1)], [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)],
]


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return X if xs <= os else O


def actions(board):
    free = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                free.add((i, j))
    return free


def result(board, action):
    i, j = action
    if i < 0 or j < 0 or board[i][j] != EMPTY:
        raise Exception("not a legal move")
    new = [row[:] for row in board]
    new[i][j] = player(board)
    return new


def winner(board):
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def minimax(board):
    if terminal(board):
        return None
    best_move = None

    def highest(state, alpha, beta, depth):
        nonlocal best_move
        if terminal(state):
            return utility(state)
        v = -2
        for action in actions(state):
            value = lowest(result(state, action), alpha, beta, depth + 1)
            if value > v:
                v = value
                if depth == 0:
                    best_move = action
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def lowest(state, alpha, beta, depth):
        nonlocal best_move
        if terminal(state):
            return utility(state)
        v = 2
        for action in actions(state):
            value = highest(result(state, action), alpha, beta, depth + 1)
            if value < v:
                v = value
                if depth == 0:
                    best_move = action
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    if player(board) == X:
        highest(board, -2, 2, 0)
    else:
        lowest(board, -2, 2, 0)
    return best_move
