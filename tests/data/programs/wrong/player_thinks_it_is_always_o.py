ME = "O"
HUMAN = "X"


def check(board):
    for mark in (ME, HUMAN):
        for i in range(3):
            if [board[i][0], board[i][1], board[i][2]] == [mark] * 3:
                return mark
            if [board[0][i], board[1][i], board[2][i]] == [mark] * 3:
                return mark
        if [board[0][0], board[1][1], board[2][2]] == [mark] * 3:
            return mark
        if [board[0][2], board[1][1], board[2][0]] == [mark] * 3:
            return mark
    if all(cell is not None for row in board for cell in row):
        return "tie"
    return None


def minimax(board, depth, my_turn, memo):
    end = check(board)
    if end == ME:
        return 10 - depth
    if end == HUMAN:
        return depth - 10
    if end == "tie":
        return 0
    key = (my_turn, str(board))
    if key not in memo:
        scores = []
        for r in range(3):
            for c in range(3):
                if board[r][c] is None:
                    board[r][c] = ME if my_turn else HUMAN
                    scores.append(minimax(board, depth + 1, not my_turn, memo))
                    board[r][c] = None
        memo[key] = max(scores) if my_turn else min(scores)
    return memo[key]


def choose(board, mark):
    board = [list(row) for row in board]
    best, move, memo = -100, None, {}
    for r in range(3):
        for c in range(3):
            if board[r][c] is None:
                board[r][c] = ME
                score = minimax(board, 1, False, memo)
                board[r][c] = None
                if score > best:
                    best, move = score, (r, c)
    return move
