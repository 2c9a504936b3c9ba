"""The native module plays by the same rules: its twins agree with Python node for node."""

import random
import threading
import time
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import board, positions, reachable, rules

from noughts import FOUR_IN_A_LINE, GOMOKU, Analysis, Position, Rules, _native, textbook
from noughts.position import perft
from noughts.rules import OTHER, Mark, Move
from noughts.textbook.scores import BY_DEPTH, WIN_DRAW_LOSS

# One board for each width of bitboard: 64, 128, 256 and 512 bits
BOARDS = [Rules(7, 8, 4), FOUR_IN_A_LINE, GOMOKU, Rules(20, 20, 6, exact=True)]


PlainRules = tuple[int, int, int, bool, bool]


def plain(rules: Rules) -> PlainRules:
    return rules.rows, rules.columns, rules.k, rules.diagonals, rules.exact


def native(position: Position) -> tuple[int, int, int, bool, bool, str, bool]:
    return *plain(position.rules), position.cells, position.turn == "x"


# Minimax and alpha-beta

Found = tuple[float, int, dict[Move, tuple[float, str]]]


def found(analysis: Analysis) -> Found:
    assert analysis.score is not None
    table = {value.move: (value.score, str(value.bound)) for value in analysis.moves}
    return analysis.score, analysis.nodes, table


def twins(
    name: str, by_depth: bool = False, depth: int | None = None
) -> tuple[Callable[[Position], Found], Callable[[Position], Any]]:
    """A search of the textbook and its native twin."""
    scores = BY_DEPTH if by_depth else WIN_DRAW_LOSS
    if name == "minimax":
        return (
            lambda position: found(textbook.minimax(position, scores=scores, depth=depth)),
            lambda position: _native.minimax(*native(position), by_depth=by_depth, depth=depth),
        )
    strict = name == "alpha-beta-strict"
    return (
        lambda position: found(
            textbook.alpha_beta(position, scores=scores, depth=depth, strict=strict)
        ),
        lambda position: _native.alpha_beta(
            *native(position), strict=strict, by_depth=by_depth, depth=depth
        ),
    )


SEARCHES = ["minimax", "alpha-beta", "alpha-beta-strict"]


@pytest.mark.parametrize("by_depth", [False, True])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_twin_agrees_on_every_position_of_tic_tac_toe(name: str, by_depth: bool) -> None:
    book, twin = twins(name, by_depth)
    assert len(reachable("x")) == 5478
    for position in reachable("x"):
        assert twin(position) == book(position), position


@pytest.mark.parametrize("by_depth", [False, True])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_twin_agrees_where_o_began(name: str, by_depth: bool) -> None:
    book, twin = twins(name, by_depth)
    for position in random.Random(3).sample(reachable("o"), 500):
        assert twin(position) == book(position), position


@settings(max_examples=400)
@given(positions(rules(8)), st.sampled_from(SEARCHES), st.booleans(), st.integers(1, 9))
def test_a_twin_agrees_on_other_boards(
    position: Position, name: str, by_depth: bool, depth: int
) -> None:
    while position.empty**depth > 5_000 and depth > 1:
        depth -= 1
    book, twin = twins(name, by_depth, depth)
    assert twin(position) == book(position)


@settings(max_examples=30)
@given(positions(st.sampled_from(BOARDS)), st.sampled_from(SEARCHES), st.booleans())
def test_a_twin_agrees_on_large_boards(position: Position, name: str, by_depth: bool) -> None:
    book, twin = twins(name, by_depth, depth=2 if position.empty < 100 else 1)
    assert twin(position) == book(position)


def test_the_published_node_counts() -> None:
    start = native(Position())
    for strict, by_depth in product((False, True), repeat=2):
        nodes = {(False, False): 18_297, (False, True): 20_866}
        nodes |= {(True, False): 146_120, (True, True): 125_500}
        found = _native.alpha_beta(*start, strict=strict, by_depth=by_depth)
        assert found[:2] == (0, nodes[strict, by_depth])
    assert _native.minimax(*start)[:2] == (0, 549_946)


def test_a_diagonal_of_one_cell_is_no_line() -> None:
    # No stone stands alone in a line: the diagonal through the corner has no other cell.
    position = board(
        """
        x x x . . . . .
        x x x x . . . .
        x x x x . . . .
        . x x . . o o .
        . . . . o o o o
        . . . . o o o o
        . . . . . o o o""",
        "7x8x1-exact",
    )
    assert not position.is_over
    for name in SEARCHES:
        book, twin = twins(name, by_depth=True, depth=2)
        assert twin(position) == book(position)


# Perft


def test_perft_of_tic_tac_toe() -> None:
    counts = [_native.perft(*native(Position()), depth) for depth in range(11)]
    assert counts == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]


@settings(max_examples=150)
@given(positions(rules(20)), st.integers(0, 6))
def test_perft_agrees(position: Position, depth: int) -> None:
    while position.empty**depth > 5_000:
        depth -= 1
    assert _native.perft(*native(position), depth) == perft(position, depth)


def test_other_threads_go_on_while_it_counts() -> None:
    counting = threading.Thread(
        target=_native.perft, args=(3, 4, 4, True, False, "." * 12, True, 9)
    )
    counting.start()
    ticks = 0
    while counting.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10


# Threats


def threats(rules: Rules, cells: str, mark: Mark, lacking: int) -> list[Move]:
    """What `_native.threats` says, window by window."""
    cells_found: set[Move] = set()
    for line in rules.lines:
        along = list(range(rules.size)[line])
        marks = [cells[cell] for cell in along]
        for start in range(len(along) - rules.k + 1):
            end = start + rules.k
            window = marks[start:end]
            beside = marks[max(start - 1, 0) : start] + marks[end : end + 1]
            blocked = OTHER[mark] in window or (rules.exact and mark in beside)
            if not blocked and window.count(mark) == rules.k - lacking:
                cells_found |= {cell for cell in along[start:end] if cells[cell] == "."}
    return sorted(cells_found)


@st.composite
def crowded(draw: st.DrawFn, of: st.SearchStrategy[Rules]) -> tuple[Rules, str]:
    """Any stones, with as many of one mark as make long lines likely."""
    rules = draw(of)
    weights = [draw(st.integers(1, 12)), draw(st.integers(0, 2)), draw(st.integers(1, 6))]
    chance = random.Random(draw(st.integers(0, 2**32)))
    return rules, "".join(chance.choices("xo.", weights, k=rules.size))


def check_threats(rules: Rules, cells: str) -> None:
    for mark in ("x", "o"):
        for lacking in range(1, rules.k + 1):
            expected = threats(rules, cells, mark, lacking)
            assert _native.threats(*plain(rules), cells, mark == "x", lacking) == expected


@settings(max_examples=150)
@given(crowded(rules(20)))
def test_threats_are_what_each_window_says(crowd: tuple[Rules, str]) -> None:
    check_threats(*crowd)


@settings(max_examples=100)
@given(crowded(st.sampled_from(BOARDS)))
def test_threats_on_each_width_of_bitboard(crowd: tuple[Rules, str]) -> None:
    check_threats(*crowd)


@settings(max_examples=200)
@given(positions(rules(12)))
def test_the_threats_that_lack_one_stone_win(position: Position) -> None:
    wins = [move for move in position.legal_moves if position.play(move).winner]
    cells, turn_is_x = native(position)[5:]
    if not position.is_over:
        assert _native.threats(*plain(position.rules), cells, turn_is_x, 1) == wins


def test_threats_drawn() -> None:
    position = board(
        """
        x x . x x . .
        . . . . . . o
        . . o . . . .
        . . . . . . .
        . o . . . . .
        . . . . . . .""",
        "6x7x4-exact",
    )
    rules, cells = plain(position.rules), position.cells
    assert _native.threats(*rules, cells, True, 1) == []  # five in a row
    assert _native.threats(*plain(Rules(6, 7, 4)), cells, True, 1) == [2]
    assert _native.threats(*plain(Rules(6, 7, 5)), cells, True, 1) == [2]
    assert _native.threats(*plain(Rules(6, 7, 6)), cells, True, 1) == []
    assert _native.threats(*plain(Rules(6, 7, 6)), cells, True, 2) == [2, 5]


def test_no_window_is_longer_than_the_board() -> None:
    assert _native.threats(3, 3, 20, True, False, "." * 9, True, 20) == []
    assert _native.minimax(2, 2, 20, True, False, "." * 4, True)[:2] == (0, 65)


# What does not fit

TIC_TAC_TOE = (3, 3, 3, True, False)
EMPTY = "." * 9


@pytest.mark.parametrize(
    ("rules", "cells", "says"),
    [
        ((0, 3, 3, True, False), "", "rows is 0: it must be from 1 to 20"),
        ((3, 21, 3, True, False), "." * 63, "columns is 21: it must be from 1 to 20"),
        ((3, 3, 0, True, False), EMPTY, "k is 0: it must be from 1 to 20"),
        ((3, 3, 2**70, True, False), EMPTY, "k is .* it must be from 1 to 20"),
        ((-(2**70), 3, 3, True, False), EMPTY, "rows is .* it must be from 1 to 20"),
        (TIC_TAC_TOE, "", "0 cells: a 3x3 board has 9"),
        (TIC_TAC_TOE, "." * 10, "10 cells: a 3x3 board has 9"),
        (TIC_TAC_TOE, "........X", "'X' is no cell: it must be x, o or ."),
        (TIC_TAC_TOE, "....\0....", "is no cell"),
        (TIC_TAC_TOE, "....é....", "is no cell"),
        (TIC_TAC_TOE, "....\ud800....", "is no cell"),
    ],
)
def test_what_does_not_fit_is_refused(rules: PlainRules, cells: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        _native.threats(*rules, cells, True, 1)
    with pytest.raises(ValueError, match=says):
        _native.perft(*rules, cells, True, 1)
    with pytest.raises(ValueError, match=says):
        _native.minimax(*rules, cells, True)
    with pytest.raises(ValueError, match=says):
        _native.alpha_beta(*rules, cells, True)


@pytest.mark.parametrize("depth", [0, -1, -(2**70)])
def test_a_search_goes_one_ply_deep_or_more(depth: int) -> None:
    with pytest.raises(ValueError, match=r"depth is .* it must be from 1 to 400"):
        _native.minimax(*TIC_TAC_TOE, EMPTY, True, depth=depth)
    with pytest.raises(ValueError, match=r"depth is .* it must be from 1 to 400"):
        _native.alpha_beta(*TIC_TAC_TOE, EMPTY, True, depth=depth)


def test_more_depth_than_cells_is_no_limit() -> None:
    unlimited = _native.alpha_beta(*TIC_TAC_TOE, EMPTY, True)
    assert _native.alpha_beta(*TIC_TAC_TOE, EMPTY, True, depth=2**70) == unlimited


@pytest.mark.parametrize("depth", [-1, 401, 2**70])
def test_perft_counts_from_0_to_400_moves(depth: int) -> None:
    with pytest.raises(ValueError, match=r"depth is .* it must be from 0 to 400"):
        _native.perft(*TIC_TAC_TOE, EMPTY, True, depth)


@pytest.mark.parametrize("lacking", [-1, 0, 4, 2**70])
def test_a_window_lacks_from_1_to_k_stones(lacking: int) -> None:
    with pytest.raises(ValueError, match=r"lacking is .* it must be from 1 to 3"):
        _native.threats(*TIC_TAC_TOE, EMPTY, True, lacking)


@pytest.mark.parametrize("wrong", [None, 3.0, "3", b"3", [], float("nan")])
def test_what_is_no_number_and_no_text_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError):
        _native.minimax(wrong, 3, 3, True, False, EMPTY, True)
    with pytest.raises(TypeError):
        _native.perft(*TIC_TAC_TOE, EMPTY, True, wrong)
    if not isinstance(wrong, str):
        with pytest.raises(TypeError):
            _native.alpha_beta(*TIC_TAC_TOE, wrong, True)
