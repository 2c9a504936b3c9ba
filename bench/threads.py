"""How much a second thread helps the engine: time to the same depth, and games at equal time.

    python bench/threads.py                            # a few minutes
    python bench/threads.py --games 40 --seconds 0.2   # with a match of two threads against one

The positions come from a fixed seed. One thread and two threads search each of them in turn, always
with an empty table, to the first depth that takes one thread enough nodes; the median of the rounds
counts. This needs two idle cores; on a busy machine, the nodes tell more than the seconds. Two
threads visit twice as many nodes a second, so if they need no more nodes than one thread, they
waste nothing. The table is written to threads.md.
"""

import argparse
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import geometric_mean, median
from typing import NamedTuple

from noughts import GOMOKU, Analysis, Engine, Limit, Position, Rules

# Game, positions, the nodes that make a depth worth timing: a second or more
GAMES = [("15x15x5", 8, 1_500_000), ("10x10x5", 4, 2_000_000), ("8x8x4-straight", 4, 4_000_000)]
BALANCED = 100  # an opening whose score is smaller is fair


def scattered(rules: Rules, stones: int, chance: random.Random) -> Position:
    """A game of `stones` random moves, the first in the middle, the others next to earlier ones."""
    position = Position(rules).play(rules.size // 2 + rules.columns // 2 * (1 - rules.rows % 2))
    while len(position.legal_moves) > rules.size - stones and not position.is_over:
        near = [move for move in position.legal_moves if beside(position, move)]
        position = position.play(chance.choice(near))
    return position


def beside(position: Position, move: int) -> bool:
    """Whether one of the eight neighbouring cells has a stone."""
    rules = position.rules
    row, column = divmod(move, rules.columns)
    return any(
        position.cells[r * rules.columns + c] != "."
        for r in range(max(0, row - 1), min(rules.rows, row + 2))
        for c in range(max(0, column - 1), min(rules.columns, column + 2))
    )


def tasks(game: str, nodes: int) -> Iterator[tuple[Position, int]]:
    """Positions that are not decided soon, and the depth that takes one thread `nodes` nodes."""
    rules, chance = Rules.parse(game), random.Random(game)
    while True:
        position = scattered(rules, chance.randrange(6, 15), chance)
        if position.is_over:
            continue
        engine = Engine(rules)

        def enough(found: Analysis, engine: Engine = engine) -> None:
            if found.nodes >= nodes:
                engine.stop()

        found = engine.analyse(position, Limit(depth=30), on_progress=enough)
        if found.outcome is None and nodes <= found.nodes < 3 * nodes:
            yield position, found.depth


class Cost(NamedTuple):
    """What a search took."""

    seconds: float
    nodes: float


def cost(position: Position, depth: int, threads: int) -> Cost:
    """What it costs a new engine to reach a depth."""
    found = Engine(position.rules, threads=threads).analyse(position, Limit(depth=depth))
    return Cost(found.seconds, found.nodes)


def middle(costs: list[Cost]) -> Cost:
    """The medians."""
    return Cost(median(each.seconds for each in costs), median(each.nodes for each in costs))


def compare(game: str, count: int, nodes: int, rounds: int) -> list[tuple[Cost, Cost]]:
    """The costs of one thread and of two for each position."""
    costs = []
    for position, depth in islice(tasks(game, nodes), count):
        pairs = [(cost(position, depth, 1), cost(position, depth, 2)) for _ in range(rounds)]
        one, two = (middle(list(each)) for each in zip(*pairs, strict=True))
        print(f"{game} depth {depth}: {one.seconds:.2f} s, {two.seconds:.2f} s", flush=True)
        costs.append((one, two))
    return costs


def row(name: str, costs: list[tuple[Cost, Cost]]) -> str:
    """A line of the table."""
    faster = [one.seconds / two.seconds for one, two in costs]
    nodes = [two.nodes / one.nodes for one, two in costs]
    ones, twos = (sum(each.seconds for each in side) for side in zip(*costs, strict=True))
    return (
        f"| {name} | {len(costs)} | {ones:.1f} | {twos:.1f} | {geometric_mean(faster):.2f} "
        f"| {min(faster):.2f} | {max(faster):.2f} | {geometric_mean(nodes):.2f} |"
    )


def openings(chance: random.Random) -> Iterator[Position]:
    """Beginnings of Gomoku that look fair to a short search."""
    while True:
        position = scattered(GOMOKU, 5, chance)
        found = Engine(GOMOKU, table_mb=4).analyse(position, Limit(depth=5))
        if abs(found.score or 0) < BALANCED:
            yield position


def play(position: Position, threads: dict[str, int], seconds: float) -> int:
    """How many threads the winner has; 0 for a draw."""
    engines = {mark: Engine(GOMOKU, threads=number) for mark, number in threads.items()}
    while not position.is_over:
        move = engines[position.turn].analyse(position, Limit(seconds=seconds)).move
        assert move is not None
        position = position.play(move)
    return threads[position.winner] if position.winner else 0


def match(games: int, seconds: float) -> str:
    """Two threads against one; each opening is played twice, with sides swapped."""
    chance, results = random.Random(5), Counter[int]()
    for opening in islice(openings(chance), games // 2):
        for threads in ({"x": 1, "o": 2}, {"x": 2, "o": 1}):
            results[play(opening, threads, seconds)] += 1
            print(f"won {results[2]}, lost {results[1]}, drawn {results[0]}", flush=True)
    return (
        f"Gomoku at {seconds:g} s a move, two threads against one: "
        f"{results[2]} games won, {results[1]} lost, {results[0]} drawn."
    )


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    measured = {game: compare(game, count, nodes, options.rounds) for game, count, nodes in GAMES}
    everything = [costs for each in measured.values() for costs in each]
    lines = [
        f"`python bench/threads.py`, {os.cpu_count()} cores: seconds to the same depth, median of "
        f"{options.rounds}; nodes: those of two threads divided by those of one.",
        "",
        "| game | positions | 1 thread | 2 threads | times faster | least | most | nodes |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
        *(row(game, costs) for game, costs in measured.items()),
        row("all", everything),
    ]
    if options.games:
        lines += ["", match(options.games, options.seconds)]
    print("\n".join(lines))
    Path(__file__).with_name("threads.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
