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
    if len(actions(board)) == 0:
        return True
    return False


def utility(board):
    if winner(board) == X:
        return 1
    if winner(board) == O:
        return -1
    return 0


def value_of(board):
    if terminal(board):
        return utility(board)
    values = [value_of(result(board, a)) for a in actions(board)]
    return max(values) if player(board) == X else min(values)


def minimax(board):
    if terminal(board):
        return None
    best = [None, 0]
    for action in actions(board):
        value = value_of(result(board, action))
        if player(board) == X:
            if value >= best[1]:
                best = [action, value]
        elif value <= best[1]:
            best = [action, value]
    return best[0]
