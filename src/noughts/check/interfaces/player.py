"""The checks of a `player`: a Python function `choose(board, mark)`.

The checker finds out by trying how the function reads boards and writes moves.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from noughts.check.interfaces.choose import CHOOSE, choose_items
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import FORMS, MOVE_FORMS, Form, read_move
from noughts.check.judge.checks import Item
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Packed
from noughts.check.sandbox.program import Program
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import Mark, Move, Rules

__all__ = ["player_items"]

TRIED = 24  # positions on which to try every form of board and move
A_TRY = 2.0  # seconds


def player_items(
    program: Program, rules: Rules, form: str | None = None, only: Mark | None = None
) -> tuple["PlayerExaminer", list[Item]]:
    """The checks of a file with `choose(board, mark)`."""
    evidence = Evidence("player", rules, loaded=program.load(), only=only)
    evidence.missing = [CHOOSE] if CHOOSE not in program.names else []
    examiner = PlayerExaminer(program, evidence, form)
    return examiner, choose_items(examiner)


@dataclass(frozen=True)
class Way:
    """How a program reads a board and writes a move."""

    board: Form
    move: str

    def arguments(self, position: Position) -> list[Packed]:
        """The arguments of `choose`."""
        return [self.board.pack(position), self.board.mark(position)]


class PlayerExaminer(FileExaminer):
    """Asks `choose`, in the form that suits it."""

    def __init__(self, program: Program, evidence: Evidence, form: str | None) -> None:
        super().__init__(program, evidence, {})
        self.form = form
        self.way: Way | None = None

    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """What it plays in these positions; the first call also finds its form."""
        if self.way is None:
            self.way = find_way(self.program.plain(), positions, self.form)
            self.evidence.cells = self.way.move
        return super().collect(function, positions)

    def arguments(self, position: Position) -> list[Packed]:
        """The board and the mark."""
        assert self.way is not None
        return self.way.arguments(position)

    def decode(self, position: Position, value: object) -> Move | Fault:
        """The move, in the form that suits `choose`."""
        assert self.way is not None
        return read_move(self.way.move, position, value)


def find_way(program: Program, positions: Sequence[Position], form: str | None) -> Way:
    """Try every form of board and move on some positions, and return the first without a fault.

    If all have faults, return the one with the fewest: the faults are then the program's.
    """
    if form is not None and form not in FORMS:
        raise NotationError(f"unknown form of a board {form!r}: choose {'; '.join(FORMS)}")
    crowded = [p for p in positions if p.empty <= max(4, p.rules.size // 3)]
    tried = random.Random(1).sample(crowded or list(positions), min(TRIED, len(crowded) or TRIED))
    tried.sort(key=lambda position: position.empty)
    ways = [[Way(board, move) for move in MOVE_FORMS] for board in FORMS.values()]
    if form is not None:
        ways = [[Way(FORMS[form], move) for move in MOVE_FORMS]]
    fewest, best = len(tried) + 1, Way(FORMS["string"], MOVE_FORMS[0])
    for same_board in ways:
        questions = [same_board[0].arguments(position) for position in tried]
        answers = program.ask(CHOOSE, questions, lambda _: A_TRY, budget=2 * A_TRY)
        for way in same_board:
            play = Play()
            play.read(tried, answers, partial(read_move, way.move))
            if len(play.faults) < fewest:
                fewest, best = len(play.faults), way
        if fewest == 0:
            break
    return best
