"""Tic-tac-toe on strings, by searching as deep as there are empty cells."""

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def evaluate(s):
    for line in LINES:
        three = "".join(s[int(i)] for i in line).lower()
        if three == "xxx":
            return 1
        if three == "ooo":
            return -1
    return 0


def children(s, x_to_move):
    mark = "x" if x_to_move else "o"
    for i, c in enumerate(s):
        if c not in "xoXO":
            yield i, s[:i] + mark + s[i + 1:]


def empties(s):
    return sum(c not in "xoXO" for c in s)


TABLE = {}


def value(s, x_to_move, depth):
    if depth == 0:
        return 0
    if evaluate(s):
        return evaluate(s)
    if (s, x_to_move) not in TABLE:
        values = [value(t, not x_to_move, depth - 1) for _, t in children(s, x_to_move)]
        TABLE[s, x_to_move] = max(values) if x_to_move else min(values)
    return TABLE[s, x_to_move]


def minimax(s, x_to_move):
    scored = [(value(t, not x_to_move, empties(t)), i) for i, t in children(s, x_to_move)]
    if x_to_move:
        return max(scored, key=lambda pair: pair[0])[1]
    return min(scored, key=lambda pair: pair[0])[1]


def ab(s, x_to_move, depth, low, high):
    if depth == 0:
        return 0
    if evaluate(s):
        return evaluate(s)
    for _, t in children(s, x_to_move):
        if low >= high:
            break
        v = ab(t, not x_to_move, depth - 1, low, high)
        if x_to_move:
            low = max(low, v)
        else:
            high = min(high, v)
    return low if x_to_move else high


def minimax_ab(s, x_to_move):
    scored = [(ab(t, not x_to_move, empties(t), -9, 9), i) for i, t in children(s, x_to_move)]
    if x_to_move:
        return max(scored, key=lambda pair: pair[0])[1]
    return min(scored, key=lambda pair: pair[0])[1]
