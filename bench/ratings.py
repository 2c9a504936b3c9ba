"""Whether the numbers of the arena hold: simulated tournaments and tests whose truth is known.

    python bench/ratings.py                 # ten minutes
    python bench/ratings.py --tries 100     # one minute, roughly

The tables are written to ratings.md, which says how to read them; its last chapter stays.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path

HERE = Path(__file__).parent
FILE = HERE / "ratings.md"
sys.path.insert(0, str(HERE.parent / "tests"))

from simulated import EVEN, Openings, gap_for, pair, tournament, truth  # noqa: E402

from noughts.arena import Score, Sprt, rate  # noqa: E402

OPENINGS = {
    "even": EVEN,
    "X wins 80 %": Openings(advantage=240),
    "X wins 80 %, half of the games drawn": Openings(advantage=240, draws=0.5),
    "most decide the game, for X or for O": Openings(advantage=100, spread=600),
    "90 % drawn": Openings(draws=0.9),
}
NEVER_LOSES = "the stronger never loses, most drawn"
# Strengths, pairs between any two
FIELDS = [
    ((0, 0), 20),
    ((100, 0), 20),
    ((300, 0), 20),
    ((100, 0), 100),
    ((0, 0, 0, 0, 0, 0), 4),
    ((250, 150, 50, -50, -150, -250), 4),
    ((250, 150, 50, -50, -150, -250), 20),
]
SINGLE_PAIRS = 10  # of a hundred tournaments that are also rated without pairs; it is only a width

REASONS = "## Why it is done this way\n"
COVERAGE = """\
## Intervals

Percent of the 95 % intervals that hold the truth, in {tries} tournaments each: of the rating of
each player, of the difference of any two, of the advantage of X. The truth is what the ratings tend
to with ever more games; where openings decide the game, that is less than the difference between
the players (300 becomes about 125). "±" is half the mean width of the interval of a difference, in
Elo; "single" is what it would be if the two games of a pair were taken for independent.

| openings | players | pairs each | spread | ratings | differences | X | ± | single |
|---|---:|---:|---:|---:|---:|---:|---:|---:|"""

ERRORS = """\
## Tests

`Sprt(0, 30)` with alpha and beta of 5 %: percent of {tries} tests that end wrongly, and the mean
number of pairs they take, if there is no difference and if there is one of 30 Elo.

| openings | 0: wrongly accepted | pairs | 30: wrongly rejected | pairs |
|---|---:|---:|---:|---:|"""


def coverage(
    strengths: tuple[float, ...], openings: Openings, pairs: int, tries: int
) -> Iterator[float]:
    """Shares of intervals that hold: ratings, differences, X; then the widths."""
    names = dict(zip("abcdef", strengths, strict=False))
    (true, true_x), chance = truth(names, openings), random.Random(13)
    two = list(combinations(names, 2))
    ratings = differences = advantage = width = single = 0.0
    for number in range(tries):
        scores = tournament(names, openings, pairs, chance)
        found = rate(scores)
        ratings += sum(found[name].low <= true[name] <= found[name].high for name in names)
        for a, b in two:
            between = found.difference(a, b)
            differences += between.low <= true[a] - true[b] <= between.high
            width += (between.high - between.low) / 2
        advantage += found.x_advantage.low <= true_x <= found.x_advantage.high
        if number % SINGLE_PAIRS == 0:
            loose = rate([Score(each.x, each.o, each.points) for each in scores])
            for a, b in two:
                single += loose.difference(a, b).high - loose.difference(a, b).elo
    yield from (ratings / tries / len(names), differences / tries / len(two), advantage / tries)
    yield from (width / tries / len(two), single / len(range(0, tries, SINGLE_PAIRS)) / len(two))


def test(true: float, openings: Openings, tries: int) -> tuple[float, float]:
    """The share of tests that accept, and their mean length in pairs."""
    gap, chance, accepted, length = gap_for(true, openings), random.Random(13), 0, 0
    for _ in range(tries):
        one = Sprt(0, 30)
        while one.decision is None:
            one.update(sum(pair(gap, openings, chance)))
        accepted += one.decision == "accepted"
        length += one.now.pairs
    return accepted / tries, length / tries


def coverage_row(name: str, strengths: tuple[float, ...], pairs: int, tries: int) -> str:
    """A line of the first table."""
    openings = OPENINGS.get(name, Openings(draws=1))
    *shares, width, single = coverage(strengths, openings, pairs, tries)
    held = " | ".join(f"{100 * share:.1f}" for share in shares)
    spread = max(strengths) - min(strengths)
    field = f"{len(strengths)} | {pairs} | {spread:g}"
    return f"| {name} | {field} | {held} | {width:.0f} | {single:.0f} |"


def test_row(name: str, tries: int) -> str:
    """A line of the second table."""
    wrong, short = test(0, OPENINGS[name], tries)
    right, long = test(30, OPENINGS[name], tries)
    return f"| {name} | {100 * wrong:.1f} | {short:.0f} | {100 - 100 * right:.1f} | {long:.0f} |"


def main() -> None:
    """Simulate, print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=1000)
    tries = parser.parse_args().tries
    cases = [(name, *field) for field in FIELDS for name in OPENINGS]
    cases += [(NEVER_LOSES, (gap, 0), pairs) for gap in (35, 70) for pairs in (20, 60)]
    with ProcessPoolExecutor() as pool:
        rows = [pool.submit(coverage_row, *case, tries) for case in cases]
        tests = [pool.submit(test_row, name, tries) for name in OPENINGS]
        lines = [
            *("`python bench/ratings.py`", "", COVERAGE.format(tries=f"{tries:,}")),
            *(row.result() for row in rows),
            *("", ERRORS.format(tries=f"{tries:,}")),
            *(row.result() for row in tests),
        ]
    print("\n".join(lines))
    _, *reasons = FILE.read_text(encoding="utf-8").partition(REASONS)
    FILE.write_text("\n".join(lines) + "\n\n" + "".join(reasons), encoding="utf-8")


if __name__ == "__main__":
    main()
