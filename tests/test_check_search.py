"""Counting nodes: every convention is known by its number."""

from pathlib import Path
from typing import Any, Literal

import pytest
from programs import ENTRIES, grade

from noughts.check.interfaces.cs50 import Cs50Examiner
from noughts.check.interfaces.examiner import COUNTING
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.exact_values import move_values, reachable, unfinished, value
from noughts.check.judge.node_counts import CONVENTIONS, Convention, count_nodes
from noughts.check.judge.play import Play
from noughts.check.sandbox.answers import Answer
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


def test_a_search_that_takes_too_long_is_not_asked_again() -> None:
    play = Play()
    slow = Answer("value", 4, seconds=COUNTING + 1)
    play.read([Position(TIC_TAC_TOE)], [slow], lambda _, value: int(str(value)))
    program: Any = None  # which nobody asks
    examiner = Cs50Examiner(program, Evidence("cs50", plays={"minimax": play}), {})
    assert examiner.count().message == "its search takes more than 30 seconds, too long to count"


def test_boards_that_cannot_be_counted_are_no_record(tmp_path: Path) -> None:
    entry = next(each for each in ENTRIES if each.file == "right/cs50_class_based.py")
    report = grade(entry, tmp_path)
    assert report.passed
    assert report.nodes is None
