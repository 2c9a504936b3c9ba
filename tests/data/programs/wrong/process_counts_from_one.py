#!/usr/bin/env python3
# reads "xo....... x", answers with a number
import functools
import sys

ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def winner(s):
    for row in ROWS:
        three = {s[int(i)] for i in row}
        if three == {"x"} or three == {"o"}:
            return three.pop()


@functools.cache
def score(s, turn):
    if winner(s):
        return -1 - s.count(".")
    if "." not in s:
        return 0
    other = "xo".replace(turn, "")
    return max(-score(s[:i] + turn + s[i + 1:], other) for i in range(9) if s[i] == ".")


while True:
    text = sys.stdin.readline()
    if not text:
        break
    s, turn = text.lower().replace("/", "").split()
    other = "xo".replace(turn, "")
    best = None
    for i in range(9):
        if s[i] == ".":
            v = -score(s[:i] + turn + s[i + 1:], other)
            if best is None or v > best_value:
                best, best_value = i, v
    print(best + 1)
    sys.stdout.flush()
