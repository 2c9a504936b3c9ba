import sys

GRID = {"a1": 0, "a2": 1, "a3": 2, "b1": 3, "b2": 4, "b3": 5, "c1": 6, "c2": 7, "c3": 8}
NAMES = {number: name for name, number in GRID.items()}
THREES = [("a1", "a2", "a3"), ("b1", "b2", "b3"), ("c1", "c2", "c3"),
          ("a1", "b1", "c1"), ("a2", "b2", "c2"), ("a3", "b3", "c3"),
          ("a1", "b2", "c3"), ("a3", "b2", "c1")]
table = {}


def result(board):
    for three in THREES:
        marks = "".join(board[GRID[name]] for name in three)
        if marks == "xxx":
            return 1
        if marks == "ooo":
            return -1
    return None if "." in board else 0


def search(board, turn):
    r = result(board)
    if r is not None:
        return r
    if (board, turn) in table:
        return table[board, turn]
    values = []
    for i in range(9):
        if board[i] == ".":
            values.append(search(board[:i] + turn + board[i + 1:], "o" if turn == "x" else "x"))
    table[board, turn] = max(values)
    return table[board, turn]


for request in sys.stdin:
    state, turn = request.lower().split()
    state = state.replace("/", "")
    options = []
    for i in range(9):
        if state[i] == ".":
            options.append((search(state[:i] + turn + state[i + 1:], "o" if turn == "x" else "x"), NAMES[i]))
    print(max(options)[1], flush=True)
