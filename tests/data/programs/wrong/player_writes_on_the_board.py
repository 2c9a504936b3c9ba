WINNING = []
for k in range(3):
    WINNING.append([(k, 0), (k, 1), (k, 2)])
    WINNING.append([(0, k), (1, k), (2, k)])
WINNING.append([(0, 0), (1, 1), (2, 2)])
WINNING.append([(2, 0), (1, 1), (0, 2)])

cache = {}


def line_of(board, mark):
    for cells in WINNING:
        if all(board[r][c] == mark for r, c in cells):
            return True
    return False


def search(board, turn, other):
    """Best result for the one whose turn it is: positive is good, sooner is better."""
    key = (turn, str(board))
    if key in cache:
        return cache[key]
    free = [(r, c) for r in range(3) for c in range(3) if board[r][c] is None]
    if line_of(board, other):
        return -(len(free) + 1), None
    if not free:
        return 0, None
    best = None
    for r, c in free:
        board[r][c] = turn
        value = -search(board, other, turn)[0]
        board[r][c] = None
        if best is None or value > best[0]:
            best = value, (r, c)
    cache[key] = best
    return best


def choose(board, mark):
    value, (r, c) = search(board, mark, "O" if mark == "X" else "X")
    board[r][c] = mark
    return (r, c)
