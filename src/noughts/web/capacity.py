"""How many at a time, and how often: in all, from one address, and for one client."""

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from math import ceil

from noughts.web.clients import Client
from noughts.web.http_errors import too_many
from noughts.web.quotas import Pace, Share

__all__ = ["Places", "Rate"]

AGAIN = 5  # seconds after which somebody who found no place may try again
KEPT = 10_000  # clients that a rate remembers before it forgets those that it need not know


class Places:
    """Places without a queue: when all are taken, a request is refused."""

    def __init__(self, share: Share, what: str) -> None:
        self._share = share
        self._what = what
        self.taken: Counter[Hashable] = Counter()

    @contextmanager
    def place(self, client: Client) -> Iterator[None]:
        """One place, for as long as it is needed."""
        for key, most, whose in self._limits(client):
            if self.taken[key] >= most:
                raise too_many(f"{self._what}{whose}", AGAIN)
        self._count(client, 1)
        try:
            yield
        finally:
            self._count(client, -1)

    def _limits(self, client: Client) -> Iterator[tuple[Hashable, int, str]]:
        yield client, self._share.client, " for you"
        yield client.address, self._share.address, " from your address"
        yield None, self._share.total, ""

    def _count(self, client: Client, change: int) -> None:
        for key, *_ in self._limits(client):
            self.taken[key] += change
            if not self.taken[key]:
                del self.taken[key]


class Rate:
    """So many at once and, after that, so many a second: for a client, and from an address."""

    def __init__(
        self, client: Pace, address: Pace, what: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._client, self._address = client, address
        self._what = what
        self._clock = clock
        self._full_at: dict[Hashable, float] = {}  # when all that was used will be there again

    def take(self, client: Client) -> None:
        """Use one; refused if none is left."""
        now = self._clock()
        paces = {client: self._client, client.address: self._address}
        wait = max(self._seconds_until_one(key, pace, now) for key, pace in paces.items())
        if wait > 0:
            raise too_many(self._what, ceil(wait))
        if len(self._full_at) > KEPT:
            self._full_at = {key: at for key, at in self._full_at.items() if at > now}
        for key, pace in paces.items():
            self._full_at[key] = max(now, self._full_at.get(key, now)) + 1 / pace.per_second

    def _seconds_until_one(self, key: Hashable, pace: Pace, now: float) -> float:
        missing = max(0.0, self._full_at.get(key, now) - now) * pace.per_second
        return (missing - (pace.burst - 1)) / pace.per_second - 1e-9
