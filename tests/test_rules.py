"""Rules: their names, their lines, and what completes one."""

import random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from laws import MARKS, one_line, rules

from noughts import FOUR_IN_A_LINE, GOMOKU, TIC_TAC_TOE, NotationError, Rules
from noughts.rules import LARGEST, OTHER, Mark

SIZES = [(rows, columns) for rows in range(1, 21) for columns in range(1, 21)]


def every_rules() -> list[Rules]:
    return [
        Rules(rows, columns, k, diagonals, exact)
        for rows, columns in SIZES
        for k in range(1, max(rows, columns) + 1)
        for diagonals in (True, False)
        for exact in (False, True)
    ]


# Names


def test_reading_the_name_of_any_rules_gives_them_back() -> None:
    everything = every_rules()
    assert len(everything) == 4 * sum(max(size) for size in SIZES)
    for each in everything:
        assert Rules.parse(str(each)) == each


def test_no_two_rules_share_a_name() -> None:
    everything = every_rules()
    assert len({str(each) for each in everything}) == len(everything)


@given(rules(20), st.sampled_from(["", " ", "\t", "\n"]), st.booleans())
def test_case_and_blanks_around_a_name_do_not_matter(each: Rules, blank: str, upper: bool) -> None:
    name = str(each).upper() if upper else str(each)
    assert Rules.parse(blank + name + blank) == each


def test_the_presets() -> None:
    assert TIC_TAC_TOE == Rules.parse("tic-tac-toe") == Rules.parse("3x3x3") == Rules(3, 3, 3)
    assert FOUR_IN_A_LINE == Rules.parse("four-in-a-line") == Rules.parse("8x8x4-straight")
    assert GOMOKU == Rules.parse("Gomoku") == Rules.parse("15x15x5") == Rules(15, 15, 5)
    assert [str(each) for each in (TIC_TAC_TOE, FOUR_IN_A_LINE, GOMOKU)] == [
        "3x3x3",
        "8x8x4-straight",
        "15x15x5",
    ]


def test_a_name_stands_for_one_object_that_remembers_its_lines() -> None:
    assert Rules.parse("7x6x4") is Rules.parse("7x6x4")
    assert Rules.parse("7x6x4").lines is Rules.parse("7x6x4").lines


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("3x3x3", "tic-tac-toe: 3 in a row wins on 3x3"),
        ("gomoku", "gomoku: 5 or more in a row win on 15x15"),
        (
            "8x8x4-straight",
            "four-in-a-line: 4 or more in a row or column (no diagonals) win on 8x8",
        ),
        ("3x3x2", "3x3x2: 2 or more in a row win on 3x3"),
        ("4x6x3-exact", "4x6x3-exact: exactly 3 in a row wins on 4x6"),
    ],
)
def test_rules_in_words(game: str, words: str) -> None:
    assert Rules.parse(game).in_words == words


def test_rules_are_frozen_and_can_be_keys() -> None:
    with pytest.raises(AttributeError):
        TIC_TAC_TOE.k = 2  # type: ignore[misc]
    assert {Rules(3, 3, 3): "here"}[TIC_TAC_TOE] == "here"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "chess",
        "tic tac toe",
        "3x3",
        "3x3x",
        "3x3x3x3",
        "3 x 3 x 3",
        "3*3*3",
        "3x3x3-diagonal",
        "3x3x3-exact-straight",
        "3x3x3-straight-straight",
        "3x3x3straight",
        "-3x3x3",
        "3.0x3x3",
        "³x3x3",
        "٣x3x3",
        "3x3x3\nx",
        "99999x3x3",
        "9" * 5000 + "x3x3",
        "\x00",
    ],
)
def test_an_unknown_game_is_refused_in_one_line_that_quotes_it(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Rules.parse(text)
    assert one_line(str(refusal.value))
    assert repr(text)[1:-1][:50] in str(refusal.value)
    assert "tic-tac-toe" in str(refusal.value), "says what would have been allowed"


@pytest.mark.parametrize(
    "text", ["0x3x3", "3x0x3", "0x0x0", "21x3x3", "3x21x3", "100x100x5", "9999x9999x9999"]
)
def test_boards_that_are_too_small_or_too_large_are_refused(text: str) -> None:
    with pytest.raises(NotationError) as refusal:
        Rules.parse(text)
    assert str(refusal.value) == f"'{text}' is not a board: rows and columns must be from 1 to 20"


@pytest.mark.parametrize(("text", "longer"), [("3x3x4", 3), ("3x5x6", 5), ("7x2x0", 7)])
def test_a_line_must_fit_on_the_board(text: str, longer: int) -> None:
    with pytest.raises(NotationError) as refusal:
        Rules.parse(text)
    allowed = f"k must be from 1 to the longer side, here {longer}"
    assert str(refusal.value) == f"'{text}' cannot be played: {allowed}"


def test_what_is_made_by_hand_is_checked_as_well() -> None:
    with pytest.raises(NotationError, match="'21x3x3-straight' is not a board"):
        Rules(21, 3, 3, diagonals=False)
    with pytest.raises(NotationError, match="'3x3x-1-exact' cannot be played"):
        Rules(3, 3, -1, exact=True)


@pytest.mark.parametrize(("sign", "digits"), [(1, 400), (-1, 400), (1, 5000)])
def test_a_number_of_many_digits_is_refused_in_one_short_line(sign: int, digits: int) -> None:
    number = sign * 10**digits
    for sides in ((number, 3, 3), (0, number, number), (3, 3, number)):
        with pytest.raises(NotationError, match="must be from 1 to 20, not ") as refusal:
            Rules(*sides)
        assert len(str(refusal.value)) < 120


# Lines. The twin knows cells by row and column, and walks.

Cell = tuple[int, int]


def directions(each: Rules) -> list[Cell]:
    return [(0, 1), (1, 0), (1, 1), (1, -1)] if each.diagonals else [(0, 1), (1, 0)]


def cells_of(each: Rules) -> list[Cell]:
    return [(r, c) for r in range(each.rows) for c in range(each.columns)]


def windows(each: Rules) -> set[frozenset[int]]:
    """Every place for a line of `k`."""
    found = set()
    for r, c in cells_of(each):
        for down, right in directions(each):
            place = [(r + i * down, c + i * right) for i in range(each.k)]
            if all(0 <= r < each.rows and 0 <= c < each.columns for r, c in place):
                found.add(frozenset(r * each.columns + c for r, c in place))
    return found


def windows_in_lines(each: Rules) -> set[frozenset[int]]:
    found = set()
    for line in each.lines:
        cells = range(each.size)[line]
        for start in range(len(cells) - each.k + 1):
            found.add(frozenset(cells[start : start + each.k]))
    return found


@given(rules(20))
@example(Rules(1, 1, 1))
@example(Rules(20, 20, 1))
@example(Rules(20, 20, 20))
def test_the_lines_hold_every_place_for_k_in_a_row_and_no_other(each: Rules) -> None:
    assert windows_in_lines(each) == windows(each)


@pytest.mark.parametrize("diagonals", [True, False])
def test_the_number_of_lines_on_boards_of_all_sizes(diagonals: bool) -> None:
    for rows, columns in SIZES:
        for k in {1, 2, 3, 5, min(rows, columns), max(rows, columns)}:
            if k <= max(rows, columns):
                each = Rules(rows, columns, k, diagonals)
                assert len(each.lines) == count_of_lines(each), each


def count_of_lines(each: Rules) -> int:
    """A line begins where there is no cell before it, and counts if it is long enough."""
    count = 0
    for r, c in cells_of(each):
        for down, right in directions(each):
            if r - down in range(each.rows) and c - right in range(each.columns):
                continue
            length = 0
            while r + length * down < each.rows and 0 <= c + length * right < each.columns:
                length += 1
            count += length >= max(each.k, 2 if down and right else 1)
    return count


def test_the_eight_lines_of_tic_tac_toe() -> None:
    assert {"".join("012345678"[line]) for line in TIC_TAC_TOE.lines} == {
        *("012", "345", "678"),
        *("036", "147", "258"),
        *("048", "246"),
    }


@given(rules(20))
def test_the_lines_through_a_cell_are_the_lines_that_contain_it(each: Rules) -> None:
    for cell in range(each.size):
        containing = [line for line in each.lines if cell in range(each.size)[line]]
        assert list(each.lines_through[cell]) == containing
        assert len(containing) <= 4


# Completed lines. The twin measures the run of stones through a cell.


def run_through(each: Rules, cells: str, mark: Mark, cell: int, direction: Cell) -> set[int]:
    """The unbroken run of the mark through its cell, in one direction and its opposite."""
    run = {cell}
    for way in (1, -1):
        r, c = divmod(cell, each.columns)
        while True:
            r, c = r + way * direction[0], c + way * direction[1]
            if not (0 <= r < each.rows and 0 <= c < each.columns):
                break
            if cells[r * each.columns + c] != mark:
                break
            run.add(r * each.columns + c)
    return run


def winning_runs(each: Rules, cells: str, mark: Mark, cell: int) -> list[set[int]]:
    runs = [run_through(each, cells, mark, cell, way) for way in directions(each)]
    return [run for run in runs if len(run) == each.k or (len(run) > each.k and not each.exact)]


def all_winning_cells(each: Rules, cells: str, mark: Mark) -> set[int]:
    stones = [cell for cell in range(each.size) if cells[cell] == mark]
    return set().union(*(run for cell in stones for run in winning_runs(each, cells, mark, cell)))


@st.composite
def scattered(draw: st.DrawFn, of: st.SearchStrategy[Rules]) -> tuple[Rules, str]:
    """Any stones anywhere, from a few to a crowd: most of these boards come up in no game.

    Exactly one in a row is left out: the first stone wins, so there never is a second.
    """
    each = draw(of.filter(lambda each: each.k > 1 or not each.exact))
    share = draw(
        st.sampled_from([(1, 1, 1), (6, 1, 1), (1, 6, 1), (20, 1, 1), (1, 1, 6), (1, 0, 0)])
    )
    chance = random.Random(draw(st.integers(0, 2**32)))
    return each, "".join(chance.choices("xo.", share, k=each.size))


@given(scattered(rules(6) | rules(20)), st.sampled_from(MARKS))
def test_winning_cells_are_those_of_all_runs_that_are_long_enough(
    scene: tuple[Rules, str], mark: Mark
) -> None:
    each, cells = scene
    won = each.winning_cells(cells, mark)
    assert set(won) == all_winning_cells(each, cells, mark)
    assert list(won) == sorted(set(won))


@given(scattered(rules(6) | rules(20)), st.sampled_from(MARKS), st.data())
def test_a_stone_completes_a_line_when_a_run_through_it_is_long_enough(
    scene: tuple[Rules, str], mark: Mark, data: st.DataObject
) -> None:
    each, cells = scene
    while won := each.winning_cells(cells, mark):  # take stones away until nobody has won
        cells = cells[: won[len(won) // 2]] + "." + cells[won[len(won) // 2] + 1 :]
    empty = [cell for cell in range(each.size) if cells[cell] == "."]
    assume(empty)
    lengths = {
        cell: max(len(run_through(each, cells, mark, cell, way)) for way in directions(each))
        for cell in empty
    }
    long = [cell for cell in empty if lengths[cell] >= each.k]  # a line, or one that is too long
    cell = data.draw(st.sampled_from(long or empty))
    cells = cells[:cell] + mark + cells[cell + 1 :]
    assert each.completes(cells, mark, cell) == bool(winning_runs(each, cells, mark, cell))


def test_a_line_that_is_too_long_is_not_completed_but_one_beside_it_is() -> None:
    each = Rules.parse("4x4x3-exact")
    assert not each.completes("xxxx" + "." * 12, "x", 1)
    assert each.completes("xxxx" + ".x.." + ".x.." + "....", "x", 1)


@given(scattered(rules(20)))
def test_marks_are_alike(scene: tuple[Rules, str]) -> None:
    each, cells = scene
    swapped = cells.translate(str.maketrans("xo", "ox"))
    for mark in MARKS:
        assert each.winning_cells(cells, mark) == each.winning_cells(swapped, OTHER[mark])


@pytest.mark.parametrize(
    ("game", "cells", "won"),
    [
        ("1x6x3", "xxx...", True),
        ("1x6x3", "xxxx..", True),
        ("1x6x3-exact", "xxx...", True),
        ("1x6x3-exact", ".xxx..", True),
        ("1x6x3-exact", "...xxx", True),
        ("1x6x3-exact", "oxxxo.", True),
        ("1x6x3-exact", "xxxx..", False),
        ("1x6x3-exact", "xxxxxx", False),
        ("1x6x3", "xxoxx.", False),
        ("1x1x1", "x", True),
        ("4x4x1-exact", "x" + "." * 15, True),
        ("2x2x2-straight", "x..x", False),
        ("2x2x2", "x..x", True),
    ],
)
def test_examples(game: str, cells: str, won: bool) -> None:
    assert bool(Rules.parse(game).winning_cells(cells, "x")) == won


def test_lines_do_not_wrap_round_the_edge() -> None:
    cells = "..x" + "xx." + "..."
    assert TIC_TAC_TOE.winning_cells(cells, "x") == ()
    assert not any(TIC_TAC_TOE.completes(cells, "x", cell) for cell in (2, 3, 4))


# Symmetries


def test_a_square_has_eight_symmetries_and_a_rectangle_four() -> None:
    for rows, columns in SIZES:
        one_cell, one_row, square = (rows, columns) == (1, 1), 1 in (rows, columns), rows == columns
        expected = 1 if one_cell else 2 if one_row else 8 if square else 4
        symmetries = Rules(rows, columns, 1).symmetries
        assert len(symmetries) == len(set(symmetries)) == expected
        for symmetry in symmetries:
            assert sorted(symmetry) == list(range(rows * columns))


def test_the_eight_turned_boards() -> None:
    turned = {"".join("abcdefghi"[cell] for cell in way) for way in TIC_TAC_TOE.symmetries}
    assert turned == {
        *("abcdefghi", "gdahebifc", "ihgfedcba", "cfibehadg"),  # a quarter turn each
        *("cbafedihg", "ghidefabc", "adgbehcfi", "ifchebgda"),  # and reflected
    }


@given(rules(8))
def test_symmetries_turn_lines_into_lines(each: Rules) -> None:
    places = windows(each)
    for symmetry in each.symmetries:
        assert {frozenset(symmetry[cell] for cell in place) for place in places} == places


def test_the_largest_board() -> None:
    assert LARGEST == 20
    assert Rules(20, 20, 20).size == 400


def test_something_like_a_board_is_no_board() -> None:
    class Board:
        def __getitem__(self, line: slice) -> str:
            raise NotationError("not a move")

    with pytest.raises(NotationError, match="no line of 'x' through 1 in"):
        Rules.parse("3x3x3").completes(Board(), "x", 1)  # type: ignore[arg-type]
