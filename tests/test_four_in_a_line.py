"""The fourth program: a depth limit, a heuristic, and the clock."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import MARKS, after, board, keeps_its_promise, positions, reachable, rules, truth

from noughts import FOUR_IN_A_LINE, GOMOKU, Limit, Position, Rules, Visit
from noughts.rules import Mark
from noughts.textbook import four_in_a_line, minimax
from noughts.textbook.scores import RUNS

OPENING = board(
    """
    . . . . . . . .
    . . . . . . . .
    . . . o . . . .
    . . x x o . . .
    . . . x . . . .
    . . . o . . . .
    . . . . . . . .
    . . . . . . . .""",
    "four-in-a-line",
)


def test_it_looks_two_plies_ahead_unless_told_otherwise() -> None:
    found = four_in_a_line(Position(FOUR_IN_A_LINE))
    assert (found.depth, found.complete, found.outcome) == (2, False, None)


def test_it_takes_a_win_in_one() -> None:
    position = board(
        """
        . . . . . . . .
        . o . . . . . .
        . o . . . . . .
        . o . . . . . .
        . . . x x x . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
        "four-in-a-line",
        "x",
    )
    for depth in (1, 2, 3):
        found = four_in_a_line(position, limit=Limit(depth=depth), every_move=True)
        assert (found.outcome, found.plies) == ("win", 1)
        assert {position.play(move).winner for move in found.best} == {"x"}
        assert len(found.best) == 2, "e3 and e7"
        assert found.depth == 1, "there is nothing more to find out"


def test_it_blocks() -> None:
    position = board(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        x x x . . . . .
        o o . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
        "four-in-a-line",
        "o",
    )
    for depth in (2, 3):
        assert four_in_a_line(position, limit=Limit(depth=depth)).best == (27,), "d4, and no other"


def test_diagonals_are_nothing_to_it() -> None:
    position = board(
        """
        x . . . . . . o
        . x . . . . . .
        . . x . . . . o
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . o""",
        "four-in-a-line",
        "x",
    )
    assert four_in_a_line(position, limit=Limit(depth=1)).outcome is None


@pytest.mark.parametrize("seconds", [0, 0.05, 0.5])
@pytest.mark.parametrize("game", ["8x8x4-straight", "15x15x5", "20x20x6"])
def test_it_stops_in_time(game: str, seconds: float) -> None:
    started = time.perf_counter()
    found = four_in_a_line(Position(Rules.parse(game)), limit=Limit(seconds=seconds))
    assert time.perf_counter() - started < seconds + 5, "a wide margin for a busy machine"
    assert found.best
    assert found.seconds <= time.perf_counter() - started


def test_it_uses_the_time_it_has() -> None:
    quick = four_in_a_line(OPENING, limit=Limit(seconds=0))
    slow = four_in_a_line(OPENING, limit=Limit(seconds=1.5))
    assert slow.nodes > quick.nodes
    assert slow.depth > quick.depth == 1


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_a_depth_limit_is_kept_and_reached(depth: int) -> None:
    deepest = 0

    def look(visit: Visit) -> None:
        nonlocal deepest
        deepest = max(deepest, visit.depth)

    found = four_in_a_line(OPENING, limit=Limit(depth=depth), visit=look)
    assert (found.depth, deepest) == (depth, depth)


@pytest.mark.parametrize("nodes", [1, 100, 1_000, 20_000])
def test_a_node_limit_is_kept_once_one_ply_is_finished(nodes: int) -> None:
    found = four_in_a_line(OPENING, limit=Limit(nodes=nodes))
    one_ply = four_in_a_line(OPENING, limit=Limit(depth=1)).nodes
    assert found.best
    assert found.nodes <= max(nodes, one_ply + 1)


@given(positions(rules(4) | rules(1).map(lambda _: FOUR_IN_A_LINE)), st.integers(1, 3))
@settings(max_examples=60)
def test_its_values_are_those_of_plain_minimax(position: Position, depth: int) -> None:
    if position.empty > 16:
        depth = 1 if position.rules.k < 4 else min(depth, 2)
    found = four_in_a_line(position, limit=Limit(depth=depth), every_move=True)
    # It ends where a forced win or loss is found: looking further would not change that.
    plain = minimax(position, scores=RUNS, depth=max(found.depth, 1))
    assert found.depth <= depth
    assert found.score == plain.score
    assert {v.move: v.score for v in found.moves} == {v.move: v.score for v in plain.moves}
    assert set(found.best) == set(plain.best)
    if found.outcome not in ("win", "loss"):
        assert found.depth == min(depth, position.empty) or position.is_over
    full = minimax(position, scores=RUNS, depth=depth)
    assert full.outcome == found.outcome or found.depth < depth


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", MARKS)
def test_it_sees_tic_tac_toe_to_its_end(first: Mark) -> None:
    for position in reachable(first)[::6]:
        true = truth(position.cells, position.turn)
        moves = after(position.cells, position.turn) if not position.is_over else {}
        best = {move for move, value in moves.items() if value.rank == true.rank}
        one_pass = four_in_a_line(position, limit=Limit(depth=9))
        every = four_in_a_line(position, limit=Limit(depth=9), every_move=True)
        for found in (one_pass, every):
            assert (found.outcome, found.plies) == (true.word, true.plies), position
            assert set(found.best) <= best
            assert bool(found.best) == bool(best)
        assert set(every.best) == best


@given(positions(rules(4)), st.integers(1, 3_000), st.booleans())
@settings(max_examples=60)
def test_a_search_that_was_stopped_claims_nothing_false(
    position: Position, nodes: int, every_move: bool
) -> None:
    found = four_in_a_line(position, limit=Limit(nodes=nodes), every_move=every_move)
    if found.depth > 4:
        return  # too far for plain minimax to follow
    plain = minimax(position, scores=RUNS, depth=max(1, found.depth))
    assert bool(found.best) == (not position.is_over)
    for value in found.moves:
        true = plain[value.move]
        assert keeps_its_promise(value, true.score)
        assert value.outcome in (None, true.outcome)
    assert found.outcome in (None, plain.outcome)
    assert found.score is not None
    assert plain.score is not None
    assert found.score <= plain.score, "something better may have been missed, nothing worse"


def test_one_ply_is_searched_once() -> None:
    assert four_in_a_line(OPENING, limit=Limit(depth=1)).nodes == 1 + OPENING.empty


def test_what_a_second_ply_that_was_stopped_has_found_out() -> None:
    one_ply = four_in_a_line(OPENING, limit=Limit(depth=1)).nodes
    limit = Limit(depth=2, nodes=one_ply + OPENING.empty + 20)
    found = four_in_a_line(OPENING, limit=limit)
    assert (found.depth, found.complete) == (2, False)
    assert 1 <= len(found.moves) < OPENING.empty, "the first moves, two plies deep"
    every = four_in_a_line(OPENING, limit=limit, every_move=True)
    assert (every.depth, len(every.moves)) == (1, OPENING.empty), "every move, one ply deep"


def test_it_asks_about_every_move_only_if_told_to() -> None:
    bounds = {value.bound for value in four_in_a_line(OPENING).moves}
    assert bounds == {"exact", "at-most"}
    every = four_in_a_line(OPENING, every_move=True)
    assert {value.bound for value in every.moves} == {"exact"}


def test_the_nodes_of_all_searches_are_counted() -> None:
    visits = 0

    def count(visit: Visit) -> None:
        nonlocal visits
        visits += 1

    found = four_in_a_line(Position(GOMOKU), limit=Limit(depth=2), visit=count)
    assert found.nodes == visits > 1 + 225


@pytest.mark.exhaustive
def test_five_plies_from_the_first_move_in_five_seconds() -> None:
    found = four_in_a_line(Position(FOUR_IN_A_LINE), limit=Limit(depth=5, nodes=400_000))
    assert found.depth == 5, "what takes 1.7 s here has room to take 5"
