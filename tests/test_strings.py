"""The fifth program: boards as strings of nine characters."""

from itertools import product

import pytest
from laws import EIGHT_LINES, MARKS, after, one_line, unfinished

from noughts import IllegalMove, NotationError, OutOfReach, Position, Rules, Visit
from noughts.rules import Mark
from noughts.textbook.strings import evaluate, minimax, minimax_ab, strings


def test_evaluate() -> None:
    for cells in map("".join, product("xo.", repeat=9)):
        lines = {cells[a] + cells[b] + cells[c] for a, b, c in EIGHT_LINES}
        if {"xxx", "ooo"} <= lines:
            continue  # nobody asks
        assert evaluate(cells) == (1 if "xxx" in lines else -1 if "ooo" in lines else 0)


def test_case_does_not_matter_and_a_blank_is_an_empty_cell() -> None:
    assert evaluate("XXX OO   ") == evaluate("xxx.oo...") == 1
    assert evaluate("xX.OoO.xx") == -1
    for search in (minimax, minimax_ab):
        assert search("XX oo    ", True) == search("xx.OO....", True) == 2


def test_the_best_cell_need_not_be_the_first() -> None:
    for search in (minimax, minimax_ab):
        assert search("xo.xo....", True) == 6, "the cells before it lose, one after it draws"
        assert search("ox.ox....", False) == 6


@pytest.mark.exhaustive
def test_the_nodes_of_both() -> None:
    for search, nodes in ((minimax, 549_946), (minimax_ab, 30_710)):
        visits = 0

        def count(visit: Visit) -> None:
            nonlocal visits
            visits += 1

        assert search(".........", True, count) == 0, "all draw: the first cell"
        assert visits == nodes


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", MARKS)
def test_both_find_the_first_of_the_best_cells(first: Mark) -> None:
    for position in unfinished(first):
        true = after(position.cells, position.turn)
        best = max(value.result for value in true.values())
        expected = min(move for move in true if true[move].result == best)
        assert minimax_ab(position.cells, position.turn == "x") == expected
        if position.empty <= 6:
            assert minimax(position.cells, position.turn == "x") == expected


def test_x_maximises_whoever_is_to_move() -> None:
    for position in unfinished("o")[::41]:
        found = strings(position)
        sign = 1 if position.turn == "x" else -1
        true = after(position.cells, position.turn)
        assert {v.move: v.score for v in found.moves} == {
            move: sign * value.result for move, value in true.items()
        }


@pytest.mark.parametrize("text", ["", "xo", "." * 10, "xo?......", "xo-......", "\n" * 9, "é" * 9])
def test_what_is_no_board_is_refused(text: str) -> None:
    for refused in (evaluate, lambda s: minimax(s, True), lambda s: minimax_ab(s, False)):
        with pytest.raises(NotationError) as refusal:
            refused(text)
        assert one_line(str(refusal.value))
        assert repr(text) in str(refusal.value)


@pytest.mark.parametrize("text", ["xxx.oo...", "xoxxoooxx"])
def test_a_finished_game_is_refused(text: str) -> None:
    for search in (minimax, minimax_ab):
        with pytest.raises(IllegalMove, match=f"nothing can be played in '{text}'"):
            search(text, text.count("x") <= text.count("o"))


def test_boards_that_cannot_come_up_are_refused() -> None:
    for search in (minimax, minimax_ab):
        with pytest.raises(NotationError, match="it is o's turn, not x's"):
            search("x........", True)
        with pytest.raises(NotationError, match="differ by at most one"):
            search("xx.......", False)
        with pytest.raises(NotationError, match="both x and o have a line"):
            search("xxxooo...", True)


def test_other_games_are_refused() -> None:
    for game in ("3x3x2", "3x3x3-straight", "4x4x3"):
        with pytest.raises(OutOfReach, match=f"strings plays 3x3x3 only, not {game}"):
            strings(Position(Rules.parse(game)))
