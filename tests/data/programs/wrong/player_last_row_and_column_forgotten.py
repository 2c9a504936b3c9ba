"""Negamax on a string of nine cells, with a memory."""

memory = {}


def has_line(s, mark):
    lines = [s[3 * i : 3 * i + 3] for i in range(2)]
    lines += [s[i::3] for i in range(2)]
    lines += [s[0] + s[4] + s[8], s[2] + s[4] + s[6]]
    return mark * 3 in lines


def value(s, mark):
    """1 if the side to move wins, -1 if it loses, else 0."""
    other = "o" if mark == "x" else "x"
    if (s, mark) not in memory:
        if has_line(s, other):
            memory[s, mark] = -1
        elif "." not in s:
            memory[s, mark] = 0
        else:
            memory[s, mark] = max(-value(after, other) for after in children(s, mark).values())
    return memory[s, mark]


def children(s, mark):
    return {i: s[:i] + mark + s[i + 1 :] for i in range(9) if s[i] == "."}


def choose(board, mark):
    other = "o" if mark == "x" else "x"
    after = children(board, mark)
    return max(after, key=lambda i: -value(after[i], other))
