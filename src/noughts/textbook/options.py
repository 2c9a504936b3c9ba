"""The options that the searches share, refused before a search begins if they make no sense."""

from collections.abc import Callable
from typing import Any, NamedTuple

from noughts.errors import NotationError, is_whole, shorten

__all__ = ["check_options"]


class Needed(NamedTuple):
    """What an option must be."""

    what: str
    fits: Callable[[Any], bool]


OPTIONS = {
    "depth": Needed(
        "a whole number, at least 1",
        lambda depth: depth is None or (is_whole(depth) and depth >= 1),
    ),
    "scores": Needed(
        "one of those in noughts.textbook.scores, such as BY_DEPTH, or an object like them",
        lambda scores: callable(getattr(scores, "leaf", None)) and not isinstance(scores, type),
    ),
    "order": Needed("a function from a position to its moves, such as most_lines_first", callable),
    "visit": Needed(
        "a function that takes a Visit, such as Trace.add",
        lambda visit: visit is None or callable(visit),
    ),
}


def check_options(**options: Any) -> None:
    """Refuse options that would fail in the middle of a search."""
    for option, value in options.items():
        needed = OPTIONS[option]
        if not needed.fits(value):
            raise NotationError(f"{option} must be {needed.what}, not {shorten(value)}")
