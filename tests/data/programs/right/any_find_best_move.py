player, opponent = "x", "o"


def moves_left(board):
    return any("_" in row for row in board)


def evaluate(board):
    columns = [[row[c] for row in board] for c in range(3)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in board + columns + diagonals:
        if line == [player] * 3:
            return 10
        if line == [opponent] * 3:
            return -10
    return 0


def minimax(board, depth, is_max):
    score = evaluate(board)
    if score:
        return score - depth if score > 0 else score + depth
    if not moves_left(board):
        return 0
    best = -1000 if is_max else 1000
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player if is_max else opponent
                value = minimax(board, depth + 1, not is_max)
                board[i][j] = "_"
                best = max(best, value) if is_max else min(best, value)
    return best


def findBestMove(board):
    best_value, best_move = -1000, (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] == "_":
                board[i][j] = player
                value = minimax(board, 0, False)
                board[i][j] = "_"
                if value > best_value:
                    best_value, best_move = value, (i, j)
    return best_move
