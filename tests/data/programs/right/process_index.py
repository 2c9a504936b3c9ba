import sys
from functools import lru_cache

WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@lru_cache(maxsize=None)
def solve(board, me, you):
    """(value, cell) for me, who is to move"""
    if any(board[a] == board[b] == board[c] == you for a, b, c in WINS):
        return -1 - board.count("."), -1
    best = None
    for i, c in enumerate(board):
        if c == ".":
            value = -solve(board[:i] + me + board[i + 1:], you, me)[0]
            if best is None or value > best[0]:
                best = value, i
    return best or (0, -1)


def main():
    for line in sys.stdin:
        fields = line.lower().split()
        if len(fields) != 2:
            continue
        board, me = fields[0].replace("/", ""), fields[1]
        you = "o" if me == "x" else "x"
        sys.stdout.write(f"{solve(board, me, you)[1]}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
