"""Who is at a game between two people right now: everybody who follows its events."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from noughts.rules import OTHER, Mark

__all__ = ["Presence"]

GRACE = 3.0  # seconds after which somebody is away: a page that is loaded again needs less

Tell: TypeAlias = Callable[[dict[str, Any]], None]


@dataclass
class _Room:
    """Who is at one game; None stands for those who watch."""

    people: Counter[Mark | None] = field(default_factory=Counter)
    listeners: list[Tell] = field(default_factory=list)

    def tell(self) -> None:
        """Tell everybody."""
        here: dict[str, Any] = {mark: self.people[mark] > 0 for mark in OTHER}
        for listener in self.listeners:
            listener({**here, "watching": self.people[None]})


class Presence:
    """Who is at which game."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Room] = {}

    @contextmanager
    def here(self, game_id: str, mark: Mark | None, tell: Tell) -> Iterator[None]:
        """Somebody is here, and wants to know who comes and goes."""
        room = self._rooms.setdefault(game_id, _Room())
        room.people[mark] += 1
        room.listeners.append(tell)
        room.tell()
        try:
            yield
        finally:
            room.listeners.remove(tell)
            asyncio.get_running_loop().call_later(GRACE, self._left, game_id, mark)

    def _left(self, game_id: str, mark: Mark | None) -> None:
        room = self._rooms[game_id]
        room.people[mark] -= 1
        if not room.people.total():
            del self._rooms[game_id]
        room.tell()
