# Boards as strings: 9 characters, x and o, a dot or a blank for an empty cell.

WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def clean(s):
    return s.lower().replace(" ", ".")


def evaluate(s):
    """+1 X has three in a row, -1 O has, 0 nobody (yet)."""
    s = clean(s)
    for a, b, c in WINS:
        if s[a] == s[b] == s[c]:
            if s[a] == "x":
                return 1
            if s[a] == "o":
                return -1
    return 0


def put(s, i, x_to_move):
    return s[:i] + ("x" if x_to_move else "o") + s[i + 1:]


def free(s):
    return [i for i in range(9) if s[i] == "."]


seen = {}


def value(s, x_to_move):
    if (s, x_to_move) in seen:
        return seen[s, x_to_move]
    v = 1 if evaluate(s) == 1 else -1
    if evaluate(s) == 0 and "." in s:
        values = [value(put(s, i, x_to_move), not x_to_move) for i in free(s)]
        v = max(values) if x_to_move else min(values)
    seen[s, x_to_move] = v
    return v


def minimax(s, x_to_move):
    s = clean(s)
    best = max if x_to_move else min
    return best(free(s), key=lambda i: value(put(s, i, x_to_move), not x_to_move))


def value_ab(s, x_to_move, alpha, beta):
    if evaluate(s) != 0 or "." not in s:
        return 1 if evaluate(s) == 1 else -1
    for i in free(s):
        child = value_ab(put(s, i, x_to_move), not x_to_move, alpha, beta)
        if x_to_move:
            alpha = max(alpha, child)
        else:
            beta = min(beta, child)
        if alpha >= beta:
            break
    return alpha if x_to_move else beta


def minimax_ab(s, x_to_move):
    s = clean(s)
    best = max if x_to_move else min
    return best(free(s), key=lambda i: value_ab(put(s, i, x_to_move), not x_to_move, -2, 2))
