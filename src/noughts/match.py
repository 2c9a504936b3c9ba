"""A timed game between two players; the only judge of illegal moves and overruns.

People do not lose by an illegal move: the terminal and the page tell them why they cannot play it
(`Record.why_not`), and they choose again.
"""

import time
from collections.abc import Callable, Mapping

from noughts.analysis import NO_LIMIT, Limit
from noughts.errors import IllegalMove, NoMoveFound, NotationError
from noughts.players import Player
from noughts.position import GAME_OVER, Outcome, Position
from noughts.records import Record
from noughts.rules import OTHER, Mark, Move

__all__ = ["Match"]


class Match:
    """Plays a game, move by move or to the end.

    >>> import random
    >>> from noughts.players import player_named
    >>> perfect = player_named("perfect", random.Random(1))
    >>> Match({"x": perfect, "o": perfect}, Position()).run().outcome
    Outcome(winner=None, reason='full board', cells=())

    A player that returns an illegal move loses ("illegal move"); so does one that takes more than
    `limit.seconds` plus `grace` for a move, or finds none within its limit ("time"; `remark` says
    what it looked at). People have no limit: set one only for a player that can keep it. `limits`
    may differ for the two marks.
    """

    def __init__(
        self,
        players: Mapping[Mark, Player],
        start: Position | None = None,
        limits: Limit | Mapping[Mark, Limit] = NO_LIMIT,
        *,
        record: Record | None = None,
        grace: float = 0.1,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.players = players
        self.limits = {"x": limits, "o": limits} if isinstance(limits, Limit) else limits
        self.record = record or Record(
            start or Position(), {mark: player.name for mark, player in players.items()}
        )
        self.grace = grace
        self.remark: str | None = None
        self._clock = clock

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
        if self.outcome is not None:
            raise IllegalMove(f"{GAME_OVER} in {self.position!r}")
        mark = self.position.turn
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
        mark, limit = self.position.turn, self.limits[self.position.turn]
        try:
            played = self.record.play(move, seconds)
        except (IllegalMove, NotationError):
            self.lose(mark, "illegal move")
            return None
        if limit.seconds is not None and seconds > limit.seconds + self.grace:
            self.lose(mark, "time")
            return None
        self.record = played
        return played.moves[-1]

    def lose(self, mark: Mark, reason: str) -> None:
        """End the game as a loss for `mark`."""
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
