"""A table for two people on two machines: whose seats, what is asked of whom, and the clock.

A person holds a seat by its key, which the person's browser has made; only its hash is kept here.
The second seat belongs to the first person who comes with the key of the invitation.
"""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias, get_args

from noughts.rules import OTHER, Mark

__all__ = ["OFFERS", "Clock", "Offer", "Table", "What"]

What: TypeAlias = Literal["undo", "draw", "rematch"]
OFFERS: tuple[What, ...] = get_args(What)


def hashed(key: str) -> str:
    """What is kept of a key. It has 128 random bits, so there is nothing to guess: no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


def _fits(key: str | None, kept: str | None) -> bool:
    """Whether it is the key; takes the same time wherever they differ."""
    return key is not None and kept is not None and hmac.compare_digest(hashed(key), kept)


@dataclass(frozen=True)
class Clock:
    """A clock for both: seconds for all moves of a side, and more of them with each move."""

    seconds: float
    increment: float
    left: Mapping[Mark, float]  # when it was last started or stopped
    since: float | None = None  # when it was started for the side to move; None while it stands

    def spent(self, now: float) -> float:
        """What the side to move has used so far."""
        return 0.0 if self.since is None else max(0.0, now - self.since)

    def at(self, turn: Mark, now: float) -> dict[Mark, float]:
        """What both have left."""
        return {**self.left, turn: max(0.0, self.left[turn] - self.spent(now))}

    def moved(self, mark: Mark, now: float) -> "Clock":
        """That side has moved."""
        left = self.at(mark, now)
        if self.since is not None:
            left[mark] += self.increment
        return replace(self, left=left, since=None)

    def started(self, now: float) -> "Clock":
        """The side to move is now on the clock."""
        return replace(self, since=now)

    def stopped(self, turn: Mark, now: float) -> "Clock":
        """Nobody is on the clock any more."""
        return replace(self, left=self.at(turn, now), since=None)

    def without(self, start: float, end: float) -> "Clock":
        """The same clock if the time from `start` to `end` costs nobody anything."""
        if self.since is None:
            return self
        return replace(self, since=self.since + max(0.0, end - max(self.since, start)))

    def set_again(self) -> "Clock":
        """The same clock before a game."""
        return replace(self, left=dict.fromkeys(OTHER, self.seconds), since=None)


@dataclass(frozen=True)
class Offer:
    """What one of the two asks for: to take back a move, a draw, or another game."""

    what: What
    by: Mark


@dataclass(frozen=True)
class Table:
    """Two seats. Of keys, only hashes are here."""

    keys: Mapping[Mark, str | None]  # None for a seat that is still free
    invitation: str | None  # takes the free seat
    clock: Clock | None = None
    offer: Offer | None = None
    next: str | None = None  # the game that followed: the same people, marks swapped
    declined: Offer | None = None  # since the last move

    @classmethod
    def laid(cls, mark: Mark, key: str, invitation: str, clock: Clock | None) -> "Table":
        """A table for one who sits, and one who is invited."""
        keys = {mark: hashed(key), OTHER[mark]: None}
        return cls(keys, hashed(invitation), clock)

    @property
    def free(self) -> Mark | None:
        """The seat that nobody has taken yet."""
        return next((mark for mark, key in self.keys.items() if key is None), None)

    def seat_of(self, key: str | None) -> Mark | None:
        """Whose key it is; None if it is nobody's."""
        found = [mark for mark, kept in self.keys.items() if _fits(key, kept)]
        return found[0] if found else None

    def invites(self, key: str) -> bool:
        """Whether it is the key of the invitation."""
        return _fits(key, self.invitation)

    def taken(self, mark: Mark, key: str) -> "Table":
        """Somebody sits down."""
        return replace(self, keys={**self.keys, mark: hashed(key)})

    def turned(self) -> "Table":
        """The same two people with the marks swapped, for another game."""
        keys = {mark: self.keys[OTHER[mark]] for mark in OTHER}
        return Table(keys, self.invitation, self.clock and self.clock.set_again())

    def as_json(self) -> dict[str, Any]:
        """As it is stored; not for the eyes of clients."""
        return {
            "keys": dict(self.keys),
            "invitation": self.invitation,
            "clock": self.clock and dict(vars(self.clock)),
            "offer": self.offer and dict(vars(self.offer)),
            "next": self.next,
            "declined": self.declined and dict(vars(self.declined)),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> "Table":
        """As it was stored."""
        clock, offer, declined = kept["clock"], kept["offer"], kept.get("declined")
        return cls(
            kept["keys"],
            kept["invitation"],
            clock and Clock(**clock),
            offer and Offer(**offer),
            kept["next"],
            declined and Offer(**declined),
        )
