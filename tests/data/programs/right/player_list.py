LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def three_in_a_row(b, m):
    for x, y, z in LINES:
        if b[x] == m and b[y] == m and b[z] == m:
            return True
    return False


def solve(b, me, other, my_turn):
    """100 I win, -100 I lose, 0 draw; one point less for every move that it takes"""
    if three_in_a_row(b, me):
        return 100
    if three_in_a_row(b, other):
        return -100
    best = None
    for i in range(9):
        if b[i] == " ":
            b[i] = me if my_turn else other
            v = solve(b, me, other, not my_turn)
            b[i] = " "
            if v > 0:
                v -= 1
            elif v < 0:
                v += 1
            if best is None or (my_turn and v > best) or (not my_turn and v < best):
                best = v
    return 0 if best is None else best


def choose(board, mark):
    b = list(board)
    other = "O" if mark == "X" else "X"
    best = move = None
    for i in range(9):
        if b[i] == " ":
            b[i] = mark
            v = solve(b, mark, other, False)
            b[i] = " "
            if best is None or v > best:
                best, move = v, i
    return move
