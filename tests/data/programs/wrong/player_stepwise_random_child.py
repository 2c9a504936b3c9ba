import random

INF = 99
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class State:
    def __init__(self, board, me, depth=0, parent=None, coord=None):
        self.board, self.me, self.depth, self.parent, self.coord = board, me, depth, parent, coord
        self.next = [i for i in range(9) if board[i] == " "]
        self.children = []
        self.alpha, self.beta = -INF, INF
        if parent is not None:
            if parent.depth % 2 == 0:
                self.alpha = parent.alpha
            else:
                self.beta = parent.beta
        self.cost = self.alpha if depth % 2 == 0 else self.beta

    def winner(self):
        for a, b, c in ROWS:
            if self.board[a] != " " and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return None


def descend(state):
    w = state.winner()
    if w is not None:
        state.cost = 10 - state.depth if w == state.me else state.depth - 10
        return None
    if len(state.next) + len(state.children) == 0:
        state.cost = 0
        return None
    if state.alpha >= state.beta or not state.next:
        return None
    i = state.next.pop(0)
    rival = "O" if state.me == "X" else "X"
    board = list(state.board)
    board[i] = state.me if state.depth % 2 == 0 else rival
    child = State(board, state.me, state.depth + 1, state, i)
    state.children.append(child)
    return child


def ascend(child):
    parent = child.parent
    if parent.depth % 2 == 0:
        parent.alpha = max(parent.alpha, child.cost)
        parent.cost = parent.alpha
    else:
        parent.beta = min(parent.beta, child.cost)
        parent.cost = parent.beta
    return parent


def choose(board, mark):
    root = state = State(list(board), mark)
    while True:
        child = descend(state)
        if child is not None:
            state = child
        elif state is root:
            break
        else:
            state = ascend(state)
    return random.choice([c.coord for c in root.children if c.cost == root.cost])
