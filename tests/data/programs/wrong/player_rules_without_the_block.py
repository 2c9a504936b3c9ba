import random


class TicTacToePlayer:
    LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]

    def __init__(self, board, mark):
        self.board = board
        self.mark = mark

    def winning_cell(self):
        for line in self.LINES:
            content = [self.board[i] for i in line]
            if content.count(self.mark) == 2 and " " in content:
                return line[content.index(" ")]
        return None

    def free(self, cells):
        return [i for i in cells if self.board[i] == " "]

    def move(self):
        cell = self.winning_cell()
        if cell is not None:
            return cell
        if self.board[4] == " ":
            return 4
        corners = self.free([0, 2, 6, 8])
        if corners:
            return random.choice(corners)
        return random.choice(self.free([1, 3, 5, 7]))


def choose(board, mark):
    return TicTacToePlayer(board, mark).move()
