"""Learn what the shapes of a cell are worth, and how promising they make it, from games.

    python training/tables.py GAME FILE... [--start NUMBERS] --write native/learned_5.inc

The value of a position is a sum over its empty cells: one number for the shapes of the side to
move, and one for those of the other side. It is the logarithm of the odds that the side to move
wins, by how the game ended and by what the search thought then. How likely a move is to be chosen
is a sum of two numbers, too. Both are fitted by Adam, on nine games of ten; on the tenth the losses
are measured. The numbers start from nothing, or from those of an earlier run.
"""

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from noughts import Position, Rules, _native

SHAPES = 13
WAYS = tuple(combinations_with_replacement(range(SHAPES), 4))  # in the order of weights.cpp
NUMBER: dict[tuple[int, ...], int] = {way: number for number, way in enumerate(WAYS)}
OPEN_FOUR, FIVE = 11, 12
DECIDED = 900_000  # scores beyond it are proved

# What is learned: how the game ended, mixed with what the search thought, which is less a matter of
# chance. So many points change the odds by a factor of e.
SEARCH_SHARE, POINTS = 0.5, 200

# A position counts for more, the fewer moves were left: what happened much later says little.
LEAST, FADING = 0.25, 0.93

VALUE_SCALE, POLICY_SCALE = 3_200, 100  # what weights.hpp says about its numbers
EPOCHS, BATCH = 12, 512
VALUE_RATE, POLICY_RATE = 0.003, 0.02

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def way_numbers() -> Ints:
    """For each `Shapes` of the native side the number of its way."""
    numbers = np.zeros(1 << 16, dtype=np.int64)
    for shapes in range(1 << 16):
        way = tuple(sorted(shapes >> 4 * direction & 15 for direction in range(4)))
        numbers[shapes] = NUMBER.get(way, 0)
    return numbers


WAY_OF = way_numbers()


@dataclass
class Rows:
    """Rows of features of different lengths, one after the other."""

    features: list[Ints] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.features)

    def batches(self, size: int, order: Sequence[int]) -> Iterator[tuple[Ints, Ints, Ints]]:
        """The features of some rows, where each row starts, and which rows they are."""
        for start in range(0, len(order), size):
            chosen = np.array(order[start : start + size])
            parts = [self.features[each] for each in chosen]
            lengths = np.array([len(part) for part in parts])
            yield np.concatenate(parts), np.concatenate(([0], np.cumsum(lengths)[:-1])), chosen


@dataclass
class Samples:
    """What is learned from: positions with a result, and positions with a choice."""

    values: Rows = field(default_factory=Rows)
    choices: Rows = field(default_factory=Rows)  # two features for each move; the target: which


@dataclass(frozen=True)
class Turn:
    """What the search chose in a position and what it thought; a slip was played instead."""

    best: int
    score: int
    played: int

    @classmethod
    def parse(cls, text: str) -> "Turn":
        """The opposite of what selfplay.py writes."""
        chosen, _, slip = text.partition(">")
        best, score = map(int, chosen.split(":"))
        return cls(best, score, int(slip) if slip else best)


@dataclass(frozen=True)
class Game:
    """A line of selfplay.py: the opening, the turns, and the winner (1 X, -1 O, 0 none)."""

    begun: list[int]
    turns: list[Turn]
    result: int

    def targets(self, search_share: float) -> Iterator[float]:
        """For each turn how likely its side was to win: by the search, and by how the game ended.

        What was proved was proved, and before a slip the end of the game says nothing.
        """
        slips = [number for number, turn in enumerate(self.turns) if turn.best != turn.played]
        last_slip = slips[-1] if slips else -1
        for number, turn in enumerate(self.turns):
            thought = 1 / (1 + math.exp(-max(-20, min(20, turn.score / POINTS))))
            x_moves = (len(self.begun) + number) % 2 == 0
            won = 0.5 if self.result == 0 else float((self.result > 0) == x_moves)
            certain = abs(turn.score) > DECIDED or number <= last_slip
            yield won + (1 if certain else search_share) * (thought - won)


def read_games(paths: Sequence[Path]) -> Iterator[Game]:
    """The games of these files."""
    for path in paths:
        for line in path.read_text(encoding="ascii").splitlines():
            begun, played, result = line.split("|")
            turns = [Turn.parse(each) for each in played.split()]
            yield Game([int(cell) for cell in begun.split()], turns, int(result))


def collect(rules: Rules, paths: Sequence[Path]) -> tuple[Samples, Samples]:
    """Samples to learn from, and samples to measure with: those of every tenth game."""
    learn, measure = Samples(), Samples()
    for number, game in enumerate(read_games(paths)):
        position = Position(rules)
        for cell in game.begun:
            position = position.play(cell)
        for index, (turn, won) in enumerate(
            zip(game.turns, game.targets(SEARCH_SHARE), strict=True)
        ):
            left = len(game.turns) - index
            into = measure if number % 10 == 0 else learn
            add(into, position, turn, won, LEAST + (1 - LEAST) * FADING**left)
            position = position.play(turn.played)
    return learn, measure


def add(into: Samples, position: Position, turn: Turn, won: float, weight: float) -> None:
    """Add a position, unless the search never asks for its value: a four is answered first."""
    made = np.array(_native.shapes(position), dtype=np.int64)
    kinds = [{shapes >> shift & 15 for shapes in set(made[:, side].tolist())
              for shift in (0, 4, 8, 12)} for side in (0, 1)]  # fmt: skip
    if FIVE in kinds[0] | kinds[1] or OPEN_FOUR in kinds[0]:
        return
    ours, theirs = WAY_OF[made[:, 0]], WAY_OF[made[:, 1]] + len(WAYS)
    if abs(turn.score) < DECIDED:
        into.values.features.append(
            np.concatenate((ours[made[:, 0] > 0], theirs[made[:, 1] > 0], [2 * len(WAYS)]))
        )
        into.values.targets.append(won)
        into.values.weights.append(weight)
    cells = np.flatnonzero(made.sum(axis=1))
    if made[turn.best].sum():
        into.choices.features.append(np.stack((ours[cells], theirs[cells]), axis=1))
        into.choices.targets.append(float(np.searchsorted(cells, turn.best)))
        into.choices.weights.append(1.0)


class Adam:
    """Kingma and Ba 2015, with a rate that falls to zero along a cosine."""

    def __init__(self, start: Floats, rate: float, steps: int) -> None:
        self.weights = start.copy()
        self.mean, self.spread = np.zeros(len(start)), np.zeros(len(start))
        self.rate, self.steps, self.step = rate, steps, 0

    def update(self, gradient: Floats) -> None:
        """One step."""
        self.step += 1
        self.mean += 0.1 * (gradient - self.mean)
        self.spread += 0.001 * (gradient**2 - self.spread)
        mean, spread = self.mean / (1 - 0.9**self.step), self.spread / (1 - 0.999**self.step)
        rate = self.rate * (0.5 + 0.5 * np.cos(np.pi * self.step / self.steps))
        self.weights -= rate * mean / (np.sqrt(spread) + 1e-7)


def odds(rows: Rows, weights: Floats, order: Sequence[int]) -> Iterator[tuple[Ints, Ints, Floats]]:
    """For each batch: features, rows, and the probability that the side to move wins."""
    for features, starts, chosen in rows.batches(BATCH, order):
        yield features, chosen, 1 / (1 + np.exp(-np.add.reduceat(weights[features], starts)))


def value_loss(rows: Rows, weights: Floats) -> tuple[float, float]:
    """The mean loss, and in how many positions the winner is told."""
    loss = right = total = 0.0
    for _, chosen, probability in odds(rows, weights, range(len(rows))):
        target = np.array([rows.targets[each] for each in chosen])
        weight = np.array([rows.weights[each] for each in chosen])
        p = probability.clip(1e-6, 1 - 1e-6)
        loss -= float((weight * (target * np.log(p) + (1 - target) * np.log(1 - p))).sum())
        total += float(weight.sum())
        right += float(((p > 0.5) == (target > 0.5)).sum())
    return loss / total, right / len(rows)


def fit_values(learn: Rows, measure: Rows, start: Floats, chance: random.Random) -> Floats:
    """One number for each way of the side to move, then for each of the other side."""
    order = list(range(len(learn)))
    adam = Adam(start, VALUE_RATE, EPOCHS * (len(order) // BATCH + 1))
    print(f"value: loss {value_loss(measure, start)[0]:.4f} to start with", flush=True)
    for epoch in range(EPOCHS):
        chance.shuffle(order)
        for features, chosen, probability in odds(learn, adam.weights, order):
            target = np.array([learn.targets[each] for each in chosen])
            weight = np.array([learn.weights[each] for each in chosen])
            error = weight * (probability - target) / BATCH
            lengths = [len(learn.features[each]) for each in chosen]
            gradient = np.bincount(features, np.repeat(error, lengths), len(adam.weights))
            adam.update(gradient + 1e-5 * adam.weights)
        loss, right = value_loss(measure, adam.weights)
        print(f"value {epoch + 1}: loss {loss:.4f}, the winner in {right:.1%}", flush=True)
    return adam.weights


def chances(rows: Rows, weights: Floats, order: Sequence[int]) -> Iterator[tuple[Ints, ...]]:
    """For each batch: features, starts, rows, and the probability of each move."""
    for features, starts, chosen in rows.batches(BATCH, order):
        score = weights[features].sum(axis=1)
        lengths = np.diff(np.append(starts, len(features)))
        score = np.exp(score - np.repeat(np.maximum.reduceat(score, starts), lengths))
        yield features, starts, chosen, score / np.repeat(np.add.reduceat(score, starts), lengths)


def policy_loss(rows: Rows, weights: Floats) -> tuple[float, float]:
    """The mean loss, and how often the move that was played is the likeliest."""
    loss = top = 0.0
    for _, starts, chosen, probability in chances(rows, weights, range(len(rows))):
        played = starts + np.array([int(rows.targets[each]) for each in chosen])
        loss -= float(np.log(probability[played]).sum())
        top += float((probability[played] >= np.maximum.reduceat(probability, starts)).sum())
    return loss / len(rows), top / len(rows)


def fit_policy(learn: Rows, measure: Rows, start: Floats, chance: random.Random) -> Floats:
    """One number for each way of the side that moves, then for each of the other side."""
    order = list(range(len(learn)))
    adam = Adam(start, POLICY_RATE, EPOCHS * (len(order) // BATCH + 1))
    print(f"policy: loss {policy_loss(measure, start)[0]:.3f} to start with", flush=True)
    for epoch in range(EPOCHS):
        chance.shuffle(order)
        for features, starts, chosen, probability in chances(learn, adam.weights, order):
            error = np.array(probability)
            error[starts + np.array([int(learn.targets[each]) for each in chosen])] -= 1
            gradient = np.bincount(features.ravel(), np.repeat(error, 2) / BATCH, len(adam.weights))
            adam.update(gradient + 2e-6 * adam.weights)
        loss, top = policy_loss(measure, adam.weights)
        print(f"policy {epoch + 1}: loss {loss:.3f}, the move in {top:.1%}", flush=True)
    return adam.weights


def table(values: Floats, policy: Floats) -> str:
    """The numbers as C++ reads them: whole, the same on every machine."""
    ways = len(WAYS)
    columns = (VALUE_SCALE * values[:ways], -VALUE_SCALE * values[ways : 2 * ways],
               POLICY_SCALE * policy[:ways], POLICY_SCALE * policy[ways:])  # fmt: skip
    numbers = np.stack(columns, axis=1).round().clip(-32_000, 32_000).astype(int)
    rows = [f"{{{', '.join(map(str, row))}}}," for row in numbers.tolist()]
    return "// Written by training/tables.py; see training/README.md.\n" + "\n".join(rows) + "\n"


def read_table(path: Path | None) -> tuple[Floats, Floats]:
    """The weights that `table` has written, and zero for the turn; without a file, only zeros."""
    ways = len(WAYS)
    if path is None:
        return np.zeros(2 * ways + 1), np.zeros(2 * ways)
    lines = path.read_text(encoding="ascii").splitlines()[1:]
    numbers = np.array([[int(each) for each in line.strip("{},").split(",")] for line in lines])
    ours, theirs, attack, defence = numbers.T.astype(float)
    values = np.concatenate((ours, -theirs, [0.0])) / VALUE_SCALE
    return values, np.concatenate((attack, defence)) / POLICY_SCALE


def main() -> None:
    """Read the games, learn, write the tables."""
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("game", type=Rules.parse)
    words.add_argument("files", type=Path, nargs="+")
    words.add_argument("--start", type=Path, help="numbers of an earlier run")
    words.add_argument("--write", type=Path, required=True)
    words.add_argument("--seed", type=int, default=1)
    given = words.parse_args()
    learn, measure = collect(given.game, given.files)
    print(f"{len(learn.values)} + {len(measure.values)} positions", flush=True)
    chance = random.Random(given.seed)
    value_start, policy_start = read_table(given.start)
    values = fit_values(learn.values, measure.values, value_start, chance)
    policy = fit_policy(learn.choices, measure.choices, policy_start, chance)
    given.write.write_text(table(values, policy), encoding="ascii")


if __name__ == "__main__":
    main()
