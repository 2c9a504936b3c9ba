"""Tic Tac Toe with AI. Author: me"""
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    board = []
    for i in range(3):
        board.append([EMPTY, EMPTY, EMPTY])
    return board


def player(board):
    counter = 0
    for i in range(3):
        for j in range(3):
            if board[i][j] != EMPTY:
                counter = counter + 1
    if counter % 2 == 0:
        return X
    else:
        return O


def actions(board):
    possible = set()
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell is EMPTY:
                possible.add((i, j))
    return possible


def result(board, action):
    (i, j) = action
    if i < 0 or i > 2 or j < 0 or j > 2:
        raise Exception("Out of bounds: " + str(action))
    if board[i][j] != EMPTY:
        raise Exception("Already taken: " + str(action))
    turn = player(board)
    copied = [board[0][:], board[1][:], board[2][:]]
    copied[i][j] = turn
    return copied


def winner(board):
    b = board
    for who in (X, O):
        if b[0][0] == who and b[0][1] == who and b[0][2] == who:
            return who
        if b[1][0] == who and b[1][1] == who and b[1][2] == who:
            return who
        if b[2][0] == who and b[2][1] == who and b[2][2] == who:
            return who
        if b[0][0] == who and b[1][0] == who and b[2][0] == who:
            return who
        if b[0][1] == who and b[1][1] == who and b[2][1] == who:
            return who
        if b[0][2] == who and b[1][2] == who and b[2][2] == who:
            return who
        if b[0][0] == who and b[1][1] == who and b[2][2] == who:
            return who
        if b[0][2] == who and b[1][1] == who and b[2][0] == who:
            return who
    return None


def terminal(board):
    if winner(board) == X or winner(board) == O:
        return True
    if len(actions(board)) <= 1:
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def max_value(board):
    if terminal(board):
        return utility(board)
    v = -math.inf
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v


def min_value(board):
    if terminal(board):
        return utility(board)
    v = math.inf
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v


def minimax(board):
    """The best move for whoever is to move."""
    if terminal(board):
        return None
    best_action = None
    if player(board) == X:
        best = -math.inf
        for action in actions(board):
            value = min_value(result(board, action))
            if value > best:
                best = value
                best_action = action
    else:
        best = math.inf
        for action in actions(board):
            value = max_value(result(board, action))
            if value < best:
                best = value
                best_action = action
    return best_action
