"""Gomoku positions in which one must not look away; `fours.py` says what is true in them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fours import OTHER, cells_of_fives, keeps_winning, put, wins_by_fours

from noughts import GOMOKU, Engine, Limit, Position

SUITE = [
    json.loads(line)
    for line in (Path(__file__).parent / "data/gomoku-tactics.jsonl").read_text().splitlines()
]
WINS = [case for case in SUITE if "win" in case]
THREATS = [case for case in SUITE if "threatened" in case]

MOST_FOURS = 7  # 15 plies


@cache
def engine() -> Engine:
    return Engine(GOMOKU, table_mb=16)


def position_of(case: dict[str, Any]) -> Position:
    return Position.parse(case["board"], GOMOKU, case["turn"])


def test_the_suite_is_large_enough() -> None:
    assert len(SUITE) >= 60
    assert {case["win"] for case in WINS} >= {5, 7, 9, 11, 13}


@pytest.mark.parametrize("case", WINS, ids=lambda case: case["board"])
def test_the_suite_says_the_truth_about_wins(case: dict[str, Any]) -> None:
    cells, turn = position_of(case).cells, case["turn"]
    fours = (case["win"] - 1) // 2
    assert wins_by_fours(cells, turn, fours)
    assert not wins_by_fours(cells, turn, fours - 1)


@pytest.mark.parametrize("case", WINS, ids=lambda case: case["board"])
def test_a_win_by_fours_is_not_overlooked(case: dict[str, Any]) -> None:
    position = position_of(case)
    found = engine().analyse(position, Limit(nodes=100_000))
    assert found.outcome == "win"
    assert found.move is not None
    assert keeps_winning(position.cells, position.turn, found.move, MOST_FOURS)
    for move in found.line:
        position = position.play(move)
    assert position.winner == case["turn"]


@pytest.mark.parametrize("case", THREATS, ids=lambda case: case["board"])
def test_a_threat_is_answered(case: dict[str, Any]) -> None:
    """The opponent would win by fours; after the engine's move it does not."""
    position = position_of(case)
    them = OTHER[case["turn"]]
    assert wins_by_fours(position.cells, them, (case["threatened"] - 1) // 2)
    found = engine().analyse(position, Limit(nodes=100_000))
    assert found.move is not None
    cells = put(position.cells, case["turn"], found.move)
    if cells_of_fives(cells, case["turn"], 4):
        return  # a four of its own comes first; the engine has seen further than this check
    assert not wins_by_fours(cells, them, MOST_FOURS)
