"""The third program: the whole tree first, 5 / 2 / 0, and its sample game."""

import gc
import random

import pytest
from laws import board, unfinished

from noughts import Limit, OutOfReach, Position, Rules, cell, player_named
from noughts.rules import OTHER
from noughts.textbook import game_tree, gametree
from noughts.textbook.gametree import grow, levels, most_nodes


def test_a_node_is_a_board_and_its_branches() -> None:
    start = board(
        """
        x o x
        o o x
        x . .""",
        turn="o",
    )
    won, blocked = start.play(7), start.play(8)
    assert won.winner == "o"
    assert grow(start) == [start, [[won, []], [blocked, [[blocked.play(7), []]]]]]


def test_a_finished_board_has_no_branches() -> None:
    won = board("xxx/oo./...")
    assert grow(won) == [won, []]
    assert game_tree(won).score == 0, "the side to move has lost"


def test_the_levels_of_the_tree() -> None:
    sizes = [len(level) for level in levels(grow(Position(), depth=3))]
    assert sizes == [1, 9, 72, 504]
    assert [path for path, _ in levels(grow(Position(), depth=1))[1]] == [(i,) for i in range(9)]


def test_most_nodes_is_the_number_of_nodes_if_nobody_wins_early() -> None:
    assert most_nodes(Position()) == 986_410
    assert most_nodes(Position(), depth=2) == 1 + 9 + 72
    nobody_can_win = Position(Rules.parse("2x3x3")).play(0).play(1).play(5).play(3)
    assert game_tree(nobody_can_win).nodes == most_nodes(nobody_can_win) == 1 + 2 + 2


def test_a_tree_that_would_not_fit_is_refused_at_once() -> None:
    with pytest.raises(OutOfReach, match=r"2x5x5 may have more than 1,000,000 nodes"):
        game_tree(Position(Rules.parse("2x5x5")))
    assert game_tree(Position(Rules.parse("2x5x5")), depth=2).nodes == 1 + 10 + 90


def test_a_tree_that_just_fits_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    position = board("xx./oo./...")
    monkeypatch.setattr(gametree, "LARGEST_TREE", most_nodes(position))
    assert game_tree(position).best == (2,)
    monkeypatch.setattr(gametree, "LARGEST_TREE", most_nodes(position) - 1)
    with pytest.raises(OutOfReach):
        game_tree(position)


def test_garbage_is_collected_afterwards_if_it_was_before() -> None:
    assert gc.isenabled()
    game_tree(board("xx./oo./..."))
    assert gc.isenabled()
    gc.disable()
    try:
        game_tree(board("xx./oo./..."))
        assert not gc.isenabled()
    finally:
        gc.enable()


# The sample game: cells numbered 1 to 9, the human is X and starts


def numbered(moves: tuple[int, ...]) -> list[int]:
    return [move + 1 for move in moves]


def test_the_sample_game_move_for_move() -> None:
    position = Position().play(2 - 1)

    found = game_tree(position)
    assert (found.score, numbered(found.best)) == (2, [1, 3, 5, 8]), "four drawing replies"
    position = position.play(3 - 1).play(4 - 1)
    assert position == board("""
        . x o
        x . .
        . . .""")

    found = game_tree(position)
    assert (found.score, len(found.best)) == (5, 1), "one winning move"
    position = position.play(found.best[0])
    threats = [move for move in position.legal_moves if opponent_wins_at(position, move)]
    assert numbered(tuple(threats)) == [6], "X must defend at 6"
    position = position.play(6 - 1)

    found = game_tree(position)
    assert (found.score, numbered(found.best)) == (5, [5]), "again one winning move"
    position = position.play(5 - 1).play(8 - 1)

    found = game_tree(position)
    assert (found.score, len(found.best)) == (5, 2), "two winning moves"
    assert 1 - 1 in found.best
    position = position.play(1 - 1)
    assert position.winner == "o"


def opponent_wins_at(position: Position, move: int) -> bool:
    """Whether the side that is not to move would win on that cell."""
    other = OTHER[position.turn]
    cells = position.cells[:move] + other + position.cells[move + 1 :]
    return bool(position.rules.winning_cells(cells, other))


def test_the_player_takes_any_one_of_the_best() -> None:
    position = Position().play(cell(Position().rules, "a2"))
    chosen = {
        player_named("game-tree", random.Random(seed)).choose(position, Limit())
        for seed in range(4)
    }
    assert chosen <= {0, 2, 4, 7}
    assert len(chosen) > 1


def test_values_are_5_2_and_0() -> None:
    for position in unfinished("x")[90::47]:
        found = game_tree(position)
        assert {value.score for value in found.moves} <= {5, 2, 0}
        assert found.score == max(value.score for value in found.moves)
