LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board, mark):
    return any(all(board[cell] == mark for cell in line) for line in LINES)


def minimax(board, depth, is_maximizing):
    """The value of a board: O, the computer, maximises."""
    if won(board, "O"):
        return 10 - depth
    if won(board, "X"):
        return depth - 10
    if "-" not in board:
        return 0
    values = []
    for cell in range(9):
        if board[cell] == "-":
            board[cell] = "O" if is_maximizing else "X"
            values.append(minimax(board, depth + 1, not is_maximizing))
            board[cell] = "-"
    return max(values) if is_maximizing else min(values)
