from math import inf


def evaluate(s):
    """1 X, -1 O, 0 none"""
    s = s.lower()
    for mark, score in ("x", 1), ("o", -1):
        has = {i for i in range(9) if s[i] == mark}
        for line in {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}:
            if not line - has:
                return score
    return 0


def moves(s):
    return [i for i, c in enumerate(s) if c in ". "]


def after(s, i, x_to_move):
    cells = list(s)
    cells[i] = "o"
    if x_to_move:
        cells[i] = "x"
    return "".join(cells)


def minimax(s, x_to_move):
    return best(s, x_to_move, {})[1]


def best(s, x_to_move, memo):
    """(value for the side to move, cell)"""
    if (s, x_to_move) not in memo:
        sign = 1 if x_to_move else -1
        if evaluate(s) or not moves(s):
            return sign * evaluate(s), None
        found = (-inf, None)
        for i in moves(s):
            v = -best(after(s, i, x_to_move), not x_to_move, memo)[0]
            if v > found[0]:
                found = (v, i)
        memo[s, x_to_move] = found
    return memo[s, x_to_move]


def minimax_ab(s, x_to_move):
    return window(s, x_to_move, -inf, inf)[1]


def window(s, x_to_move, alpha, beta):
    sign = 1 if x_to_move else -1
    if evaluate(s) or not moves(s):
        return sign * evaluate(s), None
    value, cell = -inf, None
    for i in moves(s):
        v = -window(after(s, i, x_to_move), not x_to_move, -beta, -alpha)[0]
        if v > value:
            value, cell = v, i
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return value, cell
