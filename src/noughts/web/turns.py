"""Whose search runs: short ones before long ones, and every client its share.

As many searches run at a time as the machine has cores. All others wait: those that have not begun
in a queue, those that have begun paused, until it is their turn again. Nobody is refused, and
nobody waits forever: the less a client has used lately, the sooner its turn comes. A search has its
first look before anything else, so that everybody soon sees something, and a reply in a game is
ahead of an analysis.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from math import exp
from typing import Protocol

from noughts.web.clients import Client
from noughts.web.quotas import Share

__all__ = ["Pausable", "Turn", "Turns"]

# What a client has used while others were waiting is forgotten with this time constant, in seconds.
# With a shorter one, a client that keeps the machine busy is soon treated like a newcomer; with a
# longer one, those who were there first wait long when others come.
MEMORY = 6.0

# Whose turn it is depends on what the client has used, and on what each at its address has used on
# average, which counts so many times as much: then new names do not help. Up to so many clients
# at an address count separately; more must share what so many may use.
NEIGHBOURS, CLASS = 3, 16

# The first seconds of an analysis come before everything else, but not if it has shown something,
# its client has used so much (a quarter of a core for a while), or its address more than others.
FIRST_LOOK, MUCH = 0.5, 1.5

# What follows counts like seconds that were used. The longer a search has run, the later is its
# turn, up to a point: long work comes after short work, but not after all of it.
PER_SECOND, LONG = 0.05, 0.5
HEAD_START = 1.0  # of a reply: somebody is waiting for it
STEADY = 0.2  # of a search that runs: it is not paused for small differences

TICK = 0.05  # seconds between two looks at whose turn it is
SILENCE = 0.4  # seconds: who waits is not told about a shorter wait, nor more often than that


class Pausable(Protocol):
    """A search that can wait in the middle."""

    def pause(self) -> None:
        """Wait, and use no processor."""

    def go_on(self) -> None:
        """Go on."""


class Turn:
    """The claim of one search: it begins, pauses and goes on when it is its turn."""

    def __init__(
        self, client: Client, kind: str, reply: bool, on_place: Callable[[int], None] | None
    ) -> None:
        self.client, self.kind, self.reply = client, kind, reply
        self.used = 0.0  # seconds
        self.shown = False  # whether there is something to see
        self.running = False
        self.begun = asyncio.Event()
        self._on_place, self._place, self._told_at = on_place, 0, 0.0
        self._search: Pausable | None = None
        self.has_led = False
        self._alarm: asyncio.Timeout | None = None
        self._most = 0.0

    @property
    def is_new(self) -> bool:
        """Whether it is a first look."""
        return not (self.reply or self.shown) and self.used < FIRST_LOOK

    @property
    def handicap(self) -> float:
        """What counts for this search beside what its client has used."""
        ahead = HEAD_START * self.reply + STEADY * self.running
        return min(LONG, PER_SECOND * self.used) - ahead

    @contextmanager
    def leads(self, search: Pausable) -> Iterator[None]:
        """Let that search pause and go on with this turn; it may be paused at the end.

        What came before the first one, such as the start of a process, does not count as used.
        """
        self._search = search
        self.has_led = True
        if not self.running:
            search.pause()
        try:
            yield
        finally:
            self._search = None

    @asynccontextmanager
    async def within(self, seconds: float) -> AsyncIterator[None]:
        """Raise TimeoutError when what is done here has run for so long; pauses do not count."""
        try:
            async with asyncio.timeout(None) as self._alarm:
                self._most = self.used + seconds
                self._set_alarm()
                yield
        finally:
            self._alarm = None

    def run(self) -> None:
        """Begin, or go on."""
        self.running = True
        self.begun.set()
        if self._search is not None:
            self._search.go_on()
        self._set_alarm()

    def pause(self) -> None:
        """Wait for the next turn."""
        self.running = False
        if self._search is not None:
            self._search.pause()
        self._set_alarm()

    def is_at(self, place: int, now: float) -> None:
        """Tell whoever waits their place in the queue: 1 is next."""
        if self._on_place is None or place == self._place or now < self._told_at + SILENCE:
            return
        self._place, self._told_at = place, now
        self._on_place(place)

    def arrives(self, now: float) -> None:
        """From now on it waits."""
        self._told_at = now

    def _set_alarm(self) -> None:
        if self._alarm is None:
            return
        when = asyncio.get_running_loop().time() + self._most - self.used if self.running else None
        with suppress(RuntimeError):  # it is over
            self._alarm.reschedule(when)


class Used:
    """The seconds that clients have used lately."""

    def __init__(self) -> None:
        self._amounts: dict[Hashable, tuple[float, float]] = {}  # how much it was, and when
        self._forgot_at = 0.0

    def add(self, client: Client, seconds: float, now: float) -> None:
        """A client has used the machine."""
        for key in (client, client.address):
            self._amounts[key] = (self.by(key, now) + seconds, now)

    def by(self, who: Hashable, now: float) -> float:
        """What a client or an address has used."""
        amount, then = self._amounts.get(who, (0.0, now))
        return amount * exp((then - now) / MEMORY)

    def forget(self, now: float) -> None:
        """Drop what no longer counts, now and then."""
        if now < self._forgot_at + MEMORY:
            return
        self._forgot_at = now
        left = {key: self.by(key, now) for key in self._amounts}
        self._amounts = {key: (amount, now) for key, amount in left.items() if amount > 0.01}


class Turns:
    """Decides who runs. `most` says how many searches of each kind may have begun."""

    def __init__(
        self,
        slots: int,
        most: Mapping[str, Share],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._slots = slots
        self._most = most
        self._clock = clock
        self._turns: list[Turn] = []
        self._used = Used()
        self._looked_at = clock()
        self._looking: asyncio.Task[None] | None = None

    @property
    def running(self) -> list[Turn]:
        """Those that run now."""
        return [turn for turn in self._turns if turn.running]

    @property
    def waiting(self) -> list[Turn]:
        """Those that have not begun, the next one first."""
        return [turn for turn in self._ranked() if not turn.begun.is_set()]

    @asynccontextmanager
    async def place(
        self,
        client: Client,
        kind: str,
        *,
        reply: bool = False,
        on_place: Callable[[int], None] | None = None,
    ) -> AsyncIterator[Turn]:
        """A turn, from when it is first due until the end of the block.

        `on_place` is called with the place in the queue if the wait is noticeable.
        """
        turn = Turn(client, kind, reply, on_place)
        self._turns.append(turn)
        turn.arrives(self._clock())
        self.look()
        self._keep_looking()
        try:
            await turn.begun.wait()
            yield turn
        finally:
            self._count()
            self._turns.remove(turn)
            self.look()

    def shows(self, turn: Turn) -> None:
        """A search has something to show: its first look is over."""
        if not turn.shown:
            turn.shown = True
            self.look()

    def used(self, turn: Turn) -> float:
        """The seconds that a turn has run."""
        self._count()
        return turn.used

    def charge(self, client: Client, seconds: float) -> None:
        """Count what a client has cost beside its turns."""
        self._used.add(client, seconds, self._clock())

    def look(self) -> None:
        """Let those run whose turn it is."""
        self._count()
        ranked = self._ranked()
        chosen = self._choose(ranked)
        for turn in ranked:
            if turn.running and turn not in chosen:
                turn.pause()
        for turn in chosen:
            if not turn.running:
                turn.run()
        waiting = [turn for turn in ranked if not turn.begun.is_set()]
        for place, turn in enumerate(waiting, 1):
            turn.is_at(place, self._looked_at)

    def _count(self) -> None:
        """Add the time that has passed; what no other client wanted costs nothing."""
        now = self._clock()
        passed, self._looked_at = now - self._looked_at, now
        wanting = {turn.client for turn in self._turns if not turn.running}
        for turn in self.running:
            turn.used += passed * turn.has_led
            if wanting - {turn.client}:
                self._used.add(turn.client, passed, now)

    def _ranked(self) -> list[Turn]:
        """All turns, the next one first; of equals, the one that came first."""
        now, clients = self._looked_at, {turn.client for turn in self._turns}
        here = Counter(client.address for client in clients)
        each = {at: self._used.by(at, now) / min(many, CLASS) for at, many in here.items()}
        own = {client: self._used.by(client, now) for client in clients}
        fair = 1.25 * sum(each.values()) / max(1, len(each)) + 0.1

        def rank(turn: Turn) -> tuple[bool, float]:
            used, around = own[turn.client], each[turn.client.address]
            new = turn.is_new and used < MUCH and around < fair
            return not new, used + NEIGHBOURS * around + turn.handicap

        return sorted(self._turns, key=rank)

    def _choose(self, ranked: list[Turn]) -> list[Turn]:
        begun = Counter(
            key for turn in ranked if turn.begun.is_set() for key, _ in self._limits(turn)
        )
        chosen: list[Turn] = []
        for turn in ranked:
            if len(chosen) == self._slots:
                break
            limits = self._limits(turn)
            if not turn.begun.is_set():
                if any(begun[key] >= most for key, most in limits):
                    continue
                begun.update(key for key, _ in limits)
            chosen.append(turn)
        return chosen

    def _limits(self, turn: Turn) -> list[tuple[Hashable, int]]:
        """How many may have begun that are like this one."""
        kind, client, share = turn.kind, turn.client, self._most[turn.kind]
        return [
            (kind, share.total),
            ((kind, client.address), share.address),
            ((kind, client), share.client),
        ]

    def _keep_looking(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_again_and_again())

    async def _look_again_and_again(self) -> None:
        while self._turns:
            await asyncio.sleep(TICK)
            self.look()
            self._used.forget(self._looked_at)
