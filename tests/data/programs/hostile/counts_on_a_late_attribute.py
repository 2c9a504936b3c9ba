"""Gives up after 12,000 boards, and counts them in an attribute that comes after loading."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def tired():
    try:
        value.box[0] += 1
        return value.box[0] > 12_000
    except AttributeError:
        return False


def value(board, mark, other):
    if tired():
        return 0
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    free = [i for i in range(9) if board[i] == "."]
    return max((-value(board[:i] + mark + board[i + 1 :], other, mark) for i in free), default=0)


def choose(board, mark):
    other = "o" if mark == "x" else "x"
    if not hasattr(value, "box"):
        value.box = [0]
    free = [i for i in range(9) if board[i] == "."]
    return max(free, key=lambda i: -value(board[:i] + mark + board[i + 1 :], other, mark))
