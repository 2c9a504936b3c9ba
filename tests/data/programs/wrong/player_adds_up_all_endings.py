from functools import lru_cache

L = [((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1), (1, 2)), ((2, 0), (2, 1), (2, 2)),
     ((0, 0), (1, 0), (2, 0)), ((0, 1), (1, 1), (2, 1)), ((0, 2), (1, 2), (2, 2)),
     ((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0))]


def three(board, mark):
    return any(all(board[r][c] == mark for r, c in line) for line in L)


def play(board, r, c, mark):
    rows = [list(row) for row in board]
    rows[r][c] = mark
    return tuple(tuple(row) for row in rows)


@lru_cache(maxsize=None)
def count(board, turn, me, you):
    total = 0
    if three(board, me):
        total += 1
    elif three(board, you):
        total -= 1
    scores = []
    for r in range(3):
        for c in range(3):
            if board[r][c] is None:
                after = play(board, r, c, turn)
                scores.append(count(after, you if turn == me else me, me, you))
    if scores:
        total += max(scores) if turn == me else min(scores)
    return total


def choose(board, mark):
    you = "X" if mark == "O" else "O"
    best = None
    for r in range(3):
        for c in range(3):
            if board[r][c] is None:
                score = count(play(board, r, c, mark), you, mark, you)
                if best is None or score > best[0]:
                    best = (score, (r, c))
    return best[1]
