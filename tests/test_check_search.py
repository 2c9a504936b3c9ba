"""Counting nodes: the shortcuts change no answer and no count, and every convention is known."""

from pathlib import Path
from typing import Literal

import pytest
from programs import ENTRIES, FOLDER, grade

from noughts.check.interfaces.forms import FORMS
from noughts.check.judge.exact_values import move_values, reachable, unfinished, value
from noughts.check.judge.node_counts import CONVENTIONS, Convention, count_nodes
from noughts.check.sandbox.program import Program, Submission
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE

COUNTS = {  # bounds, strict, by depth
    ("deep", False, False): 18_297,
    ("deep", False, True): 20_866,
    ("deep", True, False): 146_120,
    ("deep", True, True): 125_500,
    ("one bound", False, False): 29_257,
    ("one bound", False, True): 35_156,
    ("full window at the root", False, False): 30_710,
    ("full window at the root", False, True): 34_203,
}


@pytest.mark.parametrize(("bounds", "strict", "by_depth"), COUNTS)
def test_the_known_counts(
    bounds: Literal["deep", "one bound", "full window at the root"], strict: bool, by_depth: bool
) -> None:
    convention = Convention(bounds, strict, by_depth)
    found = count_nodes(convention, lambda cells: tuple(i for i in range(9) if cells[i] == "."))
    assert convention in CONVENTIONS
    assert found == COUNTS[bounds, strict, by_depth]


def test_the_table_of_tic_tac_toe() -> None:
    assert len(reachable(TIC_TAC_TOE)) == 5478
    assert len(unfinished(TIC_TAC_TOE)) == 4520
    empty = Position(TIC_TAC_TOE)
    assert str(value(empty)) == "draw"
    assert {str(found) for found in move_values(empty).values()} == {"draw"}


@pytest.mark.parametrize("name", ["cs50_plain.py", "cs50_alphabeta.py", "cs50_negamax.py"])
def test_shortcuts_change_nothing(name: str) -> None:
    file = FOLDER / "right" / name
    board = [FORMS["rows"].pack(Position(TIC_TAC_TOE).play(4))]
    found = []
    for remember in (True, False):
        with Program(Submission(file, file.name), ["result"], remember) as asked:
            (answer,) = asked.ask("minimax", [board], lambda _: 60.0)
            found.append((answer.value, answer.calls))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("n = [0]\ndef f(b):\n    n[0] += 1\n    return n[0]", False),
        ("n = 0\ndef f(b):\n    global n\n    n += 1\n    return n", False),
        ("def f(b, seen=[]):\n    seen.append(1)\n    return len(seen)", False),
        ("def f(b):\n    f.n = getattr(f, 'n', 0) + 1\n    return f.n", False),
        ("import time\ndef f(b):\n    return time.perf_counter()", False),
        ("import random\ndef f(b):\n    return random.random()", False),
        ("def f(b):\n    b.append(1)\n    return len(b)", True),
        ("def f(b):\n    return len(b)", True),
    ],
)
def test_only_what_computes_is_remembered(text: str, same: bool, tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(text)
    with Program(Submission(file, file.name)) as asked:
        answers = asked.ask("f", [[["list", 1]]] * 3)
    assert (len({repr(answer.value) for answer in answers}) == 1) == same


def test_boards_that_cannot_be_counted_are_no_record(tmp_path: Path) -> None:
    entry = next(each for each in ENTRIES if each.file == "right/cs50_class_based.py")
    report = grade(entry, tmp_path)
    assert report.passed
    assert report.nodes is None
