"""The options that the searches share, refused before a search begins if they make no sense."""

import random
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from noughts.errors import is_number, is_whole, require
from noughts.position import Position

__all__ = ["check_options"]


OPTIONS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "depth": (
        "a whole number, at least 1",
        lambda depth: depth is None or (is_whole(depth) and depth >= 1),
    ),
    "scores": (
        "one of those in noughts.textbook.scores, such as BY_DEPTH, or an object like them",
        lambda scores: callable(getattr(scores, "leaf", None)) and not isinstance(scores, type),
    ),
    "order": ("a function from a position to its moves, such as most_lines_first", callable),
    "killers": ("True or False", lambda killers: isinstance(killers, bool)),
    "history": ("True or False", lambda history: isinstance(history, bool)),
    "visit": (
        "a function that takes a Visit, such as Trace.add",
        lambda visit: visit is None or callable(visit),
    ),
    "follow": (
        "a function that takes a Round, such as Growth.add",
        lambda follow: follow is None or callable(follow),
    ),
    "chance": (
        "a random.Random, such as random.Random(7)",
        lambda chance: chance is None or isinstance(chance, random.Random),
    ),
    "goal": ('"win", "draw" or None', lambda goal: goal in ("win", "draw", None)),
    "exploration": (
        "a number, at least 0",
        lambda exploration: is_number(exploration) and isfinite(exploration) and exploration >= 0,
    ),
}


def check_options(position: Position, **options: Any) -> None:
    """Refuse options that would fail in the middle of a search, or make its answer wrong."""
    for option, value in options.items():
        needed, fits = OPTIONS[option]
        require(fits(value), f"{option} must be {needed}", value)
    if "order" in options and not position.is_over:
        moves, legal = options["order"](position), position.legal_moves
        whole = isinstance(moves, Sequence) and len(moves) == len(legal)
        whole = whole and all(move in moves for move in legal)
        require(whole, "order must give a list of all legal moves, each once", moves)
