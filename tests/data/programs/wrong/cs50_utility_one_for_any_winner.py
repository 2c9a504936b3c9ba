"""
My tic tac toe player.
"""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    """The board before the first move."""
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    """Who has the next turn."""
    xs = 0
    os = 0
    for row in board:
        for cell in row:
            if cell == X:
                xs += 1
            elif cell == O:
                os += 1
    if xs > os:
        return O
    return X


def actions(board):
    """All (i, j) that are free."""
    moves = set()
    for i in range(3):
        for j in range(3):
            if board[i][j] == EMPTY:
                moves.add((i, j))
    return moves


def result(board, action):
    """The board after the move, the old one stays as it is."""
    i, j = action
    if i not in range(3) or j not in range(3):
        raise IndexError("not on the board")
    if board[i][j] is not EMPTY:
        raise Exception("this field is taken")
    new_board = copy.deepcopy(board)
    new_board[i][j] = player(board)
    return new_board


def winner(board):
    """X, O or None."""
    for i in range(3):
        # row i
        if board[i][0] is not None and board[i][0] == board[i][1] == board[i][2]:
            return board[i][0]
        # column i
        if board[0][i] is not None and board[0][i] == board[1][i] == board[2][i]:
            return board[0][i]
    if board[1][1] is not None and board[0][0] == board[1][1] == board[2][2]:
        return board[1][1]
    if board[1][1] is not None and board[0][2] == board[1][1] == board[2][0]:
        return board[1][1]
    return None


def terminal(board):
    """Is the game over?"""
    if winner(board) is not None:
        return True
    for row in board:
        if EMPTY in row:
            return False
    return True


def utility(board):
    """1 if somebody won."""
    if winner(board):
        return 1
    return 0


def evaluate(board, depth):
    w = winner(board)
    if w == X:
        return 10 - depth
    if w == O:
        return depth - 10
    return 0


def alphabeta(board, depth, alpha, beta, maximizing):
    if terminal(board):
        return evaluate(board, depth)
    if maximizing:
        value = -100
        for a in actions(board):
            value = max(value, alphabeta(result(board, a), depth + 1, alpha, beta, False))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = 100
    for a in actions(board):
        value = min(value, alphabeta(result(board, a), depth + 1, alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def minimax(board):
    if terminal(board):
        return None
    me = player(board)
    scores = {}
    for a in actions(board):
        scores[a] = alphabeta(result(board, a), 1, -100, 100, me != X)
    if me == X:
        return max(scores, key=scores.get)
    return min(scores, key=scores.get)
