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
    """Who is at one game: browsers, each with its mark, or None if it watches.

    A browser counts once, however many pages it has open, also while it loads one again.
    """

    pages: Counter[tuple[Client, Mark | None]] = field(default_factory=Counter)
    listeners: list[Tell] = field(default_factory=list)

    def has(self, client: Client) -> bool:
        """Whether that browser is here."""
        return any(each == client for each, _ in self.pages)

    def leave(self, client: Client, mark: Mark | None) -> None:
        """A page of that browser is gone."""
        self.pages[client, mark] -= 1
        if not self.pages[client, mark]:
            del self.pages[client, mark]

    def tell(self) -> None:
        """Tell everybody."""
        seated = {client: mark for client, mark in self.pages if mark}
        watching = {client for client, _ in self.pages} - {*seated}
        here: dict[str, Any] = {mark: mark in seated.values() for mark in OTHER}
        for listener in self.listeners:
            listener({**here, "watching": len(watching)})


class Presence:
    """Who is at which game."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Room] = {}

    def games_of(self, client: Client) -> list[str]:
        """The games that a browser is at."""
        return [game_id for game_id, room in self._rooms.items() if room.has(client)]

    @contextmanager
    def here(self, game_id: str, client: Client, mark: Mark | None, tell: Tell) -> Iterator[None]:
        """Somebody is here, and wants to know who comes and goes."""
        room = self._rooms.setdefault(game_id, _Room())
        room.pages[client, mark] += 1
        room.listeners.append(tell)
        room.tell()
        try:
            yield
        finally:
            room.listeners.remove(tell)
            asyncio.get_running_loop().call_later(GRACE, self._left, game_id, client, mark)

    def _left(self, game_id: str, client: Client, mark: Mark | None) -> None:
        room = self._rooms[game_id]
        room.leave(client, mark)
        if not room.pages:
            del self._rooms[game_id]
        room.tell()
