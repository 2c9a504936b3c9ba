"""The native module plays by the same rules: its twins agree with Python node for node.

They do so on both boards, that of the proofs and that of the engine's search.
"""

import functools
import itertools
import random
import re
import threading
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import board, positions, reachable, rules

from noughts import (
    FOUR_IN_A_LINE,
    GOMOKU,
    Analysis,
    Engine,
    Limit,
    Position,
    Rules,
    _native,
    textbook,
)
from noughts.position import perft
from noughts.rules import Move
from noughts.textbook.scores import BY_DEPTH, WIN_DRAW_LOSS

NATIVE = Path(__file__).parent.parent / "native"

# Games for the larger sets of cells and windows; tic-tac-toe has the smallest
LARGE = [Rules(7, 8, 4), Rules(8, 8, 4), FOUR_IN_A_LINE, GOMOKU, Rules(20, 20, 6, exact=True)]

Board = Literal["proof", "search", "shape"]
BOARDS: list[Board] = ["proof", "search", "shape"]


def boards(rules: Rules) -> list[Board]:
    """The boards for such a game; the table of the shapes would be too large for some."""
    return BOARDS if 1 < rules.k <= (6 if rules.exact else 7) else BOARDS[:2]


def stones(rules: Any, cells: str, turn: str = "x") -> Any:
    """What need not be a position that can come up, nor rules that can be played."""
    if isinstance(rules, tuple):
        names = ("rows", "columns", "k", "diagonals", "exact")
        rules = SimpleNamespace(**dict(zip(names, rules, strict=True)))
    return SimpleNamespace(rules=rules, cells=cells, turn=turn)


# Minimax and alpha-beta

Found = tuple[float, int, dict[Move, tuple[float, str]]]


def found(analysis: Analysis) -> Found:
    assert analysis.score is not None
    table = {value.move: (value.score, str(value.bound)) for value in analysis.moves}
    return analysis.score, analysis.nodes, table


def twins(
    name: str, by_depth: bool = False, depth: int | None = None
) -> tuple[Callable[[Position], Found], Callable[[Position, Board], Any]]:
    """A search of the textbook and its native twin, on either board."""
    scores = BY_DEPTH if by_depth else WIN_DRAW_LOSS
    if name == "minimax":
        return (
            lambda position: found(textbook.minimax(position, scores=scores, depth=depth)),
            lambda position, on: _native.minimax(
                position, by_depth=by_depth, depth=depth, board=on
            ),
        )
    strict = name == "alpha-beta-strict"
    return (
        lambda position: found(
            textbook.alpha_beta(position, scores=scores, depth=depth, strict=strict)
        ),
        lambda position, on: _native.alpha_beta(
            position, strict=strict, by_depth=by_depth, depth=depth, board=on
        ),
    )


def check_twins(
    position: Position, name: str, by_depth: bool = False, depth: int | None = None
) -> None:
    book, twin = twins(name, by_depth, depth)
    expected = book(position)
    for on in boards(position.rules):
        assert twin(position, on) == expected, (position, on)


SEARCHES = ["minimax", "alpha-beta", "alpha-beta-strict"]


@pytest.mark.parametrize("name", SEARCHES)
def test_a_twin_agrees_on_every_position_of_tic_tac_toe(name: str) -> None:
    """With one kind of scores on every other position, and few searches of a whole tree."""
    assert len(reachable("x")) == 5478
    for number, position in enumerate(reachable("x")):
        if position.empty < 7 or number % 4 == 0:
            check_twins(position, name, by_depth=number % 2 == 0)


@pytest.mark.parametrize("by_depth", [False, True])
@pytest.mark.parametrize("name", SEARCHES)
def test_a_twin_agrees_where_o_began(name: str, by_depth: bool) -> None:
    for position in random.Random(3).sample(reachable("o"), 500):
        check_twins(position, name, by_depth)


@settings(max_examples=400)
@given(positions(rules(8)), st.sampled_from(SEARCHES), st.booleans(), st.integers(1, 9))
def test_a_twin_agrees_on_other_boards(
    position: Position, name: str, by_depth: bool, depth: int
) -> None:
    while position.empty**depth > 5_000 and depth > 1:
        depth -= 1
    check_twins(position, name, by_depth, depth)


@settings(max_examples=30)
@given(positions(st.sampled_from(LARGE)), st.sampled_from(SEARCHES), st.booleans())
def test_a_twin_agrees_on_large_boards(position: Position, name: str, by_depth: bool) -> None:
    check_twins(position, name, by_depth, depth=2 if position.empty < 100 else 1)


def test_the_published_node_counts() -> None:
    start = Position()
    for strict, by_depth in product((False, True), repeat=2):
        nodes = {(False, False): 18_297, (False, True): 20_866}
        nodes |= {(True, False): 146_120, (True, True): 125_500}
        found = _native.alpha_beta(start, strict=strict, by_depth=by_depth)
        assert found[:2] == (0, nodes[strict, by_depth])
    assert _native.minimax(start)[:2] == (0, 549_946)


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
        check_twins(position, name, by_depth=True, depth=2)


def test_one_in_a_row_where_a_line_can_be_too_long() -> None:
    # At d4 a stone of X would stand in lines of seven only, and win nothing; anywhere else it wins.
    position = board(
        """
        . . x x x . . . . o o o . . . .
        . x x x x x . . o o o o o . . .
        x x x x x x x o o o o o o o . .
        x x x . x x x o o o . o o o . .
        x x x x x x x o o o o o o o . .
        . x x x x x . . o o o o o . . .
        . . x x x . . . . o o o . . . .
        . . . . . . . . . . . . . . . .""",
        "8x16x1-exact",
    )
    wins = [move for move in position.legal_moves if position.play(move).winner]
    assert [move for move in position.legal_moves if move not in wins] == [51]
    check_twins(position, "minimax", depth=2)
    found = Engine(position.rules).analyse(position, Limit(depth=2), every_move=True)
    assert {value.move for value in found.moves if value.outcome == "win"} == set(wins)


def test_the_twins_stand_on_the_ground_of_the_searches() -> None:
    """All boards are made of the same windows, and nothing else knows what a line is."""
    includes = {
        path.name: set(re.findall('#include "(.*)"', path.read_text(encoding="utf-8")))
        for path in NATIVE.glob("*.[hc]pp")
    }
    assert "levels.hpp" in includes["solve.cpp"]
    assert {"evaluate.hpp", "shape_board.hpp"} <= includes["search.cpp"]
    assert {"levels.hpp", "evaluate.hpp", "shape_board.hpp"} <= includes["twins.cpp"]
    assert {name for name in includes if "windows.hpp" in includes[name]} == {
        *("windows.cpp", "levels.hpp", "lines.hpp", "evaluate.hpp", "shape_board.hpp"),
    }
    geometry = re.compile(r"\bdiagonals\b")
    uses = {path.name for path in NATIVE.glob("*.[hc]pp") if geometry.search(path.read_text())}
    # The weights and the net say only for which games they were learned.
    assert uses == {"rules.hpp", "windows.cpp", "weights.cpp", "net.hpp"}


# Perft


def test_perft_of_tic_tac_toe() -> None:
    counts = [_native.perft(Position(), depth) for depth in range(11)]
    assert counts == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0]


@settings(max_examples=150)
@given(positions(rules(20)), st.integers(0, 6))
def test_perft_agrees(position: Position, depth: int) -> None:
    while position.empty**depth > 5_000:
        depth -= 1
    for on in boards(position.rules):
        assert _native.perft(position, depth, board=on) == perft(position, depth)


def test_other_threads_go_on_while_it_counts() -> None:
    counting = threading.Thread(target=_native.perft, args=(Position(Rules(3, 4, 4)), 9))
    counting.start()
    ticks = 0
    while counting.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 10


# Threats


def threats(rules: Rules, cells: str, mark: str, lacking: int) -> list[Move]:
    """What `_native.threats` says, window by window."""
    cells_found: set[Move] = set()
    for line in rules.lines:
        along = list(range(rules.size)[line])
        marks = [cells[cell] for cell in along]
        for start in range(len(along) - rules.k + 1):
            end = start + rules.k
            window = marks[start:end]
            beside = marks[max(start - 1, 0) : start] + marks[end : end + 1]
            other = "o" if mark == "x" else "x"
            blocked = other in window or (rules.exact and mark in beside)
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
            for on in boards(rules) if lacking <= 2 else BOARDS[:1]:
                found = _native.threats(stones(rules, cells, mark), lacking, board=on)
                at_once = threats(rules, cells, mark, 1) if (on, lacking) == ("shape", 2) else []
                assert found == sorted({*expected} - {*at_once}), on


@settings(max_examples=150)
@given(crowded(rules(20)))
def test_threats_are_what_each_window_says(crowd: tuple[Rules, str]) -> None:
    check_threats(*crowd)


@settings(max_examples=100)
@given(crowded(st.sampled_from(LARGE)))
def test_threats_on_large_boards(crowd: tuple[Rules, str]) -> None:
    check_threats(*crowd)


@settings(max_examples=200)
@given(positions(rules(12)))
def test_the_threats_that_lack_one_stone_win(position: Position) -> None:
    wins = [move for move in position.legal_moves if position.play(move).winner]
    if not position.is_over:
        for on in boards(position.rules):
            assert _native.threats(position, 1, board=on) == wins


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
    cells = position.cells
    for on in BOARDS:
        assert _native.threats(stones(position.rules, cells), 1, board=on) == []  # five in a row
        assert _native.threats(stones(Rules(6, 7, 4), cells), 1, board=on) == [2]
        assert _native.threats(stones(Rules(6, 7, 5), cells), 1, board=on) == [2]
        assert _native.threats(stones(Rules(6, 7, 6), cells), 1, board=on) == []
        assert _native.threats(stones(Rules(6, 7, 6), cells), 2, board=on) == [2, 5]


def test_no_window_is_longer_than_the_board() -> None:
    assert _native.threats(stones((3, 3, 20, True, False), "." * 9), 20) == []
    for on in BOARDS[:2]:
        tiny = stones((2, 2, 20, True, False), "." * 4)
        assert _native.minimax(tiny, board=on)[:2] == (0, 65)


# Shapes

NAMES = (
    *("none", "one", "open one", "two", "open two", "wide two", "widest two", "three"),
    *("open three", "wide three", "four", "open four", "five"),
)


@functools.cache
def shape(line: str, k: int, exact: bool) -> str:
    """What the stone in the middle of a line makes; `#` is blocked."""
    middle = len(line) // 2
    before, after = line[:middle][::-1], line[middle + 1 :]
    run = 1 + sum(len(list(itertools.takewhile("x".__eq__, part))) for part in (before, after))
    if run == k or (run > k and not exact):
        return "five"
    ahead = [shape(f"{line[:i]}x{line[i + 1 :]}", k, exact) for i, c in enumerate(line) if c == "."]
    fives, fours = ahead.count("five"), ahead.count("open four")
    threes = ahead.count("open three") + ahead.count("wide three")
    twos = sum(each.endswith(" two") for each in ahead)
    if fives:
        return "open four" if fives > 1 else "four"
    if fours:
        return "wide three" if fours > 1 else "open three"
    if "four" in ahead:
        return "three"
    if threes:
        return ("open two", "wide two", "widest two")[min(threes, 3) - 1]
    if "three" in ahead:
        return "two"
    if twos:
        return "open one"
    return "one" if {"two", "open one", "one"} & {*ahead} else "none"


def line_through(position: Position, cell: Move, step: tuple[int, int], reach: int) -> str:
    """The cells around one, as the side to move sees them if it has a stone there."""
    rules, (row, column) = position.rules, divmod(cell, position.rules.columns)
    marks = []
    for away in range(-reach, reach + 1):
        r, c = row + away * step[0], column + away * step[1]
        inside = 0 <= r < rules.rows and 0 <= c < rules.columns
        mark = position.cells[r * rules.columns + c] if inside else "#"
        marks.append({position.turn: "x", ".": "."}.get(mark, "#") if away else "x")
    return "".join(marks)


@settings(max_examples=60)
@given(positions(rules(9)))
def test_shapes_are_what_looking_ahead_along_a_line_says(position: Position) -> None:
    game = position.rules
    if not 2 <= game.k <= 4:
        return
    steps = ((0, 1), (1, 0), (1, 1), (1, -1))
    reach = game.k if game.exact else game.k - 1
    found = _native.shapes(position)
    for cell in position.legal_moves:
        for direction, step in enumerate(steps[: 4 if game.diagonals else 2]):
            line = line_through(position, cell, step, reach)
            assert NAMES[found[cell][0] >> 4 * direction & 15] == shape(line, game.k, game.exact)


def test_shapes_drawn() -> None:
    lines = {
        "....x....": "open one",  # one stone can make an open two, and so on
        "...xx....": "widest two",
        ".x.xx....": "open three",
        "..xxx....": "wide three",
        "#.xxx....": "open three",
        "##xxx....": "three",
        ".xxxx....": "open four",
        "#xxxx....": "four",
        "xxxxx....": "five",
    }
    for drawn, name in lines.items():
        cells = drawn.replace("#", "o")
        taken = f"{cells[:4]}.{cells[5:]}" + "." * 9 * 8
        made = _native.shapes(stones(Rules(9, 9, 5), taken))[4][0]
        assert NAMES[made & 15] == name, drawn


# What is refused

TIC_TAC_TOE = (3, 3, 3, True, False)
EMPTY = "." * 9


@pytest.mark.parametrize(
    ("rules", "cells", "says"),
    [
        ((0, 3, 3, True, False), "", "rows must be from 1 to 20, not 0"),
        ((3, 21, 3, True, False), "." * 63, "columns must be from 1 to 20, not 21"),
        ((3, 3, 0, True, False), EMPTY, "k must be from 1 to 20, not 0"),
        ((3, 3, 2**70, True, False), EMPTY, "k must be from 1 to 20, not 1180591620717411303424"),
        (
            (-(2**70), 3, 3, True, False),
            EMPTY,
            "rows must be from 1 to 20, not -1180591620717411303424",
        ),
        (TIC_TAC_TOE, "", "0 cells: a 3x3 board has 9"),
        (TIC_TAC_TOE, "." * 10, "10 cells: a 3x3 board has 9"),
        (TIC_TAC_TOE, "........X", "'X' is not a cell: it must be x, o or ."),
        (TIC_TAC_TOE, "....\0....", "is not a cell"),
        (TIC_TAC_TOE, "....é....", "is not a cell"),
        (TIC_TAC_TOE, "....\ud800....", "is not a cell"),
    ],
)
def test_what_does_not_fit_is_refused(
    rules: tuple[int, int, int, bool, bool], cells: str, says: str
) -> None:
    position = stones(rules, cells)
    with pytest.raises(ValueError, match=says):
        _native.threats(position, 1)
    with pytest.raises(ValueError, match=says):
        _native.perft(position, 1)
    with pytest.raises(ValueError, match=says):
        _native.minimax(position)
    with pytest.raises(ValueError, match=says):
        _native.alpha_beta(position)
    if "rows" in says or "columns" in says or "k is" in says:
        with pytest.raises(ValueError, match=says):
            _native.Prover(position.rules, 0)
        with pytest.raises(ValueError, match=says):
            _native.DeepSearch(position.rules, 0, 1)


def test_a_search_refuses_the_position_of_another_game() -> None:
    stop, position = _native.Stop(), Position(GOMOKU)
    with pytest.raises(ValueError, match="a position of 15x15x5"):
        _native.Prover(FOUR_IN_A_LINE, 0).ask(position, True, False, 63, 1, -1.0, stop)
    with pytest.raises(ValueError, match="a position of 15x15x5"):
        _native.DeepSearch(FOUR_IN_A_LINE, 0, 1).search(position, 1, 0, -1.0, False, stop, None)


def test_there_are_three_boards() -> None:
    other: Any = "fourth"
    for call in (_native.minimax, _native.alpha_beta):
        with pytest.raises(ValueError, match="'fourth': it must be proof, search or shape"):
            call(Position(), board=other)
    for game in (Rules(8, 8, 8), Rules(8, 8, 7, exact=True)):
        with pytest.raises(ValueError, match=rf"the board of shapes is not for k = {game.k}"):
            _native.perft(Position(game), 1, board="shape")


@pytest.mark.parametrize("depth", [0, -1, -(2**70)])
def test_a_search_goes_one_ply_deep_or_more(depth: int) -> None:
    with pytest.raises(ValueError, match=f"depth must be from 1 to 400, not {depth}"):
        _native.minimax(Position(), depth=depth)
    with pytest.raises(ValueError, match=f"depth must be from 1 to 400, not {depth}"):
        _native.alpha_beta(Position(), depth=depth)


def test_more_depth_than_cells_is_no_limit() -> None:
    assert _native.alpha_beta(Position(), depth=2**70) == _native.alpha_beta(Position())


@pytest.mark.parametrize("depth", [-1, 401, 2**70])
def test_perft_counts_from_0_to_400_moves(depth: int) -> None:
    with pytest.raises(ValueError, match=f"depth must be from 0 to 400, not {depth}"):
        _native.perft(Position(), depth)


@pytest.mark.parametrize("lacking", [-1, 0, 4, 2**70])
def test_a_window_lacks_from_1_to_k_stones(lacking: int) -> None:
    with pytest.raises(ValueError, match=f"lacking must be from 1 to 3, not {lacking}"):
        _native.threats(Position(), lacking)


@pytest.mark.parametrize("wrong", [None, 3.0, "3", b"3", [], float("nan")])
def test_what_is_no_number_and_no_text_is_a_type_error(wrong: Any) -> None:
    with pytest.raises(TypeError):
        _native.minimax(stones((wrong, 3, 3, True, False), EMPTY))
    with pytest.raises(TypeError):
        _native.perft(Position(), wrong)
    if not isinstance(wrong, str):
        with pytest.raises(TypeError):
            _native.alpha_beta(stones(TIC_TAC_TOE, wrong))
