"""Reports that a beginner acts on: what they say, what they leave out, and that it is said once."""

import csv
import json
import re
import shutil
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from browser import browser
from laws import board, noughts
from playwright.sync_api import Browser
from programs import CS50, FOLDER, part_of_the_corpus

from noughts.check import (
    HINTS,
    PAGES,
    SHEET,
    SUMMARY,
    Graded,
    Hints,
    Kept,
    Settings,
    check_program,
    grade,
    grade_folder,
    write_sheet,
)
from noughts.check.diagnose.advice import ADVICE
from noughts.check.judge.cells import CELLS, OF_INTERFACE
from noughts.check.judge.checks import Item, run_checks
from noughts.check.judge.findings import Check, Diagnosis, Report, Shown, failed, passed
from noughts.check.report.exports import gradescope, junit
from noughts.check.report.html import in_html, report_page
from noughts.check.report.summary import Student, page_name, summary_page
from noughts.check.report.text import lines
from noughts.check.sandbox.program import Program, Submission
from noughts.check.submissions import submissions

__all__ = ["browser"]

CALL = "winner([['X', None, 'O'], ['X', 'O', None], ['X', None, None]])"
WON = Shown(board("x.o/xo./x.."), did="it returned None", call=CALL, wanted='return "X"')
MOVE = Shown(board("xx./oo./..."), 8, "it returns (2, 2), which loses at once")
QUOTED = "if board[0][0] == board[1][0] != board[2][0]:"
FOUND = Diagnosis(
    "line-forgotten", "it does not know every line (line 7): look at `winner`.", WON, "winner",
    line=7, before="!=", after="==", quoted=QUOTED,
)  # fmt: skip
CHECKS = (
    Check("loads", "passed", 5, "it loads"),
    Check("winner", "failed", 10, '`winner` must return "X". 9 of 10 are wrong.', WON,
          "9 of 10 are wrong."),
    Check("plays", "failed", 20, "it plays (2, 2) (line 9)", MOVE),
    Check("quick", "note", 0, "it wins, but slowly"),
    Check("values", "not run", 0, "there are no values"),
    Check("games", "not run", 5, "there are no values"),
)  # fmt: skip
REPORT = Report(
    "mine.py", "cs50", CHECKS, (FOUND,), nodes=3, seconds=1.5, notes=("`numpy` is a stand-in.",),
    notation=CELLS[OF_INTERFACE["cs50"]],
)  # fmt: skip


CHECKED = Report("bob.py", "player", (Check("start", "passed", 5, "it starts"),))


def text(report: Report) -> str:
    return "\n".join(lines(report))


def words(page: str) -> str:
    """What a reader of a page sees."""
    return unescape(re.sub(r"<style>.*?</style>|<[^>]+>", " ", page, flags=re.S))


# What is in a report


def test_what_was_written_can_be_read() -> None:
    told = json.loads(json.dumps(REPORT.as_json()))
    assert Report.read(told) == REPORT
    assert told["cells"] == "row, column from 0"
    assert told["notes"] == ["`numpy` is a stand-in."]
    assert told["diagnoses"][0]["quoted"] == QUOTED
    assert told["diagnoses"][0]["example"]["call"] == CALL
    assert told["checks"][2]["example"]["played"] == "c3"


@pytest.mark.parametrize(
    ("cells", "corner", "rows", "columns"),
    [
        ("name", "a3", "abc", ["1", "2", "3"]),
        ("row, column from 0", "(0, 2)", ["0", "1", "2"], ["0", "1", "2"]),
        ("row, column from 1", "(1, 3)", ["1", "2", "3"], ["1", "2", "3"]),
        ("cell from 0", "2", ["0", "3", "6"], ["+0", "+1", "+2"]),
        ("cell from 1", "3", ["1", "4", "7"], ["+0", "+1", "+2"]),
        ("column,row", "2,0", ["0", "1", "2"], ["0", "1", "2"]),
    ],
)
def test_cells_have_the_names_that_the_program_gives_them(
    cells: str, corner: str, rows: list[str], columns: list[str]
) -> None:
    notation, rules = CELLS[cells], MOVE.position.rules
    assert notation.cell_name(rules, 2) == corner
    assert [*notation.row_names(rules)] == [*rows]
    assert notation.column_names(rules) == columns
    drawn = MOVE.drawn(notation).splitlines()
    assert drawn[0].split() == columns
    assert [line.split()[0] for line in drawn[2::2]] == [*rows]
    page = report_page(replace(REPORT, notation=notation))
    assert "".join(f"<th>{column}</th>" for column in columns) in page
    assert all(f"<tr><th>{row}</th>" in page for row in rows)


def test_values_are_shown_beside_a_move_only() -> None:
    assert "win 1" in MOVE.drawn()
    assert "win" not in replace(MOVE, played=None).drawn()


def test_a_call_to_paste_and_what_it_should_return() -> None:
    for said in (text(REPORT), words(report_page(REPORT))):
        assert CALL in said
        assert 'It should return "X"; it returned None.' in said
    assert f"Try: {CALL}" in junit(REPORT)
    assert f"Try: {CALL}" in json.loads(gradescope(REPORT))["tests"][1]["output"]


# How much is told


@pytest.mark.parametrize("hints", HINTS)
def test_hints(hints: Hints) -> None:
    told = REPORT.told(hints)
    said = [text(told), words(report_page(told)), junit(told), gradescope(told)]
    for each in said:
        assert (QUOTED in re.sub(r"\s+", " ", each)) == (hints != "kind")
        assert bool(re.search(r"[Ll]ine 7\b", each)) == (hints != "kind")
        assert bool(re.search(r"[Ww]rite:?\s+==", each)) == (hints == "edit")
        assert "(line 7)" not in each, "the line is named twice"
        assert ("(line 9)" in each) == (hints != "kind")
    assert REPORT.as_json()["diagnoses"][0]["edit"] == {"before": "!=", "after": "=="}


def test_what_is_wrong_in_the_line_is_marked() -> None:
    told = REPORT.told("line")
    first, second = text(told).splitlines()[4:6]
    assert first == f"  line 7: {QUOTED}"
    assert second.index("^^") == first.index("!=")
    assert "<mark>!=</mark>" in report_page(told)
    everywhere = replace(REPORT, diagnoses=(replace(FOUND, before="board"),)).told("line")
    assert "^" not in text(everywhere)
    assert "<mark>" not in report_page(everywhere)


def test_a_program_cannot_steer_the_terminal() -> None:
    odd = replace(FOUND, message="it raises \x1b[2J", quoted="a = '\x1b'", after="b\x07\x1b")
    checks = (replace(CHECKS[0], message="\x1b]0;title\x07"),)
    said = lines(Report("\x1b.py", "cs50", checks, (odd,)))
    assert all(line.isprintable() for line in said)
    assert r"it raises \x1b[2J" in said[2]


# Each thing once


def test_a_check_does_not_repeat_a_diagnosis() -> None:
    assert "see line-forgotten. 9 of 10 are wrong." in text(REPORT)
    page = words(report_page(REPORT))
    for said in (text(REPORT), page):
        assert said.count(CALL) == 1
        assert "must return" not in said
        assert "it plays (2, 2)" in said
    other = replace(WON, call="player([['X', None, None]])")
    another = replace(REPORT, checks=(replace(CHECKS[1], shown=other),))
    assert '`winner` must return "X".' in text(another), "another function in the same position"


def test_a_crash_is_told_once() -> None:
    crash = Diagnosis("crashes", "it raises ValueError: 3.", line=1, quoted="raise ValueError(3)")
    loads = Check("loads", "failed", 5, "the file cannot be loaded: it raises ValueError: 3")
    said = text(Report("mine.py", "cs50", (loads,), (crash,)))
    assert said.count("raises") == 1
    assert "see crashes." in said


def test_a_check_does_not_repeat_what_a_diagnosis_quotes() -> None:
    starts = Check("initial_state", "failed", 5, "`initial_state` returned []")
    wrong = Diagnosis("wrong-start", "no empty board: `initial_state` returned []. Look there.")
    said = text(Report("mine.py", "cs50", (starts,), (wrong,)))
    assert said.count("returned []") == 1
    assert "see wrong-start." in said


def test_what_was_not_run_for_one_reason_is_one_line() -> None:
    assert len(re.findall("there are no values", text(REPORT))) == 1
    assert re.search(r"^2 checks +not run +0/5 +there are no values$", text(REPORT), re.M)
    assert "values, games" in words(report_page(REPORT))


def test_code_in_pages_has_no_backticks() -> None:
    assert in_html("`a<b>` and `c`") == "<code>a&lt;b&gt;</code> and <code>c</code>"
    page = report_page(REPORT)
    assert "`" not in page
    assert "<code>numpy</code> is a stand-in." in page


# Notes


def test_an_optional_check_never_fails() -> None:
    items = [Item("quick", 0, lambda: failed("it is slow")), Item("wins", 5, lambda: passed("yes"))]
    report = Report("mine.py", "cs50", tuple(run_checks(items, lambda *_: None)))
    assert [check.verdict for check in report.checks] == ["note", "passed"]
    assert (report.score, report.exit_code) == (5, 0)
    assert "FAILED" not in text(report)
    assert "No mistakes found." in text(report)
    assert re.search(r"quick +note", text(report))
    assert 'class="word ">note<' in report_page(report)
    suite = ElementTree.fromstring(junit(report))
    assert (suite.get("failures"), suite.find("testcase/failure")) == ("0", None)
    results = json.loads(gradescope(report))
    assert [test["status"] for test in results["tests"]] == ["passed", "passed"]
    assert results["output"] == "No mistakes found."


def test_what_a_note_is_about_is_shown_but_not_as_a_failure() -> None:
    slow = Shown(board("xx./oo./x.o"), 4, "it returns (1, 1)", "minimax(1)", "return (0, 2)")
    note = Check("shortest win", "note", 0, "(0, 2) wins at once.", slow)
    report = Report("mine.py", "cs50", (*CHECKS[:1], note))
    told, page = text(report), report_page(report)
    below = told.partition("\nshortest win (a note, not a mistake):\nX to move:\n")[2]
    assert "Try: minimax(1)" in below
    assert '<section class="note"><h2>shortest win <small>' in page
    for said in (told, words(page)):
        assert "It should" not in said
        assert "No mistakes found." in said
    again = replace(report, diagnoses=(Diagnosis("slow-win", "it is slow", slow),))
    assert "(a note, not a mistake)" not in text(again) + report_page(again), "shown already"


def test_failures_without_a_diagnosis_are_not_called_right() -> None:
    report = Report("mine.py", "gomocup", CHECKS[:2])
    for said in (text(report), words(report_page(report)), gradescope(report)):
        assert "No mistakes found" not in said
        assert "Some checks failed" in said


def test_the_notes_of_a_report_are_told() -> None:
    plain = "note: `numpy` is a stand-in."
    assert plain in text(REPORT)
    assert plain in junit(REPORT)
    assert plain in json.loads(gradescope(REPORT))["output"]


# Of real programs


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A program with a slip in `player` and one in `result`."""
    file = tmp_path_factory.mktemp("mistaken") / "tictactoe.py"
    right = "copy.deepcopy(board)"
    file.write_text(CS50.replace("if xs > os", "if xs < os").replace(right, "copy.copy(board)"))
    return check_program(file)


def test_the_student_can_try_it(mistaken: Report) -> None:
    found = {diagnosis.id: diagnosis for diagnosis in mistaken.diagnoses}
    turn, mutated = found["turn-wrong"], found["board-mutated"]
    assert turn.shown is not None
    assert turn.shown.told == "It should return \"O\"; it returned 'X'."
    assert re.fullmatch(r"player\(\[\[.*\]\]\)", turn.shown.call)
    assert turn.quoted == "if xs < os:"
    assert "must return" not in turn.message
    assert mutated.shown is not None
    assert mutated.shown.call.startswith("board = [[None, None, None], ")
    assert mutated.shown.call.endswith("; result(board, (0, 0)); print(board)")
    assert mutated.quoted == "new_board = copy.copy(board)"


def test_rows_say_what_was_replaced(mistaken: Report) -> None:
    """Nobody must think that the program plays so well as it is."""
    given = "with a right `player` and `result`"
    rows = {check.name: check for check in mistaken.checks}
    for name in ("minimax on a finished board", "takes a win", "keeps the value", "never loses",
                 "shortest win", "values", "search"):  # fmt: skip
        assert rows[name].message.startswith(f"{given}: "), name
        assert rows[name].points == rows[name].max_points
    for name in ("loads", "winner", "terminal", "board not changed", "player"):
        assert "with a right" not in rows[name].message, name
    told = re.sub(r"\s+", " ", text(mistaken))
    page = re.sub(r"\s+", " ", words(report_page(mistaken)))
    assert f"{given}: in all 4,520 positions the move keeps the value" in told
    assert "with a right player and result : in all 4,520 positions" in page
    read = Report.read(json.loads(json.dumps(mistaken.as_json())))
    assert read.checks == mistaken.checks


def test_a_row_that_names_a_diagnosis_says_what_was_replaced() -> None:
    given = "with a right `player`"
    plays = replace(
        CHECKS[2], message=f"{given}: it plays (2, 2). Twice.", extent="Twice.", given=given
    )
    found = Diagnosis("block-missed", "it misses a block.", MOVE, "minimax")
    said = text(Report("mine.py", "cs50", (plays,), (found,)))
    assert "see block-missed (with a right `player`). Twice." in said


def test_of_illegal_moves_the_worse_one_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grade, "Repairer", lambda *_: None)  # looking for the line takes seconds
    report = check_program(copied("wrong/cs50_result_overwrites", tmp_path))
    (check,) = [check for check in report.checks if check.verdict == "failed"]
    assert check.message.startswith("`result` must raise an exception, because (2, 2) is taken")
    assert check.extent.startswith("It accepts ")
    (found,) = report.diagnoses
    assert (found.id, "must raise" in found.message) == ("overwrites-taken", False)
    assert f"see overwrites-taken. {check.extent}" in re.sub(r"\s+", " ", text(report))


def test_moves_are_rows_and_columns(tmp_path: Path) -> None:
    shown = Report.read(check_program(copied("wrong/cs50_first_free_cell", tmp_path)).as_json())
    (found,) = shown.diagnoses
    assert found.shown is not None
    assert re.fullmatch(
        r"It should return \(\d, \d\).*, which \w+; it returns \(\d, \d\), which .*\.",
        found.shown.told,
    )
    assert found.shown.call.startswith("minimax([[")
    (game,) = [check.message for check in shown.checks if check.name == "never loses"]
    assert re.search(r": (\(\d, \d\) ?)+$", game)
    assert not re.search(r"\b[abc][123]\b", text(shown))


def test_a_command_is_told_its_line(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text("for line in __import__('sys').stdin: print(line.index('.'), flush=True)\n")
    shown = check_program(file, Settings("process")).diagnoses[0].shown
    assert shown is not None
    assert shown.call == f"{shown.position.cells} {shown.position.turn}"
    assert shown.wanted.startswith("play ")


@part_of_the_corpus
def test_a_perfect_program_has_no_failure_and_no_diagnosis(tmp_path: Path) -> None:
    file = copied("right/cs50_win_first_then_search", tmp_path)
    said = noughts("check", file.name, folder=tmp_path).stdout
    assert "FAILED" not in said
    assert "\n* " not in said
    assert re.search(r"shortest win +note", said)


@part_of_the_corpus
def test_a_value_beside_its_move_is_right(tmp_path: Path) -> None:
    """`max_value` may return the move too."""
    text = re.sub(r"\bmax_value\b", "best_of_x", re.sub(r"\bmin_value\b", "best_of_o", CS50))
    for name, other in (("max_value", "best_of_x"), ("min_value", "best_of_o")):
        text += f"\n\ndef {name}(board):\n    return {other}(board), None\n"
    (tmp_path / "tictactoe.py").write_text(text)
    verdicts = {c.name: c.verdict for c in check_program(tmp_path / "tictactoe.py").checks}
    assert verdicts["values"] == "passed"


def test_chance_is_the_same_every_time(tmp_path: Path) -> None:
    (tmp_path / "chance.py").write_text("from random import random\ndef draw(): return random()")
    submission = Submission(tmp_path / "chance.py", "chance.py", workers=2)

    def drawn() -> list[list[float]]:
        with Program(submission) as program:
            alone = program.ask("draw", [[]] * 4)
            rounds = [
                program.ask_in_parallel("draw", [[]] * 4, lambda _: 5.0, 30.0) for _ in range(2)
            ]
            return [[answer.value for answer in answers] for answers in (alone, *rounds)]

    first, again = drawn(), drawn()
    assert first == again
    numbers = [number for numbers in first for number in numbers]
    assert len({*numbers}) == len(numbers), "each process draws other numbers"


def copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(FOLDER / f"{name}.py", folder))


# A class


def test_names_of_pages_are_safe() -> None:
    names = [
        "ada.py",
        "ADA.py",
        "../../etc/passwd",
        "a" * 250,
        "<b>",
        "über.py",
        "",
        "..",
        "\udcff",
    ]
    pages = [page_name(name) for name in names]
    assert len({page.lower() for page in pages}) == len(names)
    for page in pages:
        assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]*\.html|-[0-9a-f]{8}\.html", page)
        assert len(page) < 100


def test_the_summary_of_a_class() -> None:
    right = replace(REPORT, checks=CHECKS[:1], diagnoses=())
    students = [
        Student("<ada>.py", REPORT, "pages/ada.html"),
        Student("bob.py", REPORT, "pages/bob.html"),
        Student("eve.py", right, "pages/eve.html"),
    ]
    page = summary_page(students, {"<notes>.txt": "it is not a program"})
    said = re.sub(r"\s+", " ", words(page))
    assert "3 submissions, 1 passed every required check." in said
    assert "line-forgotten: it does not know every line 2" in said
    assert "Points 2 1 0 10 20 30 40 50 60 70 80 90 100 " in said
    assert "<notes>.txt: it is not a program" in said
    assert '<a class="failed" href="pages/ada.html">&lt;ada&gt;.py</a>' in page
    assert '<a class="passed" href="pages/eve.html">eve.py</a>' in page
    assert "<script" not in page
    assert "Not graded" not in summary_page(students, {})


def test_a_bar_is_as_long_as_its_share_of_the_class() -> None:
    right = replace(REPORT, checks=CHECKS[:1], diagnoses=())
    for total in (3, 30):
        students = [Student("ada.py", REPORT, "ada.html")]
        students += [Student("eve.py", right, "eve.html")] * (total - 1)
        page = summary_page(students, {})
        assert f'<td class="bar"><span style=width:{100 / total:.0f}%>' in page
        heights = [float(each) for each in re.findall(r"height:([\d.]+)rem>", page)]
        assert len(heights) == 2, "only those whom somebody is in have a column"
        assert heights[1] == pytest.approx(heights[0] * (total - 1), abs=0.2)
        assert max(heights) <= 8


def test_the_summary_has_words_for_every_mistake() -> None:
    made = tuple(Diagnosis(kind, "") for kind in ADVICE)
    page = summary_page([Student("ada.py", replace(REPORT, diagnoses=made), "ada.html")], {})
    said = re.sub(r"\s+", " ", words(page))
    for kind in ADVICE:
        assert f" {kind}: " in said
    assert "crashes: it raises an exception 1" in said


def test_a_sheet_and_a_page_for_each(tmp_path: Path) -> None:
    aside = tmp_path / "aside"
    aside.write_text("mine")
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "notes.txt").write_text("")
    (folder / "_old.py").write_text("")
    (folder / ".DS_Store").write_text("")
    graded = [Graded("=ada", REPORT.as_json()), Graded("bob.py", CHECKED.as_json())]
    write_sheet(folder, graded)
    for link in (SHEET, SUMMARY, f"{PAGES}/{page_name('=ada')}"):
        (folder / link).unlink()
        (folder / link).symlink_to(aside)
    write_sheet(folder, graded)
    assert aside.read_text() == "mine", "it has written through a link"

    ada, bob = csv.DictReader((folder / SHEET).read_text("utf-8").splitlines())
    assert list(ada)[-7:] == [*(check.name for check in CHECKS), "start"]
    assert [ada[name] for name in ("submission", "winner", "quick", "start")] == [
        *("'=ada", "0", "note", ""),
    ]
    assert [bob[name] for name in ("winner", "start", "passed")] == ["", "5", "yes"]
    summary = (folder / SUMMARY).read_text("utf-8")
    addresses = re.findall(r'href="([^"]+)"', summary)
    assert len(addresses) == 2
    page = (folder / addresses[0]).read_text("utf-8")
    assert f'<a href="../{SUMMARY}">' in page
    assert "<mark>!=</mark>" in page
    edit = "<dt>Instead of</dt><dd><pre>!=</pre></dd><dt>Write</dt><dd><pre>==</pre></dd>"
    assert edit in page, "a teacher sees everything"
    said = re.sub(r"\s+", " ", words(summary))
    assert "_old.py: the name begins with . or _ notes.txt: not a Python file, a folder" in said
    assert "DS_Store" not in said, "nobody wrote that"
    assert not [path for path in submissions(folder) if path.name == PAGES]
    assert {path.name for path in folder.iterdir()} == {
        *(SHEET, SUMMARY, PAGES, "notes.txt", "_old.py", ".DS_Store"),
    }


def test_pages_do_not_go_where_a_link_leads(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "ada.py").write_text("")
    (folder / PAGES).symlink_to(tmp_path / "elsewhere")
    done = noughts("check", str(folder))
    assert done.returncode == 1
    assert f"wrote a page for each submission to {folder / PAGES}-2" in done.stdout
    assert f"skipped {PAGES}: its name is one of those that the checker writes" in done.stderr
    assert not [*(tmp_path / "elsewhere").iterdir()]
    assert len([*(folder / f"{PAGES}-2").iterdir()]) == 1


def test_results_of_another_version_are_graded_again(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    grade_folder(tmp_path, Settings(), 1)
    kept = Kept(tmp_path).path
    old = json.loads(kept.read_text("utf-8"))
    del old["report"]["cells"]
    kept.write_text(json.dumps(old) + "\n", "utf-8")
    (found,) = grade_folder(tmp_path, Settings(), 1)
    assert "cells" in found.report
    assert found.problem.startswith("'nothing' has no main file")


# On a phone


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("pages")
    long = replace(REPORT, program="m" * 200 + ".py", diagnoses=(FOUND, replace(FOUND, shown=MOVE)))
    students = [Student("m" * 200, long, "long.html")]
    (folder / "long.html").write_text(report_page(long), "utf-8")
    (folder / "summary.html").write_text(summary_page(students, {"n" * 200: "why"}), "utf-8")
    return [(folder / name).as_uri() for name in ("long.html", "summary.html")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone(browser: Browser, pages: list[str], scheme: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)  # type: ignore[arg-type]
    for address in pages:
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()
