class Rude(Exception):
    pass


X, O, EMPTY = "X", "O", None
LINES = [[(i, 0), (i, 1), (i, 2)] for i in range(3)] + [[(0, j), (1, j), (2, j)] for j in range(3)]
LINES += [[(0, 0), (1, 1), (2, 2)], [(0, 2), (1, 1), (2, 0)]]


def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]


def player(board):
    return O if sum(r.count(X) for r in board) > sum(r.count(O) for r in board) else X


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY}


def result(board, action):
    if action not in actions(board):
        raise ValueError(action)
    new = [list(row) for row in board]
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


Rude.__name__ = "Rude\x1b[2J\u202e"
asked = 0


def minimax(board):
    global asked
    asked += 1
    if terminal(board):
        return "\x1b]0;title\x07\ud800\x00"
    if asked % 3 == 0:
        raise Rude("\x1b[31mred\ud800\x00]]>\u202e<script>")
    if asked % 3 == 1:
        return "\x1b[2J\ud83d\u2028=1+1"
    kind = type("Move\u202e\x1b", (), {"__repr__": lambda self: "\x9b31m\ud800"})
    return kind()
