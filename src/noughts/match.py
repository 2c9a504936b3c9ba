"""A timed game between two players; the only judge of illegal moves and overruns.

People do not lose by an illegal move: the terminal and the page tell them why they cannot play it
(`Record.why_not`), and they choose again.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypedDict, Unpack, overload

from noughts.analysis import FINITE, NO_LIMIT, Limit, checked_limit
from noughts.errors import (
    IllegalMove,
    NoMoveFound,
    NotationError,
    PlayerFailed,
    is_number,
    require,
    shorten,
)
from noughts.notes import checked_seconds
from noughts.players import Player, as_chance, as_player
from noughts.position import GAME_OVER, Outcome, Position
from noughts.records import MARKS, Record
from noughts.rules import OTHER, Mark, Move, Rules

__all__ = ["Match"]

NOBODY: dict[Mark, str] = {"x": "nobody", "o": "nobody"}


class Others(TypedDict, total=False):
    """What else a match takes, each with its name."""

    record: Record | None  # the game to go on with, instead of a start
    chance: random.Random | None
    total: float | None  # seconds that each player has for all its moves
    grace: float  # seconds beyond the limit that are forgiven; 0.1 unless you say so
    clock: Callable[[], float]


OPTIONS = {"players", "x", "o", "start", "limits", *Others.__annotations__}


class Match:
    """Plays a game, move by move or to the end: X, O and where they start.

    `Match(x, o, start="tic-tac-toe", limits=NO_LIMIT)`; by name also `record` (a game to go on
    with), `chance`, `total` (seconds for all moves of a player), `grace` (0.1 seconds) and `clock`.

    >>> Match("perfect", "perfect").run().outcome
    Outcome(winner=None, reason='full board', cells=())

    The players may also be a mapping, `{"x": ..., "o": ...}`. With a seeded `chance`, players given
    by name play the same game again. Without players (`{}`), others tell the moves (`receive`).

    A player that returns an illegal move loses ("illegal move"); so does one that takes more than
    `limit.seconds` plus `grace` for a move or more than `total` plus `grace` for all its moves, or
    finds none within its limit ("time"), and one that raises `PlayerFailed` ("crash"). `remark`
    then says what was wrong. People have no limit: set one only for a player that can keep it.
    `limits` may differ for the two marks. With `total`, players find what is left in `limit.left`.

    A player that needs time to get ready may have a method `begin(position, limit)`. It is called
    before the player's first move, and its time does not count.
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
                "limits, chance (a random.Random), record, total, grace and clock"
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
        **times: Any,
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
        self._keep_time(limits, **times)
        chance = as_chance(chance)
        self.players = {mark: as_player(players[mark], chance) for mark in MARKS if players}
        named = {mark: player.name for mark, player in self.players.items()}
        self.record = record or Record("tic-tac-toe" if start is None else start, named or NOBODY)
        self.remark: str | None = None
        self._ready: set[Mark] = set()  # whose player has begun this game

    def _keep_time(
        self,
        limits: Limit | Mapping[Mark, Limit],
        *,
        total: float | None = None,
        grace: float = 0.1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        fits = total is None or (is_number(total) and 0 < total <= FINITE)
        require(fits, "total must be a number of seconds, more than 0", total)
        require(is_number(grace) and grace >= 0, "grace must be a number of seconds", grace)
        require(callable(clock), "clock must be a function", clock)
        self.limits = _both(limits)
        for limit in self.limits.values():
            require(limit.left is None, "a match counts what is left: give it total", limit)
        self.total, self.grace, self._clock = total, grace, clock

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

    def limit(self, mark: Mark) -> Limit:
        """What that player may use for its next move."""
        require(mark in MARKS, "x or o has a limit", mark)
        limit = self.limits[mark]
        if self.total is None:
            return limit
        return replace(limit, left=max(0.0, self.total - self._used(mark)))

    def _used(self, mark: Mark) -> float:
        """The seconds that the player has used so far."""
        first = 0 if self.record.start.turn == mark else 1
        return sum(self.record.seconds[first::2])

    def step(self) -> Move | None:
        """Let the player whose turn it is move; None if it loses instead."""
        mark = self._turn()
        if not self.players:
            raise NotationError("this match has no players: tell it the moves with receive")
        player, limit = self.players[mark], self.limit(mark)
        try:
            begin = None if mark in self._ready else getattr(player, "begin", None)
            if callable(begin):
                begin(self.position, limit)
            self._ready.add(mark)
            started = self._clock()
            move = player.choose(self.position, limit)
            took = self._clock() - started
        except (NoMoveFound, PlayerFailed, IllegalMove) as error:
            self.lose(mark, _reason(error))
            self.remark = str(error)
            return None
        return self.receive(move, took)

    def receive(self, move: Move | str, seconds: float) -> Move | None:
        """Play the move that a program chose; None if the program loses by it.

        It loses if the move is illegal or took longer than it may, plus `grace`.
        """
        mark, seconds = self._turn(), checked_seconds(seconds)
        try:
            played = self.record.play(move, seconds)
        except (IllegalMove, NotationError) as error:
            self.lose(mark, "illegal move")
            self.remark = str(error)
            return None
        if late := self._late(mark, seconds):
            self.lose(mark, "time")
            self.remark = late
            return None
        self.record = played
        return played.moves[-1]

    def _late(self, mark: Mark, seconds: float) -> str | None:
        """Why a move that took so long is too late, in words; None if it is not."""
        most, used = self.limits[mark].seconds, self._used(mark) + seconds
        if most is not None and seconds > most + self.grace:
            return f"its move took {seconds:g} s, its limit is {most:g} s"
        if self.total is not None and used > self.total + self.grace:
            return f"its moves took {used:.3f} s, its limit for the game is {self.total:g} s"
        return None

    def _turn(self) -> Mark:
        """Whose turn it is, in a game that is not over."""
        if self.outcome is not None:
            raise IllegalMove(f"{GAME_OVER} in {shorten(self.position.rows_text)}")
        return self.position.turn

    def lose(self, mark: Mark, reason: str) -> None:
        """End the game as a loss for `mark`: by "resignation", "illegal move", "time", "crash"."""
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


def _reason(error: Exception) -> str:
    """By what a player loses that raises this instead of choosing a move."""
    if isinstance(error, IllegalMove):
        return "illegal move"
    return "time" if isinstance(error, NoMoveFound) else "crash"


def _both(limits: Limit | Mapping[Mark, Limit]) -> dict[Mark, Limit]:
    """The limits of both players."""
    if not isinstance(limits, Mapping):
        return dict.fromkeys(MARKS, checked_limit(limits))
    both = "limits must be one for both or as in {'x': Limit(seconds=1), 'o': Limit(depth=2)}"
    require({*limits} == {*MARKS}, both, dict(limits))
    return {mark: checked_limit(limits[mark]) for mark in MARKS}
