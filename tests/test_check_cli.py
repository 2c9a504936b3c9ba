"""`noughts check`: what it prints and writes, and its exit codes."""

import errno
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from laws import Terminal, noughts, one_line
from programs import CS50, ENGINE, FOLDER, part_of_the_corpus

from noughts.check import Settings
from noughts.cli import check as cli_check

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")


@pytest.fixture(scope="module")
def graded(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, "subprocess.CompletedProcess[str]"]:
    """A program that forgets a diagonal, graded once with every kind of report."""
    folder = tmp_path_factory.mktemp("graded")
    file = folder / "a<b>&.py"
    shutil.copy(FOLDER / "wrong" / "cs50_antidiagonal_forgotten.py", file)
    words = ["--junit", "junit.xml", "--gradescope", "results.json", "--html", "report.html"]
    return folder, noughts("check", file.name, "--json", *words, folder=folder)


def test_json(graded: tuple[Path, "subprocess.CompletedProcess[str]"]) -> None:
    _, done = graded
    assert (done.returncode, done.stderr) == (1, "")
    assert one_line(done.stdout)
    found = json.loads(done.stdout)
    assert list(found) == [
        *("program", "interface", "passed", "graded", "score", "max_score", "checks", "diagnoses"),
        *("notes", "cells", "adapter", "nodes", "seconds"),
    ]
    assert (found["program"], found["interface"], found["passed"]) == ("a<b>&.py", "cs50", False)
    for check in found["checks"]:
        assert list(check) == [
            *("name", "verdict", "points", "max_points", "message", "extent", "given"),
            *("position", "example"),
        ]
        assert check["verdict"] in ("passed", "failed", "note", "not run", "not graded")
    assert {*NAMES[:-1]} <= {check["name"] for check in found["checks"]}
    assert found["score"] == sum(check["points"] for check in found["checks"])
    assert found["max_score"] == sum(check["max_points"] for check in found["checks"]) == 100
    (first, *_) = found["diagnoses"]
    assert list(first) == [
        *("id", "message", "position", "example", "function", "line", "quoted", "also", "edit"),
    ]
    assert first["id"] == "line-forgotten"
    assert first["position"].count("/") == 2


def test_junit(graded: tuple[Path, "subprocess.CompletedProcess[str]"]) -> None:
    suite = ElementTree.parse(graded[0] / "junit.xml").getroot()
    cases = suite.findall("testcase")
    assert suite.get("tests") == str(len(cases))
    assert suite.get("failures") == str(len(suite.findall("testcase/failure")))
    failed = {case.get("name") for case in cases if case.find("failure") is not None}
    assert "winner" in failed
    assert "shortest win" not in failed


def test_gradescope(graded: tuple[Path, "subprocess.CompletedProcess[str]"]) -> None:
    results = json.loads((graded[0] / "results.json").read_text("utf-8"))
    assert results["score"] == sum(test["score"] for test in results["tests"])
    for test in results["tests"]:
        assert 0 <= test["score"] <= test["max_score"]
        assert test["status"] in ("passed", "failed")
        assert test["visibility"] == "visible"
        assert test["name"]
        assert test["output"]
    assert "leaderboard" not in results  # fewer nodes are no merit of a wrong program


def test_html(graded: tuple[Path, "subprocess.CompletedProcess[str]"]) -> None:
    page = (graded[0] / "report.html").read_text("utf-8")
    assert "a&lt;b&gt;&amp;.py" in page
    assert "a<b>" not in page
    for word in ("<script", "http:", "https:", "src=", "href=", "@import", "url("):
        assert word not in page
    assert "prefers-color-scheme" in page or "color-scheme: light dark" in page


@part_of_the_corpus
def test_the_same_report_every_time(tmp_path: Path) -> None:
    """Which position is shown does not depend on the order of a set."""
    shutil.copy(FOLDER / "wrong" / "cs50_first_free_cell.py", tmp_path / "tictactoe.py")
    reports = []
    for seed in ("1", "2"):
        words = ("check", "tictactoe.py", "--html", f"{seed}.html")
        said = noughts(*words, folder=tmp_path, PYTHONHASHSEED=seed).stdout
        reports.append((said, (tmp_path / f"{seed}.html").read_text("utf-8")))
    assert reports[0] == reports[1]


@part_of_the_corpus
def test_hints(tmp_path: Path) -> None:
    (tmp_path / "tictactoe.py").write_text(CS50.replace("if xs > os", "if xs < os"))
    said = noughts("check", "tictactoe.py", "--hints", "edit", folder=tmp_path).stdout
    assert "* turn-wrong: " in said
    assert "if xs < os" in said
    assert "write:" in said


def test_in_words(tmp_path: Path) -> None:
    (tmp_path / "tictactoe.py").write_text(CS50.replace("deepcopy(board)", "copy(board)"))
    done = noughts("check", "tictactoe.py", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == ""
    assert "tictactoe.py (cs50): " in done.stdout
    assert "* board-mutated: " in done.stdout
    assert "┌" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_right_program_and_its_leaderboard(tmp_path: Path) -> None:
    (tmp_path / "submission").mkdir()
    (tmp_path / "submission" / "mine.py").write_text(CS50)
    done = noughts("check", "submission", "--gradescope", "results.json", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "100 of 100 points" in done.stdout
    results = json.loads((tmp_path / "results.json").read_text("utf-8"))
    assert results["leaderboard"] == [{"name": "nodes", "value": 549_946, "order": "asc"}]


@pytest.mark.parametrize("text", ["", "def broken(:", "raise SystemExit", "1/0"])
def test_a_program_that_does_not_load_is_at_fault(text: str, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(text)
    done = noughts("check", "program.py", "--json", folder=tmp_path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["score"] < 20


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("no-such-file.py",),
        ("program.py", "--interface", "nonsense"),
        ("program.py", "--form", "nonsense"),
        ("program.py", "--hints", "nonsense"),
        ("program.py", "--game", "9x"),
        ("program.txt",),
        ("program.txt", "--command", "'"),
        ("folder",),
        ("folder", "--html", "x.html"),
    ],
)
def test_wrong_usage(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(CS50)
    (tmp_path / "program.txt").write_text("nothing")
    (tmp_path / "folder").mkdir()
    done = noughts("check", *words, folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert one_line(done.stderr)


def test_one_report_of_many_programs_says_how_to_grade_each(tmp_path: Path) -> None:
    for name in ("ada.py", "bob.py"):
        (tmp_path / name).write_text(CS50)
    done = noughts("check", ".", "--html", "x.html", folder=tmp_path)
    assert done.returncode == 2
    assert one_line(done.stderr)
    assert "without them each program in it is graded" in done.stderr


def test_a_checker_that_breaks_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from noughts.check import check_program
    from noughts.check.interfaces import examiner

    def broken(*_: object) -> None:
        raise RuntimeError("on purpose")

    (tmp_path / "program.py").write_text(CS50)
    monkeypatch.setattr(examiner, "judge_cases", broken)
    report = check_program(tmp_path / "program.py")
    assert report.exit_code == 3
    broke = [check for check in report.checks if check.verdict == "not graded"]
    assert broke
    assert all(check.points == 0 for check in broke)
    assert "on purpose" in broke[0].message
    assert gc.isenabled(), "as it was before"


@pytest.mark.parametrize("where", ["file_items", "diagnose"])
def test_a_checker_that_breaks_elsewhere_reports_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    from noughts.check import check_program, grade

    def broken(*_: object) -> None:
        raise ValueError("on purpose")

    (tmp_path / "program.py").write_text("def choose(board, mark):\n    return 9")
    monkeypatch.setattr(grade, where, broken)
    report = check_program(tmp_path / "program.py")
    (broke,) = [check for check in report.checks if check.verdict == "not graded"]
    assert (report.exit_code, broke.points) == (3, 0)
    assert "on purpose" in broke.message


def test_what_is_protected() -> None:
    done = noughts("check", "--sandbox", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert {"network", "writing"} <= {*found}
    assert all(type(kept) is bool for kept in found.values())


def test_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("while True: pass")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "check", "program.py"],
        cwd=tmp_path, env=os.environ | {"TMPDIR": str(scratch)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not list(scratch.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)  # Ctrl-C is ignored where tests run in the background
    said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert one_line(said[1])
    assert not list(scratch.iterdir())


def test_a_bar_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text("raise ValueError")
    with Terminal("check", str(file)) as terminal:
        assert terminal.end() == 1
    assert "[####" in terminal.seen
    assert "* crashes: it raises ValueError.\r\n  line 1: raise ValueError\r\n" in terminal.seen


# Other interfaces and boards


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++")
def test_the_example_in_cpp(tmp_path: Path) -> None:
    player = tmp_path / "player"
    subprocess.run(["g++", "-O2", "-o", player, EXAMPLES / "player.cpp"], check=True)
    done = noughts("check", str(player), "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["interface"], found["score"]) == (0, "process", 100)


@pytest.mark.skipif(shutil.which("javac") is None, reason="there is no javac")
def test_the_example_in_java(tmp_path: Path) -> None:
    subprocess.run(["javac", "-d", tmp_path, EXAMPLES / "Player.java"], check=True)
    words = ("--interface", "process", "--command", "java -cp . Player")
    done = noughts("check", str(tmp_path), *words, "--json")
    assert (done.returncode, json.loads(done.stdout)["score"]) == (0, 100)


def test_a_player_on_another_board(tmp_path: Path) -> None:
    text = "def choose(board, mark):\n    return board.index('.')\n"
    (tmp_path / "first.py").write_text(text)
    done = noughts("check", "first.py", "--game", "4x4x3", "--json", folder=tmp_path)
    found = json.loads(done.stdout)
    verdicts = {check["name"]: check["verdict"] for check in found["checks"]}
    assert done.returncode == 1
    assert (verdicts["legal moves"], verdicts["takes a win"]) == ("passed", "failed")


@pytest.mark.parametrize(
    ("old", "new", "fails"),
    [
        ("", "", None),
        ("taken.add((x, y))\n        print", "print", "games"),
        ('elif word == "END":\n        break', 'elif word == "END":\n        pass', "END"),
        ('print("OK"', 'print("HELLO"', "START"),
        ('name="first"', "I am first", "ABOUT"),
    ],
)
def test_a_gomocup_engine(old: str, new: str, fails: str | None, tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text(ENGINE.replace(old, new) if old else ENGINE)
    words = ("--interface", "gomocup", "--game", "5x5x5", "--json")
    done = noughts("check", "engine.py", *words, folder=tmp_path)
    found = json.loads(done.stdout)
    failed = [check["name"] for check in found["checks"] if check["verdict"] == "failed"]
    assert (failed[0] if failed else None) == fails
    assert done.returncode == (1 if fails else 0)


def test_what_fails_elsewhere_is_not_blamed_on_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def grade_folder(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files", "/dev/null")

    monkeypatch.setattr("noughts.check.grade_folder", grade_folder)
    with pytest.raises(OSError, match=r"Too many open files: '/dev/null'"):
        cli_check._check_folder(tmp_path, Settings(), 1, as_json=False)
