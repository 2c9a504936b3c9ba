import sys

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def line(cells, mark):
    return any(cells[a] == cells[b] == cells[c] == mark for a, b, c in LINES)


def leaf(cells, me):
    return 5 if line(cells, me) else 0


def over(cells):
    return line(cells, "x") or line(cells, "o") or "." not in cells


def value(cells, turn, me, seen):
    if over(cells):
        return leaf(cells, me)
    if cells not in seen:
        nxt = "o" if turn == "x" else "x"
        values = [value(cells[:i] + turn + cells[i + 1:], nxt, me, seen)
                  for i in range(9) if cells[i] == "."]
        seen[cells] = max(values) if turn == me else min(values)
    return seen[cells]


def main():
    memories = {}
    for text in sys.stdin:
        if not text.strip():
            continue
        cells, turn = text.lower().replace("/", "").split()
        nxt = "o" if turn == "x" else "x"
        seen = memories.setdefault((turn, cells.count(".") % 2), {})
        best = max((i for i in range(9) if cells[i] == "."),
                   key=lambda i: value(cells[:i] + turn + cells[i + 1:], nxt, turn, seen))
        print(best, flush=True)


main()
