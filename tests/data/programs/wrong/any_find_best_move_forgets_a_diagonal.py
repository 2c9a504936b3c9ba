AI, HUMAN, EMPTY = 1, 2, 0


def wins(board, player):
    for i in range(3):
        if all(board[i][j] == player for j in range(3)):
            return True
        if all(board[j][i] == player for j in range(3)):
            return True
    return all(board[i][i] == player for i in range(3))


def free_cells(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY]


def minimax(board, is_ai):
    if wins(board, AI):
        return 1
    if wins(board, HUMAN):
        return -1
    if not free_cells(board):
        return 0
    values = []
    for i, j in free_cells(board):
        board[i][j] = AI if is_ai else HUMAN
        values.append(minimax(board, not is_ai))
        board[i][j] = EMPTY
    return max(values) if is_ai else min(values)


def find_best_move(board):
    best, best_value = None, -2
    for i, j in free_cells(board):
        board[i][j] = AI
        value = minimax(board, False)
        board[i][j] = EMPTY
        if value > best_value:
            best, best_value = (i, j), value
    return best
