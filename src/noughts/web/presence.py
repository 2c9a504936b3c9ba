"""Who is at a game between two people right now: everybody who follows its events."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from noughts.rules import OTHER, Mark
from noughts.web.clients import Client

__all__ = ["Presence"]

GRACE = 3.0  # seconds after which somebody is away: a page that is loaded again needs less

Tell: TypeAlias = Callable[[dict[str, Any]], None]


@dataclass
class _Room:
    """Who is at one game: browsers. Each counts once, also while it loads a page again."""

    pages: Counter[Client] = field(default_factory=Counter)
    seats: dict[Client, Mark] = field(default_factory=dict)  # of those who do not only watch
    listeners: list[Tell] = field(default_factory=list)

    def leave(self, client: Client) -> None:
        """A page of that browser is gone."""
        self.pages[client] -= 1
        if not self.pages[client]:
            del self.pages[client]
            self.seats.pop(client, None)

    def tell(self) -> None:
        """Tell everybody."""
        here: dict[str, Any] = {mark: mark in self.seats.values() for mark in OTHER}
        for listener in self.listeners:
            listener({**here, "watching": len(self.pages) - len(self.seats)})


class Presence:
    """Who is at which game."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Room] = {}

    def games_of(self, client: Client) -> list[str]:
        """The games that a browser is at."""
        return [game_id for game_id, room in self._rooms.items() if client in room.pages]

    @contextmanager
    def here(self, game_id: str, client: Client, mark: Mark | None, tell: Tell) -> Iterator[None]:
        """Somebody is here, and wants to know who comes and goes."""
        room = self._rooms.setdefault(game_id, _Room())
        room.pages[client] += 1
        room.listeners.append(tell)
        if mark:
            room.seats[client] = mark
        room.tell()
        try:
            yield
        finally:
            room.listeners.remove(tell)
            asyncio.get_running_loop().call_later(GRACE, self._left, game_id, client)

    def sits(self, game_id: str, client: Client, mark: Mark) -> None:
        """Somebody who was only watching has sat down."""
        room = self._rooms.get(game_id)
        if room and client in room.pages:
            room.seats[client] = mark
            room.tell()

    def _left(self, game_id: str, client: Client) -> None:
        room = self._rooms[game_id]
        room.leave(client)
        if not room.pages:
            del self._rooms[game_id]
        room.tell()
