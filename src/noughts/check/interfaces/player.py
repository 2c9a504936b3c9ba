"""The checks of a `player`: a Python function `choose(board, mark)`.

The checker finds out by trying how the function reads boards and writes moves.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from noughts.check.interfaces.choose import CHOOSE, choose_items
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import FORMS, MOVE_FORMS, SHAPES, Form, read_move
from noughts.check.interfaces.outline import outline
from noughts.check.judge.checks import Item
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import LARGEST_TABLE, best_moves, unfinished
from noughts.check.judge.findings import Finding, passed
from noughts.check.judge.large_boards import sample
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Packed, literal
from noughts.check.sandbox.program import Program
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import Mark, Move, Rules

__all__ = ["PlayerExaminer", "Way", "find_way", "player_items"]

TRIED = 24  # positions on which to try every form of board and move
A_TRY = 2.0  # seconds
LONGEST_BOARD = 90  # characters of an example


def player_items(
    program: Program,
    rules: Rules,
    form: str | None = None,
    text: str = "",
    only: Mark | None = None,
) -> tuple["PlayerExaminer", list[Item]]:
    """The checks of a file with `choose(board, mark)`."""
    evidence = Evidence("player", rules, loaded=program.load(), only=only)
    evidence.missing = [CHOOSE] if CHOOSE not in program.names else []
    examiner = PlayerExaminer(program, evidence, form, text)
    return examiner, choose_items(examiner)


@dataclass(frozen=True)
class Way:
    """How a program reads a board and writes a move."""

    board: Form
    move: str

    def arguments(self, position: Position) -> list[Packed]:
        """The arguments of `choose`."""
        return [self.board.pack(position), self.board.mark(position)]

    def words(self, rules: Rules) -> str:
        """How it is asked, by an example."""
        position = Position(rules).play(0).play(1)
        first, second = map(literal, self.arguments(position))
        board = first if len(first) <= LONGEST_BOARD else f"{first[: LONGEST_BOARD - 4]} ..."
        return f"it is asked like `{CHOOSE}({board}, {second})`, and its move is a {self.move}"


class PlayerExaminer(FileExaminer):
    """Asks `choose`, in the form that suits it."""

    def __init__(
        self, program: Program, evidence: Evidence, form: str | None = None, text: str = ""
    ) -> None:
        super().__init__(program, evidence, {})
        self.form = form
        self.text = text
        self.way: Way | None = None

    def loads(self, well: str) -> Finding:
        """Also finds its form, and says which one."""
        found = super().loads(well)
        if found.verdict != "passed":
            return found
        return passed(f"{well}; {self.found_way().words(self.evidence.rules)}")

    def found_way(self) -> Way:
        """The form that suits it, found by trying."""
        if self.way is None:
            rules = self.evidence.rules
            positions = unfinished(rules) if rules.size <= LARGEST_TABLE else sample(rules)
            judged = self.evidence.judged(positions)
            self.way = find_way(self.program.plain(), judged, self.form, self.text)
            self.evidence.cells = self.way.move
        return self.way

    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """Also finds its form first."""
        self.found_way()
        return super().collect(function, positions)

    def arguments(self, position: Position) -> list[Packed]:
        """The board and the mark."""
        return self.found_way().arguments(position)

    def decode(self, position: Position, value: object) -> Move | Fault:
        """The move, in the form that suits `choose`."""
        return read_move(self.found_way().move, position, value)


def find_way(
    program: Program, positions: Sequence[Position], form: str | None, text: str = ""
) -> Way:
    """Try every form of board and move on some positions, and return the one that plays best.

    That is the one with the fewest faults, then with the fewest moves that give something away: a
    program that misunderstands the board may still make legal moves. Unless it plays perfectly, the
    marks that stand in its text come first: a bad program may play better if it misunderstands.
    """
    if form is not None and form not in FORMS:
        raise NotationError(f"unknown form of a board {form!r}: choose {'; '.join(FORMS)}")
    tried = _tried(positions)
    boards = [*FORMS.values(), *_forms_of(text)] if form is None else [FORMS[form]]
    own = {(x, o) for x, o, _ in outline(text).own}
    least, best = (len(tried) + 1, False, 0), Way(FORMS["string"], MOVE_FORMS[0])
    for board in boards:
        questions = [Way(board, "").arguments(position) for position in tried]
        answers = program.ask(CHOOSE, questions, lambda _: A_TRY, budget=2 * A_TRY)
        for way in (Way(board, move) for move in MOVE_FORMS):
            play = Play()
            play.read(tried, answers, partial(read_move, way.move))
            wrong = len(play.giving_away())
            is_strange = wrong > 0 and (board.x, board.o) not in own
            score = len(play.faults), is_strange, wrong
            if score < least:
                least, best = score, way
        if least == (0, False, 0):
            break
    return best


def _tried(positions: Sequence[Position]) -> list[Position]:
    """Crowded positions, in which some moves are better than others where that is known."""
    crowded = [p for p in positions if p.empty <= max(4, p.rules.size // 3)] or [*positions]
    if crowded[0].rules.size <= LARGEST_TABLE:
        crowded = [p for p in crowded if len(best_moves(p)) < p.empty] or crowded
    found = random.Random(1).sample(crowded, min(TRIED, len(crowded)))
    return sorted(found, key=lambda position: position.empty)


def _forms_of(text: str) -> list[Form]:
    """The forms with the marks that the program's own text uses."""
    found = [
        Form(shape, x, o, empty)
        for x, o, empty in outline(text).symbols
        for shape in SHAPES
        if x is not None and o is not None
        if shape != "string" or all(len(str(mark)) == 1 for mark in (x, o, empty))
    ]
    return [form for form in found if form not in FORMS.values()]
