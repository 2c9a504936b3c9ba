"""Tic tac toe by chances."""

X = "X"
O = "O"
EMPTY = None
LINES = ["00 01 02", "10 11 12", "20 21 22", "00 10 20", "01 11 21", "02 12 22", "00 11 22", "02 11 20"]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    filled = sum(cell is not EMPTY for row in board for cell in row)
    return O if filled % 2 else X


def actions(board):
    free = set()
    for r, row in enumerate(board):
        for c, cell in enumerate(row):
            if cell is EMPTY:
                free.add((r, c))
    return free


def result(board, action):
    if action not in actions(board):
        raise Exception("not a free cell")
    after = [row[:] for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    for line in LINES:
        a, b, c = (board[int(r)][int(c)] for r, c in line.split())
        if a is not EMPTY and a == b == c:
            return a
    return None


def terminal(board):
    return winner(board) is not None or len(actions(board)) == 0


def utility(board):
    won = winner(board)
    return 0 if won is None else 1 if won == X else -1


def chances(board):
    if terminal(board):
        return utility(board)
    replies = actions(board)
    return sum(chances(result(board, reply)) for reply in replies) / len(replies)


def minimax(board):
    if terminal(board):
        return None
    moves = sorted(actions(board))
    for move in moves:
        if winner(result(board, move)):
            return move
    best = max if player(board) == X else min
    return best(moves, key=lambda move: chances(result(board, move)))
