"""Rows of 1, -1, 0 (empty); mark is 1 or -1; the move is (row, column)."""


class Grid:
    def __init__(self, data):
        self.data = [list(row) for row in data]

    def legal(self):
        return [(r, c) for r in range(3) for c in range(3) if self.data[r][c] == 0]

    def after(self, move, sign):
        grid = Grid(self.data)
        grid.data[move[0]][move[1]] = sign
        return grid

    def sums(self):
        d = self.data
        yield from map(sum, d)
        yield from map(sum, zip(*d))
        yield d[0][0] + d[1][1] + d[2][2]
        yield d[0][2] + d[1][1] + d[2][0]

    def status(self, computer):
        for s in self.sums():
            if s == 3 * computer:
                return "computer wins"
            if s == -3 * computer:
                return "player wins"
        return "goes on" if self.legal() else "draw"


class Search:
    def __init__(self, computer):
        self.computer = computer
        self.moveval = {}

    def terminal(self, grid):
        left = len(grid.legal())
        return {"computer wins": 1 + left, "player wins": -1 - left, "draw": 0}.get(grid.status(self.computer))

    def max_value(self, grid, alpha, beta, root=False):
        end = self.terminal(grid)
        if end is not None:
            return end
        v = -99
        for move in grid.legal():
            child = self.min_value(grid.after(move, self.computer), alpha, beta)
            if root:
                self.moveval[move] = child
            v = max(v, child)
            if v >= beta:
                break
            alpha = max(alpha, v)
        return v

    def min_value(self, grid, alpha, beta):
        end = self.terminal(grid)
        if end is not None:
            return end
        v = 99
        for move in grid.legal():
            v = min(v, self.max_value(grid.after(move, -self.computer), alpha, beta))
            if v <= alpha:
                break
            beta = min(beta, v)
        return v


def choose(board, mark):
    search = Search(mark)
    v = search.max_value(Grid(board), -99, 99, root=True)
    return next(move for move, value in search.moveval.items() if value == v)
