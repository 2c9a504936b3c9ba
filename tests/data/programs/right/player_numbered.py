# The whole tree, as lists [board, branches]; leaves are worth 5, 2 or 0.
# Free cells of the board hold their number, 1 to 9.
WINS = [(1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7)]


def won(board, mark):
    return any(all(board[n - 1] == mark for n in line) for line in WINS)


def free(board):
    return [c for c in board if c != "X" and c != "O"]


def put(board, n, mark):
    new = list(board)
    new[n - 1] = mark
    return new


def swap(mark):
    return "O" if mark == "X" else "X"


trees = {}


def tree(board, mark):
    """mark is to move; equal boards share their branches"""
    key = (tuple(board), mark)
    if key not in trees:
        over = won(board, "X") or won(board, "O")
        numbers = [] if over else free(board)
        trees[key] = [board, [tree(put(board, n, mark), swap(mark)) for n in numbers]]
    return trees[key]


def worth(node, me, my_turn, memo):
    if id(node) in memo:
        return memo[id(node)]
    board, branches = node
    if branches:
        values = [worth(branch, me, not my_turn, memo) for branch in branches]
        value = max(values) if my_turn else min(values)
    else:
        value = 5 if won(board, me) else 0 if won(board, swap(me)) else 2
    memo[id(node)] = value
    return value


memos = {}


def choose(board, mark):
    for n in free(board):
        if won(put(board, n, mark), mark):
            return n
    memo = memos.setdefault(mark, {})
    root = tree(list(board), mark)
    values = [worth(branch, mark, False, memo) for branch in root[1]]
    return free(board)[values.index(max(values))]
