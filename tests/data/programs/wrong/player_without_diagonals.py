"""Minimax on a list of nine cells: it looks for three in a row and three in a column."""


def winner(cells):
    for i in range(3):
        if cells[3 * i] != " " and cells[3 * i] == cells[3 * i + 1] == cells[3 * i + 2]:
            return cells[3 * i]
        if cells[i] != " " and cells[i] == cells[i + 3] == cells[i + 6]:
            return cells[i]
    return None


def score(cells, turn, me, depth):
    won = winner(cells)
    if won is not None:
        return 10 - depth if won == me else depth - 10
    if " " not in cells:
        return 0
    scores = []
    for i in range(9):
        if cells[i] == " ":
            cells[i] = turn
            scores.append(score(cells, "O" if turn == "X" else "X", me, depth + 1))
            cells[i] = " "
    return max(scores) if turn == me else min(scores)


def choose(board, mark):
    cells = list(board)
    best, move = None, None
    for i in range(9):
        if cells[i] == " ":
            cells[i] = mark
            found = score(cells, "O" if mark == "X" else "X", mark, 1)
            cells[i] = " "
            if best is None or found > best:
                best, move = found, i
    return move
