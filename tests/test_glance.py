"""What a position shows without a search, beside what playing on and counting windows show."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from laws import board, positions, rules

from noughts import FOUR_IN_A_LINE, GOMOKU, Position, Rules, _native
from noughts.engine.glance import Glance, Threat, glance
from noughts.engine.net import net_for
from noughts.notation import names
from noughts.rules import OTHER, Move

QUIET = Glance(0, Threat.QUIET, Threat.QUIET, defends=False)


def makes(position: Position, threat: Threat) -> list[Move]:
    """Where the side to move makes so much."""
    return [move for move, cell in enumerate(glance(position)) if cell.ours == threat]


def others_turn(position: Position) -> Any:
    """The same stones as if the other side were to move."""
    return SimpleNamespace(rules=position.rules, cells=position.cells, turn=OTHER[position.turn])


@settings(max_examples=150)
@given(positions(rules(9)))
def test_a_five_completes_a_line(position: Position) -> None:
    assume(not position.is_over)
    assert makes(position, Threat.FIVE) == [
        move for move in position.legal_moves if position.play(move).winner
    ]
    theirs = [move for move, cell in enumerate(glance(position)) if cell.theirs == Threat.FIVE]
    assert theirs == _native.threats(others_turn(position), 1)


@settings(max_examples=150)
@given(positions(rules(9)))
def test_a_four_threatens_to(position: Position) -> None:
    seen = glance(position)
    ours = {move for move, cell in enumerate(seen) if cell.ours >= Threat.FOUR}
    theirs = {move for move, cell in enumerate(seen) if cell.theirs >= Threat.FOUR}
    for turn, fours in ((position, ours), (others_turn(position), theirs)):
        two = min(2, position.rules.k)
        assert fours == {*_native.threats(turn, 1), *_native.threats(turn, two)}


@settings(max_examples=100)
@given(positions(rules(9)))
def test_cells_that_are_taken_show_nothing(position: Position) -> None:
    seen = glance(position)
    assert len(seen) == position.rules.size
    assert all(
        cell == QUIET for cell, mark in zip(seen, position.cells, strict=True) if mark != "."
    )


@pytest.mark.parametrize(
    "game", [Rules(11, 11, 5), FOUR_IN_A_LINE, Rules(9, 9, 5, exact=True)], ids=str
)
def test_what_defends_leaves_no_open_four(game: Rules) -> None:
    chance, threatened = random.Random(1), 0
    for _ in range(300):
        position = Position(game)
        for move in chance.sample(crowd(game), 11):
            if not position.is_over:
                position = position.play(move)
        if position.is_over:
            continue
        seen = glance(position)
        if all(cell.theirs != Threat.OPEN_FOUR for cell in seen):
            assert not any(cell.defends for cell in seen)
            continue
        threatened += 1
        for move in position.legal_moves:
            child = position.play(move)
            if not child.is_over:
                assert seen[move].defends == (not makes(child, Threat.OPEN_FOUR))
    assert threatened > 20


def crowd(game: Rules) -> list[Move]:
    """The cells of a square of five rows in the middle."""
    top, left = (game.rows - 5) // 2, (game.columns - 5) // 2
    return [(top + r) * game.columns + left + c for r in range(5) for c in range(5)]


def test_an_open_three_drawn() -> None:
    assert defences("...xxx...") == ["e3", "e7"]
    assert defences("..o.xxx..") == ["e4", "e8", "e9"]
    assert defences("..oxxx...") == []  # it can become no more than a four


def defences(row: str) -> list[str]:
    """What O can play against three stones of X in the middle row of a 9x9 board."""
    away = ".o.....o." if "o" not in row else ".o......."
    rows = [row if number == 4 else away if number == 8 else "." * 9 for number in range(9)]
    position = board("/".join(rows), "9x9x5")
    found = [move for move, cell in enumerate(glance(position)) if cell.defends]
    return names(position.rules, found)


def test_the_net_says_what_is_promising_where_there_is_one() -> None:
    position = Position(GOMOKU).play(112).play(97).play(128)
    net = net_for(GOMOKU)
    assert net is not None
    [(_, promises)] = net.opinions(position)
    assert [cell.promise for cell in glance(position)] == promises
    with pytest.raises(ValueError, match="the net is not for 3x3x3"):
        _native.glance(Position(Rules(3, 3, 3)), net)


@pytest.mark.parametrize("game", ["8x8x4-straight", "15x15x5-exact", "12x12x6", "10x10x9"])
def test_elsewhere_what_is_near_is_promising(game: str) -> None:
    rules = Rules.parse(game)
    columns, middle = rules.columns, rules.rows // 2 * rules.columns + rules.columns // 2
    position = Position(rules).play(middle)
    promises = [cell.promise for cell in glance(position)]
    near = [promises[middle + away] for away in (1, -1, columns, -columns)]
    far = [promises[corner] for corner in (1, columns, -2, -columns - 1)]
    assert min(near) > max(far)
