"""What a score of the engine means for the result of a game, and how far verdicts can be trusted.

    python bench/review.py                     # both parts, about half an hour
    python bench/review.py --games 40 --reviewed 2

The first part plays quick games with some noise, and fits for each game the logistic curve that
says best how its positions, by their scores, ended: `SCALES` in `noughts/review/shares.py`. The
second part reviews games of the levels twice, the second time with ten times as many nodes: does
the longer search agree? It writes bench/review.md.
"""

import argparse
import random
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import mean

from noughts import Engine, Limit, Match, Position, Record, Rules
from noughts.analysis import Analysis
from noughts.review import Judgement, Review
from noughts.review.judgements import BAD, VERDICTS
from noughts.review.passes import A_MOVE
from noughts.review.seen import Seen
from noughts.review.shares import SCALES, THRESHOLDS, share

GAMES = (
    *("15x15x5", "15x15x5-exact", "11x11x5", "10x10x5-straight", "8x8x5", "7x7x5"),
    *("20x20x6", "9x9x4-straight", "8x8x4-straight", "6x7x4"),
)
NODES = 4_000  # of a search: some milliseconds
NOISE = 0.2  # how often a move is one of the next best ones, by chance
NEXT_BEST = 6
RANDOM_STONES = (1, 5)  # at the start of a game: the fewest and the most

TIMES_LONGER = 10
REVIEWED = (
    ("gomoku", "hard", "medium"),
    ("gomoku", "hard", "hard"),
    ("gomoku", "engine", "medium"),
)


Ways = dict[str, tuple[float, float]]  # what a move gives away: by the short and the long search


@dataclass(frozen=True)
class Sample:
    """A position without a proof: its score for the side to move, and how the game ended for it."""

    score: float
    result: float


def opening(rules: Rules, chance: random.Random) -> Position:
    """A few stones by chance, near the centre."""
    position = Position(rules)
    for _ in range(chance.randint(*RANDOM_STONES)):
        r, c = (
            min(side - 1, max(0, round(chance.gauss((side - 1) / 2, 1.5))))
            for side in (rules.rows, rules.columns)
        )
        move = r * rules.columns + c
        if position.why_not(move) is None:
            position = position.play(move)
    return position


def play(task: tuple[str, int]) -> list[Sample]:
    """One game, with noise, and the samples of its positions."""
    game, seed = task
    chance, rules = random.Random(f"{game} {seed}"), Rules.parse(game)
    engine, position = Engine(rules, table_mb=8), opening(rules, chance)
    scores: list[tuple[str, float]] = []
    while not position.is_over:
        found = engine.analyse(position, Limit(depth=max(1, position.empty - 1), nodes=NODES))
        if found.outcome is None and found.score is not None:
            scores.append((position.turn, found.score))
        position = position.play(chosen(found, chance))
    return [
        Sample(score, 0.5 if position.winner is None else float(position.winner == turn))
        for turn, score in scores
    ]


def chosen(found: Analysis, chance: random.Random) -> int:
    """The best move, or now and then one of the next best."""
    forced = found.outcome is not None
    if forced or chance.random() >= NOISE:
        assert found.move is not None
        return found.move
    return chance.choice([value.move for value in found.moves[:NEXT_BEST]])


def loss(samples: list[Sample], scale: float) -> float:
    """The mean log loss of a logistic curve: the smaller, the better it says how games end."""
    total = 0.0
    for sample in samples:
        expected = 1 / (1 + exp(-max(-30.0, min(30.0, sample.score / scale))))
        expected = min(1 - 1e-9, max(1e-9, expected))
        total -= sample.result * log(expected) + (1 - sample.result) * log(1 - expected)
    return total / len(samples)


def fitted(samples: list[Sample]) -> float:
    """The scale with the smallest loss: by golden section, over its logarithm."""
    low, high, cut = log(1.0), log(100_000.0), 0.381966
    while high - low > 0.005:
        one, two = low + cut * (high - low), high - cut * (high - low)
        if loss(samples, exp(one)) < loss(samples, exp(two)):
            high = two
        else:
            low = one
    return exp((low + high) / 2)


def calibration(samples: list[Sample], scale: float) -> str:
    """How games ended where the curve expects so much: five equal parts of the shares."""
    parts: dict[int, list[float]] = defaultdict(list)
    for sample in samples:
        expected = 1 / (1 + exp(-max(-30.0, min(30.0, sample.score / scale))))
        parts[min(4, int(expected * 5))].append(sample.result)
    return " | ".join(
        f"{mean(parts[part]):.2f} ({len(parts[part])})" if parts[part] else "" for part in range(5)
    )


def fit(games: int, pool: ProcessPoolExecutor) -> list[str]:
    """The table of the curves."""
    lines = [
        "| game | games | positions | drawn | scale | log loss | 0-0.2 | 0.2-0.4 | 0.4-0.6 | "
        "0.6-0.8 | 0.8-1 |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    together: dict[int, list[Sample]] = defaultdict(list)
    for game in GAMES:
        played = list(pool.map(play, [(game, seed) for seed in range(games)]))
        samples = [sample for each in played for sample in each]
        together[Rules.parse(game).k] += samples
        lines.append(_row(game, len(played), samples))
        print(lines[-1], flush=True)
    for k, samples in together.items():
        lines.append(_row(f"k = {k}", games * sum(Rules.parse(g).k == k for g in GAMES), samples))
        print(lines[-1], flush=True)
    return lines


def _row(name: str, games: int, samples: list[Sample]) -> str:
    scale = fitted(samples)
    drawn = mean(sample.result == 0.5 for sample in samples)
    return (
        f"| {name} | {games} | {len(samples)} | {drawn:.0%} | {scale:.0f} "
        f"| {loss(samples, scale):.3f} | {calibration(samples, scale)} |"
    )


def review_twice(task: tuple[str, str, str, int]) -> list[tuple[Judgement, Judgement, Ways]]:
    """The judgements of a game after a usual look and after one ten times as long."""
    game, x, o, seed = task
    record = Match(x, o, game, Limit(nodes=3_000), chance=random.Random(seed)).run()
    record = Record(record.start, record.players, record.moves[:60])
    nodes = A_MOVE * (len(record.moves) + 1)
    short, long = (Review(record, Limit(nodes=nodes * times)) for times in (1, TIMES_LONGER))
    first, second = short.run(), long.run()
    return [
        (one, two, alternatives(short.seen, long.seen, one.number - 1))
        for one, two in zip(first, second, strict=True)
    ]


def alternatives(short: list[Seen], long: list[Seen], number: int) -> Ways:
    """What a move gives away by other ways to compare, after the short search and the long one."""
    found = {}
    for way in WAYS:
        one, two = way(short[number], short[number + 1]), way(long[number], long[number + 1])
        if one is not None and two is not None:
            found[way.__name__] = (one, two)
    return found


def shares(seen: Seen) -> list[float]:
    """The shares of all depths, the deepest last."""
    return [share(seen.position.rules, look.score) for _, look in sorted(seen.looks.items())]


def deepest(here: Seen, there: Seen) -> float | None:
    """The deepest searches, whatever their depths."""
    if here.outcome or there.outcome or not (here.looks and there.looks):
        return None
    return shares(here)[-1] - (1 - shares(there)[-1])


def two_depths(here: Seen, there: Seen) -> float | None:
    """The means of the last two depths."""
    if here.outcome or there.outcome or not (here.looks and there.looks):
        return None
    return mean(shares(here)[-2:]) - (1 - mean(shares(there)[-2:]))


def equally_far(here: Seen, there: Seen) -> float | None:
    """At depth d before the move and d - 1 after it."""
    equal = [depth for depth in here.looks if depth - 1 in there.looks]
    if here.outcome or there.outcome or not equal:
        return None
    rules, depth = here.position.rules, max(equal)
    return share(rules, here.looks[depth].score) - (1 - share(rules, there.looks[depth - 1].score))


def equally_far_twice(here: Seen, there: Seen) -> float | None:
    """The same, by two depths each: what a review does."""
    equal = [depth for depth in here.looks if depth - 1 in there.looks]
    if here.outcome or there.outcome or not equal:
        return None
    before, after = here.worth(max(equal)).value, there.worth(max(equal) - 1).value
    assert before is not None
    assert after is not None
    return before - (1 - after)


WAYS = (deepest, two_depths, equally_far, equally_far_twice)


def trust(games: int, pool: ProcessPoolExecutor) -> list[str]:
    """The tables about verdicts."""
    tasks = [(*REVIEWED[seed % len(REVIEWED)], seed) for seed in range(games)]
    pairs = [pair for found in pool.map(review_twice, tasks) for pair in found]
    agreed: dict[str, Counter[str]] = defaultdict(Counter)
    for one, two, _ in pairs:
        agreed[str(one.verdict)][str(two.verdict)] += 1
    lines = [
        f"{games} games, {len(pairs)} moves.",
        "",
        f"| after {A_MOVE:,} nodes a move | moves | {' | '.join(VERDICTS)} | confirmed |",
        f"|---|---:|{'---:|' * len(VERDICTS)}---:|",
    ]
    for name in VERDICTS:
        found = agreed[name]
        total = found.total()
        cells = " | ".join(str(found[other]) for other in VERDICTS)
        good = sum(found[other] for other in VERDICTS if same(name, other))
        lines.append(f"| {name} | {total} | {cells} | {good / total if total else 0:.0%} |")
    lines += ["", "| compared | moves | mean change of what a move gives away |", "|---|---:|---:|"]
    for way in (each.__name__ for each in WAYS):
        changes = [abs(ways[way][0] - ways[way][1]) for *_, ways in pairs if way in ways]
        lines.append(f"| {way.replace('_', ' ')} | {len(changes)} | {mean(changes):.3f} |")
    return lines


def same(one: str, other: str) -> bool:
    """Whether a longer search confirms a verdict: as bad or worse, or also not bad."""
    if one in BAD:
        return other in BAD and VERDICTS.index(other) >= VERDICTS.index(one) - 1
    return other not in BAD


def explained() -> list[str]:
    """What the table above means, and what is in use."""
    scales = ", ".join(f"{game} {scale:g}" for game, scale in SCALES.items())
    least = ", ".join(f"{name} {share:g}" for name, share in THRESHOLDS.items())
    return [
        "A score of one scale stands for a share of 0.73 of the point, two for 0.88. The last "
        "columns are how games ended (and how many positions) where the curve expects that share: "
        "the nearer to its middle, the better the fit. Positions with a proof are left out.",
        "",
        f"In use: {scales}. Games that are not listed go by the one that is most like them.",
        "",
        f"A move that gives away so much of the point is called: {least}.",
    ]


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--reviewed", type=int, default=16)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as pool:
        lines = ["`python bench/review.py`", "", "## What a score means", ""]
        lines += fit(options.games, pool) if options.games else []
        lines += ["", *explained(), ""]
        lines += ["## How far verdicts can be trusted", "", *trust(options.reviewed, pool)]
    print("\n".join(lines))
    Path(__file__).with_name("review.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
