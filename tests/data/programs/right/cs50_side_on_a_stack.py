"""
Tic Tac Toe Player

Keeps the side it plays for on a stack while it searches, so the worth of a board depends on more
than the board.
"""

X = "X"
O = "O"
EMPTY = None

sides = []  # for whom minimax is looking, while it does


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    marks = [mark for row in board for mark in row]
    return X if marks.count(X) == marks.count(O) else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError("this cell is taken or does not exist")
    after = [list(row) for row in board]
    after[action[0]][action[1]] = player(board)
    return after


def winner(board):
    lines = [*board, *zip(*board)]
    lines.append([board[k][k] for k in range(3)])
    lines.append([board[k][2 - k] for k in range(3)])
    for line in lines:
        if line[0] is not EMPTY and line[0] == line[1] == line[2]:
            return line[0]
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def worth(board):
    """What the board is worth to the side on top of the stack."""
    if terminal(board):
        won = winner(board)
        return 0 if won is None else 1 if won == sides[-1] else -1
    values = [worth(result(board, action)) for action in actions(board)]
    return max(values) if player(board) == sides[-1] else min(values)


def minimax(board):
    if terminal(board):
        return None
    sides.append(player(board))
    best = max(sorted(actions(board)), key=lambda action: worth(result(board, action)))
    sides.pop()
    return best
