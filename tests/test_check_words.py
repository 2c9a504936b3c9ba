"""What an untrusted program may answer, and how a report reads, without any program."""

import contextlib
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from laws import board

from noughts.check.diagnose.diagnoses import diagnose
from noughts.check.interfaces import cs50_cases
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Check, Diagnosis, Report, Shown
from noughts.check.report.exports import gradescope, junit
from noughts.check.report.html import report_page
from noughts.check.report.summary import problem
from noughts.check.report.text import lines
from noughts.check.sandbox import program as programs
from noughts.check.sandbox.answers import (
    Answer,
    KeptBoard,
    Loaded,
    Other,
    Unordered,
    read_answer,
    read_kept,
    read_loaded,
    shown,
)
from noughts.check.sandbox.program import Program, Submission
from noughts.check.sandbox.reading import Unreadable, last_words, read_flags
from noughts.check.sandbox.sandbox import Ended, Halted, Late

# Answers

MEDDLED = "it wrote into the checker's pipe"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        *[(line, MEDDLED) for line in ("", "hello", "[]", "[1, 2]", "3", "null", "{}", '["m"')],
        ('["m", "value", 1, 0, []]', MEDDLED),  # of another question
        ('["m.0", "value", 1.0, 0, []]', MEDDLED),
        ('["m.0", "value", 1e999999, 0, []]', MEDDLED),
        ('["m.0", "value", NaN, 0, []]', MEDDLED),
        ('["m.0", "value", {"a": 1, "a": 2}, 0, []]', MEDDLED),
        ('["m.0", "value", 1, -1, []]', MEDDLED),
        ('["m.0", "value", 1, true, []]', MEDDLED),
        ('["m.0", "value", 1]', MEDDLED),
        ('["m.0", "raised", "E", "text", "3", 0]', MEDDLED),
        ('["m.0", "raised", "E", null, 3, 0]', MEDDLED),
        (f'["m.0", "value", {"9" * 5_000}, 0, []]', "its answer holds a number that is too long"),
        (f'["m.0", "value", {"[" * 700}{"]" * 700}, 0, []]', "its answer is nested too deep"),
        ("[" * 100_000, "its answer is nested too deep"),
        ("[" + "1," * 60_000, "its answer is too long"),
    ],
)
def test_what_the_host_never_says_ends_the_conversation(line: str, why: str) -> None:
    with pytest.raises(Ended) as ended:
        read_answer(line, "m.0")
    assert str(ended.value) == why


def answered(*told: Any) -> Answer:
    return read_answer(json.dumps(["m", *told]), "m")


def test_a_syntax_error_names_its_line_once() -> None:
    text = "expected ':' (program.py, line 7)"
    assert answered("raised", "SyntaxError", text, 7, 0).text == (
        "it raises SyntaxError: expected ':' (line 7)"
    )


@pytest.mark.parametrize(
    ("packed", "value"),
    [
        (None, None),
        ("text", "text"),
        ("\x1b[31m\ud800", "?[31m?"),
        (["list", 1, ["tuple", 2, 3]], [1, (2, 3)]),
        (["set", 1, 2], Unordered((1, 2))),
        (["frozenset"], Unordered(())),
        (["float", "0.5"], 0.5),
        (["float", "-inf"], float("-inf")),
        (["float", "half"], Other("float", "?")),
        (["float", ["list"]], Other("float", "?")),
        (["float"], Other("float", "?")),
        (["dict", [1, 2]], Other("dict", "{...}")),
        (["other", "Board", "<a board>"], Other("Board", "<a board>")),
        (["other", "Board\ud800", "<a\n\x1b board>"], Other("Board?", "<a ? board>")),
        (["other", ["list"], 3], Other("?", "?")),
        (["other"], Other("?", "?")),
        ([], Other("?", "?")),
        ([3, 4], Other("?", "?")),
        (["text", "9" * 99, *[["tuple", 1, 2]] * 45], ["9" * 99, *[(1, 2)] * 45]),
        (["list", *["x" * 1_000] * 2], Other("list", "['" + "x" * 74 + "...")),
        ("x" * 1_001, Other("str", "'" + "x" * 75 + "...")),
    ],
)
def test_a_value_is_plain_data_or_something_else(packed: Any, value: object) -> None:
    assert answered("value", packed, 0, []) == Answer("value", value)


def test_whether_the_arguments_came_back_changed() -> None:
    asked = '[["list","X",null],"o"]'
    same, other = (f'["m","value",3,7,{after}]' for after in (asked, '[["list","X","O"],"o"]'))
    assert read_answer(same, "m", asked, 0.5) == Answer("value", 3, calls=7, seconds=0.5)
    again = same.replace('"m"', '"n"')
    assert read_answer(again, "n", asked, 0.1) == Answer("value", 3, calls=7, seconds=0.1)
    assert read_answer(other, "m", asked) == Answer("value", 3, calls=7, changed=True)
    assert read_answer(other, "m") == Answer("value", 3, calls=7), "nobody knows what it was"
    for meddled in (f'["m","value","3,{asked}]', f'["n","value",3,7,{asked}]'):
        with pytest.raises(Ended):
            read_answer(meddled, "m", asked)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        (("KeyError", "'x'", 3, 0), "it raises KeyError: 'x' (line 3)"),
        (("SystemExit", "0", 9, 0), "it calls exit (line 9)"),
        (("ValueError", "a\n  b\x1b\ud800", None, 0), "it raises ValueError: a b??"),
    ],
)
def test_an_error_in_words(told: Any, text: str) -> None:
    found = answered("raised", *told)
    assert (found.kind, found.text) == ("raised", text)


def test_what_a_program_has() -> None:
    names = [["f", 1, 2], ["g", None, 3], ["h", 1, "2"], ["no name", 1, 1], ["f" * 99, 1, 1]]
    told = read_loaded(json.dumps(["m", "loaded", names, ["f", "x y"], ["numpy"] * 9]), "m")
    assert told == Loaded({"f": [1, 2], "g": None, "h": None}, ["f"], ["numpy"] * 8)
    for odd in (["f"], [["f"]], [[1, 1, 1]], [["f", 1, 1], ["f", 1, 1]], {"f": [1, 1]}, None):
        with pytest.raises(Ended):
            read_loaded(json.dumps(["m", "loaded", odd, [], []]), "m")
    for no_names in ("f", [1], {"f": 1}, None):
        for lists in ([no_names, []], [[], no_names]):
            with pytest.raises(Ended):
                read_loaded(json.dumps(["m", "loaded", [], *lists]), "m")


def test_boards_that_a_program_keeps() -> None:
    board = ["rows", " ", ""]
    owner = ["Game", [["board", board], ["no name", board]], [["turn", "X"], ["x", [1]]]]
    (kept,) = read_kept(json.dumps(["m", "kept", owner, ["no name", [["b", board]], []]]), "m")
    assert kept == KeptBoard("Game", "board", "rows", " ", False, (("turn", "X"),))
    assert read_kept('["m", "raised", "E", "text", null, 0]', "m") == []
    for empty in ("one", "9" * 5_000, None):
        odd = ["Game", [["board", ["list", empty, "numbers"]]], []]
        assert read_kept(json.dumps(["m", "kept", odd]), "m") == []
    for no_cell in ([1], True, "\x1b"):
        told = ["Game", [["board", ["rows", no_cell, ""]]], []]
        assert read_kept(json.dumps(["m", "kept", told]), "m") == []
    odd_ones: list[Any] = [{}, ["Game", []], ["G", [["b", 3]], []], ["G", [["b", [1, 2, 3]]], []]]
    odd_ones += [["G", {}, []], ["G", [], ["turn"]], ["G", [], [["turn"]]]]
    for odd in odd_ones:
        with pytest.raises(Ended):
            read_kept(json.dumps(["m", "kept", odd]), "m")


# Processes that do not answer


class Silent:
    """A sandbox whose process says nothing."""

    home, protected, packages_path, printed = Path("/"), dict[str, bool](), list[str](), b""
    halted = closed = False

    def __init__(self, why: Exception) -> None:
        self.why = why

    def __enter__(self) -> "Silent":
        return self

    def send(self, _: str) -> None:
        pass

    def read_line(self, _: float) -> str:
        raise Halted if self.halted else self.why

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("why", [Ended("it ends"), Late("no answer in 15 s")])
def test_of_a_program_that_does_not_answer_no_boards_are_known(
    why: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox: Any = Silent(why)
    monkeypatch.setattr(programs, "Sandbox", lambda *_, **__: sandbox)
    program = Program(Submission(Path("/"), "program.py"))
    program._sandbox = sandbox
    assert program.look() == []
    assert sandbox.closed
    assert program.try_out("f", [[]], 0.1) == [], "there is nobody to ask"
    assert program.look() == [], "it cannot be loaded again"


def test_a_program_that_is_halted_before_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "Sandbox", lambda *_, **__: Silent(Ended("it ends")))
    program = Program(Submission(Path("/"), "program.py"))
    assert program.load().text == "it ends"
    program.halt()
    with pytest.raises(Halted):
        program.load()


PIECES = [
    *('"m"', '"m.0"', '"value"', '"raised"', '"loaded"', '"kept"', '"list"', '"tuple"', '"set"'),
    *('"float"', '"other"', '"dict"', '"nan"', '"1e999"', '"\\ud800"', '"\\u0000"', '"', "\\"),
    *("[", "]", "[", "]", "{", "}", ",", ",", ",", ":", "null", "true", "false", "0", "1", "-1"),
    *("9" * 25, "1e9", "NaN", "-Infinity", "[" * 50, "]" * 50, "\ufffd", "\x00", " ", '"a b"'),
]


def nasty_lines(chance: random.Random) -> Iterator[str]:
    """Lines that nobody, or nobody honest, would write: pieces at random, and good ones spoilt."""
    for _ in range(400):
        yield "".join(chance.choices(PIECES, k=chance.randrange(12)))
        inner = ",".join(chance.choices(PIECES, k=chance.randrange(8)))
        yield f'["m",{chance.choice(PIECES[2:6])},{inner}]'
        good = [*'["m","value",["list",["tuple",0,1],["float","0.5"],"x"],3,[["list",null,"X"]]]']
        for _ in range(chance.randrange(1, 5)):
            good[chance.randrange(len(good))] = chance.choice(PIECES)
        yield "".join(good)


def test_whatever_is_written_only_an_answer_or_the_programs_fault_comes_of_it() -> None:
    readers: tuple[Callable[[str, str], object], ...] = (read_answer, read_loaded, read_kept)
    got = set()
    for line in nasty_lines(random.Random(12)):
        for reader in readers:
            try:
                told = reader(line, "m")
            except Ended as error:
                got.add(str(error))
                continue
            got.add(type(told).__name__)
            assert repr(told).isprintable()
            assert len(repr(told)) < 1_000
        with contextlib.suppress(Unreadable):
            assert all(type(flag) is bool for flag in read_flags(line.encode()).values())
        assert last_words(line.encode("utf-8", "replace")).isprintable()
    assert {"Answer", "list", MEDDLED, "its answer is nested too deep"} <= got


def test_a_value_as_the_student_would_write_it() -> None:
    assert shown((1, 2)) == "(1, 2)"
    assert shown(Unordered(((0, 1), 2))) == "{(0, 1), 2}"
    assert shown(Other("Board", "<a board>")) == "<a board> (a Board)"
    assert shown("x" * 100) == "'" + "x" * 75 + "..."


# Diagnoses


def test_a_wrong_value_of_a_win_is_not_one_of_a_draw() -> None:
    def told(x: int, o: int, draw: int) -> list[Diagnosis]:
        worth = {"x": x, "o": o, None: draw}
        cases = cs50_cases.RULES["utility"]()
        answers = [Answer("value", worth[case.position.winner]) for case in cases]
        return diagnose(Evidence("cs50", asked={"utility": list(zip(cases, answers, strict=True))}))

    for (draws,) in (told(1, -1, -1), told(10, -10, -1)):
        assert draws.id == "draws-taken-for-losses"
        assert "`utility` returns -1 for a draw" in draws.message
    (large,) = told(10, -10, 0)
    assert large.id == "utility-wrong"
    assert "`utility` must return 1 here" in large.message
    assert [each.id for each in told(-1, 1, 0)] == ["sign-flipped"]


def test_an_illegal_move_that_hangs_hangs_in_result() -> None:
    (case, *_) = cs50_cases.illegal_cases()
    evidence = Evidence("cs50", asked={"illegal moves": [(case, Answer("late", text="too late"))]})
    (told,) = diagnose(evidence)
    assert told.message.startswith("it does not finish: `result` too late.")


# Reports

SHOWN = Shown(board("xx./oo./..."), 8)
CHECKS = (
    Check("loads", "passed", 10, "it loads"),
    Check("wins", "failed", 20, "it plays c3, though a3 wins at once", SHOWN),
    Check("quick", "not run", 0, "for information"),
)


def test_a_failure_is_drawn() -> None:
    text = "\n".join(lines(Report("mine.py", "cs50", CHECKS)))
    assert text.startswith("mine.py (cs50): 10 of 30 points\n")
    assert "wins   FAILED     0/20   it plays c3, though a3 wins at once" in text
    assert "\nwins:\n" in text
    assert "[loss 2]" in text.partition("\nwins:\n")[2], "the move that was played"
    assert "┌" in text
    ascii_text = "\n".join(lines(Report("mine.py", "cs50", CHECKS), ascii_only=True))
    assert ascii_text.isascii()
    assert "\nwins:\n" not in "\n".join(lines(Report("mine.py", "cs50", CHECKS[::2])))


def test_a_diagnosis_comes_first_and_says_what_was_done() -> None:
    told = Diagnosis("win-missed", "It misses wins.", Shown(SHOWN.position, 8, "it plays c3"))
    text = "\n".join(lines(Report("mine.py", "cs50", CHECKS, (told,))))
    assert text.index("* win-missed: It misses wins.") < text.index("loads")
    assert "\n  it plays c3\n" in text
    assert "\nwins:\n" not in text


def test_what_no_diagnosis_has_shown_is_drawn_once() -> None:
    """A check that names a move without its board helps nobody."""
    told = Diagnosis("win-missed", "It misses wins.", SHOWN)
    other = Shown(board("x.. .o. ..x"), 2)
    more = [Check(name, "failed", 5, "it plays a3", other) for name in ("values", "games")]
    report = Report("mine.py", "cs50", (*CHECKS, *more), (told,))
    text, page = "\n".join(lines(report)), report_page(report)
    assert text.count("\nvalues, games:\nO to move:\n") == 1
    assert "<h2>values, games</h2>" in page
    assert text.count("┌") == page.count('class="board"') == 2


def test_a_diagnosis_without_a_position_has_no_board_on_its_page() -> None:
    told = Diagnosis("crashes", "It divides by <zero>.")
    text = report_page(Report("mine.py", "cs50", CHECKS[:1], (told,)))
    assert "<strong>crashes</strong>: It divides by &lt;zero&gt;.</p></section>" in text


def test_what_the_program_printed_does_no_harm() -> None:
    printed = "\n".join(["\x1b[2Jhello", *"abcdef"])
    text = "\n".join(lines(Report("mine.py", "cs50", CHECKS, printed=printed)))
    assert "  | \\x1b[2Jhello\n  | a\n  | b\n  | c\n  | d" in text
    assert "| e" not in text


def test_what_is_not_protected_is_said() -> None:
    protected = {"network": False, "writing": True, "cpu": False}
    text = "\n".join(lines(Report("mine.py", "cs50", CHECKS, protected=protected)))
    assert "Not protected on this system: the program could use the network." in text


def test_a_large_board_is_drawn_small() -> None:
    position = board("." * 81, "9x9x5")
    assert Shown(position).drawn() == str(position)
    assert "win" not in Shown(board("x" + "." * 15, "4x4x4")).drawn()


def test_where_the_checker_broke_nobody_has_points_and_everybody_hears_of_it() -> None:
    report = Report("mine.py", "cs50", (*CHECKS[:1], Check("wins", "not graded", 20, "oh")))
    assert (report.score, report.exit_code) == (10, 3)
    assert (report.passed, report.as_json()["graded"]) == (False, False)
    assert '<error message="oh"' in junit(report)
    said = ["\n".join(lines(report)), report_page(report), gradescope(report), problem(report)]
    assert all("not graded: wins" in text for text in said)
    assert json.loads(gradescope(report))["tests"][1]["status"] == "failed"
