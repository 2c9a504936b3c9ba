"""What programs think about their moves, or how long they wait, for those who follow the game."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, TypeAlias

from noughts.web.followers import Followers
from noughts.web.responses import as_text

__all__ = ["Thinking"]

Tell: TypeAlias = Callable[[tuple[str, str]], None]  # an event and its data
Thought: TypeAlias = dict[str, Any]  # see `responses.of_thought`

PAUSE = 0.25  # seconds between two events: nobody reads faster


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

    @contextmanager
    def about(self, game_id: str, revision: int) -> Iterator[Callable[[Thought], None]]:
        """For the search of a program, which may call it from its thread, as often as it likes.

        What it has found in the end is told as well.
        """
        loop, last, untold = asyncio.get_running_loop(), 0.0, None

        def tell(found: Thought) -> None:
            data = {"id": game_id, "revision": revision, **found}
            self._followers.tell(game_id, ("thinking", as_text(data)))

        def told(found: Thought) -> None:
            nonlocal last, untold
            now, untold = time.monotonic(), found
            if now - last >= PAUSE:
                last, untold = now, None
                loop.call_soon_threadsafe(tell, found)

        yield told
        if untold:
            tell(untold)
