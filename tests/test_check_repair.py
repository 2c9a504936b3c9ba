"""Which line is wrong: an edit counts only if it mends, and spoils nothing."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from programs import CS50, part_of_the_corpus

from noughts.check import Diagnosis, check_program
from noughts.check.diagnose.edits import Edit, Source
from noughts.check.diagnose.repair import Repairer
from noughts.check.interfaces import cs50_cases
from noughts.check.interfaces.cs50 import Cs50Examiner
from noughts.check.judge.checks import Case
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import best_moves, unfinished
from noughts.check.judge.play import Play
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.inside.host import unpack
from noughts.check.sandbox.program import Variant
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE


def diagnosed(text: str, folder: Path) -> dict[str, Diagnosis]:
    (folder / "tictactoe.py").write_text(text)
    return {found.id: found for found in check_program(folder / "tictactoe.py").diagnoses}


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


@part_of_the_corpus
def test_two_mistakes_of_one_function_are_mended_apart(tmp_path: Path) -> None:
    """Where every call changes the board, an edit that refuses every move mends nothing."""
    start, end = CS50.index("    i, j = action"), CS50.index("def winner")
    text = f"{CS50[:start]}    board[action[0]][action[1]] = player(board)\n    return board\n\n\n"
    text += CS50[end:]
    found = diagnosed(text, tmp_path)
    assert [*found] == ["board-mutated", "overwrites-taken"]
    assert found["board-mutated"].line == line_of(text, "board[action[0]]")
    assert found["overwrites-taken"].line == line_of(text, "def result")
    assert "raise" in found["overwrites-taken"].after


@part_of_the_corpus
def test_no_move_and_a_special_case_are_mended_apart(tmp_path: Path) -> None:
    special = "    if sum(row.count(EMPTY) for row in board) == 9:\n        return (-1, -1)\n"
    text = CS50.replace("best_action = None\n", f"best_action = (-1, -1)\n{special}")
    text = text.replace("best = -math.inf", "best = -1").replace("best = math.inf", "best = 1")
    found = diagnosed(text, tmp_path)
    assert [*found] == ["none-when-lost", "illegal-move"]
    assert found["none-when-lost"].line in (line_of(text, "best = -1"), line_of(text, "best = 1"))
    assert found["illegal-move"].line == line_of(text, "== 9")


def test_two_slips_of_one_line_are_told_as_one_edit(tmp_path: Path) -> None:
    """Whoever does what the report says has a right program."""
    start, end = CS50.index("def utility"), CS50.index("def max_value")
    wrong, right = "{X: -1, O: 1, None: 0}", "{X: 1, O: -1, None: 0}"
    utility = f"def utility(board):\n    return {wrong}[winner(board)]\n\n\n"
    (found,) = diagnosed(CS50[:start] + utility + CS50[end:], tmp_path).values()
    assert (found.id, found.also) == ("sign-flipped", ())
    assert found.after == f"return {right}[winner(board)]"


def test_the_same_slip_in_several_lines_is_told_with_all_of_them(tmp_path: Path) -> None:
    text = CS50.replace("best = -math.inf", "best = -1").replace("best = math.inf", "best = 1")
    (found,) = diagnosed(text, tmp_path).values()
    lines = (line_of(text, "best = -1"), line_of(text, "best = 1"))
    assert (found.line, *found.also) in (lines, lines[::-1])
    assert found.elsewhere == f"line {found.also[0]}"
    assert Diagnosis.read(found.as_json()) == found
    assert replace(found, also=(3, 4, 5)).elsewhere == "lines 3, 4 and 5"


class Here:
    """A program without a sandbox: it runs here. `asked`: how many questions to each function."""

    recursive = ("minimax",)

    def __init__(self) -> None:
        self.loads, self.asked = 0, Counter[str]()

    def become(self, variant: Variant, seconds: float = 0.0) -> Answer:
        self.loads += 1
        self.names: dict[str, Any] = {}
        exec(variant.text or "", self.names)
        return Answer("value")

    def try_out(self, function: str, asked: Sequence[Any], _: float) -> list[Answer]:
        self.asked[function] += len(asked)
        return [self._answer(self.names[function], map(unpack, each)) for each in asked]

    def _answer(self, function: Callable[..., object], arguments: Iterable[Any]) -> Answer:
        try:
            return Answer("value", function(*arguments))
        except Exception as error:  # an edit may spoil everything
            return Answer("raised", text=f"it raises {type(error).__name__}")


PLAYER = """\
def player(board):
    stones = [cell for row in board for cell in row if cell]
    return "O" if len(stones) % 2 == 0 else "X"
"""


def edit_of_player(text: str, evidence: Evidence) -> Edit | None:
    """The edit that mends a wrong `player`; `evidence`: what other functions do well."""
    program, cases = Here(), cs50_cases.RULES["player"]()
    program.become(Variant(text))
    answers = program.try_out("player", [case.arguments for case in cases], 0.0)
    evidence.asked["player"] = list(zip(cases, answers, strict=True))
    examiner = Cs50Examiner(program, evidence, {})  # type: ignore[arg-type]
    source = Source.read(text)
    assert source
    return Repairer(examiner, source).edit_for(Diagnosis("turn-wrong", "", function="player"))


def test_a_function_is_mended_where_there_is_no_minimax_to_play_with() -> None:
    edit = edit_of_player(PLAYER, Evidence("cs50"))
    assert edit
    assert (edit.line, edit.before, edit.after) == (3, "==", "!=")


def test_an_edit_that_spoils_one_move_does_not_count() -> None:
    """Though `player` then answers every question of its own."""
    minimax = "def minimax(board):\n    return (1, 1) if player([[1] * 9]) == {!r} else None\n"
    evidence = Evidence("cs50", plays={"minimax": Play({Position(TIC_TAC_TOE): [4]})})
    assert edit_of_player(PLAYER + minimax.format("O"), evidence)
    assert not edit_of_player(PLAYER + minimax.format("X"), evidence)


def test_an_edit_that_spoils_another_function_does_not_count() -> None:
    terminal = "def terminal(board):\n    return player([[1] * 9]) == {!r}\n"
    over = next(case for case in cs50_cases.RULES["terminal"]() if case.position.is_over)
    evidence = Evidence("cs50", asked={"terminal": [(over, Answer("value", True))]})
    assert edit_of_player(PLAYER + terminal.format("O"), evidence)
    assert not edit_of_player(PLAYER + terminal.format("X"), evidence)


SHORT = 3  # empty cells: a search without a memory comes to its end soon


def repaired(text: str, found: Diagnosis, topic: str, cases: Sequence[Case]) -> tuple[Edit, Here]:
    """The edit that mends a mistake, and the program on which it was tried."""
    program, source = Here(), Source.read(text)
    assert found.function
    assert source
    program.become(Variant(text))
    answers = program.try_out(found.function, [case.arguments for case in cases], 0.0)
    evidence = Evidence("cs50", asked={topic: list(zip(cases, answers, strict=True))})
    short = [position for position in unfinished(TIC_TAC_TOE) if position.empty <= SHORT]
    evidence.plays["minimax"] = Play({p: [*best_moves(p)[:1]] for p in short})
    examiner = Cs50Examiner(program, evidence, {})  # type: ignore[arg-type]
    program.loads, program.asked = 0, Counter()
    edit = Repairer(examiner, source).edit_for(found)
    assert edit
    return edit, program


def test_a_missing_guard_is_tried_first() -> None:
    text = CS50.replace("    if terminal(board):\n        return None\n", "")
    found = Diagnosis("finished-board", "", function="minimax")
    edit, program = repaired(text, found, "minimax", cs50_cases.finished_cases())
    assert edit.after == "if terminal(board): return None"
    assert program.loads < 10


def test_a_move_that_must_be_refused_is_asked_for_first() -> None:
    start, end = CS50.index("def result"), CS50.index("def winner")
    new = "    after = copy.deepcopy(board)\n    after[action[0]][action[1]] = player(board)\n"
    text = f"{CS50[:start]}def result(board, action):\n{new}    return after\n\n\n{CS50[end:]}"
    found = Diagnosis("overwrites-taken", "", function="result")
    edit, program = repaired(text, found, "illegal moves", cs50_cases.illegal_cases())
    assert edit.after == "if action not in actions(board): raise ValueError"
    assert program.loads < 4
