"""Games between players of known strength, by chance, and what their ratings should be.

Nothing here uses the code under test except `Score`.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import exp, inf, log
from typing import NamedTuple

from noughts.arena.scores import Score

__all__ = ["EVEN", "Openings", "elo_of", "expected", "gap_for", "likeliest", "pair", "tournament"]
__all__ += ["truth"]

UNIT = 400 / log(10)


def share(elo: float) -> float:
    """The expected score."""
    return 1 / (1 + exp(-elo / UNIT))


def elo_of(score: float) -> float:
    """The difference that a score stands for."""
    return UNIT * log(score / (1 - score))


class Openings(NamedTuple):
    """What openings are like; each pair of games has one."""

    advantage: float = 0  # of X, in Elo
    spread: float = 0  # its standard deviation from opening to opening
    draws: float = 0  # the share of draws between equals


EVEN = Openings()


def game(elo: float, draws: float, chance: random.Random) -> float:
    """The points of a player who is `elo` stronger, all told."""
    score, luck = share(elo), chance.random()
    drawn = draws * 2 * min(score, 1 - score)
    if luck < score - drawn / 2:
        return 1
    return 0.5 if luck < score + drawn / 2 else 0


def pair(gap: float, openings: Openings, chance: random.Random) -> tuple[float, float]:
    """The points of the first of two players, once with X and once with O."""
    advantage = chance.gauss(openings.advantage, openings.spread)
    return (
        game(gap + advantage, openings.draws, chance),
        game(gap - advantage, openings.draws, chance),
    )


def tournament(
    strengths: Mapping[str, float], openings: Openings, pairs: int, chance: random.Random
) -> list[Score]:
    """Everybody against everybody, `pairs` pairs of games each."""
    scores = []
    for one, two in combinations(strengths, 2):
        for number in range(pairs):
            as_x, as_o = pair(strengths[one] - strengths[two], openings, chance)
            scores += [Score(one, two, as_x, number), Score(two, one, 1 - as_o, number)]
    return scores


def expected(gap: float, openings: Openings) -> tuple[float, float]:
    """The mean of `pair`, over all openings."""
    if openings.spread == 0:
        return share(gap + openings.advantage), share(gap - openings.advantage)
    steps = [number / 25 for number in range(-125, 126)]
    weights = [exp(-step * step / 2) for step in steps]
    advantages = [openings.advantage + openings.spread * step for step in steps]
    as_x, as_o = (
        sum(w * share(gap + sign * a) for w, a in zip(weights, advantages, strict=True))
        for sign in (1, -1)
    )
    return as_x / sum(weights), as_o / sum(weights)


def gap_for(elo: float, openings: Openings) -> float:
    """How much stronger a player must be for a score, over both colours, that means `elo`."""
    low, high = -2000.0, 2000.0
    for _ in range(60):
        middle = (low + high) / 2
        above = sum(expected(middle, openings)) / 2 > share(elo)
        low, high = (low, middle) if above else (middle, high)
    return low


class Result(NamedTuple):
    """Points of X in some games; the players by number, None for the average player."""

    x: int | None
    o: int | None
    games: float
    points: float


def likeliest(results: Sequence[Result], players: int, prior: float = 0) -> list[float]:
    """The strengths, and last the advantage of X, by brute force: one unknown after the other.

    The likelihood has a single top, and along each unknown it rises and then falls.
    """
    unknowns = [0.0] * (players + 1)
    moved = inf
    while moved > 1e-7:
        moved = 0.0
        for i in range(players + 1):
            low, high = -3000.0, 3000.0
            before = unknowns[i]
            for _ in range(45):
                unknowns[i] = (low + high) / 2
                rises = prior * (0.5 - share(unknowns[i])) + pull(results, unknowns, i) > 0
                low, high = (unknowns[i], high) if rises else (low, unknowns[i])
            moved = max(moved, abs(unknowns[i] - before))
    return unknowns


def pull(results: Iterable[Result], unknowns: Sequence[float], which: int) -> float:
    """Points beyond the expected that speak for a larger value of one unknown."""
    total = 0.0
    for x, o, games, points in results:
        sign = 1 if which in (x, len(unknowns) - 1) else -1 if which == o else 0
        if sign:
            strengths = [0.0 if player is None else unknowns[player] for player in (x, o)]
            total += sign * (points - games * share(strengths[0] - strengths[1] + unknowns[-1]))
    return total


def truth(strengths: Mapping[str, float], openings: Openings) -> tuple[dict[str, float], float]:
    """The ratings after infinitely many games, mean 0, and the advantage of X.

    If the advantage of X differs from opening to opening, they lie closer together than the
    strengths: some openings are won before the players can show anything.
    """
    names = list(strengths)
    results = []
    for i, j in combinations(range(len(names)), 2):
        as_x, as_o = expected(strengths[names[i]] - strengths[names[j]], openings)
        results += [Result(i, j, 1, as_x), Result(j, i, 1, 1 - as_o)]
    *found, advantage = likeliest(results, len(names))
    mean = sum(found) / len(found)
    return {name: elo - mean for name, elo in zip(names, found, strict=True)}, advantage
