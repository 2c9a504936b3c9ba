"""Matches: the clock, and who loses by what."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from laws import MARKS

from noughts import Human, IllegalMove, Limit, Match, Outcome, Position, Record
from noughts.errors import NoMoveFound, NotationError, PlayerFailed
from noughts.rules import OTHER, Mark, Move

SPARE = 20.0  # seconds that a busy machine may take


class Scripted:
    """Plays what stands in its script, whatever the position."""

    def __init__(self, *moves: Any, name: str = "scripted") -> None:
        self.script = list(moves)
        self.name = name
        self.limits: list[Limit] = []

    def choose(self, position: Position, limit: Limit) -> Move:
        self.limits.append(limit)
        move: Move = self.script.pop(0)
        return move


def clock(*seconds: float) -> Any:
    """A clock on which the moves take these seconds, one after the other."""

    def ticks() -> Iterator[float]:
        now = 100.0
        for spent in seconds:
            yield now
            now += spent
            yield now

    return iter(ticks()).__next__


def play(moves: Iterable[Move]) -> Match:
    """A match in which both sides follow one script."""
    script = Scripted(*moves)
    return Match({"x": script, "o": script})


def test_a_game_to_its_end() -> None:
    match = play([0, 3, 1, 4, 2])
    record = match.run()
    assert record.outcome == match.outcome == Outcome("x", "line", (0, 1, 2))
    assert record.moves == (0, 3, 1, 4, 2)
    assert len(record.seconds) == 5
    assert all(0 <= seconds < 1 for seconds in record.seconds)
    assert record.players == {"x": "scripted", "o": "scripted"}


def test_a_draw() -> None:
    record = play([0, 1, 2, 4, 3, 5, 7, 6, 8]).run()
    assert record.outcome == Outcome(None, "full board")


def test_step_by_step() -> None:
    match = play([4, 0])
    assert match.outcome is None
    assert match.step() == 4
    assert match.position == Position().play(4)
    assert match.step() == 0
    assert match.record.moves == (4, 0)


def test_o_may_start() -> None:
    match = Match({"x": Scripted(0), "o": Scripted(4)}, Position(turn="o"))
    match.step()
    match.step()
    assert match.position.cells == "x...o...."


@pytest.mark.parametrize("move", [4, 9, -1, 10**9, None, 0.0, "b2", "a4", "top"])
def test_an_illegal_move_loses(move: Any) -> None:
    match = Match({"x": Scripted(4), "o": Scripted(move)})
    match.step()
    assert match.step() is None
    assert match.outcome == Outcome("x", "illegal move")
    assert match.record.moves == (4,), "the record holds legal moves only"


def test_a_move_that_a_program_chose_elsewhere_is_judged_in_the_same_way() -> None:
    match = Match({}, limits=Limit(seconds=1))
    assert match.receive(4, 0.5) == 4
    assert match.receive(0, 1.05) == 0, "a tenth of a second is forgiven"
    assert match.record.seconds == (0.5, 1.05)
    assert match.receive(4, 0.5) is None
    assert match.outcome == Outcome("o", "illegal move")
    late = Match({}, limits=Limit(seconds=1))
    assert late.receive(4, 1.2) is None
    assert late.outcome == Outcome("o", "time")


def test_a_player_that_finds_no_move_in_time_loses() -> None:
    class Helpless:
        name = "helpless"

        def choose(self, position: Position, limit: Limit) -> Move:
            raise NoMoveFound("it has seen nothing")

    match = Match({"x": Helpless(), "o": Scripted()})
    assert match.step() is None
    assert match.outcome == Outcome("o", "time")
    assert match.remark == "it has seen nothing"


def test_a_player_that_fails_loses_by_a_crash() -> None:
    class Broken(Scripted):
        def choose(self, position: Position, limit: Limit) -> Move:
            raise PlayerFailed("it ended with exit code 3")

    match = Match({"x": Scripted(4), "o": Broken()})
    record = match.run()
    assert record.outcome == Outcome("x", "crash")
    assert match.remark == "it ended with exit code 3"
    assert str(record).endswith("X wins: the program of O failed.")
    assert Record.from_json(record.as_json()) == record


def test_a_player_gets_ready_once_a_game_and_off_its_clock() -> None:
    begun = []

    class Slow(Scripted):
        def begin(self, position: Position, limit: Limit) -> None:
            begun.append((position, limit))
            if position.cells[8] != ".":
                raise PlayerFailed("it does not start")

    slow, limit = Slow(0, 1), Limit(seconds=1)
    match = Match({"x": slow, "o": Scripted(3, 4)}, limits=limit, clock=clock(1, 1, 1, 1))
    for _ in range(4):
        match.step()
    assert begun == [(Position(), limit)]
    match = Match({"x": Scripted(8), "o": slow})
    assert (match.step(), match.step()) == (8, None)
    assert (match.outcome, match.remark) == (Outcome("x", "crash"), "it does not start")


def test_a_clock_for_the_whole_game() -> None:
    x, o = Scripted(0, 1, 8), Scripted(3, 4, 7)
    times = clock(2, 3, 2.5, 0.5, 0.5, 1.7)
    match = Match({"x": x, "o": o}, limits=Limit(depth=3), total=5, clock=times)
    assert [match.step() for _ in range(5)] == [0, 3, 1, 4, 8]
    assert [limit.left for limit in x.limits] == [5, 3, 0.5], "own turns only"
    assert [limit.left for limit in o.limits] == [5, 2]
    assert x.limits[0] == Limit(depth=3, left=5)
    assert match.limit("o") == Limit(depth=3, left=1.5)
    assert match.step() is None
    assert match.outcome == Outcome("x", "time")
    assert match.remark == "its moves took 5.200 s, its limit for the game is 5 s"


def test_a_clock_goes_on_with_the_record_and_back_with_undo() -> None:
    record = Record(Position(turn="o"), {"x": "anna", "o": "otto"}).play(4, 1.5).play(0, 0.5)
    match = Match({"x": Scripted(), "o": Scripted(1)}, record=record, total=2, clock=clock(0.25))
    assert (match.limit("o").left, match.limit("x").left) == (0.5, 1.5)
    match.step()
    assert match.limit("o").left == 0.25
    match.undo(3)
    assert match.limit("o").left == 2
    assert Match("easy", "easy").limit("x") == Limit()


@pytest.mark.parametrize("total", [0, -1, True, "5", float("inf"), float("nan")])
def test_a_wrong_total_is_refused(total: Any) -> None:
    with pytest.raises(NotationError, match="total must be a number of seconds, more than 0, not"):
        Match("easy", "easy", total=total)


def test_what_is_left_is_counted_by_the_match() -> None:
    with pytest.raises(NotationError, match="a match counts what is left: give it total, not Limi"):
        Match("easy", "easy", limits=Limit(left=5))


def test_our_players_divide_what_is_left() -> None:
    record = Match("engine", "perfect", "9x9x5", total=0.4, grace=SPARE).run()
    assert record.outcome is not None
    assert record.outcome.reason in ("line", "full board")
    assert sum(record.seconds) < SPARE


def test_an_overrun_loses() -> None:
    x, o = Scripted(0, 1), Scripted(3)
    match = Match({"x": x, "o": o}, limits=Limit(seconds=2), clock=clock(1.9, 2.05, 2.2))
    assert match.step() == 0
    assert match.step() == 3, "a tenth of a second is forgiven"
    assert match.step() is None
    assert match.outcome == Outcome("o", "time")
    assert match.remark == "its move took 2.2 s, its limit is 2 s"
    assert match.record.moves == (0, 3)
    assert match.record.seconds == pytest.approx((1.9, 2.05))


def test_the_grace_is_an_argument() -> None:
    players = {mark: Scripted(0) for mark in MARKS}
    match = Match(players, limits=Limit(seconds=1), grace=0, clock=clock(1, 1.01))
    assert match.step() == 0, "not a moment too late"
    players["o"].script = [1]
    assert match.step() is None
    assert match.outcome == Outcome("x", "time")


def test_an_overrun_with_a_winning_move_is_still_an_overrun() -> None:
    match = Match(
        {"x": Scripted(0, 1, 2), "o": Scripted(3, 4)},
        limits=Limit(seconds=1),
        clock=clock(0, 0, 0, 0, 9),
    )
    match.run()
    assert match.outcome == Outcome("o", "time")


def test_without_a_limit_there_is_no_overrun() -> None:
    match = Match({"x": Scripted(0), "o": Scripted(1)}, clock=clock(10_000, 10_000))
    assert (match.step(), match.step()) == (0, 1)


def test_limits_may_differ_and_reach_the_players() -> None:
    x, o = Scripted(0), Scripted(1)
    limits: dict[Mark, Limit] = {"x": Limit(), "o": Limit(depth=2, seconds=1)}
    match = Match({"x": x, "o": o}, limits=limits, clock=clock(50, 0.5))
    assert (match.step(), match.step()) == (0, 1)
    assert x.limits == [Limit()]
    assert o.limits == [Limit(depth=2, seconds=1)]


@pytest.mark.parametrize("mark", MARKS)
def test_whoever_resigns_loses(mark: Mark) -> None:
    match = play([0])
    match.step()
    match.resign(mark)
    assert match.outcome == Outcome(OTHER[mark], "resignation")
    assert match.record.moves == (0,)


def test_nothing_is_played_after_the_end() -> None:
    match = play([0, 3, 1, 4, 2, 5])
    match.run()
    with pytest.raises(IllegalMove, match="the game is over"):
        match.step()
    assert match.run().moves == (0, 3, 1, 4, 2)


def test_undo() -> None:
    match = play([0, 3, 1, 4, 8])
    for _ in range(3):
        match.step()
    match.undo(2)
    assert match.record.moves == (0,)
    assert match.position == Position().play(0)
    match.undo(5)
    assert match.position == Position(), "no further than the start"
    match.step()
    assert match.record.moves == (4,)


def test_undo_takes_back_a_resignation_too() -> None:
    match = play([0, 3])
    match.step()
    match.step()
    match.resign("x")
    match.undo()
    assert match.outcome is None
    assert match.record.moves == (0,)


def test_what_a_player_raises_leaves_the_game_as_it_was() -> None:
    def leave(position: Position) -> Move:
        raise KeyboardInterrupt

    match = Match({"x": Scripted(0), "o": Human(leave)})
    match.step()
    with pytest.raises(KeyboardInterrupt):
        match.step()
    assert match.outcome is None
    assert match.record.moves == (0,)


def test_a_match_goes_on_from_a_record() -> None:
    record = Record(Position(), {"x": "anna", "o": "otto"}).play(4, 1.5)
    match = Match({"x": Scripted(), "o": Scripted(0)}, record=record)
    assert match.step() == 0
    assert match.record.moves == (4, 0)
    assert match.record.seconds[0] == 1.5
    assert match.record.players == {"x": "anna", "o": "otto"}
