"""One finished game as plain data, and what tables add up from many."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from noughts.errors import require

__all__ = ["Score", "Standing", "buchholz", "pair_points", "sonneborn_berger", "standings"]


@dataclass(frozen=True, slots=True)
class Score:
    """One finished game: who played X, who played O, and the points of X: 1, 0.5 or 0.

    Games of the same two players with the same `pair` belong together: usually two games of one
    opening, with colours swapped. A game with the pair None stands alone.
    """

    x: str
    o: str
    points: float
    pair: Hashable = None

    def __post_init__(self) -> None:
        require(self.points in (0, 0.5, 1), "the points of X must be 1, 0.5 or 0", self.points)
        require(self.x != self.o, "X and O must be two players", (self.x, self.o))

    def of(self, player: str) -> float:
        """The points of one of the two players."""
        return self.points if player == self.x else 1 - self.points

    def against(self, player: str) -> str:
        """The opponent of one of the two players."""
        return self.o if player == self.x else self.x


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's row in the table: a game won counts 1 point, a game drawn 0.5."""

    name: str
    points: float = 0.0
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def standings(scores: Iterable[Score], players: Iterable[str] = ()) -> list[Standing]:
    """Everybody's points, most points first; those of `players` without a game come too.

    >>> [row.points for row in standings([Score("ann", "bob", 1), Score("bob", "ann", 0.5)])]
    [1.5, 0.5]
    """
    results: dict[str, list[float]] = {name: [] for name in players}
    for score in scores:
        for name in (score.x, score.o):
            results.setdefault(name, []).append(score.of(name))
    rows = [
        Standing(name, sum(own, 0.0), len(own), own.count(1), own.count(0.5), own.count(0))
        for name, own in results.items()
    ]
    return sorted(rows, key=lambda row: (-row.points, row.games, row.name))


def buchholz(scores: Iterable[Score]) -> dict[str, float]:
    """For each player, the points of its opponents, once for each game against them.

    Breaks ties in a Swiss tournament: of two players with equal points, the one with the stronger
    opponents did better.
    """
    return _weighted(scores, lambda points: 1.0)


def sonneborn_berger(scores: Iterable[Score]) -> dict[str, float]:
    """For each player, the points of those it beat, and half the points of those it drew with.

    Breaks ties in a round robin: beating the strong counts more than beating the weak.
    """
    return _weighted(scores, lambda points: points)


def _weighted(scores: Iterable[Score], weight: Callable[[float], float]) -> dict[str, float]:
    """For each player, the sum of its opponents' points, weighted by what it scored."""
    scores = list(scores)
    total = {row.name: row.points for row in standings(scores)}
    sums = dict.fromkeys(total, 0.0)
    for score in scores:
        for name in (score.x, score.o):
            sums[name] += weight(score.of(name)) * total[score.against(name)]
    return sums


def pair_points(scores: Iterable[Score], one: str, two: str) -> tuple[list[float], int]:
    """The points of `one` against `two` in each finished pair, and how many games are left over.

    A pair is one game with each colour: 0, 0.5, 1, 1.5 or 2 points. Pairs come in the order in
    which they were finished. A game without its partner is left over: counting it would favour
    the player with the better colour.

    >>> games = [Score("a", "b", 1, 1), Score("b", "a", 0.5, 1), Score("a", "b", 1, 2)]
    >>> pair_points(games, "a", "b")
    ([1.5], 1)
    """
    found: list[float] = []
    waiting: dict[tuple[Hashable, bool], list[float]] = defaultdict(list)
    for score in scores:
        if {score.x, score.o} != {one, two}:
            continue
        as_x = score.x == one
        partners = waiting[score.pair, not as_x]
        if partners and score.pair is not None:
            found.append(partners.pop(0) + score.of(one))
        else:
            waiting[score.pair, as_x].append(score.of(one))
    return found, sum(map(len, waiting.values()))
