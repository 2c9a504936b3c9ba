"""What `new` understands, and what a game is without being told."""

import random

import pytest

from noughts import FOUR_IN_A_LINE, GOMOKU, TIC_TAC_TOE, NotationError, Position, Rules
from noughts.cli.play import Options
from noughts.cli.setup import Setup
from noughts.players import OPPONENTS
from noughts.rules import OTHER


@pytest.mark.parametrize(
    ("words", "setup"),
    [
        ("", Setup()),
        ("gomoku", Setup(GOMOKU)),
        ("Gomoku HARD O", Setup(GOMOKU, "o", chosen="hard")),
        ("4x4x3-straight second", Setup(Rules(4, 4, 3, diagonals=False), first="computer")),
        ("first o", Setup(me="o", first="me")),
        ("o first", Setup(me="o", first="me")),
        ("coin human", Setup(first="coin", chosen="human")),
        ("engine 0.5s", Setup(chosen="engine", seconds=0.5)),
        ("stepwise:easy", Setup(chosen="stepwise:easy")),
        ("four-in-a-line", Setup(FOUR_IN_A_LINE)),
        ("four in a line", Setup(FOUR_IN_A_LINE)),
        ("tic tac toe minimax", Setup(chosen="minimax")),
        ("four-in-a-line four-in-a-line", Setup(FOUR_IN_A_LINE, chosen="four-in-a-line")),
        ("gomoku four-in-a-line", Setup(GOMOKU, chosen="four-in-a-line")),
    ],
)
def test_the_words_after_new(words: str, setup: Setup) -> None:
    assert Setup().changed(words) == setup


def test_what_is_not_said_stays() -> None:
    setup = Setup(GOMOKU, "o", chosen="engine", seconds=0.5, named="rows")
    assert setup.changed("easy") == Setup(GOMOKU, "o", chosen="easy", seconds=0.5, named="rows")
    assert setup.changed("x").me == "x"
    assert Setup(first="computer").changed("o").begin(random.Random(1)).start.turn == "x"


@pytest.mark.parametrize("words", ["banana", "3x3", "5", "gomoku gomoku", "god:easy", "1x1x2", "s"])
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(NotationError):
        Setup().changed(words)


def test_the_opponent_suits_the_game() -> None:
    assert Setup(TIC_TAC_TOE).opponent == Setup(FOUR_IN_A_LINE).opponent == "medium"
    assert Setup(GOMOKU).opponent == "hard"
    assert Setup(seconds=1.0).opponent == Setup(GOMOKU, depth=2).opponent == "engine"
    for setup in (Setup(TIC_TAC_TOE), Setup(FOUR_IN_A_LINE), Setup(GOMOKU)):
        assert setup.why_not(Position(setup.rules)) is None
        assert setup.limit.seconds is None, "it needs no clock"


def test_a_rematch_swaps_the_colours_again_and_again() -> None:
    setup = Setup(first="computer")
    for _ in range(4):
        began = setup.begin(random.Random(1)).start.turn
        again = setup.rematch(began)
        assert again.me == OTHER[setup.me]
        assert again.begin(random.Random(1)).start.turn == began
        setup = again


def test_every_opponent_can_be_kept_and_resumed() -> None:
    for name in OPPONENTS:
        setup = Setup(me="o", chosen=name, seconds=0.5, depth=2, seed=3, named="gomoku")
        record = setup.begin(random.Random(1))
        assert Setup.resumed(record, setup.options()) == setup


def test_an_engine_is_named_after_its_program_and_kept_by_its_command() -> None:
    setup = Setup(GOMOKU, "o", engine="./pbrain-carbon.exe -x")
    assert (setup.opponent, setup.in_short) == ("carbon", "gomoku carbon o")
    assert Setup.resumed(setup.begin(random.Random(1)), setup.options()) == setup
    assert setup.changed("hard") == Setup(GOMOKU, "o", chosen="hard")
    assert Setup(GOMOKU, engine="human").opponent == "human (program)"
    assert Setup(Rules(4, 4, 4), engine="carbon").why_not(Position("4x4x4"))
    with pytest.raises(NotationError, match="its options are wrong"):
        Setup.resumed(setup.begin(random.Random(1)), {"engine": 3})


@pytest.mark.parametrize("command", ["", " ", "'"])
def test_an_engine_needs_a_command(command: str) -> None:
    with pytest.raises(NotationError, match="a command"):
        Options(*(None,) * 5, command, *(None,) * 5)
