RED, BLUE, FREE = "red", "blue", ""
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board):
    for a, b, c in LINES:
        if board[a] != FREE and board[a] == board[b] == board[c]:
            return board[a]
    return None


def evaluate(board, player, other):
    """The value for `player`, whose turn it is, counting quick wins more."""
    if winner(board):
        return -1 - board.count(FREE)
    if FREE not in board:
        return 0
    return max(-evaluate(play(board, cell, player), other, player) for cell in cells(board))


def cells(board):
    return [i for i in range(9) if board[i] == FREE]


def play(board, cell, player):
    return board[:cell] + [player] + board[cell + 1 :]


def best_move(board, player):
    """The best cell, from 1 to 9."""
    other = BLUE if player == RED else RED
    return 1 + max(cells(board), key=lambda cell: -evaluate(play(board, cell, player), other, player))
