"""
Tic tac toe, homework of week 0.
"""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY] * 3 for row in range(3)]


def player(board):
    filled = sum(1 for row in board for cell in row if cell is not EMPTY)
    return O if filled % 2 else X


def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("this move is not possible")
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *zip(*board)]
    lines.append([board[n][n] for n in range(3)])
    lines.append([board[n][2 - n] for n in range(3)])
    for a, b, c in lines:
        if a is not EMPTY and a == b == c:
            return a
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    who = winner(board)
    if who is None:
        return 0
    return 1 if who == X else -1


def minimax(board):
    if terminal(board):
        return None
    move_of_x = None
    move_of_o = None

    def highest(state):
        nonlocal move_of_x
        if terminal(state):
            return utility(state)
        best = -math.inf
        for action in actions(state):
            value = lowest(result(state, action))
            if value > best:
                best = value
                move_of_x = action
        return best

    def lowest(state):
        nonlocal move_of_o
        if terminal(state):
            return utility(state)
        best = math.inf
        for action in actions(state):
            value = highest(result(state, action))
            if value < best:
                best = value
                move_of_o = action
        return best

    if player(board) == X:
        highest(board)
        return move_of_x
    lowest(board)
    return move_of_o
