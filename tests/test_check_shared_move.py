"""A best move that every level of the search overwrites: told only where it is one."""

import ast

import pytest
from programs import FOLDER

from noughts.check.diagnose.diagnoses import diagnose
from noughts.check.diagnose.shared_move import shared_move
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import best_moves, unfinished
from noughts.check.judge.play import Fault, Play
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

NESTED = """
def minimax(board):
    best = None

    def search(state, depth):
        nonlocal best
        if depth == 9 or terminal(state):
            return utility(state)
        top = -2
        for action in actions(state):
            value = -search(result(state, action), depth + 1)
            if value > top:
                top = value
                best = action
        return top

    search(board, 0)
    return best
"""
ATTRIBUTE = """
class Player:
    def high(self, state):
        if terminal(state):
            return utility(state)
        return max(self.tried(state))

    def tried(self, state):
        values = []
        for i in range(3):
            for j in range(3):
                if state[i][j] is None:
                    value = self.low(result(state, (i, j)))
                    if value > max(values, default=-2):
                        self.move = i, j
                    values.append(value)
        return values

    def low(self, state):
        return -self.high(state)

    def choose(self, state):
        self.high(state)
        return self.move
"""
CELL = """
def search(state):
    value = -2
    for action in actions(state):
        found = -search(result(state, action))
        if found > value:
            value, kept["move"] = found, action
    return value

kept = {}

def minimax(board):
    search(board)
    return kept["move"]
"""


@pytest.mark.parametrize(
    ("text", "place", "line"),
    [
        (NESTED, "best", "best = action"),
        (NESTED.replace("depth == 9 or ", ""), "best", "best = action"),
        (NESTED.replace("nonlocal", "global"), "best", "best = action"),
        (NESTED.replace("top = -2", "best = None; top = -2"), "best", "best = action"),
        (NESTED.replace("if value > top", "if player(state) == X and value > top"), "best",
         "best = action"),
        (NESTED.replace("return best", "return best or first(board)"), "best", "best = action"),
        (NESTED.replace("top", "first"), "best", "best = action"),
        (ATTRIBUTE, "self.move", "self.move = i, j"),
        (CELL, "kept['move']", 'value, kept["move"] = found, action'),
    ],
)  # fmt: skip
def test_a_move_that_every_level_writes_to(text: str, place: str, line: str) -> None:
    found = shared_move(ast.parse(text), "minimax")
    assert found is not None
    assert (found.place, text.split("\n")[found.line - 1].strip()) == (place, line)


@pytest.mark.parametrize(
    "text",
    [
        NESTED.replace("if value > top:", "if value > top and depth == 0:"),
        NESTED.replace("depth", "d").replace("if value > top:", "if value > top and not d:"),
        NESTED.replace("best = action", "best = action if depth == 0 else best"),
        NESTED.replace("top = value", "top = value\n                if depth: continue"),
        NESTED.replace("if value > top:", "if value > top and state == board:"),
        NESTED.replace("if value > top:", "if value > top and len(path) == 1:"),
        NESTED.replace("depth", "root").replace("if value > top:", "if root and value > top:"),
        NESTED.replace("return top", "best = kept\n        return top"),  # each level writes last
        NESTED.replace("nonlocal best", "pass"),  # each level has its own
        NESTED.replace("return best", "return other"),
        NESTED.replace("-search(result(state, action), depth + 1)", "worth(state, action)"),
        NESTED.replace("                best = action\n", "").replace(
            "        return top", "        best = move\n        return top"),
        CELL.replace("    value = -2", "    value = -2\n    kept = {}"),
        CELL.replace('kept["move"] = found', "kept[state] = found"),
        (FOLDER / "right" / "cs50_move_noted_at_the_first_level.py").read_text("utf-8"),
        (FOLDER / "right" / "cs50_plain_deepcopy.py").read_text("utf-8"),
    ],
)  # fmt: skip
def test_what_only_looks_like_it(text: str) -> None:
    assert shared_move(ast.parse(text), "minimax") is None


def played(wrong: bool) -> Play:
    """The first of the worst moves where there are five stones, else of the best."""
    play = Play()
    for position in unfinished(TIC_TAC_TOE):
        bad = [move for move in position.legal_moves if move not in best_moves(position)]
        play.add(
            position, bad[0] if wrong and bad and position.empty == 4 else best_moves(position)[-1]
        )
    return play


def test_it_is_told_only_where_the_moves_are_wrong() -> None:
    found = diagnose(Evidence("cs50", source=NESTED, plays={"minimax": played(wrong=True)}))
    assert [(each.id, each.line) for each in found] == [("shared-move", 14)]
    assert "deeper levels overwrite the move of this board in `best`" in found[0].message
    slow = played(wrong=True)
    del slow.moves[Position(TIC_TAC_TOE)]
    slow.add(Position(TIC_TAC_TOE), Fault("late", "no answer in 60 s"))
    both = diagnose(Evidence("cs50", source=NESTED, plays={"minimax": slow}))
    assert [each.id for each in both] == ["hangs", "shared-move"]
    right = diagnose(Evidence("cs50", source=NESTED, plays={"minimax": played(wrong=False)}))
    assert "shared-move" not in [each.id for each in right]
    guarded = NESTED.replace("if value > top:", "if value > top and depth == 0:")
    other = diagnose(Evidence("cs50", source=guarded, plays={"minimax": played(wrong=True)}))
    assert other
    assert "shared-move" not in [each.id for each in other]
