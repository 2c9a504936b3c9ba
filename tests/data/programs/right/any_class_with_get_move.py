import math


class Game:
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self):
        self.board = [" "] * 9

    def available_moves(self):
        return [i for i, cell in enumerate(self.board) if cell == " "]

    def winner(self):
        for a, b, c in self.LINES:
            if self.board[a] != " " and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return None


class HumanPlayer:
    def __init__(self, letter):
        self.letter = letter

    def get_move(self, game):
        return int(input("Your move (0-8): "))


class ComputerPlayer:
    def __init__(self, letter):
        self.letter = letter
        self.other = "O" if letter == "X" else "X"

    def get_move(self, game):
        return self.minimax(game, self.letter)[1]

    def minimax(self, game, turn):
        if game.winner():
            free = len(game.available_moves())
            return (1 + free if game.winner() == self.letter else -1 - free), None
        if not game.available_moves():
            return 0, None
        best = (-math.inf, None) if turn == self.letter else (math.inf, None)
        for move in game.available_moves():
            game.board[move] = turn
            value = self.minimax(game, "O" if turn == "X" else "X")[0]
            game.board[move] = " "
            if (value > best[0]) if turn == self.letter else (value < best[0]):
                best = value, move
        return best


if __name__ == "__main__":
    game, computer, human = Game(), ComputerPlayer("X"), HumanPlayer("O")
    print(computer.get_move(game))
