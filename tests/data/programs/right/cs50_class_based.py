"""Tic-tac-toe: the functions at the bottom are only a shell around the class Board."""

from __future__ import annotations

X, O, EMPTY = "X", "O", None


class IllegalMove(Exception):
    pass


class Board:
    LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    memory: dict[tuple[int, int], int] = {}

    def __init__(self, xs: int = 0, os: int = 0):
        self.xs, self.os = xs, os

    @classmethod
    def read(cls, rows) -> Board:
        board = cls()
        for n, cell in enumerate(cell for row in rows for cell in row):
            if cell == X:
                board.xs |= 1 << n
            elif cell == O:
                board.os |= 1 << n
        return board

    def rows(self):
        def cell(n):
            return X if self.xs >> n & 1 else O if self.os >> n & 1 else EMPTY
        return [[cell(3 * i + j) for j in range(3)] for i in range(3)]

    @property
    def turn(self):
        return O if bin(self.xs).count("1") > bin(self.os).count("1") else X

    def free(self):
        return [n for n in range(9) if not (self.xs | self.os) >> n & 1]

    def play(self, n: int) -> Board:
        if n not in self.free():
            raise IllegalMove(n)
        if self.turn == X:
            return Board(self.xs | 1 << n, self.os)
        return Board(self.xs, self.os | 1 << n)

    def winner(self):
        for line in self.LINES:
            if self.xs & line == line:
                return X
            if self.os & line == line:
                return O
        return None

    def over(self) -> bool:
        return self.winner() is not None or not self.free()

    def score(self) -> int:
        key = self.xs, self.os
        if key not in self.memory:
            if self.over():
                self.memory[key] = utility(self.rows()) * (1 + len(self.free()))
            else:
                best = max if self.turn == X else min
                self.memory[key] = best(self.play(n).score() for n in self.free())
        return self.memory[key]

    def best(self) -> int:
        best = max if self.turn == X else min
        return best(self.free(), key=lambda n: self.play(n).score())


def initial_state():
    return Board().rows()


def player(board):
    return Board.read(board).turn


def actions(board):
    return {divmod(n, 3) for n in Board.read(board).free()}


def result(board, action):
    i, j = action
    if not (0 <= i <= 2 and 0 <= j <= 2):
        raise IllegalMove(action)
    return Board.read(board).play(3 * i + j).rows()


def winner(board):
    return Board.read(board).winner()


def terminal(board):
    return Board.read(board).over()


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    current = Board.read(board)
    return None if current.over() else divmod(current.best(), 3)
