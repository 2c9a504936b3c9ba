from functools import lru_cache

WIN = ("012", "345", "678", "036", "147", "258", "048", "246")


def won(board, mark):
    for w in WIN:
        if all(board[int(i)] == mark for i in w):
            return True
    return False


def rival(mark):
    return "o" if mark == "x" else "x"


@lru_cache(None)
def worth(board, mark):
    """What the board is worth for mark, who is next."""
    if won(board, rival(mark)):
        return -1
    if "." not in board:
        return 0
    return max(-worth(board[:i] + mark + board[i + 1:], rival(mark))
               for i in range(9) if board[i] == ".")


def choose(board, mark):
    best = -1
    move = None
    for i in range(9):
        if board[i] != ".":
            continue
        value = -worth(board[:i] + mark + board[i + 1:], rival(mark))
        if value >= best:
            best = value
            move = i
    return move
