"""Each kind of program, known by its text, and asked for one thing at a time."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from laws import board
from programs import CS50, ENGINE

from noughts.check import check_program
from noughts.check.interfaces import gomocup
from noughts.check.interfaces.choose import legal
from noughts.check.interfaces.console import Console, ConsoleExaminer, Talk, whole
from noughts.check.interfaces.cs50 import Cs50Examiner, cs50_items
from noughts.check.interfaces.cs50_cases import RULES, illegal_cases
from noughts.check.interfaces.detect import detect
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import FORMS
from noughts.check.interfaces.gomocup import gomocup_items
from noughts.check.interfaces.player import find_way
from noughts.check.judge.checks import Item, keeps_the_value, takes_a_win
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import unfinished
from noughts.check.judge.findings import Finding
from noughts.check.judge.play import Play
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import AS_IT_IS, UNASKED, Program, Submission, Variant
from noughts.errors import NotationError
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Rules


def submitted(folder: Path, text: str, name: str = "program.py") -> Submission:
    (folder / name).write_text(text, encoding="utf-8")
    return Submission(folder / name, name)


def found(items: list[Item], check: str) -> Finding:
    """What one of the checks finds."""
    return next(item.check() for item in items if item.name == check)


@pytest.mark.parametrize(
    ("name", "text", "interface"),
    [
        ("a.py", "def choose(board, mark): ...", "player"),
        ("a.py", "def minimax(s, x): ...\ndef minimax_ab(s, x): ...", "strings"),
        ("a.py", "from mine import evaluate, minimax_ab\nwin = 1", "strings"),
        ("a.py", "from mine import evaluate\nwin = 1", "any"),
        ("a.py", "def actions(board): ...\ndef result(board, action): ...", "cs50"),
        ("a.py", "from mine import initial_state, player, winner, terminal, minimax", "cs50"),
        ("a.py", "def best_move(board, player): ...\ndef winner(board): ...", "any"),
        ("a.py", "def minimaxAB(board:\ndef eval(s):", "strings"),
        ("a.py", "", "any"),
        ("pbrain-mine", "", "gomocup"),
        ("mine", "", "process"),
    ],
)
def test_a_program_is_known_by_its_name_and_its_functions(
    name: str, text: str, interface: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    assert detect(tmp_path / name) == interface


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=r"^'.*nothing\.py' does not exist$"):
        check_program(tmp_path / "nothing.py")


RESULT = "def result(board, action):\n    board[action[0]][action[1]] = 'X'\n    return board\n"


@pytest.mark.parametrize(
    ("text", "verdict", "words"),
    [
        (CS50, "passed", "`initial_state` returns the empty board"),
        ("def initial_state():\n    return [[None] * 3 for _ in 'abc']\n", "passed", "the empty"),
        ("def initial_state():\n    return [[None] * 3]\n", "failed", "three rows of three None"),
        (
            "def initial_state():\n    return [[None] * 3] * 3\n" + RESULT,
            "failed",
            "the three rows of `initial_state` are the same list",
        ),
    ],
    ids=["right", "no result", "one row", "one row three times"],
)
def test_the_empty_board(text: str, verdict: str, words: str, tmp_path: Path) -> None:
    with Program(submitted(tmp_path, text)) as program:
        finding = found(cs50_items(program)[1], "initial_state")
    assert finding.verdict == verdict
    assert words in finding.message


def test_an_empty_board_that_is_made_only_once() -> None:
    empty, gone = Answer("value", [[None] * 3] * 3), Answer("ended", text="it ends")
    program: Any = SimpleNamespace(
        variant=AS_IT_IS,
        become=lambda _: empty,
        ask=lambda function, _: [empty if function == "initial_state" else gone],
    )
    finding = Cs50Examiner(program, Evidence("cs50"), {}).initial_state()
    said = "`initial_state` must return the empty board every time; it ends"
    assert (finding.verdict, finding.message) == ("failed", said)


@pytest.mark.parametrize(
    ("loads", "names", "why"),
    [
        (False, {}, "the file cannot be loaded"),
        (True, {"winner": [1, 1]}, "no fault: there is no `max_value(board)` or `min_value("),
        (True, {"maxVal": [1, 1]}, "no fault: `maxVal` returns more than a value"),
        (
            True,
            {"max_value": [3, 3], "min_value": [2, 3]},
            "no fault: `max_value` and `min_value` need more than a board",
        ),
    ],
)
def test_why_values_are_not_checked(loads: bool, names: dict[str, list[int]], why: str) -> None:
    evidence = Evidence("cs50", loaded=Answer("value" if loads else "raised"))
    tree = Answer("value", {"value": 0, "tree": []})
    program: Any = SimpleNamespace(names=names, ask=lambda *_: [tree])
    found = Cs50Examiner(program, evidence, {}).values()
    assert found.verdict == "not run"
    assert found.message.startswith(why)


ONLY_PLAYER = """
def player(board):
    cells = board[0] + board[1] + board[2]
    return "X" if cells.count("X") == cells.count("O") else "O"
"""


def test_what_is_there_is_judged_though_nothing_else_is(tmp_path: Path) -> None:
    with Program(submitted(tmp_path, ONLY_PLAYER)) as program:
        items = cs50_items(program)[1]
        verdicts = {name: found(items, name).verdict for name in ("player", "result", "winner")}
    assert verdicts == {"player": "passed", "result": "not run", "winner": "not run"}


@pytest.mark.parametrize(("own", "counts"), [("better", True), ("alike", True), ("worse", False)])
def test_a_program_may_rely_on_its_own_winner_that_says_false_for_none(
    own: str, counts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own counts unless it then plays worse: the student sees what it does with its own."""
    win = board("xx. oo. ...")
    right, wrong = Play({win: [2]}), Play({win: [8]})
    plays = {
        "better": (wrong, right),
        "alike": (wrong, Play({win: [8]})),
        "worse": (wrong, Play({win: [8], board("... ... ..x"): [7]})),
    }
    with_ours, with_its_own = plays[own]

    def collect(self: FileExaminer, *_: object) -> Play:
        return with_ours if self.evidence.ours else with_its_own

    monkeypatch.setattr(FileExaminer, "collect", collect)
    case = next(case for case in RULES["winner"]() if not case.position.winner)
    asked = {"winner": [(case, Answer("value", False))]}
    evidence = Evidence("cs50", asked=asked, guilty=["winner"], ours={"winner": ""})
    program: Any = SimpleNamespace(become=lambda _: Answer("value"))
    play = Cs50Examiner(program, evidence, {}).collect("minimax", [win])
    assert play is (with_its_own if counts else with_ours)
    assert evidence.ours == ({} if counts else {"winner": ""})


# A player's board and move

COUNTS_FROM_ONE = """
def choose(board, mark):
    assert mark in (1, 2)
    return [cell for row in board for cell in row].index(0) + 1
"""
KNOWS_NO_BOARD = "def choose(board, mark):\n    raise ValueError\n"


@pytest.mark.parametrize(
    ("text", "form", "board", "move"),
    [
        (COUNTS_FROM_ONE, None, "rows 1 2 0", "cell from 1"),
        (COUNTS_FROM_ONE, "rows 1 2 0", "rows 1 2 0", "cell from 1"),
        (COUNTS_FROM_ONE, "signs", "signs", "cell from 1"),  # what is said is not doubted
        (KNOWS_NO_BOARD, None, "string", "cell from 0"),
    ],
)
def test_how_a_player_reads_a_board_is_found_or_said(
    text: str, form: str | None, board: str, move: str, tmp_path: Path
) -> None:
    with Program(submitted(tmp_path, text)) as program:
        way = find_way(program, unfinished(TIC_TAC_TOE), form)
    assert (way.board, way.move) == (FORMS[board], move)


def test_a_form_that_is_none(tmp_path: Path) -> None:
    with (
        Program(submitted(tmp_path, COUNTS_FROM_ONE)) as program,
        pytest.raises(NotationError, match=r"^unknown form of a board 'cube': choose string; list"),
    ):
        find_way(program, unfinished(TIC_TAC_TOE), "cube")


# What an engine says

NOT_AGAIN = ('print("OK"', 'print("OK" if word == "START" else "NO"')


@pytest.mark.parametrize(
    ("change", "check", "words"),
    [
        (('print("OK"', r'print("MESSAGE hello\n\nOK"'), "RESTART", "RESTART clears the board"),
        (("ABOUT", "WHO"), "ABOUT", "the engine does not answer: no answer in 0 s"),
        (NOT_AGAIN, "games", "it does not answer RESTART with OK"),
        (NOT_AGAIN, "RESTART", "it answers RESTART with 'NO' instead of OK"),
        (("{x},{y}", "{x},9"), "in time", "it answers BEGIN with '0,9': not on the board"),
        (("x, y =", "time.sleep(0.3); x, y ="), "in time", " s; 0 s was allowed"),
        (("break", "print('BYE', flush=True)"), "END", "the engine answers END, but should exit"),
    ],
)
def test_what_an_engine_says(
    change: tuple[str, str],
    check: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if check == "ABOUT":
        monkeypatch.setattr(gomocup, "STARTING", 0.3)
    elif check == "in time":
        monkeypatch.setattr(gomocup, "TURN", 0.1)
        monkeypatch.setattr(gomocup, "MARGIN", 0.1)
    submission = submitted(tmp_path, ENGINE.replace(*change))
    command = [sys.executable, "program.py"]
    items = gomocup_items(submission, command, Rules.parse("5x5x5"))[1]
    assert words in found(items, check).message


def test_an_engine_is_not_in_time_in_games_that_it_has_not_played(tmp_path: Path) -> None:
    leaves = ENGINE.replace('if word == "TURN":', 'if word == "TURN":\n            break')
    submission = submitted(tmp_path, leaves)
    command = [sys.executable, "program.py"]
    items = gomocup_items(submission, command, Rules.parse("5x5x5"))[1]
    assert found(items, "START").verdict == "passed"
    assert found(items, "games").verdict == "failed"
    assert found(items, "in time").verdict == "not run"


def test_an_engine_that_is_wrong_before_it_is_told_to_restart(tmp_path: Path) -> None:
    rules, said = Rules.parse("5x5x5"), ["OK", "0,9", "OK", "0,0"]
    sandbox: Any = SimpleNamespace(send=lambda *_: None, read_line=lambda _: said.pop(0))
    evidence = Evidence("gomocup", rules)
    examiner = gomocup.EngineExaminer(submitted(tmp_path, ENGINE), [], evidence)
    finding = examiner.restart(gomocup.Manager(sandbox, rules))
    assert finding.verdict == "failed"
    assert finding.message == "it answers BEGIN with '0,9': not on the board"
    assert said == ["OK", "0,0"]


# Questions that were not asked


def test_moves_that_nobody_has_asked_for_are_not_refused(tmp_path: Path) -> None:
    raised, made = Answer("raised", text="it raises ValueError"), Answer("value", [])
    evidence, cases = Evidence("cs50"), illegal_cases()
    examiner = Cs50Examiner(Program(submitted(tmp_path, CS50)), evidence, {})
    evidence.asked["result"] = [(cases[0], made)] * 3
    evidence.asked["illegal moves"] = [(case, raised) for case in cases]
    assert examiner.refuses().verdict == "passed"
    evidence.asked["illegal moves"][-1] = cases[-1], UNASKED
    assert examiner.refuses().verdict == "failed"
    assert f"1 of {len(cases):,} unanswered" in examiner.refuses().message
    evidence.asked["result"] = [(cases[0], raised), (cases[0], raised), (cases[0], made)]
    assert examiner.refuses().verdict == "not run", "it refuses everything"


def test_games_that_went_elsewhere_are_not_examined(tmp_path: Path) -> None:
    class Fickle(ConsoleExaminer):
        """Plays the first free cell, but the last one as soon as it sees that more is to come."""

        def game(self, typed: Sequence[int], deadline: float) -> Talk:
            taken, moves = set[int](), list[re.Match[str]]()
            for number, move in enumerate(typed):
                taken.add(move)
                free = [cell for cell in range(9) if cell not in taken and cell not in typed]
                moves += [
                    *re.finditer(r"(\d)", str(free[-1 if number < len(typed) - 1 else 0] + 1))
                ]
                taken.add(int(moves[-1][1]) - 1)
            return Talk(moves)

    played = Fickle(submitted(tmp_path, ""), [], Console(r"(\d)")).collect("choose", ())
    assert played.moves
    assert {fault.text for fault in played.faults.values()} == {"no game came to this position"}
    assert legal(played).verdict == "not run"
    assert whole(played, takes_a_win(played)).verdict == "not run"
    assert keeps_the_value(played).verdict == "failed"


FINDS = """
import gc

def winner(board):
    return "?"

def found(name):
    functions = [each for each in gc.get_objects() if type(each) is type(found)]
    return [each.__code__.co_filename for each in functions if each.__name__ == name]
"""


def test_only_those_of_our_functions_are_there_that_take_the_place_of_others(
    tmp_path: Path,
) -> None:
    board = FORMS["rows"].pack(Position(TIC_TAC_TOE))
    with Program(submitted(tmp_path, FINDS)) as program:
        for ours, value in ({}, "?"), ({"winner": ""}, None):
            assert program.become(Variant(ours=ours)).ok
            assert [answer.value for answer in program.ask("winner", [[board]])] == [value]
            assert [answer.value for answer in program.ask("found", [["utility"]])] == [[]]
