LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
board = [" "] * 9


def won(b, mark):
    return any(all(b[cell] == mark for cell in line) for line in LINES)


def minimax(b, depth, is_max):
    if won(b, "O"):
        return 10 - depth
    if won(b, "X"):
        return depth - 10
    if " " not in b:
        return 0
    values = []
    for cell in range(9):
        if b[cell] == " ":
            b[cell] = "O" if is_max else "X"
            values.append(minimax(b, depth + 1, not is_max))
            b[cell] = " "
    return max(values) if is_max else min(values)


def best_move(b):
    best, best_value = None, -100
    for cell in range(9):
        if b[cell] == " ":
            b[cell] = "O"
            value = minimax(b, 0, False)
            b[cell] = " "
            if value > best_value:
                best, best_value = cell, value
    return best


while " " in board:
    cell = int(input("Your move (0 to 8): "))
    board[cell] = "X"
    if won(board, "X") or " " not in board:
        break
    board[best_move(board)] = "O"
    print(board)
