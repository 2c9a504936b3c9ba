"""A test that stops by itself: play pairs of games until it is clear whether a change helped.

Two claims compete: the first player is `elo0` stronger than the second, or it is `elo1` stronger.
After every pair of games, the log-likelihood ratio (LLR) says how much better the second claim
explains the points so far than the first. At the upper bound the test accepts `elo1`, at the lower
bound it rejects it. If `elo0` is true, about a share `alpha` of all tests accept by bad luck; if
`elo1` is true, about a share `beta` reject.

The unit is the pair: one opening with both colours, 0 to 2 points in five steps ("pentanomial").
The two games of a lopsided opening are usually won by the same colour. Counted as single games they
would look like a lot of luck, and the test would take longer than it needs.

Elo is plain Elo here: the number that stands for the mean score of a pair, whatever the share of
draws and whatever the openings are like. (The other custom, normalised Elo, divides by the spread
of the pairs, so that a test takes the same time with any openings.) Where X has a large advantage,
a rating shows more Elo for the same score, because it sets the advantage aside.

The ratio is that of the generalised test that Fishtest and its kin use: for each claim, the
likeliest five shares of pairs whose mean is the claimed score. See X. Li, J. Liu, Z. Ying,
Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses, Sequential
Analysis 33 (2014); the bounds are A. Wald's, 1945.
"""

from collections.abc import Iterable, Sequence
from math import log
from typing import Literal, NamedTuple

from noughts.errors import is_number, require

__all__ = ["Decision", "Sprt", "State", "log_likelihood_ratio"]

Decision = Literal["accepted", "rejected"]

PAIR_POINTS = (0.0, 0.5, 1.0, 1.5, 2.0)
UNSEEN = (
    1e-3  # pairs assumed of each kind that has not come yet, as Fishtest does; logarithms need it
)
PRECISE = 1e-10  # of the multiplier in `_shrinking`, which is around 1
MOST_STEPS = 100  # twenty are usual at most; halving alone needs fifty


class State(NamedTuple):
    """Where a test stands: `accepted` means elo1, `rejected` elo0, None that it goes on."""

    llr: float
    lower: float
    upper: float
    decision: Decision | None
    pairs: int  # that were counted; those after the decision are not


class Sprt:
    """A sequential test of `elo0` against `elo1`, fed with the points of pairs of games.

    >>> test = Sprt(elo0=0, elo1=30)
    >>> test.update(1.5).decision is None
    True
    >>> test.state([2.0] * 40).decision
    'accepted'

    `pair_points` finds the pairs among finished games. Feed every pair, as soon as both of its
    games are over: leaving some out because of their result spoils the test.
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        for elo in (elo0, elo1):
            require(is_number(elo) and abs(elo) <= 2000, "elo0 and elo1 must be Elo", elo)
        require(elo0 < elo1, "elo0 must be smaller than elo1", (elo0, elo1))
        for share in (alpha, beta):
            require(is_number(share) and 0 < share < 0.5, "alpha and beta are from 0 to 0.5", share)
        self.elo0, self.elo1, self.alpha, self.beta = elo0, elo1, alpha, beta
        self.lower, self.upper = log(beta / (1 - alpha)), log((1 - beta) / alpha)
        self.counts = [0, 0, 0, 0, 0]  # pairs of 0, 0.5, 1, 1.5 and 2 points
        self._llr = 0.0

    def update(self, points: float) -> State:
        """Where the test stands after one more pair; once decided, it stays decided."""
        require(points in PAIR_POINTS, "a pair of games has 0, 0.5, 1, 1.5 or 2 points", points)
        if self.decision is None:
            self.counts[round(2 * points)] += 1
            self._llr = log_likelihood_ratio(self.counts, self.elo0, self.elo1)
        return self.now

    @property
    def decision(self) -> Decision | None:
        """`accepted`: elo1 explains the games; `rejected`: elo0 does; None: play on."""
        if self._llr >= self.upper:
            return "accepted"
        return "rejected" if self._llr <= self.lower else None

    @property
    def now(self) -> State:
        """Where the test stands after the pairs so far."""
        return State(self._llr, self.lower, self.upper, self.decision, sum(self.counts))

    def state(self, pairs: Iterable[float]) -> State:
        """Where a new test with the same claims stands after these pairs, in their order."""
        test = Sprt(self.elo0, self.elo1, self.alpha, self.beta)
        for points in pairs:
            if test.update(points).decision is not None:
                break
        return test.now


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """How much better `elo1` explains the pairs than `elo0`; positive speaks for `elo1`.

    `counts` are the pairs with 0, 0.5, 1, 1.5 and 2 points.
    """
    if not any(counts):
        return 0.0
    weights = [count or UNSEEN for count in counts]
    under0, under1 = (_shrinking(weights, 1 / (1 + 10 ** (-elo / 400))) for elo in (elo0, elo1))
    return sum(
        weight * log(zero / one) for weight, zero, one in zip(weights, under0, under1, strict=True)
    )


def _shrinking(weights: Sequence[float], mean: float) -> list[float]:
    """By what to divide each observed share to get the likeliest shares with this mean score.

    Lagrange: the divisors are 1 + t * (score - mean), where t is the zero of a falling function,
    `slope` below. Newton's steps find it, and halving where a step leaves the bracket.
    """
    distances = [points / 2 - mean for points in PAIR_POINTS]
    first, last = low, high = -1 / distances[-1], -1 / distances[0]
    t = 0.0
    for _ in range(MOST_STEPS):
        ratios = [distance / (1 + t * distance) for distance in distances]
        slope = sum(weight * ratio for weight, ratio in zip(weights, ratios, strict=True))
        bend = sum(weight * ratio * ratio for weight, ratio in zip(weights, ratios, strict=True))
        low, high = (t, high) if slope > 0 else (low, t)
        target = t + slope / bend
        if abs(target - t) <= PRECISE * min(t - first, last - t):  # at the ends all steps are short
            break
        t = target if low < target < high else (low + high) / 2
    return [1 + t * distance for distance in distances]
