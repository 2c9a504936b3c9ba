LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def search(board, me, you, alpha, beta):
    """What the board is worth to me, who is to move"""
    search.nodes += 1
    if any(board[a] == board[b] == board[c] == you for a, b, c in LINES):
        return -1 - board.count(".")
    if "." not in board:
        return 0
    for i in range(9):
        if board[i] == "." and alpha < beta:
            child = board[:i] + me + board[i + 1:]
            alpha = max(alpha, -search(child, you, me, -beta, -alpha))
    return alpha


search.nodes = 0


def choose(board, mark):
    """mark is x or o, the board has a dot for every empty cell; returns 0 to 8"""
    search.nodes = 0
    other = "x" if mark == "o" else "o"
    free = [i for i in range(9) if board[i] == "."]
    move = max(free, key=lambda i: -search(board[:i] + mark + board[i + 1:], other, mark, -99, 99))
    print(search.nodes, "nodes")
    return move
