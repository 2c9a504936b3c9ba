"""Who plays whom: round robin, gauntlet, Swiss.

A pairing is two games of the same opening, once with each colour. The games are in an order that
stays the same when a tournament is prolonged: what is added comes at the end.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

__all__ = ["Planned", "gauntlet", "round_robin", "swiss_round"]

MOST_TRIES = 20_000  # to pair a round of a Swiss without playing anybody twice


@dataclass(frozen=True)
class Planned:
    """A game to be played: the numbers of its round, its pair, its opening and its players."""

    round: int
    pair: int
    opening: int
    x: int
    o: int


def round_robin(players: int, games: int) -> Iterator[Planned]:
    """Everybody against everybody else, `games` times."""
    yield from _repeated(list(combinations(range(players), 2)), games)


def gauntlet(players: int, games: int) -> Iterator[Planned]:
    """The first player against each of the others, `games` times."""
    yield from _repeated([(0, other) for other in range(1, players)], games)


def _repeated(opponents: Sequence[tuple[int, int]], games: int) -> Iterator[Planned]:
    """All opponents with the first opening, then once more with colours swapped, and so on."""
    for game in range(games):
        opening, swapped = divmod(game, 2)
        for pair, (one, two) in enumerate(opponents, opening * len(opponents)):
            x, o = (two, one) if swapped else (one, two)
            yield Planned(opening, pair, opening, x, o)


def swiss_round(
    points: Mapping[int, float], met: Collection[tuple[int, int]], byes: Collection[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """The next round: players with about the same points, who have not met, and who has a bye.

    The bye goes to the last of those who have had the fewest.
    """
    ranking = sorted(points, key=lambda player: (-points[player], player))
    bye = None
    if len(ranking) % 2:
        had = {player: sum(each == player for each in byes) for player in ranking}
        bye = min(reversed(ranking), key=lambda player: had[player])
        ranking.remove(bye)
    known = {frozenset(pair) for pair in met}
    found = _paired(ranking, known, [MOST_TRIES])
    if found is None:  # everybody has met nearly everybody: neighbours meet again
        found = list(zip(ranking[::2], ranking[1::2], strict=True))
    return found, bye


def _paired(
    ranking: Sequence[int], met: Collection[frozenset[int]], tries: list[int]
) -> list[tuple[int, int]] | None:
    """The first with the next one whom it has not met, and so on; None if that leads nowhere."""
    if not ranking:
        return []
    first, *others = ranking
    for other in others:
        tries[0] -= 1
        if tries[0] < 0:
            return None
        if frozenset((first, other)) not in met:
            rest = _paired([each for each in others if each != other], met, tries)
            if rest is not None:
                return [(first, other), *rest]
    return None
