"""Positions: what may be played, what cannot occur, and how they are shown."""

import copy
import pickle
import random
from itertools import pairwise, product
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import MARKS, board, games, one_line, positions, reachable, rules

from noughts import (
    FOUR_IN_A_LINE,
    IllegalMove,
    NotationError,
    Outcome,
    Position,
    Rules,
    drawing,
)
from noughts.position import perft
from noughts.rules import Mark

# Counting


@pytest.mark.exhaustive
def test_perft_of_tic_tac_toe() -> None:
    counts = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert [perft(Position(), depth) for depth in range(1, 10)] == counts
    assert [perft(Position(turn="o"), depth) for depth in range(1, 7)] == counts[:6]
    assert perft(Position(), 0) == 1
    assert perft(Position(), 10) == 0, "no game has ten moves"


@pytest.mark.parametrize("first", MARKS)
def test_the_reachable_positions_of_tic_tac_toe(first: Mark) -> None:
    everything = reachable(first)
    finished = [position for position in everything if position.is_over]
    assert (len(everything), len(finished)) == (5478, 958)


@pytest.mark.parametrize("first", MARKS)
def test_the_positions_that_differ_by_more_than_a_turn_of_the_board(first: Mark) -> None:
    def up_to_symmetry(position: Position) -> str:
        ways = position.rules.symmetries
        return min("".join(position.cells[cell] for cell in way) for way in ways)

    kinds = {up_to_symmetry(position): position.is_over for position in reachable(first)}
    assert (len(kinds), sum(kinds.values())) == (765, 138)


# Playing


@given(games(rules(6) | rules(20)))
def test_a_game_is_legal_move_by_move(game: list[Position]) -> None:
    for before, now in pairwise(game):
        changed = [i for i in range(before.rules.size) if before.cells[i] != now.cells[i]]
        assert len(changed) == 1
        assert changed[0] in before.legal_moves
        assert before.cells[changed[0]] == "."
        assert now.cells[changed[0]] == before.turn
        assert now.turn != before.turn
        assert not before.is_over


@given(positions(rules(6) | rules(20)), st.integers(0, 2**32))
def test_every_game_ends_before_the_cells_run_out(position: Position, seed: int) -> None:
    chance = random.Random(seed)
    stones = position.rules.size - position.empty
    while not position.is_over:
        position = position.play(chance.choice(position.legal_moves))
        stones += 1
    assert stones == position.rules.size - position.empty <= position.rules.size


@given(games(rules(6) | rules(20)))
def test_every_position_of_a_game_can_be_set_up(game: list[Position]) -> None:
    for position in game:
        set_up = Position(position.rules, position.cells, position.turn)
        assert set_up == position
        assert set_up.outcome == position.outcome
        assert set_up.legal_moves == position.legal_moves


@given(positions(rules(6) | rules(20)))
def test_a_game_is_over_when_somebody_has_a_line_or_the_board_is_full(position: Position) -> None:
    lines = {mark: position.rules.winning_cells(position.cells, mark) for mark in MARKS}
    assert not lines[position.turn]
    outcome = position.outcome
    if any(lines.values()):
        last: Mark = "o" if position.turn == "x" else "x"
        assert outcome == Outcome(last, "line", lines[last])
        assert position.winner == last
    elif "." not in position.cells:
        assert outcome == Outcome(None, "full board", ())
        assert position.winner is None
    else:
        assert outcome is None
        assert position.legal_moves == [i for i, c in enumerate(position.cells) if c == "."]
        assert position.empty == len(position.legal_moves)
    assert position.is_over == (outcome is not None)
    assert bool(position.legal_moves) == (outcome is None)


@given(positions(rules(6)))
def test_a_turned_position_is_worth_the_same(position: Position) -> None:
    for symmetry in position.rules.symmetries:
        turned = position.turned(symmetry)
        assert turned.turn == position.turn
        assert turned.winner == position.winner
        assert {symmetry[move] for move in turned.legal_moves} == set(position.legal_moves)


def test_the_winning_cells_of_two_lines_at_once() -> None:
    position = board("""
        x x x
        x o o
        x o o""")
    assert position.outcome == Outcome("x", "line", (0, 1, 2, 3, 6))


def test_diagonals_do_not_count_in_four_in_a_line() -> None:
    cells = ["."] * 64
    for cell in (0, 9, 18, 27):
        cells[cell] = "x"
    for cell in (63, 61, 59):
        cells[cell] = "o"
    assert Position(FOUR_IN_A_LINE, "".join(cells)).outcome is None
    assert Position(Rules.parse("8x8x4"), "".join(cells)).winner == "x"


def test_five_do_not_win_where_exactly_four_must() -> None:
    start = board("xx.xx/ooo../...o./...../.....", "5x5x4-exact", "x")
    assert start.play(2).outcome is None
    assert start.play(5 + 3).play(2).winner is None


# Refused moves


def test_a_taken_cell_is_refused() -> None:
    position = Position().play(4)
    with pytest.raises(IllegalMove) as refusal:
        position.play(4)
    expected = "b2 is taken by X in '.../.x./...'"
    assert str(refusal.value) == expected
    with pytest.raises(IllegalMove) as refusal:
        position.play(0).play(0)
    assert str(refusal.value) == "a1 is taken by O in 'o../.x./...'"


def test_why_a_move_cannot_be_played() -> None:
    position = board("xx./oo./...")
    assert position.why_not(0) == "a1 is taken by X"
    assert position.why_not(2) is None
    assert position.why_not(9) == "9 is not a cell of a 3x3x3 board (0 to 8)"
    assert Position().why_not(0) is None


@pytest.mark.parametrize("move", [-1, -9, 9, 10**30])
def test_a_move_off_the_board_is_refused(move: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Position().play(move)
    assert str(refusal.value) == f"{move} is not a cell of a 3x3x3 board (0 to 8)"


@given(positions(rules(5)))
def test_only_legal_moves_can_be_played(position: Position) -> None:
    for move in range(-2, position.rules.size + 2):
        if move in position.legal_moves:
            assert position.play(move).cells[move] == position.turn
        else:
            with pytest.raises(IllegalMove) as refusal:
                position.play(move)
            assert one_line(str(refusal.value))


# Values, not things


def test_a_position_cannot_be_changed() -> None:
    position = Position()
    for attribute in ("rules", "cells", "turn", "winner", "is_over", "outcome", "legal_moves"):
        with pytest.raises(AttributeError):
            setattr(position, attribute, "x")
    with pytest.raises(AttributeError):
        position.anything = 1  # type: ignore[attr-defined]
    position.legal_moves.clear()
    position.play(0)
    assert position == Position()
    assert len(position.legal_moves) == 9


@given(positions(rules(6)))
def test_the_same_board_is_the_same_position(position: Position) -> None:
    again = Position(position.rules, position.cells, position.turn)
    assert again == position
    assert hash(again) == hash(position)
    assert len({again, position}) == 1


def test_turn_and_rules_make_a_difference() -> None:
    empty = Position()
    assert empty != Position(turn="o")
    assert empty != Position(Rules.parse("3x3x3-straight"))
    assert empty != Position(Rules.parse("3x3x2"))
    assert empty != "........."
    assert len({empty, Position(turn="o"), Position(Rules.parse("3x3x2")), Position()}) == 3


@given(positions(rules(6) | rules(20)))
def test_copies_are_equal_and_play_on(position: Position) -> None:
    copies = [copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))]
    for again in copies:
        assert again == position
        assert again.outcome == position.outcome
        for move in position.legal_moves[:1]:
            assert again.play(move) == position.play(move)


@given(positions(rules(6) | rules(20)))
def test_repr_evaluates_to_the_position(position: Position) -> None:
    assert eval(repr(position), {"Position": Position, "Rules": Rules}) == position


# Reading boards


def test_the_turn_follows_from_the_stones() -> None:
    assert Position.parse(".........").turn == "x"
    assert Position.parse(".........", turn="o").turn == "o"
    assert Position.parse("x........").turn == "o"
    assert Position.parse("o........").turn == "x"
    assert Position.parse("xo.......").turn == "x"
    assert Position.parse("xo.......", turn="o").turn == "o", "O moved first"


@given(positions(rules(6) | rules(20)))
def test_a_printed_board_can_be_read_again(position: Position) -> None:
    head, *rows = str(position).splitlines()
    assert head.split() == [str(c + 1) for c in range(position.rules.columns)]
    assert "".join(row[0] for row in rows) == "abcdefghijklmnopqrst"[: position.rules.rows]
    drawn = "\n".join(row[1:] for row in rows)
    assert Position.parse(drawn, position.rules, position.turn) == position
    assert Position.parse(position.rows_text, position.rules, position.turn) == position
    assert Position.parse(position.cells.upper(), position.rules, position.turn) == position


def test_a_drawn_board() -> None:
    position = board("""
        X O .
        . X .
        . . O""")
    assert position == Position().play(0).play(1).play(4).play(8)


# Boards that cannot occur in a game


def is_accepted(rules: Rules, cells: str, turn: Mark) -> bool:
    try:
        return Position(rules, cells, turn).turn == turn
    except NotationError:
        return False


@pytest.mark.parametrize("game", ["3x3x3", "3x3x3-straight", "2x4x3", "4x2x2", "1x8x2", "1x1x1"])
def test_a_board_is_accepted_if_and_only_if_it_can_come_up(game: str) -> None:
    rules = Rules.parse(game)
    possible = {(p.cells, p.turn) for first in MARKS for p in reachable(first, game)}
    boards = list(map("".join, product("xo.", repeat=rules.size)))
    accepted = {(c, turn) for c in boards for turn in MARKS if is_accepted(rules, c, turn)}
    assert accepted == possible


@pytest.mark.parametrize(
    ("cells", "turn", "why"),
    [
        ("xx.......", None, "has 2 x and 0 o: in a game they differ by at most one"),
        ("xo.ooo...", None, "has 1 x and 4 o: in a game they differ by at most one"),
        ("x........", "x", "has 1 x and 0 o, so it is o's turn, not x's"),
        ("o........", "o", "has 0 x and 1 o, so it is x's turn, not o's"),
        ("xxxooo...", None, "cannot occur in a game: both x and o have a line"),
        ("xxxoo.o..", "x", "cannot occur in a game: it is x's turn, but x already has a line"),
    ],
)
def test_why_a_board_is_refused(cells: str, turn: Mark | None, why: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Position.parse(cells, turn=turn)
    assert str(refusal.value) == f"'{cells}' {why}"


def test_two_lines_that_no_single_move_completes() -> None:
    drawing = """
        x x x .
        o o . o
        x x x .
        o . o o"""
    with pytest.raises(NotationError, match="no single move completes all lines of x"):
        board(drawing, "4x4x3", "o")


def test_two_lines_with_one_stone_in_common_are_possible() -> None:
    position = board(
        """
        x x x .
        x o . o
        x o o .
        . . . .""",
        "4x4x3",
    )
    assert position.winner == "x"


def test_a_turn_is_x_or_o() -> None:
    with pytest.raises(NotationError, match="the turn must be x or o, not 'z'"):
        Position(turn="z")  # type: ignore[arg-type]


def test_an_outcome_does_not_change_and_can_be_a_key() -> None:
    outcome = Outcome("x", "line", (0, 1, 2))
    with pytest.raises(AttributeError):
        outcome.winner = None  # type: ignore[misc]
    assert {Outcome("x", "line", (0, 1, 2)): "here"}[outcome] == "here"


# Pictures


def test_the_picture_of_a_won_game_shows_the_line() -> None:
    won = board("xxx/oo./...")
    assert won._repr_svg_() == drawing.svg(won.rules, won.cells, won=(0, 1, 2))
    going_on = board("xx./oo./...")
    assert going_on._repr_svg_() == drawing.svg(going_on.rules, going_on.cells)


@given(positions(rules(6) | rules(20)))
def test_the_picture_is_well_formed_and_holds_every_stone(position: Position) -> None:
    picture = ElementTree.fromstring(position._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    rings = picture.findall(".//{http://www.w3.org/2000/svg}circle")
    assert len(rings) == position.cells.count("o")
    strokes = [path.get("d", "") for path in picture.iter("{http://www.w3.org/2000/svg}path")]
    crosses = sum(d.count("l") for d in strokes)
    assert crosses == 2 * position.cells.count("x"), "a cross has two strokes"
    names = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert len(names) == position.rules.rows + position.rules.columns
