"""choose(board, mark): the board is three lists of "X", "O", None; the move is (row, column)."""

OTHER = {"X": "O", "O": "X"}
known = {}


def lines(b):
    for i in range(3):
        yield b[i][0], b[i][1], b[i][2]
        yield b[0][i], b[1][i], b[2][i]
    yield b[0][0], b[1][1], b[2][2]
    yield b[0][2], b[1][1], b[2][0]


def free(b):
    return [(r, c) for r in range(3) for c in range(3) if b[r][c] is None]


def negamax(b, mark):
    """What the board is worth to mark, who is to move; the sooner the end, the more it counts."""
    key = mark, tuple(map(tuple, b))
    if key not in known:
        if (OTHER[mark],) * 3 in lines(b):
            known[key] = -1 - len(free(b))
        elif not free(b):
            known[key] = 0
        else:
            known[key] = max(-negamax(put(b, cell, mark), OTHER[mark]) for cell in free(b))
    return known[key]


def put(b, cell, mark):
    copy = [list(row) for row in b]
    copy[cell[0]][cell[1]] = mark
    return copy


def choose(board, mark):
    return max(free(board), key=lambda cell: -negamax(put(board, cell, mark), OTHER[mark]))
