"""Limits, and what an analysis says."""

import json
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import after, board, one_line, positions, reachable, truth

from noughts import (
    METHODS,
    Analysis,
    Engine,
    IllegalMove,
    Limit,
    MoveValue,
    NotationError,
    OutOfReach,
    Position,
    Rules,
    analyse,
    solve,
)
from noughts.analysis import FINITE, NO_LIMIT, Effort, conclude
from noughts.methods import Method
from noughts.textbook import alpha_beta, four_in_a_line, minimax
from noughts.textbook.scores import BY_DEPTH


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("depth", 0),
        ("depth", -1),
        ("nodes", 0),
        ("nodes", -(10**30)),
        ("seconds", -0.001),
        ("seconds", float("nan")),
        ("seconds", float("inf")),
        ("left", -0.001),
    ],
)
def test_a_limit_that_is_none_is_refused(what: str, value: float) -> None:
    with pytest.raises(NotationError) as refusal:
        Limit(**{what: value})  # type: ignore[arg-type]
    assert one_line(str(refusal.value))
    least = 0 if what in ("seconds", "left") else 1
    assert str(refusal.value) == f"{what} must be at least {least} and finite, not {value!r}"


def test_the_smallest_limits() -> None:
    assert (Limit(depth=1).depth, Limit(nodes=1).nodes, Limit(seconds=0).seconds) == (1, 1, 0)
    assert Limit(seconds=FINITE).seconds == FINITE


def test_limits_go_together() -> None:
    limit = Limit(depth=3, nodes=10, seconds=0)
    assert (limit.depth, limit.nodes, limit.seconds) == (3, 10, 0)
    assert Limit() == Limit(None, None, None)
    assert str(Limit(seconds=1, left=90.5)) == "1 s, 90.5 s left"


def test_what_is_left_of_a_game_becomes_the_seconds_of_a_move() -> None:
    start, one_more = Position("gomoku"), Position.parse("xo.ox.oxo")
    its_share = Limit(depth=3, left=180).for_one_move(start)
    assert (its_share.depth, its_share.left) == (3, None)
    assert its_share.seconds == pytest.approx(8.79)
    assert Limit(seconds=1, left=180).for_one_move(start).seconds == pytest.approx(0.95)
    assert Limit(left=2).for_one_move(one_more).seconds == pytest.approx(1.93)
    assert Limit(seconds=1).for_one_move(start) == Limit(seconds=1)
    for found in (
        analyse(start, "four-in-a-line", Limit(left=0.1)),
        Engine("gomoku").analyse(start, Limit(left=0.1)),
        solve(start, Limit(left=0.1)),
        four_in_a_line(start, limit=Limit(left=0.1)),
    ):
        assert found.seconds < 20


def test_the_form_of_its_json() -> None:
    found = analyse(board(".x......."), "alpha-beta").as_json()
    assert list(found) == [
        *("game", "cells", "turn", "method", "outcome", "plies", "score", "best", "moves"),
        *("line", "nodes", "seconds", "depth", "complete"),
    ]
    assert {
        key: found[key] for key in found if key not in ("moves", "line", "nodes", "seconds")
    } == {
        "game": "3x3x3",
        "cells": ".x.......",
        "turn": "o",
        "method": "alpha-beta",
        "outcome": "draw",
        "plies": 8,
        "score": 0,
        "best": ["a1", "a3", "b2", "c2"],
        "depth": 8,
        "complete": True,
    }
    assert found["moves"][0] == {
        "move": "a1",
        "outcome": "draw",
        "plies": 8,
        "score": 0,
        "bound": "exact",
    }
    assert [list(entry) for entry in found["moves"]] == [
        ["move", "outcome", "plies", "score", "bound"]
    ] * 8
    assert found["line"][0] == "a1"
    assert len(found["line"]) == 8
    assert isinstance(found["nodes"], int)
    assert isinstance(found["seconds"], float)
    assert json.loads(json.dumps(found)) == found


def test_the_value_of_one_move() -> None:
    found = minimax(board("xx./oo./..."), scores=BY_DEPTH)
    assert found[2] == MoveValue(2, 9, "exact", "win", 1)
    assert found.move == 2
    assert found[7].move == 7
    assert found["a3"] == found[2]
    assert [value.move for value in found] == [2, 5, 6, 7, 8]
    with pytest.raises(IllegalMove, match="no value for a1: a1 is taken by X"):
        found[0]
    with pytest.raises(NotationError, match="'d4' is not a cell of a 3x3 board"):
        found["d4"]
    with pytest.raises(NotationError, match=r"2\.0 is not a move: write a cell such as 'b2'"):
        found[2.0]  # type: ignore[index]
    one = replace(found, moves=found.moves[:1])
    with pytest.raises(OutOfReach, match="b3 was not examined by minimax, only a3: set every_move"):
        one["b3"]


def test_quick_wins_are_told_from_slow_ones() -> None:
    position = board("""
        x . .
        o x .
        . . o""")
    by_depth, plain = minimax(position, scores=BY_DEPTH), minimax(position)
    assert {value.plies for value in by_depth.moves if value.outcome == "win"} >= {3}
    assert {value.plies for value in plain.moves if value.outcome == "win"} == {None}
    assert set(by_depth.best) <= set(plain.best)


def test_what_was_found_does_not_change() -> None:
    found = minimax(board("xx./oo./..."))
    with pytest.raises(AttributeError):
        found.score = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        found.moves[0].score = 0  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Limit().depth = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Effort(1, 0.0).nodes = 2  # type: ignore[misc]


def test_the_time_that_a_search_has_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", lambda: 103.0000004)
    found = conclude(Position(), "a search", BY_DEPTH, 0, {}, [], Effort(1, 100.0))
    assert found.seconds == pytest.approx(3.0000004, abs=1e-9)
    assert replace(found, seconds=1.23456789).as_json()["seconds"] == 1.234568


def finished(found: Analysis) -> tuple[object, ...]:
    return found.outcome, found.plies, found.best, found.moves, found.line, found.depth


@pytest.mark.parametrize(
    ("cells", "outcome"), [("xxxoo....", "loss"), ("xoxxoooxx", "draw"), ("ooox.xx..", "loss")]
)
def test_a_finished_game_has_a_value_and_no_moves(cells: str, outcome: str) -> None:
    position = Position.parse(cells)
    for method in ("minimax", "alpha-beta", "stepwise", "game-tree", "strings", "four-in-a-line"):
        found = analyse(position, method)
        assert finished(found) == (outcome, 0, (), (), (), 0), method
        assert (found.nodes, found.complete, found.move) == (1, True, None)


def test_a_bound_says_no_more_than_it_knows() -> None:
    # X wins at a3. Of the later moves alpha-beta knows only that they are no better.
    found = alpha_beta(board("xx./oo./..."))
    assert found[2].outcome == "win"
    for value in found.moves[1:]:
        assert value.bound == "at-most"
        assert value.outcome in (None, "loss")
        assert value.plies is None
    assert found.best == (2,)


def test_a_move_that_needs_no_search_has_an_exact_value() -> None:
    # X wins at a3 and at c1: the second is no better, but that the game ends there is plain.
    found = alpha_beta(board("xx./xoo/.o."))
    assert (found.best, found.move) == ((2, 6), 2)
    assert (found[6].bound, found[6].outcome) == ("exact", "win")
    assert {value.bound for value in alpha_beta(Position(), depth=1).moves} == {"exact"}


def test_a_draw_at_a_depth_limit_is_not_claimed() -> None:
    found = alpha_beta(Position(), depth=4)
    assert (found.score, found.outcome, found.plies, found.complete) == (0, None, None, False)
    assert {value.outcome for value in found.moves} == {None}


def test_a_forced_win_within_the_depth_limit_is_claimed() -> None:
    position = board("""
        x . .
        o x .
        . . o""")
    assert minimax(position, depth=3).outcome == "win"
    assert minimax(position, depth=2).outcome is None


# What `complete` says


@st.composite
def limits(draw: st.DrawFn) -> Limit:
    """Any limit, often one that cuts a search of tic-tac-toe off."""
    return Limit(
        depth=draw(st.none() | st.integers(1, 9)),
        nodes=draw(st.none() | st.integers(1, 50) | st.integers(1, 5_000)),
        seconds=draw(st.none() | st.sampled_from([0, 1e-5, 1e-4, 60.0])),
    )


@st.composite
def late_positions(draw: st.DrawFn) -> Position:
    """A position of tic-tac-toe that every method searches to the end in no time."""
    return draw(st.sampled_from([each for each in reachable() if each.empty <= 6]))


@given(late_positions(), st.sampled_from([*METHODS.values()]), limits(), st.booleans())
def test_complete_is_true_only_of_what_was_not_cut_off(
    position: Position, method: Method, limit: Limit, every_move: bool
) -> None:
    if method.why_not(position, limit):
        return
    found = method.analyse(position, limit, every_move=every_move)
    true = truth(position.cells, position.turn)
    if found.outcome is not None:
        assert found.outcome == true.word
    if not found.complete:
        return
    assert found.outcome == true.word, "whatever is complete knows the outcome"
    if every_move or not method.clock:
        known = after(position.cells, position.turn) if not position.is_over else {}
        assert {value.move for value in found.moves} == {*known}
        for value in found.moves:
            assert value.outcome in (known[value.move].word, None if value.bound != "exact" else "")
    if method.watch:
        whole = method.analyse(
            position, Limit(depth=9) if method.clock else NO_LIMIT, every_move=every_move
        )
        assert whole.complete
        assert replace(found, seconds=0) == replace(whole, seconds=0), "nothing is left out"


@given(late_positions(), st.sampled_from([*METHODS.values()]), st.integers(1, 8), st.booleans())
def test_a_search_that_is_cut_off_by_nodes_or_depth_is_not_complete(
    position: Position, method: Method, less: int, every_move: bool
) -> None:
    """A node less than it needs, or a ply less than the game has."""
    if not method.watch or position.is_over:
        return
    end = Limit(depth=9) if method.clock else NO_LIMIT
    whole = method.analyse(position, end, every_move=every_move)
    if whole.nodes > less and (whole.depth > 1 or not method.clock):
        cut = replace(end, nodes=whole.nodes - less)
        assert whole.complete == (whole.depth == position.empty)
        assert not method.analyse(position, cut, every_move=every_move).complete
    if "depth" in method.takes and position.empty > 1:
        shallow = Limit(depth=max(1, position.empty - less))
        assert not method.analyse(position, shallow, every_move=every_move).complete


@given(positions(st.sampled_from([Rules(3, 3, 3), Rules(3, 4, 3), Rules(4, 4, 4)])), st.booleans())
def test_an_engine_that_is_stopped_says_nothing_false(position: Position, every_move: bool) -> None:
    engine = Engine(position.rules, table_mb=1)
    found = engine.analyse(
        position, Limit(nodes=10**7), every_move=every_move, on_progress=lambda _: engine.stop()
    )
    if found.complete or found.outcome is not None:
        assert found.outcome == solve(position, table_mb=1).outcome
