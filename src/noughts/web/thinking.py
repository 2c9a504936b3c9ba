"""What programs think about their moves, or how long they wait, for those who follow the game."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeAlias

from noughts.analysis import Analysis
from noughts.notation import names
from noughts.web.followers import Followers
from noughts.web.responses import as_text

__all__ = ["Thinking"]

Tell: TypeAlias = Callable[[tuple[str, str]], None]  # an event and its data

PAUSE = 0.25  # seconds between two events: nobody reads faster
SHOWN = 12  # moves of the best line


class Thinking:
    """The followers of each game are told what its program has found out so far."""

    def __init__(self) -> None:
        self._followers: Followers[tuple[str, str]] = Followers()

    def following(self, game_id: str, tell: Tell) -> AbstractContextManager[None]:
        """Call `tell` with each event of a program that thinks about this game."""
        return self._followers.following(game_id, tell)

    def queued(self, game_id: str, revision: int) -> Callable[[int], None]:
        """For a program that waits for its turn: its place in the queue, and 0 when it begins."""
        last = 0

        def told(place: int) -> None:
            nonlocal last
            if place != last:
                last = place
                data = {"id": game_id, "revision": revision, "place": place}
                self._followers.tell(game_id, ("queued", as_text(data)))

        return told

    def about(self, game_id: str, revision: int) -> Callable[[Analysis], None]:
        """For the search of a program, which may call it from its thread, as often as it likes."""
        loop, last = asyncio.get_running_loop(), 0.0

        def told(found: Analysis) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= PAUSE:
                last = now
                data = {"id": game_id, "revision": revision, **_in_short(found)}
                news = ("thinking", as_text(data))
                loop.call_soon_threadsafe(self._followers.tell, game_id, news)

        return told


def _in_short(found: Analysis) -> dict[str, Any]:
    return {
        "depth": found.depth,
        "nodes": found.nodes,
        "outcome": found.outcome,
        "plies": found.plies,
        "score": found.score,
        "line": names(found.position.rules, found.line[:SHOWN]),
    }
