LINES = [s for s in (slice(0, 3), slice(3, 6), slice(6, 9), slice(0, 9, 3), slice(1, 9, 3),
                     slice(2, 9, 3), slice(0, 9, 4), slice(2, 7, 2))]


def choose(board, mark):
    """mark is x or o, the board has a dot for every empty cell; returns 0 to 8"""
    other = "x" if mark == "o" else "o"

    def mini(b, low, high, left):
        if any(b[line] == mark * 3 for line in LINES):
            return left + 1
        if left == 0:
            return 0
        for i in range(9):
            if b[i] == "." and low < high:
                high = min(high, maxi(b[:i] + other + b[i + 1:], low, high, left - 1))
        return high

    def maxi(b, low, high, left):
        if any(b[line] == other * 3 for line in LINES):
            return -left - 1
        if left == 0:
            return 0
        for i in range(9):
            if b[i] == "." and low < high:
                low = max(low, mini(b[:i] + mark + b[i + 1:], low, high, left - 1))
        return low

    best, move = -99, -1
    for i in range(9):
        if board[i] == ".":
            v = mini(board[:i] + mark + board[i + 1:], best, 99, board.count(".") - 1)
            if v > best:
                best, move = v, i
    return move
