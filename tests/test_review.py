"""What each move of a game was worth: the verdicts and their words."""

from typing import Any

import pytest

from noughts import Position, Record
from noughts.analysis import Analysis, MoveValue, Result
from noughts.review import Judgement, Worth, backwards, judge, summary


def test_a_game_is_judged_from_its_last_move_to_its_first() -> None:
    record = Record("tic-tac-toe", {"x": "anna", "o": "otto"}, ["b2", "a1", "c3"])
    steps = list(backwards(record, seconds=6))
    assert [number for number, *_ in steps] == [3, 2, 1]
    for number, position, move, limit in steps:
        assert position == record.undo(4 - number).position
        assert position.play(move) == record.undo(3 - number).position
        assert limit.seconds == pytest.approx(6 / number, rel=0.5)  # nobody has used any so far
    assert [limit.seconds for *_, limit in backwards(record, seconds=0)] == [0.05] * 3


def judged(before: Result | None, after: Result | None, plies: tuple[int, int]) -> Judgement:
    """The first move (a1) of an empty board, where b2 would have been better."""
    position = Position()
    moves = (MoveValue(0, 0, "exact", after, plies[1]), MoveValue(4, 0, "exact", before, plies[0]))
    found = Analysis(
        position, "engine", 0, before, plies[0], (4,), moves, (), 1, 0.1, 9, before is not None
    )
    return judge(position, 0, 1, found, Worth())


@pytest.mark.parametrize(
    ("before", "after", "plies", "verdict", "words"),
    [
        ("win", "loss", (3, 2), "mistake", "a1 throws the win away: b2 wins in 3 plies."),
        ("win", "draw", (1, 9), "mistake", "a1 only draws: b2 wins in 1 ply."),
        ("draw", "loss", (9, 4), "mistake", "a1 loses: b2 draws."),
        ("win", "win", (3, 5), "as-good",
         "a1 wins in 5 plies too, but more slowly: b2 wins in 3 plies."),
        ("loss", "loss", (6, 2), "as-good",
         "a1 loses in 2 plies too, but sooner: b2 loses in 6 plies."),
        ("win", "win", (3, 3), "best", "a1 is best: it wins in 3 plies."),
        ("draw", "draw", (9, 9), "best", "a1 is best: it draws."),
        ("loss", "loss", (2, 2), "best", "a1 loses in 2 plies, like every other move."),
        ("loss", "loss", (None, None), "best", "a1 loses, like every other move."),
        ("loss", "loss", (6, 6), "best", "a1 loses in 6 plies; no other move holds out longer."),
        (None, "loss", (0, 4), None,
         "a1 loses in 4 plies; whether another move holds is not known."),
        (None, "draw", (0, 9), None, "a1 draws; whether another move wins is not known."),
        (None, "win", (0, 3), "best", "a1 is best: it wins in 3 plies."),
        ("win", None, (3, 0), None, "The value of a1 is not known."),
    ],
)  # fmt: skip
def test_verdicts(before: Any, after: Any, plies: Any, verdict: Any, words: str) -> None:
    judgement = judged(before, after, plies)
    assert judgement.verdict == verdict
    assert judgement.words == words
    assert judgement.better == (["b2"] if verdict in ("mistake", "as-good") else ())


def test_what_follows_tells_what_a_move_was_worth() -> None:
    found = Analysis(Position(), "engine", 0, "win", 3, (4,), (), (), 1, 0.1, 9, False)
    judgement = judge(Position(), 0, 1, found, Worth("win", 1))
    assert (judgement.after, judgement.verdict) == (Worth("loss", 2), "mistake")


def test_where_a_game_turned() -> None:
    first, second = judged("win", "draw", (3, 9)), judged("win", "loss", (3, 2))
    later = Judgement(4, "o", *([*vars(second).values()][2:]))
    assert summary([later, first]) == {
        **{"turned": 4, "words": "O gave away the win with move 4, a1; b2 was better."}
    }
    assert summary([judged("draw", "draw", (9, 9))])["words"] == "Neither side made a mistake."
    assert summary([judged(None, None, (0, 0))])["words"] == "No mistake is proven."


def test_a_game_that_was_lost_somewhere_is_said_to_be() -> None:
    unknown, lost = judged(None, None, (0, 0)), judged(None, "loss", (0, 4))
    later = Judgement(6, "o", *([*vars(lost).values()][2:]))
    assert summary([unknown, lost, later]) == {
        "turned": None,
        "words": "O had lost after move 6, a1; whether another move held is not known.",
    }
    assert summary([judged("win", "draw", (3, 9)), later])["turned"] == 1
