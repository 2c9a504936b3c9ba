"""Boards that fit the terminal, and values in words."""

from dataclasses import replace

import pytest
from click import unstyle
from hypothesis import given
from hypothesis import strategies as st
from laws import games, positions, rules

from noughts import (
    FOUR_IN_A_LINE,
    GOMOKU,
    TIC_TAC_TOE,
    Analysis,
    MoveValue,
    Position,
    Rules,
    analyse,
    cell,
)
from noughts.cli import show
from noughts.notation import NOTATIONS, Notation

NOTATION = NOTATIONS["gomoku"]


@pytest.fixture(autouse=True)
def size(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, 80, 24)


def terminal(monkeypatch: pytest.MonkeyPatch, columns: int, lines: int = 24) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(lines))


def played(board: Rules, *moves: str, notation: Notation = NOTATIONS["rows"]) -> Position:
    position = Position(board)
    for move in moves:
        position = position.play(notation.read(board, move))
    return position


def test_a_small_board_has_ruled_lines() -> None:
    shown = unstyle(show.board(played(TIC_TAC_TOE, "b2", "a1"), last=0))
    assert (
        shown
        == """\
    1   2   3
  ┌───┬───┬───┐
a │[O]│   │   │
  ├───┼───┼───┤
b │   │ X │   │
  ├───┼───┼───┤
c │   │   │   │
  └───┴───┴───┘"""
    )


def test_a_board_that_is_too_high_or_wide_for_lines_is_compact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = played(FOUR_IN_A_LINE, "a1", "h8")
    assert "┌" in unstyle(show.board(position, last=63))
    compact = """\
  1  2  3  4  5  6  7  8
a X  .  .  .  .  .  .  .
b .  .  .  .  .  .  .  .
c .  .  .  .  .  .  .  .
d .  .  .  .  .  .  .  .
e .  .  .  .  .  .  .  .
f .  .  .  .  .  .  .  .
g .  .  .  .  .  .  .  .
h .  .  .  .  .  .  . [O]"""
    for columns, lines in ((30, 24), (80, 16)):
        terminal(monkeypatch, columns, lines)
        assert unstyle(show.board(position, last=63)) == compact


def test_a_narrow_terminal_gets_two_characters_a_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, 26)
    position = played(Rules(3, 11, 3), "b9", "a1", "b10", "a2", "b11")
    assert (
        unstyle(show.board(position, last=21, won=(19, 20, 21)))
        == """\
                    1 1
  1 2 3 4 5 6 7 8 9 0 1
a O O . . . . . . . . .
b . . . . . . . .*X*X*X*
c . . . . . . . . . . ."""
    )


@pytest.mark.parametrize(
    ("board", "columns"), [(Rules(20, 20, 5), 80), (GOMOKU, 40), (FOUR_IN_A_LINE, 30)], ids=str
)
def test_the_boards_that_used_to_wrap_fit(
    board: Rules, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal(monkeypatch, columns)
    shown = unstyle(show.board(Position(board).play(0), last=0)).splitlines()
    assert max(map(len, shown)) <= columns
    assert len(shown) in (board.rows + 1, board.rows + 2)
    assert "[X]" in "".join(shown)


def test_where_no_board_fits_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, 30)
    board = Rules(20, 20, 5)
    needs = "(a 20x20 board needs 43 columns, this terminal has 30: "
    assert unstyle(show.board(Position(board), notation=NOTATION)) == f"{needs}no move yet)"
    position = played(board, "k10", notation=NOTATION)
    last = position.cells.index("x")
    said = unstyle(show.board(position, last, notation=NOTATION))
    assert said == f"{needs}the last move is X k10)"
    terminal(monkeypatch, 43)
    assert "[X]" in unstyle(show.board(position, last, notation=NOTATION))


@given(
    games(rules(20)),
    st.integers(10, 120),
    st.integers(5, 60),
    st.sampled_from([*NOTATIONS.values()]),
)
def test_a_board_never_wraps_and_marks_the_last_move(
    game: list[Position], columns: int, lines: int, notation: Notation
) -> None:
    position = game[-1]
    last = None
    if len(game) > 1:
        pairs = zip(game[-2].cells, position.cells, strict=True)
        last = next(i for i, (before, after) in enumerate(pairs) if before != after)
    won = position.outcome.cells if position.outcome else ()
    with pytest.MonkeyPatch.context() as monkeypatch:
        terminal(monkeypatch, columns, lines)
        shown = unstyle(show.board(position, last, won, notation))
    if shown.startswith("(a "):
        assert f"this terminal has {columns}" in shown
        return
    for line in shown.splitlines():
        assert len(line) <= columns
        assert line == line.rstrip()
    stones = sum(shown.count(mark) for mark in "XO")
    assert stones == sum(mark != "." for mark in position.cells)
    assert ("[" in shown) == (last is not None and last not in won)
    assert ("*" in shown) == bool(won)


def test_no_trailing_blanks_with_colours_either() -> None:
    for line in show.board(Position(GOMOKU), notation=NOTATION).splitlines():
        assert unstyle(line) == unstyle(line).rstrip()


# Values


@given(positions(rules(4)))
def test_values_fit_or_are_listed(position: Position) -> None:
    found = analyse(position)
    for columns in (12, 24, 40):
        with pytest.MonkeyPatch.context() as monkeypatch:
            terminal(monkeypatch, columns)
            for line in unstyle(show.values(found)).splitlines():
                assert len(line) <= max(columns, 14)


def test_values_that_do_not_fit_are_a_list_best_first(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, 20)
    found = analyse(Position.parse("xo./x../o.."))
    assert unstyle(show.values(found)).splitlines() == [
        *("   b2  win 3", "   c2  draw", "   a3  loss 4", "   b3  loss 4", "   c3  loss 4"),
    ]


def test_ascii_where_the_output_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(show, "ascii_only", lambda: True)
    found = analyse(Position(), "alpha-beta", every_move=False)
    assert "<= " in unstyle(show.values(found))
    assert unstyle(show.values(found)).isascii()
    assert unstyle(show.board(Position())).isascii()


def test_words_name_cells_in_the_notation(monkeypatch: pytest.MonkeyPatch) -> None:
    found = analyse(Position.parse("xo./x../o.."))
    assert show.advice(found, NOTATION) == "b2 wins in 3 plies."
    found = analyse(Position.parse("xx./oo./..."))
    assert cell(TIC_TAC_TOE, "a3") == found.move
    assert show.advice(found) == "a3 wins in 1 ply."
    assert show.advice(found, NOTATION) == "c3 wins in 1 ply."
    assert show.in_words(found, NOTATION) == "X to move: X wins in 1 ply. Best: c3."


def test_many_best_moves_are_cut_to_the_width(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal(monkeypatch, 40)
    found = analyse(Position.parse("x.../..../..../....", Rules.parse("4x4x4")))
    for words in (show.in_words(found), show.advice(found)):
        assert max(map(len, words.splitlines())) <= 40


def test_a_best_move_whose_number_is_not_the_best_is_named_alone() -> None:
    position = Position("gomoku").play("h8")
    moves = (MoveValue(0, -75), MoveValue(1, -41), MoveValue(2, -54))
    deeper = Analysis(position, "engine", -20, None, None, (0,), moves, (0,), 9, 0.1, 4, False)
    assert show.advice(deeper).splitlines()[0] == "a1 looks best, after a deeper look."
    agreeing = replace(deeper, best=(1,))
    assert show.advice(agreeing).startswith("a2 (-41) looks best; then a3 (-54), a1 (-75).\n")


def test_only_values_that_are_shown_are_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = tuple(MoveValue(move, -move) for move in range(1, 21))
    lost = MoveValue(30, -900_000, "exact", "loss")
    found = Analysis(
        Position("gomoku"), "engine", -1, None, None, (1,), (*moves, lost), (1,), 9, 0.1, 4, False
    )
    assert "loss without a number" in show.advice(found)
    terminal(monkeypatch, 40)
    assert "loss" not in show.values(found)
    assert "loss without a number" not in show.advice(found)


def test_a_question_is_not_broken_inside_its_brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(show, "_screen", lambda: (40, 30))
    which = "Which game? (? for help, back to return) [tic-tac-toe alpha-beta-strict x]:"
    assert show.question(which).splitlines() == [
        "Which game? (? for help, back to return)",
        "[tic-tac-toe alpha-beta-strict x]:",
    ]
    monkeypatch.setattr(show, "_screen", lambda: (20, 30))
    assert max(map(len, show.question(which).splitlines())) <= 20


def test_a_text_stands_beside_its_head_if_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(show, "_screen", lambda: (40, 30))
    head = "  alpha-beta         "
    assert show.fold("as in the textbook, cutting when value >= beta", head).splitlines() == [
        "  alpha-beta         as in the textbook,",
        "                     cutting when value",
        "                     >= beta",
    ]
