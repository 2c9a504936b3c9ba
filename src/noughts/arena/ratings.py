"""Elo ratings from finished games, with intervals that hold.

**What the numbers mean.** Elo turns a difference d of ratings into an expected score, the share of
the points: 1 / (1 + 10^(-d/400)). 0 means half of the points, 100 means 64 %, 400 means 91 %. If X
has an advantage of a Elo, the player of X is expected to score as if d were d + a, the player of O
as if it were d - a. The interval `low` to `high` is made so that in 95 of 100 tournaments it holds
the rating that the player would have after very many games against the same players, from openings
like these. If the intervals of two players overlap, one may still be clearly stronger: ask
`Ratings.difference` or `Ratings.superiority`.

**The model** is that of Bradley and Terry (1952) with an advantage of X, by maximum likelihood. A
draw counts as half a win and half a loss, as in Elo's own arithmetic. Models with a parameter for
draws, such as Davidson's, take the ratio of wins to losses: after 90 draws, 7 wins and 3 losses
they say 147 Elo, but the score of 52 % means 14. Here a rating is about the score, as in `sprt`.
Such models also hold only if draws follow their law; here the intervals take draws as they come.

**The intervals** treat the pair of games as the unit. The two games of a lopsided opening tend to
be won by the same colour, so they are not two throws of a coin. The covariance is the jackknife's:
how far would the ratings move if this pair were left out? (In the literature: cluster-robust or
sandwich covariance, kind CR3, in one step.) bench/ratings.md has the share of intervals that held
in simulations.

**A weak prior** keeps numbers finite where somebody won or lost everything: everyone gets one more
game, against a player of average strength, half of it won and half of it lost; and X and O get one
such game between equals. After 40 games it hardly shows. With few or no games it is all there is,
and the intervals are as wide as they should be: about 700 Elo to each side. Likewise, luck decided
at least one pair of each player, so that 40 draws do not prove that two are equal.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import erf, exp, log, sqrt
from operator import mul
from typing import NamedTuple

from noughts.arena.scores import Score, Standing, standings
from noughts.errors import NotationError, is_number, require, shorten

__all__ = ["Interval", "Rating", "Ratings", "rate"]

ELO = 400 / log(10)  # Elo of one unit of the logistic scale
REACH = 1.959964  # standard errors to each side for 95 %
PRIOR = 1.0  # games; less makes those who won everything infinitely strong, more pulls all together
LEAST = 1.0  # points squared: as if luck had made one pair 2:0; or 40 draws would prove equality
LONGEST_STEP = (
    2.0  # of Newton's method, on the logistic scale; without it a first step may run away
)
PRECISE = 1e-7  # the same scale: less than a thousandth of an Elo
MOST_STEPS = 100  # ten are usual

Matrix = list[list[float]]


class Interval(NamedTuple):
    """A number of Elo, and the 95 % interval around it."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength: in 95 of 100 tournaments the true one is between `low` and `high`."""

    name: str
    elo: float
    low: float
    high: float
    standing: Standing


@dataclass(frozen=True)
class Ratings:
    """What `rate` found; `players` are sorted, the strongest first."""

    players: tuple[Rating, ...]
    x_advantage: Interval  # what X is worth
    draws: float  # the share of games
    notes: tuple[str, ...]  # what the numbers cannot tell, in sentences
    covariance: dict[str, dict[str, float]]  # of the ratings, in Elo squared

    def __getitem__(self, name: str) -> Rating:
        """The rating of a player."""
        for player in self.players:
            if player.name == name:
                return player
        raise NotationError(f"there is no rating of {shorten(name)}")

    def difference(self, one: str, two: str) -> Interval:
        """How much stronger `one` is than `two`."""
        elo, error = self[one].elo - self[two].elo, self._error(one, two)
        return Interval(elo, elo - REACH * error, elo + REACH * error)

    def superiority(self, one: str, two: str) -> float:
        """How likely it is that `one` is stronger than `two`, given these games; 0.5: who knows."""
        error = self._error(one, two)
        if error == 0:
            return 0.5
        return (1 + erf((self[one].elo - self[two].elo) / error / sqrt(2))) / 2

    def expected(self, one: str, two: str) -> float:
        """The share of the points that `one` should score against `two`, half the games as X."""
        elo, advantage = self[one].elo - self[two].elo, self.x_advantage.elo
        return (_share((elo + advantage) / ELO) + _share((elo - advantage) / ELO)) / 2

    def _error(self, one: str, two: str) -> float:
        """The standard error of a difference."""
        of = self.covariance
        return sqrt(max(0.0, of[one][one] - 2 * of[one][two] + of[two][two]))


def rate(
    scores: Iterable[Score],
    anchor: tuple[str, float] | None = None,
    players: Iterable[str] = (),
) -> Ratings:
    """Elo ratings of everybody who played, and of `players` without games.

    The mean is 0, or the `anchor`, a name and its Elo, stays where it is; then the intervals are
    about the distance to it.

    >>> games = [Score("ann", "bob", 1, 1), Score("bob", "ann", 0, 1), Score("ann", "bob", 0.5)]
    >>> rate(games).players[0].name
    'ann'
    """
    scores = list(scores)
    rows = {row.name: row for row in standings(scores, players)}
    names = list(rows)
    number = {name: i for i, name in enumerate(names)}
    if anchor is not None:
        require(anchor[0] in rows, "the anchor must be a player", anchor[0])
        require(is_number(anchor[1]), "the anchor's rating must be a number", anchor[1])
    games = [_Game(number[each.x], number[each.o], each.points) for each in scores]
    strengths, information = _most_likely(games, len(names))
    inverse = _inverse(information)
    surprise = _meat(_clusters(scores, games), strengths, information, inverse)
    spread = _sandwich(inverse, surprise)
    start = anchor and (number[anchor[0]], anchor[1])
    elos, covariance = _placed(strengths[:-1], spread, start)
    errors = [REACH * sqrt(max(0.0, row[i])) for i, row in enumerate(covariance)]
    found = [
        Rating(name, elo, elo - error, elo + error, rows[name])
        for name, elo, error in zip(names, elos, errors, strict=True)
    ]
    advantage, error = ELO * strengths[-1], REACH * ELO * sqrt(spread[-1][-1])
    return Ratings(
        players=tuple(sorted(found, key=lambda rating: (-rating.elo, rating.name))),
        x_advantage=Interval(advantage, advantage - error, advantage + error),
        draws=sum(each.points == 0.5 for each in scores) / max(1, len(scores)),
        notes=tuple(_notes(scores, list(rows.values()))),
        covariance={
            name: dict(zip(names, row, strict=True))
            for name, row in zip(names, covariance, strict=True)
        },
    )


# The most likely strengths. The unknowns are the players' strengths on the logistic scale and, as
# the last one, the advantage of X.


class _Game(NamedTuple):
    """A game between players by number."""

    x: int
    o: int
    points: float


def _share(difference: float) -> float:
    """The expected score for a difference on the logistic scale."""
    return 1 / (1 + exp(-difference)) if difference > -700 else 0.0


def _most_likely(games: Sequence[_Game], players: int) -> tuple[list[float], Matrix]:
    """The strengths under which these results are the most likely, and how sharply they are so."""
    sums: dict[tuple[int, int], list[float]] = defaultdict(lambda: [0, 0])
    for game in games:
        sums[game.x, game.o][0] += 1
        sums[game.x, game.o][1] += game.points
    strengths = [0.0] * (players + 1)
    for _ in range(MOST_STEPS):
        surplus, information = _slope(sums, strengths)
        step = _solve(_cholesky(information), surplus)
        longest = max(map(abs, step))
        if longest < PRECISE:
            break
        shorter = min(1, LONGEST_STEP / longest)
        strengths = [old + shorter * change for old, change in zip(strengths, step, strict=True)]
    return strengths, information


def _slope(
    sums: dict[tuple[int, int], list[float]], strengths: Sequence[float]
) -> tuple[list[float], Matrix]:
    """Points scored beyond those expected, for each unknown, and the (negative) second derivative.

    The prior comes first: for each unknown one game, half won and half lost.
    """
    size = len(strengths)
    expected = [_share(strength) for strength in strengths]
    surplus = [PRIOR * (0.5 - share) for share in expected]
    information = [[0.0] * size for _ in strengths]
    for i, share in enumerate(expected):
        information[i][i] = PRIOR * share * (1 - share)
    for (x, o), (count, points) in sums.items():
        share = _share(strengths[x] - strengths[o] + strengths[-1])
        signs = ((x, 1), (o, -1), (size - 1, 1))
        for i, sign in signs:
            surplus[i] += sign * (points - count * share)
            for j, other in signs:
                information[i][j] += sign * other * count * share * (1 - share)
    return surplus, information


# How sure that is


def _clusters(scores: Sequence[Score], games: Sequence[_Game]) -> list[list[_Game]]:
    """The games of each pair; a game without a pair is one by itself."""
    clusters: dict[object, list[_Game]] = defaultdict(list)
    for number, (score, game) in enumerate(zip(scores, games, strict=True)):
        between = frozenset((score.x, score.o))
        clusters[number if score.pair is None else (between, score.pair)].append(game)
    return list(clusters.values())


def _meat(
    clusters: list[list[_Game]],
    strengths: Sequence[float],
    information: Matrix,
    inverse: Matrix,
) -> Matrix:
    """The sum of the squared surplus of each pair, with the prior's own; at least LEAST."""
    size = len(strengths)
    total = [[0.0] * size for _ in strengths]
    games_of = [PRIOR] * size
    for i, strength in enumerate(strengths):
        share = _share(strength)
        total[i][i] = PRIOR * ((1 - share) ** 2 + share**2) / 2
    for games in clusters:
        own, x_wins = _left_out(games, strengths, inverse)
        signs = ((games[0].x, own), (games[0].o, -own), (size - 1, x_wins))
        for i, left in signs:
            games_of[i] += len(games)
            for j, right in signs:
                total[i][j] += left * right
    for i, row in enumerate(total):
        evenness = 4 * information[i][i] / games_of[i]  # 1 where every game was between equals
        row[i] = max(row[i], LEAST * evenness)
    return total


def _left_out(
    games: list[_Game], strengths: Sequence[float], inverse: Matrix
) -> tuple[float, float]:
    """The surplus of a pair over what the other pairs alone let expect.

    Two numbers: the surplus of the player who has X in the first game, and that of the colour X.
    The pair pulled the estimate towards itself, so its surplus is too small by a factor (here a
    matrix of 2 x 2) that is 1 - information of the pair * covariance of everything.
    """
    a, b, last = games[0].x, games[0].o, len(strengths) - 1
    own = x_wins = same = swapped = 0.0
    for game in games:
        share = _share(strengths[game.x] - strengths[game.o] + strengths[last])
        sign = 1 if game.x == a else -1
        own += sign * (game.points - share)
        x_wins += game.points - share
        same += share * (1 - share)
        swapped += sign * share * (1 - share)
    players = inverse[a][a] - 2 * inverse[a][b] + inverse[b][b]
    mixed, colour = inverse[a][last] - inverse[b][last], inverse[last][last]
    m11, m12 = 1 - same * players - swapped * mixed, -same * mixed - swapped * colour
    m21, m22 = -swapped * players - same * mixed, 1 - swapped * mixed - same * colour
    determinant = m11 * m22 - m12 * m21
    return (
        (m22 * own - m12 * x_wins) / determinant,
        (m11 * x_wins - m21 * own) / determinant,
    )


def _placed(
    strengths: Sequence[float], spread: Matrix, anchor: tuple[int, float] | None
) -> tuple[list[float], Matrix]:
    """Elo and its covariance, moved so that the mean is 0 or the anchor has its rating."""
    size = len(strengths)
    weights = [1 / max(1, size)] * size
    if anchor:
        weights = [float(i == anchor[0]) for i in range(size)]
    origin = sum(map(mul, weights, strengths))
    shared = [sum(map(mul, weights, row[:size])) for row in spread[:size]]
    common = sum(map(mul, weights, shared))
    covariance = [
        [ELO**2 * (spread[i][j] - shared[i] - shared[j] + common) for j in range(size)]
        for i in range(size)
    ]
    offset = anchor[1] if anchor else 0.0
    return [ELO * (each - origin) + offset for each in strengths], covariance


# What the numbers cannot tell


def _notes(scores: Sequence[Score], rows: list[Standing]) -> Iterator[str]:
    """Sentences about ratings that rest on the prior."""
    groups = _groups(scores, [row.name for row in rows])
    if len(groups) > 1:
        listed = "; ".join(", ".join(group) for group in groups)
        yield f"No games link these groups, so compare ratings only within a group: {listed}."
    for row in rows:
        if row.games and row.won == row.games:
            yield f"{row.name} won every game, so only the lower end of its interval means much."
        if row.games and row.lost == row.games:
            yield f"{row.name} lost every game, so only the upper end of its interval means much."


def _groups(scores: Sequence[Score], names: list[str]) -> list[list[str]]:
    """Players linked by games, directly or through others."""
    group = {name: [name] for name in names}
    for score in scores:
        one, two = group[score.x], group[score.o]
        if one is not two:
            one.extend(two)
            group.update(dict.fromkeys(two, one))
    return sorted({id(each): sorted(each) for each in group.values()}.values())


# Symmetric matrices


def _cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle whose product with its mirror image is the matrix."""
    triangle: Matrix = []
    for i, row in enumerate(matrix):
        own: list[float] = []
        for j, above in enumerate(triangle):
            own.append((row[j] - sum(map(mul, own, above))) / above[j])
        own.append(sqrt(row[i] - sum(map(mul, own, own))))
        triangle.append(own)
    return triangle


def _solve(triangle: Matrix, right: Sequence[float]) -> list[float]:
    """The vector that the matrix of this triangle turns into `right`."""
    half: list[float] = []
    for row, value in zip(triangle, right, strict=True):
        half.append((value - sum(map(mul, row, half))) / row[-1])
    for i in reversed(range(len(half))):
        half[i] /= triangle[i][i]
        for j, factor in enumerate(triangle[i][:-1]):
            half[j] -= factor * half[i]
    return half


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric matrix."""
    triangle, size = _cholesky(matrix), len(matrix)
    return [_solve(triangle, [float(i == j) for j in range(size)]) for i in range(size)]


def _sandwich(bread: Matrix, meat: Matrix) -> Matrix:
    """The product bread, meat, bread."""
    half = [[sum(map(mul, row, column)) for column in meat] for row in bread]
    return [[sum(map(mul, row, column)) for column in bread] for row in half]
