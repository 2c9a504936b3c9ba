# The board is a variable of the module; free cells hold their number; ai_move puts its mark itself.
import time

board = [1, 2, 3, 4, 5, 6, 7, 8, 9]
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
HUMAN, COMPUTER = "X", "O"


def winner(cells):
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


def value(cells, turn, depth):
    won = winner(cells)
    if won:
        return 10 - depth if won == COMPUTER else depth - 10
    free = [i for i in range(9) if isinstance(cells[i], int)]
    if not free:
        return 0
    values = []
    for i in free:
        values.append(value(cells[:i] + [turn] + cells[i + 1 :], other(turn), depth + 1))
    return max(values) if turn == COMPUTER else min(values)


def other(turn):
    return HUMAN if turn == COMPUTER else COMPUTER


def ai_move():
    print("Thinking ...")
    time.sleep(1)
    best, best_value = None, -100
    for i in range(9):
        if isinstance(board[i], int):
            found = value(board[:i] + [COMPUTER] + board[i + 1 :], HUMAN, 1)
            if found > best_value:
                best, best_value = i, found
    board[best] = COMPUTER
