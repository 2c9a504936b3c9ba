"""What is answered when a request is not done: a code and a sentence."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts.web.games import Game

__all__ = ["Refusal", "too_many"]


class Refusal(Exception):
    """Ends a request; `game` is the game as it is now, `again` when to try again, in seconds."""

    def __init__(
        self, status: int, sentence: str, *, game: "Game | None" = None, again: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence
        self.game = game
        self.again = again


def too_many(again: int) -> Refusal:
    """There is no room for another search."""
    sentence = f"too many searches are waiting: try again in {again} seconds"
    return Refusal(429, sentence, again=again)
