"""How much of the machine one request, and all of them together, may use."""

import os
from dataclasses import dataclass

__all__ = ["Quotas"]


@dataclass(frozen=True)
class Quotas:
    """What one request, and all of them together, may use."""

    seconds: float = 30
    nodes: int = 200_000
    bytes: int = 1 << 16
    games: int = 100_000
    slots: int = max(2, os.cpu_count() or 1)  # searches of a kind at a time
    waiting: int = 16  # searches of a kind that wait for a slot
    quick: int = 1_000  # replies that take milliseconds may queue up in greater numbers
    patience: float = 10  # seconds that a search waits for a slot
    deadline: float = 60  # seconds for a search without a time limit
    body: float = 10  # seconds for the body of a request to arrive
    streams: int = 64  # searches whose results are on their way, perhaps to slow readers
    followers: int = 2_000
    review: float = 20  # seconds for a whole game
