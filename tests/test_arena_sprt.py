"""The sequential test: published values, laws, and how often it errs."""

import random
from math import log

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from simulated import EVEN, Openings, elo_of, gap_for, pair

from noughts import NotationError
from noughts.arena import Sprt
from noughts.arena.sprt import PAIR_POINTS, UNSEEN, log_likelihood_ratio

FIVE = st.lists(st.integers(0, 400), min_size=5, max_size=5)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "ratio"),
    [
        # fastchess, app/tests/sprt_test.cpp, the two cases "logistic pentanomial"
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
        # montytest.muzhen.org, a Fishtest: test 69d3c8dc7c5b3724e29d2712, "Logistic (exact)"
        ((13, 37, 50, 25, 3), 0, 2.716, -0.53772),
    ],
)
def test_published_ratios(counts: tuple[int, ...], elo0: float, elo1: float, ratio: float) -> None:
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(ratio, abs=0.005)


def test_wins_alone_have_a_closed_form() -> None:
    """All pairs 2:0: each claim explains a pair with the probability of its expected score."""
    ratio = log_likelihood_ratio((0, 0, 0, 0, 50), 0, 30)
    assert ratio == pytest.approx(50 * 0.0828, rel=0.01)  # log of 0.5431 / 0.5
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 30) == 0


@given(FIVE)
def test_from_the_other_side_the_ratio_changes_its_sign(counts: list[int]) -> None:
    mirrored = log_likelihood_ratio(counts[::-1], -30, 0)
    assert log_likelihood_ratio(counts, 0, 30) == pytest.approx(-mirrored, abs=1e-6, rel=1e-6)


@given(FIVE, st.integers(0, 3))
def test_half_a_point_more_speaks_for_the_stronger_claim(counts: list[int], which: int) -> None:
    counts[which] += 30
    better = list(counts)
    better[which] -= 1
    better[which + 1] += 1
    # What has not come yet counts as a thousandth of a pair, which may outweigh it by a little.
    assert log_likelihood_ratio(better, 0, 30) > log_likelihood_ratio(counts, 0, 30) - 1e-3


def by_halving(counts: list[int], elo0: float, elo1: float) -> float:
    """The same ratio, with the multiplier found by nothing but halving."""
    weights: list[float] = [count or UNSEEN for count in counts]
    divisors: list[list[float]] = []
    for elo in (elo0, elo1):
        distances = [points / 2 - 1 / (1 + 10 ** (-elo / 400)) for points in PAIR_POINTS]
        low, high = -1 / distances[-1], -1 / distances[0]
        for _ in range(200):
            t = (low + high) / 2
            terms = [w * d / (1 + t * d) for w, d in zip(weights, distances, strict=True)]
            low, high = (t, high) if sum(terms) > 0 else (low, t)
        divisors.append([1 + t * d for d in distances])
    zero, one = divisors
    return sum(w * log(a / b) for w, a, b in zip(weights, zero, one, strict=True))


@example([0, 31, 0, 5, 2])
@example([110, 383, 302, 194, 0])  # so near an end that no step is short enough to be the last
@given(FIVE.filter(any))
def test_newton_and_halving_agree(counts: list[int]) -> None:
    for elo0, elo1 in ((0, 30), (-300, -200), (0, 200)):
        found = log_likelihood_ratio(counts, elo0, elo1)
        assert found == pytest.approx(by_halving(counts, elo0, elo1), abs=1e-9, rel=1e-9)


def test_it_decides_and_stays_decided() -> None:
    test = Sprt(0, 30)
    assert (test.now.llr, test.now.decision, test.now.pairs) == (0, None, 0)
    accepted = test.state([2.0] * 100)
    assert accepted.decision == "accepted"
    assert accepted.llr >= accepted.upper
    assert accepted.pairs < 50
    for points in [2.0] * accepted.pairs:
        test.update(points)
    assert test.now == accepted
    assert test.update(0) == accepted, "later pairs do not count"
    assert test.state([1.0, 0.0] * 50).decision == "rejected"
    assert test.state([1.0] * 10).decision is None
    assert test.state([1.0] * 10).pairs == 10


def test_the_bounds_follow_from_the_errors() -> None:
    usual, careful = Sprt(0, 30), Sprt(0, 30, alpha=0.01, beta=0.1)
    assert [usual.lower, usual.upper] == pytest.approx([-2.944, 2.944], abs=0.001)
    assert [careful.lower, careful.upper] == pytest.approx([-2.293, 4.500], abs=0.001)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((30, 30), "elo0 must be smaller than elo1"),
        ((0, float("nan")), "elo0 and elo1 must be Elo"),
        ((0, 30, 0), "alpha and beta"),
        ((0, 30, 0.05, 1), "alpha and beta"),
    ],
)
def test_what_is_no_test_is_refused(arguments: tuple[float, ...], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Sprt(*arguments)
    with pytest.raises(NotationError, match=r"a pair of games has 0, 0\.5, 1, 1\.5 or 2 points"):
        Sprt(0, 30).update(3)


LOPSIDED, DRAWISH = Openings(spread=800), Openings(draws=0.8)


@pytest.mark.parametrize("openings", [EVEN, Openings(advantage=240), LOPSIDED, DRAWISH], ids=str)
@pytest.mark.parametrize("true", [0, 120])
def test_errors_are_as_rare_as_promised(true: float, openings: Openings) -> None:
    """Roughly, with few and short tests; bench/ratings.py looks closely."""
    gap, chance, accepted = gap_for(true, openings), random.Random(13), 0
    for _ in range(100):
        test = Sprt(0, 120)
        while test.decision is None:
            test.update(sum(pair(gap, openings, chance)))
        accepted += test.decision == "accepted"
    assert accepted <= 12 if true == 0 else accepted >= 88


def test_the_simulation_is_what_it_says() -> None:
    chance = random.Random(1)
    gap = gap_for(60, LOPSIDED)
    assert gap > 100
    points = sum(sum(pair(gap, LOPSIDED, chance)) for _ in range(20_000)) / 40_000
    assert elo_of(points) == pytest.approx(60, abs=6)
