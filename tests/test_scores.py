"""What leaves are worth, and that a score can be read again."""

import re

import pytest
from hypothesis import given
from laws import MARKS, board, positions, rules

from noughts import FOUR_IN_A_LINE, GOMOKU, Position, Rules
from noughts.textbook.scores import (
    BY_DEPTH,
    FIVE_TWO_ZERO,
    RUNS,
    SCORES,
    WIN_DRAW_LOSS,
    line_worth,
    runs,
)
from noughts.textbook.strings import X_MAXIMISES

WON = board("""
    x x x
    o o .
    . . .""")
DRAWN = board("""
    x o x
    x o o
    o x x""")
OPEN = board("""
    x o .
    . . .
    . . .""")


def test_what_a_win_a_draw_and_a_loss_are_worth() -> None:
    for scores, win, draw, loss in (
        (WIN_DRAW_LOSS, 1, 0, -1),
        (BY_DEPTH, 10 - 5, 0, 5 - 10),
        (FIVE_TWO_ZERO, 5, 2, 0),
        (RUNS, 100_000 - 5, 0, 5 - 100_000),
    ):
        assert scores.leaf(WON, 5, "x") == win
        assert scores.leaf(WON, 5, "o") == loss
        assert scores.leaf(DRAWN, 5, "x") == scores.leaf(DRAWN, 5, "o") == draw == scores.draw


def test_an_open_game_is_worth_a_draw_except_to_the_heuristic() -> None:
    for scores in (WIN_DRAW_LOSS, BY_DEPTH, FIVE_TWO_ZERO):
        assert scores.leaf(OPEN, 2, "x") == scores.draw
    # X stands on a row, a column and a diagonal, O on a row and a column: the row is one for both.
    assert RUNS.leaf(OPEN, 2, "x") == 3 - 2
    assert RUNS.leaf(OPEN, 2, "o") == 2 - 3


def test_by_depth_counts_from_the_number_of_cells_plus_one() -> None:
    won = board(
        """
        x .
        o x
        . .""",
        "3x2x2",
    )
    assert won.winner == "x"
    assert BY_DEPTH.leaf(won, 3, "x") == 6 + 1 - 3


def test_the_names_of_the_scores() -> None:
    assert SCORES == {
        "win-draw-loss": WIN_DRAW_LOSS,
        "by-depth": BY_DEPTH,
        "five-two-zero": FIVE_TWO_ZERO,
        "runs": RUNS,
    }


@given(positions(rules(6)))
def test_a_finished_game_is_read_as_what_it_is(position: Position) -> None:
    if position.winner is None:
        return
    loser = position.turn
    for scores in SCORES.values():
        for plies in range(position.rules.size + 1):
            for us in MARKS:
                root = Position(position.rules, turn=us)
                result, distance = scores.read(scores.leaf(position, plies, us), root)
                assert result == ("loss" if us == loser else "win")
                assert distance in (None, plies)
                assert distance == plies or scores not in (BY_DEPTH, RUNS)


# The heuristic of the fourth program


def heuristic(position: Position) -> int:
    """100*X3 + 10*X2 + X1 - 100*O3 - 10*O2 - O1, counted over rows and columns of an 8x8 board."""
    rows = [position.cells[r * 8 : r * 8 + 8] for r in range(8)]
    columns = ["".join(row[c] for row in rows) for c in range(8)]
    text = " ".join(rows + columns)

    def count(mark: str, length: int) -> int:
        return len(re.findall(f"(?<!{mark}){mark}{{{length}}}(?!{mark})", text))

    x1, x2, x3 = (count("x", length) for length in (1, 2, 3))
    o1, o2, o3 = (count("o", length) for length in (1, 2, 3))
    return 100 * x3 + 10 * x2 + x1 - 100 * o3 - 10 * o2 - o1


@given(positions(rules(1).map(lambda _: FOUR_IN_A_LINE)))
def test_the_formula_of_four_in_a_line(position: Position) -> None:
    assert position.winner or runs(position) == heuristic(position)
    if not position.is_over:
        assert RUNS.leaf(position, 3, "x") == heuristic(position)
        assert RUNS.leaf(position, 3, "o") == -heuristic(position)


def test_the_formula_on_a_drawn_board() -> None:
    position = board(
        """
        x x x . . . . .
        o . . . . . . .
        o . . . . . . .
        . . . x x . . .
        . . . . . . . .
        . . . . o o . .
        . . . . . . . .
        . . . . . . o x""",
        "four-in-a-line",
    )
    rows_of_x, columns_of_x = 100 + 10 + 1, 1 + 1 + 1 + 1 + 1 + 1
    rows_of_o, columns_of_o = 1 + 1 + 10 + 1, 10 + 1 + 1 + 1
    assert runs(position) == rows_of_x + columns_of_x - rows_of_o - columns_of_o


@pytest.mark.parametrize(
    ("line", "k", "worth"),
    [
        ("........", 4, 0),
        ("x.......", 4, 1),
        ("xx.x..oo", 4, 10 + 1 - 10),
        ("xxx.o.oo", 4, 100 - 1 - 10),
        ("xxxx....", 5, 1000),
        ("xxxx....", 4, 0),
    ],
)
def test_a_run_of_i_marks_is_worth_ten_to_the_power_of_i_minus_one(
    line: str, k: int, worth: int
) -> None:
    assert line_worth(line, k) == worth
    assert line_worth(line.translate(str.maketrans("xo", "ox")), k) == -worth


@given(positions(rules(20)))
def test_no_heuristic_value_is_taken_for_a_decided_game(position: Position) -> None:
    if not position.is_over:
        for us in MARKS:
            value = RUNS.leaf(position, 1, us)
            assert value == 0 or RUNS.read(value, position) == (None, None)


def test_the_largest_heuristic_value_is_not_taken_for_a_win() -> None:
    for each in (GOMOKU, Rules(20, 20, 2), Rules(20, 20, 3), Rules(20, 20, 20)):
        stones = "x" * (each.k - 1) + "."
        rows = (stones * each.columns)[: each.columns]
        most = sum(abs(line_worth(rows, each.k)) for _ in each.lines)
        assert RUNS.read(most, Position(each)) == (None, None)


def test_which_scores_tell_how_far_away_a_win_is() -> None:
    assert {name: scores.by_depth for name, scores in SCORES.items()} == {
        "win-draw-loss": False,
        "by-depth": True,
        "five-two-zero": False,
        "runs": True,
    }
    assert not X_MAXIMISES.by_depth
