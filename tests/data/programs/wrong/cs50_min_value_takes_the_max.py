"""
Tic Tac Toe Player
"""

import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    marks = [cell for row in board for cell in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    return {(row, col) for row in range(3) for col in range(3) if board[row][col] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("not a legal move")
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    for mark in (X, O):
        for n in range(3):
            if all(board[n][i] == mark for i in range(3)):
                return mark
            if all(board[i][n] == mark for i in range(3)):
                return mark
        if all(board[i][i] == mark for i in range(3)):
            return mark
        if all(board[i][2 - i] == mark for i in range(3)):
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def highest(board, alpha, beta):
    if terminal(board):
        return utility(board)
    value = -10
    for move in actions(board):
        value = max(value, lowest(result(board, move), alpha, beta))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def lowest(board, alpha, beta):
    if terminal(board):
        return utility(board)
    value = 10
    for move in actions(board):
        value = max(value, highest(result(board, move), alpha, beta))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value


def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda move: lowest(result(board, move), -10, 10))
    return min(actions(board), key=lambda move: highest(result(board, move), -10, 10))
