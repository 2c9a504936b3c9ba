from functools import lru_cache

WIN = ("012", "345", "678", "036", "147", "258", "048", "246")


def won(board, mark):
    return any(all(board[int(i)] == mark for i in line) for line in WIN)


def rival(mark):
    return "o" if mark == "x" else "x"


@lru_cache(None)
def worth(board, mark):
    """What the board is worth for mark, who is next."""
    stones = 9 - board.count(".")
    if won(board, rival(mark)):
        return -10 - stones
    if stones == 9:
        return 0
    return max(
        -worth(board[:i] + mark + board[i + 1:], rival(mark)) for i in range(9) if board[i] == "."
    )


def choose(board, mark):
    free = [i for i in range(9) if board[i] == "."]
    return max(free, key=lambda i: -worth(board[:i] + mark + board[i + 1:], rival(mark)))
