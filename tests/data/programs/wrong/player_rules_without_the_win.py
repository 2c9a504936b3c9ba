# My strategy: 1. block  2. centre  3. corner  4. whatever is left

def lines(board):
    for i in range(3):
        yield [(i, 0), (i, 1), (i, 2)]
        yield [(0, i), (1, i), (2, i)]
    yield [(0, 0), (1, 1), (2, 2)]
    yield [(0, 2), (1, 1), (2, 0)]


def choose(board, mark):
    opponent = "X" if mark == "O" else "O"

    # 1. block
    for line in lines(board):
        values = [board[r][c] for r, c in line]
        if values.count(opponent) == 2 and values.count(None) == 1:
            return line[values.index(None)]

    # 2. centre
    if board[1][1] is None:
        return (1, 1)

    # 3. corner
    for r in (0, 2):
        for c in (0, 2):
            if board[r][c] is None:
                return (r, c)

    # 4. rest
    for r in range(3):
        for c in range(3):
            if board[r][c] is None:
                return (r, c)
