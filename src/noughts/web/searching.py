"""What can be asked of those who search, and what is refused before they begin.

A server searches in threads and processes (`searches`), the page without a server in workers
(`site/python/alone.py`). Both answer the same requests.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from starlette.exceptions import HTTPException

from noughts.analysis import Limit
from noughts.methods import METHODS
from noughts.players import Opponent
from noughts.position import Position
from noughts.records import Record
from noughts.review import Review, usual_limit
from noughts.rules import Move
from noughts.web.clients import NOBODY, Client
from noughts.web.quotas import Quotas
from noughts.web.requests import AnalysisRequest, TraceRequest
from noughts.web.search_process import SearchRequest
from noughts.web.streams import Feed

__all__ = ["PAUSE", "TABLE_MB", "Searching", "is_quick", "review_of", "stopped_after"]
__all__ += ["to_analyse", "to_choose", "to_compare", "to_trace"]

LARGE = 100  # empty cells: with more, a level may need a second
PAUSE = 0.1  # seconds between two results of a search: nobody reads faster
SECONDS = 1.0  # for a program that uses a clock, if no time is given
TABLE_MB = 32  # of an engine


class Searching(Protocol):
    """Everything that takes a long time."""

    async def open(self) -> None:
        """Get ready for the first request."""

    def stop(self) -> None:
        """Bring running searches to an end, and start no new ones."""

    async def close(self) -> None:
        """End the running searches."""

    async def choose(
        self,
        player: Opponent,
        position: Position,
        seconds: float | None,
        client: Client = NOBODY,
        on_progress: Callable[[dict[str, Any]], object] | None = None,
        on_place: Callable[[int], None] = lambda _: None,
    ) -> tuple[Move, float]:
        """The move of a program, and how long it took.

        An engine tells meanwhile what it finds, as `responses.of_thought` writes it. `on_place` is
        called with its place in the queue, and with 0 when it is its turn.
        """

    async def analyse(self, feed: Feed, asked: AnalysisRequest) -> None:
        """The value of every move; the engine sends deeper and deeper results."""

    async def trace(self, feed: Feed, asked: TraceRequest) -> None:
        """Every node of a search."""

    async def compare(self, feed: Feed, position: Position, depth: int | None = None) -> None:
        """All methods side by side."""

    async def review(self, feed: Feed, record: Record) -> None:
        """What each move was worth: quick judgements of all moves, then better ones."""


def is_quick(player: Opponent, position: Position) -> bool:
    """Whether that player moves within milliseconds, so that its search need not be stopped."""
    return player.kind == "level" and not player.clock and position.empty <= LARGE


def to_choose(player: Opponent, position: Position, seconds: float | None) -> SearchRequest:
    """The request for a program's move."""
    if reason := player.why_not(position):
        raise HTTPException(422, reason)
    limit = player.limit(Limit(seconds=SECONDS if seconds is None else seconds))
    return SearchRequest("choose", position, player.name, limit)


def to_analyse(asked: AnalysisRequest) -> SearchRequest:
    """The request for the value of every move."""
    if reason := METHODS[asked.method].why_not(asked.position, asked.limit):
        raise HTTPException(422, reason)
    return SearchRequest("analysis", asked.position, asked.method, asked.limit, asked.every_move)


def to_trace(asked: TraceRequest, quotas: Quotas) -> SearchRequest:
    """The request for every node of a search."""
    if reason := METHODS[asked.method].why_not(asked.position, Limit(depth=asked.depth)):
        raise HTTPException(422, reason)
    limit = Limit(asked.depth, min(asked.nodes, quotas.nodes), quotas.seconds)
    return SearchRequest("trace", asked.position, asked.method, limit)


def to_compare(position: Position, depth: int | None) -> SearchRequest:
    """The request for all methods side by side."""
    if position.is_over:
        raise HTTPException(400, "the game is over: no moves are left to compare")
    return SearchRequest("comparison", position, limit=Limit(depth=depth))


def review_of(record: Record, seconds: float) -> Review:
    """The review of a game that takes at most so long."""
    usual = usual_limit(record.start.rules, len(record.moves))
    return Review(record, replace(usual, seconds=seconds))


def stopped_after(seconds: float) -> HTTPException:
    """The answer to a request whose search took too long."""
    return HTTPException(422, f"the search was stopped: it takes more than {seconds:g} seconds")
