"""choose(board, mark): board is a list of nine, "X", "O" or " "; the move is an index."""

TRIPLES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def other(mark):
    return "O" if mark == "X" else "X"


def has_won(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in TRIPLES)


def negamax(board, mark, memory):
    """How good the board is for mark, who is to move."""
    key = "".join(board) + mark
    if key in memory:
        return memory[key]
    if has_won(board, other(mark)):
        return -1
    if " " not in board:
        return 0
    best = -2
    for i in range(9):
        if board[i] == " ":
            child = board[:i] + [mark] + board[i + 1:]
            best = max(best, negamax(child, other(mark), memory))
    memory[key] = best
    return best


def choose(board, mark):
    best, move, memory = -2, None, {}
    for i in range(9):
        if board[i] == " ":
            value = negamax(board[:i] + [mark] + board[i + 1:], other(mark), memory)
            if value > best:
                best, move = value, i
    return move
