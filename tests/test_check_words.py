"""What an untrusted program may answer, and how a report reads, without any program."""

import json
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
from noughts.check.sandbox.answers import (
    Answer,
    Other,
    Unordered,
    read_answer,
    read_json,
    read_list,
    read_names,
    shown,
)
from noughts.check.sandbox.sandbox import Ended

# Answers


@pytest.mark.parametrize("line", ["", "hello", "[1, 2]", "3", "null", "[" * 100_000])
def test_what_the_host_never_says_ends_the_conversation(line: str) -> None:
    with pytest.raises(Ended, match="it wrote into the checker's pipe"):
        read_json(line)


@pytest.mark.parametrize(
    ("packed", "value"),
    [
        (None, None),
        ("text", "text"),
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
        (["other"], Other("?", "?")),
        ([], Other("?", "?")),
        ([3, 4], Other("?", "?")),
    ],
)
def test_a_value_is_plain_data_or_something_else(packed: Any, value: object) -> None:
    assert read_answer({"value": packed, "changed": False}) == Answer("value", value)


def test_numbers_that_are_none_count_as_nothing() -> None:
    odd = read_answer({"value": 1, "calls": "many", "seconds": True})
    assert (odd.calls, odd.seconds, odd.changed) == (0, 0.0, True)
    right = read_answer({"value": 1, "calls": 7, "seconds": 0.5, "changed": False})
    assert (right.calls, right.seconds, right.changed) == (7, 0.5, False)


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({"error": "KeyError", "text": "'x'", "line": 3}, "it raises KeyError: 'x' (line 3)"),
        ({"error": "SystemExit", "text": "0", "line": 9}, "it calls exit (line 9)"),
        ({"error": "ValueError", "text": "a\n  b", "line": "x"}, "it raises ValueError: a b"),
    ],
)
def test_an_error_in_words(told: dict[str, Any], text: str) -> None:
    assert (read_answer(told).kind, read_answer(told).text) == ("raised", text)


def test_names_and_lists() -> None:
    told = {"f": [1, 2], "g": [1], "h": [1, "2"], "i": "x"}
    assert read_names(told) == {"f": [1, 2], "g": None, "h": None, "i": None}
    assert read_names(["f"]) == {}
    assert read_list(["a", 1, None, "b"]) == ["a", "b"]
    assert read_list("ab") == []


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


def test_without_a_diagnosis_the_first_failure_is_drawn() -> None:
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


def test_a_diagnosis_without_a_position_has_no_board_on_its_page() -> None:
    told = Diagnosis("crashes", "It divides by <zero>.")
    text = report_page(Report("mine.py", "cs50", CHECKS[:1], (told,)))
    assert "<strong>crashes</strong>: It divides by &lt;zero&gt;.</p></section>" in text


def test_what_the_program_printed_does_no_harm() -> None:
    printed = "\n".join(["\x1b[2Jhello", *"abcdef"])
    text = "\n".join(lines(Report("mine.py", "cs50", CHECKS, printed=printed)))
    assert "  | ?[2Jhello\n  | a\n  | b\n  | c\n  | d" in text
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
