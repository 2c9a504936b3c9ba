"""Ratings: against brute force, closed forms and a published example, and in simulations."""

import random
from collections.abc import Mapping
from math import erf, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated import EVEN, Openings, Result, elo_of, expected, likeliest, tournament

from noughts import NotationError
from noughts.arena import Score, buchholz, pair_points, rate, ratings, sonneborn_berger, standings

LOPSIDED = Openings(advantage=100, spread=600)
NAMES = ("a", "b", "c", "d")


def match(results: str, one: str = "a", two: str = "b") -> list[Score]:
    """Pairs of games, such as `10` for a win with X and a loss with O; `=` is a draw."""
    points = {"1": 1.0, "0": 0.0, "=": 0.5}
    return [
        score
        for number, pair in enumerate(results.split())
        for score in (
            Score(one, two, points[pair[0]], number),
            Score(two, one, 1 - points[pair[1]], number),
        )
    ]


def games(most: int = 30) -> st.SearchStrategy[list[Score]]:
    points = st.sampled_from([0, 0.5, 1])
    pairs = st.none() | st.integers(0, 3)
    between = st.permutations(NAMES)
    one = st.builds(lambda of, p, n: Score(of[0], of[1], p, n), between, points, pairs)
    return st.lists(one, max_size=most)


# The rating itself


@settings(max_examples=8)
@given(games())
def test_as_brute_force_finds_it(scores: list[Score]) -> None:
    found = rate(scores, players=NAMES)
    results = [Result(NAMES.index(each.x), NAMES.index(each.o), 1, each.points) for each in scores]
    *strengths, advantage = likeliest(results, len(NAMES), ratings.PRIOR)
    mean = sum(strengths) / len(NAMES)
    assert found.x_advantage.elo == pytest.approx(advantage, abs=0.01)
    for name, elo in zip(NAMES, strengths, strict=True):
        assert found[name].elo == pytest.approx(elo - mean, abs=0.01)


def test_a_published_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """A. Agresti, Categorical Data Analysis, second edition (2002), section 10.6, table 10.11.

    Baseball games of seven teams in 1987: row at home against column, games won and lost. The book
    gives 0.302 for playing at home and these shares of the strengths.
    """
    monkeypatch.setattr(ratings, "PRIOR", 1e-6)
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    rows = """
        -   4-3 4-2 4-3 6-1 4-2 6-0
        3-3 -   4-2 4-3 6-0 6-1 4-3
        2-5 4-3 -   2-4 4-3 4-2 6-0
        3-3 5-1 2-5 -   4-3 4-2 6-1
        5-1 2-5 3-3 4-2 -   5-2 6-0
        2-5 3-3 3-4 4-3 4-2 -   2-4
        2-5 1-5 1-6 2-4 1-6 3-4 -"""
    scores = [
        Score(teams[number // 7], teams[number % 7], won)
        for number, cell in enumerate(rows.split())
        if cell != "-"
        for won, count in ((1, int(cell[0])), (0, int(cell[2])))
        for _ in range(count)
    ]
    found = rate(scores)
    assert found.x_advantage.elo / ratings.ELO == pytest.approx(0.302, abs=0.0005)
    strengths = {each.name: 10 ** (each.elo / 400) for each in found.players}
    shares = [strengths[team] / sum(strengths.values()) for team in teams]
    published = {"Milwaukee": 0.220, "Detroit": 0.190, "Baltimore": 0.044}
    assert sorted(round(each, 3) for each in shares) == [
        *(0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220)
    ]
    for team, given_share in published.items():
        assert shares[teams.index(team)] == pytest.approx(given_share, abs=0.0005)


def test_two_players_have_the_elo_of_their_score() -> None:
    """With even colours: 400 log10(s / (1 - s)), and the error from the spread of the pairs."""
    scores = match("11 10 =1 01 == 1= 10 01 0= =0 1= =1 10 01 " * 40)
    points, _ = pair_points(scores, "a", "b")
    mean = sum(points) / len(points) / 2
    variance = sum((each / 2 - mean) ** 2 for each in points) / len(points) ** 2
    found = rate(scores).difference("a", "b")
    assert found.elo == pytest.approx(elo_of(mean), rel=0.01)
    slope = ratings.ELO / (mean * (1 - mean))
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * slope * sqrt(variance), rel=0.01)
    superior = (1 + erf((mean - 0.5) / sqrt(variance) / sqrt(2))) / 2
    assert rate(scores).superiority("a", "b") == pytest.approx(superior, abs=0.01)


def test_the_advantage_of_x_is_set_aside() -> None:
    """A wins 9 of 10 with X and 3 of 10 with O: the mean of the two is without colour."""
    scores = match("11 11 11 10 10 10 10 10 10 00 " * 60)
    found = rate(scores)
    assert found.difference("a", "b").elo == pytest.approx(
        (elo_of(0.9) + elo_of(0.3)) / 2, rel=0.01
    )
    assert found.x_advantage.elo == pytest.approx((elo_of(0.9) - elo_of(0.3)) / 2, rel=0.01)
    assert found.x_advantage.low > 150
    assert found.expected("a", "b") == pytest.approx(0.6, abs=0.001)
    assert found.expected("b", "a") == pytest.approx(0.4, abs=0.001)


def test_a_draw_counts_half() -> None:
    found = rate(match(" ".join(["=="] * 450 + ["1="] * 30 + ["0="] * 20)))
    assert found.difference("a", "b").elo == pytest.approx(elo_of(0.505), rel=0.02)
    assert found.draws == pytest.approx(0.95)


# Where the games say little


def test_no_games() -> None:
    assert rate([]).players == ()
    alone = rate([], players=["a"]).players[0]
    assert (alone.elo, alone.low, alone.high, alone.standing.games) == (0, 0, 0, 0)
    two = rate([], players=["a", "b"])
    assert two.difference("a", "b").high > 800
    assert two.superiority("a", "b") == 0.5
    assert "compare ratings only within a group: a; b" in two.notes[0]


def test_somebody_who_wins_everything() -> None:
    """Of 40 games all won, exact arithmetic says: at least 406 Elo (0.025 to the power of 1/40)."""
    found = rate(match("11 " * 20))
    best = found.difference("a", "b")
    assert 600 < best.elo < 1000
    assert 350 < best.low < 450
    assert found.superiority("a", "b") > 0.999
    assert found.notes == (
        "a won every game, so only the lower end of its interval means much.",
        "b lost every game, so only the upper end of its interval means much.",
    )
    more = rate(match("11 " * 200)).difference("a", "b")
    assert more.elo > best.elo + 200
    assert more.low > best.low + 200


def test_many_draws_do_not_prove_that_two_are_equal() -> None:
    found = rate(match("== " * 20)).difference("a", "b")
    assert found.elo == pytest.approx(0, abs=1e-6)
    assert 15 < found.high < 40
    assert rate(match("10 " * 20)).difference("a", "b").high > 15, "X wins them all"


def test_games_without_a_link() -> None:
    found = rate([*match("11 =1 =="), *match("11 10 10 10", "c", "d")])
    assert "only within a group: a, b; c, d" in found.notes[0]
    assert found["a"].elo > found["b"].elo
    assert not rate([*match("10"), *match("10", "b", "c")]).notes


def test_a_colour_that_is_never_swapped_tells_little() -> None:
    """Whether A is stronger or X is better cannot be told, and the intervals say so."""
    fixed = [Score("a", "b", number % 4 > 0, number) for number in range(80)]
    found = rate(fixed)
    assert found.difference("a", "b").low < 0 < found.difference("a", "b").high
    assert found.x_advantage.low < 0 < found.x_advantage.high


def test_an_anchor_stays_where_it_is() -> None:
    scores = tournament({"a": 0, "b": 100, "c": 200}, EVEN, 20, random.Random(1))
    free, fixed = rate(scores), rate(scores, anchor=("b", 1500))
    assert sum(each.elo for each in free.players) == pytest.approx(0, abs=1e-6)
    anchor = fixed["b"]
    assert (anchor.elo, anchor.low, anchor.high) == pytest.approx((1500, 1500, 1500))
    for name in "ac":
        low, high = fixed[name].low, fixed[name].high
        assert free.difference(name, "b") == pytest.approx(
            (fixed[name].elo - 1500, low - 1500, high - 1500)
        )
    with pytest.raises(NotationError, match="the anchor must be a player, not 'z'"):
        rate(scores, anchor=("z", 0))
    with pytest.raises(NotationError, match="there is no rating of 'z'"):
        free["z"]


@settings(max_examples=15)
@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_games_and_the_names_do_not_matter(
    scores: list[Score], chance: random.Random
) -> None:
    found = rate(scores)
    shuffled = chance.sample(scores, len(scores))
    renamed = rate([Score(each.x * 2, each.o * 2, each.points, each.pair) for each in shuffled])
    swapped = rate([Score(each.o, each.x, 1 - each.points, each.pair) for each in scores])
    assert swapped.x_advantage.elo == pytest.approx(-found.x_advantage.elo, abs=1e-5)
    for each in found.players:
        other, mirror = renamed[each.name * 2], swapped[each.name]
        for same in (other, mirror):
            assert (same.elo, same.low) == pytest.approx((each.elo, each.low), abs=1e-5)
        assert each.low <= each.elo <= each.high
        for opponent in found.covariance:
            chances = found.superiority(each.name, opponent), found.superiority(opponent, each.name)
            assert sum(chances) == pytest.approx(1)


# The intervals


def held(strengths: Mapping[str, float], openings: Openings, pairs: int, tries: int) -> float:
    """The share of intervals that hold the difference of the first two."""
    chance, right = random.Random(13), 0
    true = strengths["a"] - strengths["b"]
    if openings.spread:
        as_x, as_o = expected(true, openings)
        true = (elo_of(as_x) + elo_of(as_o)) / 2
    for _ in range(tries):
        found = rate(tournament(strengths, openings, pairs, chance)).difference("a", "b")
        right += found.low <= true <= found.high
    return right / tries


@pytest.mark.parametrize(
    "openings", [Openings(advantage=240), LOPSIDED, Openings(draws=0.8)], ids=str
)
def test_about_95_of_100_intervals_hold_the_truth(openings: Openings) -> None:
    """Roughly, with few tries; bench/ratings.py looks closely."""
    assert 0.92 <= held({"a": 80, "b": 0}, openings, 20, 200) <= 0.985


def test_in_a_round_robin_too() -> None:
    strengths = dict(zip("abcdef", (200, 100, 50, 0, -100, -250), strict=True))
    assert 0.90 <= held(strengths, Openings(advantage=240), 4, 60) <= 1


def test_pairs_make_the_intervals_right_where_openings_are_lopsided() -> None:
    """Taken as single games, the same results look like much more luck than there was."""
    scores = tournament({"a": 0, "b": 0}, LOPSIDED, 200, random.Random(3))
    paired = rate(scores).difference("a", "b")
    single = rate([Score(each.x, each.o, each.points) for each in scores]).difference("a", "b")
    assert single.elo == pytest.approx(paired.elo)
    assert single.high - single.low > 1.4 * (paired.high - paired.low)


# Tables


def test_points_and_ties() -> None:
    scores = [
        *(Score("a", "b", 1), Score("b", "c", 1), Score("c", "a", 0.5)),
        *(Score("d", "a", 0), Score("d", "b", 0.5), Score("c", "d", 1)),
    ]
    rows = standings(scores, players=["e"])
    assert [row.name for row in rows] == ["a", "b", "c", "d", "e"]
    assert [row.points for row in rows] == [2.5, 1.5, 1.5, 0.5, 0]
    first = rows[0]
    assert (first.games, first.won, first.drawn, first.lost) == (3, 2, 1, 0)
    assert buchholz(scores) == {"a": 3.5, "b": 4.5, "c": 4.5, "d": 5.5}
    assert sonneborn_berger(scores)["a"] == 1.5 + 0.5 + 0.5 * 1.5
    assert sonneborn_berger(scores)["d"] == 0.5 * 1.5


def test_pairs_of_games() -> None:
    scores = [*match("10 1="), Score("a", "b", 1, 7), Score("a", "b", 1), Score("b", "a", 1)]
    assert pair_points(scores, "a", "b") == ([1, 1.5], 3)
    assert pair_points(scores, "b", "a") == ([1, 0.5], 3)
    assert pair_points([*scores, Score("c", "a", 1, 7)], "a", "b") == ([1, 1.5], 3)
    assert pair_points([Score("a", "b", 1, 7)] * 2, "a", "b") == ([], 2), "the same colour twice"


def test_a_score_is_checked() -> None:
    with pytest.raises(NotationError, match=r"the points of X must be 1, 0\.5 or 0, not 2"):
        Score("a", "b", 2)
    with pytest.raises(NotationError, match="X and O must be two players"):
        Score("a", "a", 1)
