from lines_of_mine import all_lines

X, O, EMPTY = "X", "O", None

LINES = all_lines(3)


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    filled = [cell for row in board for cell in row if cell is not EMPTY]
    return O if len(filled) % 2 else X


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(f"not a move: {action}")
    new = [row[:] for row in board]
    new[action[0]][action[1]] = player(board)
    return new


def winner(board):
    for line in LINES:
        marks = {board[i][j] for i, j in line}
        if len(marks) == 1 and EMPTY not in marks:
            return marks.pop()
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board, depth):
    if terminal(board):
        return utility(board) * (10 - depth)
    best = max if player(board) == X else min
    return best(value(result(board, move), depth + 1) for move in actions(board))


def minimax(board):
    if terminal(board):
        return None
    best = max if player(board) == X else min
    return best(sorted(actions(board)), key=lambda move: value(result(board, move), 1))
