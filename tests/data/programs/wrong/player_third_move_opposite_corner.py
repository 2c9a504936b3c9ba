# cells are numbered 1 to 9, free cells hold their number
WINS = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def won(board, mark):
    return any(board[a - 1] == board[b - 1] == board[c - 1] == mark for a, b, c in WINS)


def free(board):
    return [cell for cell in board if cell not in ("X", "O")]


def play(board, cell, mark):
    return [mark if c == cell else c for c in board]


def value(board, turn, me, memo):
    key = (tuple(board), turn)
    if key in memo:
        return memo[key]
    you = "O" if me == "X" else "X"
    if won(board, me):
        v = 1 + len(free(board))
    elif won(board, you):
        v = -1 - len(free(board))
    elif not free(board):
        v = 0
    else:
        following = "O" if turn == "X" else "X"
        vs = [value(play(board, cell, turn), following, me, memo) for cell in free(board)]
        v = max(vs) if turn == me else min(vs)
    memo[key] = v
    return v


def choose(board, mark):
    cells = free(board)
    if len(cells) == 9:
        return 1
    if len(cells) == 7:
        mine = board.index(mark) + 1
        opposite = 10 - mine
        return opposite if opposite in cells else cells[-1]
    you = "O" if mark == "X" else "X"
    memo = {}
    return max(cells, key=lambda cell: value(play(board, cell, mark), you, mark, memo))
