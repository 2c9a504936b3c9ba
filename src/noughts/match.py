"""A timed game between two players; the only judge of illegal moves and overruns.

People do not lose by an illegal move: the terminal and the page tell them why they cannot play it
(`Record.why_not`), and they choose again.
"""

import random
import time
from collections.abc import Callable, Mapping
from typing import Any, TypedDict, Unpack, overload

from noughts.analysis import NO_LIMIT, Limit, checked_limit
from noughts.errors import IllegalMove, NoMoveFound, NotationError, is_number, require, shorten
from noughts.players import Player, as_chance, as_player
from noughts.position import GAME_OVER, Outcome, Position
from noughts.records import MARKS, Record, checked_seconds
from noughts.rules import OTHER, Mark, Move, Rules

__all__ = ["Match"]

NOBODY: dict[Mark, str] = {"x": "nobody", "o": "nobody"}


class Others(TypedDict, total=False):
    """What else a match takes, each with its name."""

    record: Record | None  # the game to go on with, instead of a start
    chance: random.Random | None
    grace: float  # seconds beyond the limit that are forgiven; 0.1 unless you say so
    clock: Callable[[], float]


OPTIONS = {"players", "x", "o", "start", "limits", *Others.__annotations__}


class Match:
    """Plays a game, move by move or to the end: X, O and where they start.

    `Match(x, o, start="tic-tac-toe", limits=NO_LIMIT)`; by name also `record` (a game to go on
    with), `chance`, `grace` (0.1 seconds) and `clock`.

    >>> Match("perfect", "perfect").run().outcome
    Outcome(winner=None, reason='full board', cells=())

    The players may also be a mapping, `{"x": ..., "o": ...}`. With a seeded `chance`, players given
    by name play the same game again. Without players (`{}`), others tell the moves (`receive`).

    A player that returns an illegal move loses ("illegal move"); so does one that takes more than
    `limit.seconds` plus `grace` for a move, or finds none within its limit ("time"). `remark` then
    says what was wrong. People have no limit: set one only for a player that can keep it. `limits`
    may differ for the two marks.
    """

    @overload
    def __init__(
        self,
        players: Mapping[Mark, Player | str],
        start: Position | Rules | str | None = None,
        limits: Limit | Mapping[Mark, Limit] = NO_LIMIT,
        **others: Unpack[Others],
    ) -> None: ...

    @overload
    def __init__(
        self,
        x: Player | str,
        o: Player | str,
        start: Position | Rules | str | None = None,
        limits: Limit | Mapping[Mark, Limit] = NO_LIMIT,
        **others: Unpack[Others],
    ) -> None: ...

    def __init__(self, *given: Any, **others: Any) -> None:
        for option in others.keys() - OPTIONS:
            raise NotationError(
                f"a match does not take {shorten(option)}, only start (a game or a position), "
                "limits, chance (a random.Random), record, grace and clock"
            )
        if "players" in others or (given and isinstance(given[0], Mapping)):
            self._begin(*given, **others)
        else:
            self._between(*given, **others)

    def _between(self, x: Any = None, o: Any = None, *more: Any, **others: Any) -> None:
        if x is None or o is None:
            raise NotationError(
                f"a match needs two players, X and then O, as in Match('easy', 'perfect'), not "
                f"{shorten(x)} and {shorten(o)}"
            )
        self._begin({"x": x, "o": o}, *more, **others)

    def _begin(
        self,
        players: Mapping[Mark, Player | str],
        start: Position | Rules | str | None = None,
        limits: Limit | Mapping[Mark, Limit] = NO_LIMIT,
        *,
        record: Record | None = None,
        chance: random.Random | None = None,
        grace: float = 0.1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        known = isinstance(players, Mapping)
        if not known or (players and {*players} != {*MARKS}):
            raise NotationError(
                f"a match needs the players x and o, as in {{'x': 'easy', 'o': 'perfect'}}, not "
                f"{shorten(players)}"
            )
        if record is not None and not isinstance(record, Record):
            raise NotationError(f"{shorten(record)} is not the Record of a game")
        if record is not None and start is not None:
            raise NotationError("a match goes on from its record: leave out the start")
        require(is_number(grace) and grace >= 0, "grace must be a number of seconds", grace)
        require(callable(clock), "clock must be a function", clock)
        chance = as_chance(chance)
        self.players = {mark: as_player(players[mark], chance) for mark in MARKS if players}
        self.limits = _both(limits)
        named = {mark: player.name for mark, player in self.players.items()}
        self.record = record or Record("tic-tac-toe" if start is None else start, named or NOBODY)
        self.grace = grace
        self.remark: str | None = None
        self._clock = clock

    def __repr__(self) -> str:
        return repr(self.record).replace("Record", "Match", 1)

    def __str__(self) -> str:
        return f"{self.position}\n{self.record}"

    def _repr_svg_(self) -> str:
        return self.record._repr_svg_()

    @property
    def position(self) -> Position:
        """The current position."""
        return self.record.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.record.outcome

    def step(self) -> Move | None:
        """Let the player whose turn it is move; None if it loses instead."""
        mark = self._turn()
        if not self.players:
            raise NotationError("this match has no players: tell it the moves with receive")
        started = self._clock()
        try:
            move = self.players[mark].choose(self.position, self.limits[mark])
        except NoMoveFound as error:
            self.lose(mark, "time")
            self.remark = str(error)
            return None
        return self.receive(move, self._clock() - started)

    def receive(self, move: Move | str, seconds: float) -> Move | None:
        """Play the move that a program chose; None if the program loses by it.

        It loses if the move is illegal or took longer than its limit plus `grace`.
        """
        mark, seconds = self._turn(), checked_seconds(seconds)
        most = self.limits[mark].seconds
        try:
            played = self.record.play(move, seconds)
        except (IllegalMove, NotationError) as error:
            self.lose(mark, "illegal move")
            self.remark = str(error)
            return None
        if most is not None and seconds > most + self.grace:
            self.lose(mark, "time")
            self.remark = f"its move took {seconds:g} s, its limit is {most:g} s"
            return None
        self.record = played
        return played.moves[-1]

    def _turn(self) -> Mark:
        """Whose turn it is, in a game that is not over."""
        if self.outcome is not None:
            raise IllegalMove(f"{GAME_OVER} in {shorten(self.position.rows_text)}")
        return self.position.turn

    def lose(self, mark: Mark, reason: str) -> None:
        """End the game as a loss for `mark`: by "resignation", "illegal move" or "time"."""
        if mark not in MARKS:
            raise NotationError(f"x or o can lose, not {shorten(mark)}")
        self.record = self.record.ended(Outcome(OTHER[mark], reason))

    def resign(self, mark: Mark) -> None:
        """End the game because `mark` resigns."""
        self.lose(mark, "resignation")

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves."""
        self.record = self.record.undo(moves)

    def run(self) -> Record:
        """Play to the end."""
        while self.outcome is None:
            self.step()
        return self.record


def _both(limits: Limit | Mapping[Mark, Limit]) -> dict[Mark, Limit]:
    """The limits of both players."""
    if not isinstance(limits, Mapping):
        return dict.fromkeys(MARKS, checked_limit(limits))
    both = "limits must be one for both or as in {'x': Limit(seconds=1), 'o': Limit(depth=2)}"
    require({*limits} == {*MARKS}, both, dict(limits))
    return {mark: checked_limit(limits[mark]) for mark in MARKS}
