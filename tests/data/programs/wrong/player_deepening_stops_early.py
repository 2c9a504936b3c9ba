# iterative deepening, because the lecture said it is better
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
SWAP = {"x": "o", "o": "x"}


def wins(b, m):
    return any(b[i] == m and b[j] == m and b[k] == m for i, j, k in LINES)


def look(b, m, depth, alpha, beta):
    if wins(b, SWAP[m]):
        return -10 - depth
    if depth == 0 or "." not in b:
        return 0
    for i in range(9):
        if b[i] == ".":
            alpha = max(alpha, -look(b[:i] + m + b[i + 1:], SWAP[m], depth - 1, -beta, -alpha))
            if alpha >= beta:
                break
    return alpha


def choose(board, mark):
    empty = [i for i in range(9) if board[i] == "."]
    move = empty[0]
    for depth in range(1, len(empty)):
        best = -100
        for i in empty:
            v = -look(board[:i] + mark + board[i + 1:], SWAP[mark], depth - 1, -100, -best)
            if v > best:
                best, move = v, i
    return move
