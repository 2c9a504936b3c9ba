"""How much of the machine one request, one client, and all of them together may use."""

from dataclasses import dataclass

from noughts.machine import usable_cores

__all__ = ["Pace", "Quotas", "Share"]


@dataclass(frozen=True)
class Share:
    """How many at a time: in all, from one address, and for one client."""

    total: int
    address: int
    client: int


@dataclass(frozen=True)
class Pace:
    """How many at once and, after that, how many a second."""

    burst: int
    per_second: float


@dataclass(frozen=True)
class Quotas:
    """What one request, one client, and all of them together may use.

    What an address may use is enough for a class that sits behind it; what a client may use is
    enough for a person with several tabs.
    """

    seconds: float = 30
    nodes: int = 200_000
    bytes: int = 1 << 16
    games: int = 100_000
    games_of_an_address: int = 10_000  # it then loses its own oldest ones, and nobody else's
    slots: int = max(2, usable_cores())  # searches that run at a time; the others pause
    engines: Share = Share(128, 96, 4)  # searches of engines that have begun; each has a table
    processes: Share = Share(12, 10, 2)  # the same in processes, of some 30 MB each
    small: Share = Share(4, 4, 2)  # the same of searches that cannot take long
    comparisons: Share = Share(6, 5, 1)  # the same of all methods together, which take longest
    thinking: Share = Share(1_000, 500, 16)  # replies that take longer than milliseconds
    quick: Share = Share(2_000, 1_500, 50)  # replies that take milliseconds
    patience: float = 10  # seconds that a reply may wait that takes milliseconds
    deadline: float = 60  # seconds that a search without a time limit may run
    streams: Share = Share(256, 192, 12)  # searches that run or wait, or whose results are unread
    followers: Share = Share(2_000, 1_000, 32)
    client_begins: Pace = Pace(60, 1)  # games
    address_begins: Pace = Pace(1_000, 30)
    review: float = 120  # seconds for a whole game; it is over long before, unless nothing else is
    body: float = 10  # seconds for the body of a request to arrive
    header: float = 10  # seconds for its header
    unread: float = 20  # seconds for a client to read what it was sent, a few kilobytes a second
    unread_bytes: int = 1 << 28  # of all streams together
    connections: Share = Share(3_500, 1_200, 1_200)
