"""A program is given its chance: packages that are not there, input, one mark only."""

import json
from pathlib import Path

import pytest
from laws import noughts, one_line
from programs import CS50, ENGINE, FOLDER, part_of_the_corpus

from noughts.check import Settings, check_program
from noughts.check.judge.play import Fault, Play
from noughts.check.report.exports import gradescope, junit
from noughts.check.report.html import in_html, report_page
from noughts.check.report.text import lines
from noughts.check.sandbox.program import Program, Submission
from noughts.position import Position

ABSENT = "absent_package"


def program(folder: Path, text: str) -> Program:
    (folder / "mine.py").write_text(text, encoding="utf-8")
    return Program(Submission(folder, "mine.py"))


def loaded(folder: Path, text: str) -> tuple[str, list[str]]:
    """Why it does not load, and the packages that were replaced."""
    with program(folder, text) as mine:
        answer = mine.load()
        return answer.text, mine.stand_ins


# Packages


@pytest.mark.parametrize(
    "text",
    [
        "import absent_package",
        "import absent_package.inner.most as x",
        "from absent_package import a, b as c",
        "from absent_package.inner import *",
        "import copy, absent_package",
        "import absent_package as p\ndef f(board: p.array | None) -> list[p.number]: pass",
        "import absent_package as p\nclass Window(p.Frame, p.Other): pass\nWindow()",
        "import absent_package as p\n@p.compiled\ndef f(): return 1\nassert f() == 1",
        "import absent_package as p\nassert not isinstance(1, p.array)",
        "import helper",
    ],
)
def test_a_package_that_is_hardly_used_is_replaced(text: str, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("def unused(): pass\nimport absent_package\n")
    assert loaded(tmp_path, text) == ("", [ABSENT])


def test_a_package_of_the_same_name_is_not_the_one_that_is_meant(tmp_path: Path) -> None:
    assert loaded(tmp_path, "from test import min_value\n") == ("", ["test"])
    (tmp_path / "helper.py").write_text("x = 1\n")
    for text in ("from math import pi, absent", "from helper import absent", "from . import x"):
        said, stand_ins = loaded(tmp_path, text)
        assert said.startswith("it raises ImportError: ")
        assert stand_ins == []


@pytest.mark.parametrize(
    "use",
    [
        "p.f()", "p.f(1)", "p.f(lambda: 1, 2)", "-p.inf", "p.inf < 1", "1 < p.inf", "p.pi == 3",
        "p.pi + 1", "1 - p.pi", "p.a[0]", "len(p.a)", "list(p.a)", "1 in p.a", "bool(p.a)",
        "float(p.a)", "[1][p.a]", "p.inner.most.f()", "with_it()",
    ],
)  # fmt: skip
def test_a_package_that_is_used_is_missed_at_its_line(use: str, tmp_path: Path) -> None:
    text = f"import absent_package as p\ndef with_it():\n    with p.a: pass\ndef f():\n    {use}\n"
    with program(tmp_path, text) as mine:
        (answer,) = mine.ask("f", [[]])
    line = 3 if use == "with_it()" else 5
    assert answer.text.startswith("it raises ModuleNotFoundError: No module named 'absent_package'")
    assert answer.line == line
    assert loaded(tmp_path, f"import absent_package as p\n{use}".replace("with_it", "p.x"))[0] == (
        "it raises ModuleNotFoundError: No module named 'absent_package' (line 2)"
    )


def test_a_name_that_a_package_would_have_given(tmp_path: Path) -> None:
    text = "from absent_package import *\ndef f():\n    return anything(1)\n"
    with program(tmp_path, text) as mine:
        (answer,) = mine.ask("f", [[]])
    assert answer.text == "it raises ModuleNotFoundError: No module named 'absent_package' (line 3)"
    assert loaded(tmp_path, text + "f()")[0].endswith("'absent_package' (line 3)")
    with program(tmp_path, text.replace("*", "b")) as mine:
        assert mine.ask("f", [[]])[0].text.startswith("it raises NameError")


def test_a_program_that_can_do_without_is_left_alone(tmp_path: Path) -> None:
    text = "try:\n    import absent_package as p\nexcept ImportError:\n    p = None\n"
    assert loaded(tmp_path, text + "assert p is None") == ("", [])
    both = text + "import other_package\nassert p is None"
    assert loaded(tmp_path, both) == ("", ["other_package"])


def test_what_is_there_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("x = 1")
    said, replaced = loaded(tmp_path, "import helper\nassert helper.x == 1\nimport helper.y")
    assert (said[:29], replaced) == ("it raises ModuleNotFoundError", [])
    assert loaded(tmp_path, "\n".join(f"import absent{i}" for i in range(9)))[0].endswith(
        "(line 9)"
    )


def test_the_stand_in_stays_for_later_questions(tmp_path: Path) -> None:
    with program(tmp_path, "import absent_package\ndef f(): return 1") as mine:
        for _ in range(2):
            assert mine.become(mine.variant).ok
            assert mine.stand_ins == [ABSENT]
        assert mine.plain().ask("f", [[]])[0].value == 1


def test_a_function_of_a_package_that_is_not_there_is_missing(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from absent_package import choose\n")
    report = check_program(tmp_path / "mine.py")
    assert (report.interface, report.score) == ("player", 0)
    (found,) = report.diagnoses
    assert found.id == "missing-package"
    assert found.message.startswith("it needs `absent_package`, which is not there.")
    assert "--packages" in found.message


def test_raising_for_want_of_a_package_is_not_refusing_a_move(tmp_path: Path) -> None:
    names = ("player", "actions", "result", "winner", "terminal", "utility", "minimax")
    text = "import absent_package as p\ndef initial_state(): return p.board()\n"
    text += "".join(f"def {name}(*_): return p.answer()\n" for name in names)
    (tmp_path / "mine.py").write_text(text)
    report = check_program(tmp_path / "mine.py")
    points = {check.name: check.points for check in report.checks}
    assert points["illegal moves refused"] == 0
    assert [found.id for found in report.diagnoses] == ["missing-package"]


def test_notes_are_in_every_report(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("import absent_package\ndef choose(board, mark): 1 / 0")
    report = check_program(tmp_path / "mine.py")
    note = "packages that are not there, replaced by empty ones: `absent_package`; --packages"
    assert report.notes[0].startswith(note)
    assert report.as_json()["notes"] == list(report.notes)
    assert " ".join(lines(report)).count(f"note: {note[:60]}") == 1
    assert in_html(note) in report_page(report)
    for text in (junit(report), gradescope(report)):
        assert note in text
    with_packages = check_program(tmp_path / "mine.py", Settings(packages=True))
    assert with_packages.notes == (note.removesuffix("; --packages"),)


# Input


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\nname = input('Name? ')", "it asks for input in line 2"),
        ("def f():\n    input()\ndef g():\n    f()\n\ng()", "it asks for input in line 2, called "
         "from line 6"),
        ("import sys\nn = int(sys.stdin.readline())", "it asks for input in line 2"),
        ("import sys\nn = int(sys.stdin.read())", "it asks for input in line 2"),
        ("import sys\nn = int(sys.stdin.buffer.read())", "it asks for input in line 2"),
        ("import sys\n[a] = sys.stdin", "it asks for input in line 2"),
        ("while True:\n    try:\n        int(input())\n    except:\n        pass",
         "it asks for input in line 3"),
        ("import sys\nwhile sys.stdin.readline() != 'q': pass", "it asks for input in line 2"),
        ("try:\n    input()\nexcept EOFError:\n    exit()", "it asks for input in line 2"),
        ("import helper\nhelper.ask()", "it asks for input in line 2"),
    ],
)  # fmt: skip
def test_input_while_loading_is_explained(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("\n\ndef ask(): return input()\n")
    assert loaded(tmp_path, text)[0] == said


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    input()\nexcept EOFError:\n    pass",
        "import sys\nfor line in sys.stdin: pass\nsys.stdin.read()",
        "import sys\nassert not sys.stdin.isatty() and sys.stdin.readlines() == []",
        "if __name__ == '__main__':\n    input()",
    ],
)
def test_input_that_does_no_harm_is_not_held_against_a_program(text: str, tmp_path: Path) -> None:
    with program(
        tmp_path, f"{text}\ndef f(n):\n    return n\ndef g():\n    return input()"
    ) as mine:
        assert mine.ask("f", [[1]])[0].value == 1
        (answer,) = mine.ask("g", [[]])
        assert answer.text.startswith("it raises EOFError")
        assert mine.ask("f", [[2]])[0].value == 2


def test_input_in_a_report(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def play():\n    return input()\n\nplay()\n")
    found, unknown = check_program(tmp_path / "mine.py").diagnoses
    assert (found.id, found.line) == ("reads-input", 2)
    assert unknown.id == "unknown-shape", "without its game there is nothing to ask"
    assert "in line 2, called from line 4. Put what runs the game below" in found.message


def test_what_is_not_written_does_not_hide_what_crashes(tmp_path: Path) -> None:
    text = (FOLDER / "wrong" / "cs50_utility_unwritten.py").read_text("utf-8")
    broken = text.replace("    for line in LINES:\n", "    for line in LINES[9]:\n")
    (tmp_path / "mine.py").write_text(broken)
    found = check_program(tmp_path / "mine.py").diagnoses
    assert {(each.id, each.function) for each in found} >= {
        ("crashes", "winner"),
        ("not-implemented", "utility"),
    }


def test_what_is_not_written_is_said_at_once(tmp_path: Path) -> None:
    text = (FOLDER / "right" / "cs50_plain.py").read_text("utf-8")
    for name, body in (("utility", "raise NotImplementedError"), ("terminal", "pass"),
                       ("minimax", "raise NotImplementedError")):  # fmt: skip
        text += f"\n\ndef {name}(board):\n    {body}\n"
    (tmp_path / "mine.py").write_text(text)
    (found,) = check_program(tmp_path / "mine.py").diagnoses
    assert (found.id, found.function) == ("not-implemented", "utility")
    assert "`utility`, `terminal`, `minimax`" in found.message
    assert found.line == 1 + text[: text.index("raise NotImplementedError")].count("\n")


@part_of_the_corpus
def test_each_function_has_its_own_wrong_type(tmp_path: Path) -> None:
    text = (FOLDER / "right" / "cs50_plain.py").read_text("utf-8")
    wrong = text.replace("        return X\n    else:", "        return 'x'\n    else:", 1)
    wrong = wrong.replace("return best_action", "return [best_action]")
    (tmp_path / "mine.py").write_text(wrong)
    found = check_program(tmp_path / "mine.py").diagnoses
    assert [(each.id, each.function) for each in found] == [
        ("wrong-type", "player"),
        ("wrong-type", "minimax"),
    ]


# One mark only

ONLY_O = """
def choose(board, mark):
    assert mark == "o"
    return board.index(".")
"""


def test_a_program_that_plays_one_mark_only(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(ONLY_O)
    report = check_program(tmp_path / "mine.py")
    assert "it makes moves as O only; if it is meant to, use --plays o" in report.notes
    done = noughts("check", "mine.py", "--plays", "O", "--json", folder=tmp_path)
    found = json.loads(done.stdout)
    messages = {check["name"]: check["message"] for check in found["checks"]}
    assert found["notes"] == ["judged only where O is to move (--plays o)"]
    assert messages["legal moves"] == "all 2,097 moves are legal"
    assert "2,097 positions" in messages["keeps the value"]
    assert messages["never loses"].startswith("it loses this game as O")
    assert "crashes" not in [each["id"] for each in found["diagnoses"]]


def test_one_mark_of_a_command(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import sys\nfor line in sys.stdin:\n    board, mark = line.split()\n"
        "    assert mark == 'x'\n    print(board.index('.'), flush=True)\n"
    )
    report = check_program(tmp_path / "mine.py", Settings("process", plays="x"))
    messages = {check.name: check.message for check in report.checks}
    assert messages["legal moves"] == "all 2,423 moves are legal"
    assert "as X" in messages["never loses"]


@pytest.mark.parametrize("mark", ["x", "o"])
def test_one_mark_of_an_engine(mark: str, tmp_path: Path) -> None:
    """An engine that leaves when it gets the other side."""
    other = "x" if mark == "o" else "o"
    side = "def side(word, line):\n"
    side += "    if word == 'BEGIN': return 'x'\n"
    side += "    if word == 'TURN' and not taken: return 'o'\n"
    side += "    if word == 'DONE': return 'x' if len(taken) % 2 == 0 else 'o'\n"
    start = 'for line in sys.stdin:\n    word, _, rest = line.strip().partition(" ")\n'
    refuse = f"    if side(word, line) == {other!r}: break\n"
    assert start in ENGINE
    (tmp_path / "engine.py").write_text(ENGINE.replace(start, side + start + refuse))
    words = ("--interface", "gomocup", "--game", "5x5x5", "--json")
    done = noughts("check", "engine.py", *words, "--plays", mark, folder=tmp_path)
    found = json.loads(done.stdout)
    assert [c["message"] for c in found["checks"] if c["verdict"] != "passed"] == []
    done = noughts("check", "engine.py", *words, folder=tmp_path)
    assert json.loads(done.stdout)["score"] < 100


def test_one_mark_where_both_are_played(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def actions(b): pass\ndef result(b, action): pass")
    done = noughts("check", "mine.py", "--plays", "o", folder=tmp_path)
    assert done.returncode == 2
    assert one_line(done.stderr)
    assert "a 'cs50' program plays both marks" in done.stderr
    (told,) = check_program(tmp_path / "mine.py", Settings(plays="o", alone=True)).notes
    assert told == "judged with both marks: a 'cs50' program plays both", "one of many"


def test_which_mark_a_program_plays() -> None:
    play, start = Play(), Position("tic-tac-toe")
    assert play.only_mark() is None
    play.add(start, 4)
    assert play.only_mark() is None, "it was never asked for the other"
    play.add(start.play(4), Fault("raised", "it raises ValueError"))
    assert play.only_mark() == "x"
    play.add(start.play(4).play(0), Fault("raised", "it raises ValueError"))
    assert play.only_mark() is None


def test_a_list_of_moves_is_noted(tmp_path: Path) -> None:
    (tmp_path / "tictactoe.py").write_text(CS50.replace("return moves", "return sorted(moves)"))
    report = check_program(tmp_path / "tictactoe.py")
    assert report.score == 100
    assert report.notes == (
        "`actions` returns a list; the assignment asks for a set. That costs nothing here",
    )
