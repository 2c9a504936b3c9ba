"""Those who follow a game: each is called with what is new."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

__all__ = ["Followers"]

T = TypeVar("T")


class Followers(Generic[T]):
    """The followers of each game, by its id."""

    def __init__(self) -> None:
        self._tell: dict[str, list[Callable[[T], None]]] = {}

    @property
    def games(self) -> list[str]:
        """The games that somebody follows."""
        return list(self._tell)

    @contextmanager
    def following(self, game_id: str, tell: Callable[[T], None]) -> Iterator[None]:
        """Call `tell` with whatever is new about this game."""
        self._tell.setdefault(game_id, []).append(tell)
        try:
            yield
        finally:
            self._tell[game_id].remove(tell)
            if not self._tell[game_id]:
                del self._tell[game_id]

    def tell(self, game_id: str, news: T) -> None:
        """Tell the followers of this game."""
        for tell in self._tell.get(game_id, ()):
            tell(news)
