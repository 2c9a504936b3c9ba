"""Board: rows of 1, -1 and 0. mark is 1 or -1. Returns (row, column)."""

ALL = ([[(r, 0), (r, 1), (r, 2)] for r in range(3)]
       + [[(0, c), (1, c), (2, c)] for c in range(3)]
       + [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]])


def heuristic(board, mark):
    score = 0
    for line in ALL:
        cells = [board[r][c] * mark for r, c in line]
        if sum(cells) == 3:
            return 1000
        if sum(cells) == -3:
            return -1000
        if -1 not in cells:
            score += 1
        if 1 not in cells:
            score -= 1
    return score


def free(board):
    return [(r, c) for r in range(3) for c in range(3) if board[r][c] == 0]


def with_mark(board, cell, mark):
    new = [list(row) for row in board]
    new[cell[0]][cell[1]] = mark
    return new


def choose(board, mark):
    best, choice = None, None
    for cell in free(board):
        mine = with_mark(board, cell, mark)
        if heuristic(mine, mark) == 1000:
            return cell
        replies = [heuristic(with_mark(mine, reply, -mark), mark) for reply in free(mine)]
        worst = min(replies, default=0)
        if best is None or worst > best:
            best, choice = worst, cell
    return choice
