from functools import lru_cache


def to_move(board):
    return "x" if board.count("x") == board.count("o") else "o"


def line(board):
    for a, b, c in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)):
        if board[a] != "." and board[a] == board[b] == board[c]:
            return board[a]
    return None


def moves(board):
    return [i for i, cell in enumerate(board) if cell == "."]


@lru_cache(maxsize=None)
def x_score(board):
    w = line(board)
    if w == "x":
        return 1 + board.count(".")
    if w == "o":
        return -1 - board.count(".")
    if not moves(board):
        return 0
    turn = to_move(board)
    scores = [x_score(board[:i] + turn + board[i + 1:]) for i in moves(board)]
    return max(scores) if turn == "x" else min(scores)


def choose(board, mark):
    turn = to_move(board)
    best = max if turn == "x" else min
    return best(moves(board), key=lambda i: x_score(board[:i] + turn + board[i + 1:]))
