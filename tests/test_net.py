"""The net over lines, beside a slow twin that is written from its description alone."""

import random
import struct
import subprocess
import sys
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from noughts import GOMOKU, Position, Rules, _native
from noughts.engine.net import net_for
from noughts.rules import OTHER

Ints = NDArray[np.int64]

REACH, ROWS = 4, 7_366
CHANNELS, JUDGED, HIDDEN, SECOND = 64, 48, 64, 32
STEPS = (0, 1), (1, 0), (1, 1), (1, -1)
PLACES = tuple(away for away in range(-REACH, REACH + 1) if away)
EMPTY, OWN, THEIRS, EDGE = range(4)


def random_weights(seed: int) -> bytes:
    """As large as weights may be, so that sums that do not fit would show."""
    chance = np.random.default_rng(seed)

    def numbers(most: int, count: int, kind: str = "<i2") -> bytes:
        return chance.integers(-most, most, count, endpoint=True).astype(kind).tobytes()

    return b"".join(
        (
            struct.pack("<5H", CHANNELS, JUDGED, HIDDEN, SECOND, ROWS),
            numbers(255, ROWS * CHANNELS),
            numbers(4_095, 2 * HIDDEN * JUDGED),
            numbers(1 << 28, HIDDEN, "<i4"),
            numbers(4_095, SECOND * HIDDEN),
            numbers(1 << 28, SECOND, "<i4"),
            numbers(8_191, SECOND),
            numbers(1 << 20, 1, "<i4"),
            numbers(8_191, 2 * CHANNELS * HIDDEN),
            numbers(1 << 28, 2 * CHANNELS, "<i4"),
        )
    )


def the_net() -> _native.Net:
    net = net_for(GOMOKU)
    assert net is not None
    return net


def shipped() -> bytes:
    return files("noughts.engine").joinpath("net.bin").read_bytes()


class Twin:
    """What the net says about a position, computed from nothing each time."""

    def __init__(self, weights: bytes) -> None:
        self.rest = weights
        assert tuple(self.take(5, "<u2")) == (CHANNELS, JUDGED, HIDDEN, SECOND, ROWS)
        self.rows = self.take(ROWS * CHANNELS).reshape(ROWS, CHANNELS)
        self.weights = self.take(2 * HIDDEN * JUDGED).reshape(HIDDEN, 2, JUDGED)
        self.bias = self.take(HIDDEN, "<i4")
        self.second_weights = self.take(SECOND * HIDDEN).reshape(SECOND, HIDDEN)
        self.second_bias, self.out = self.take(SECOND, "<i4"), self.take(SECOND)
        self.out_bias = int(self.take(1, "<i4")[0])
        self.by_hidden = self.take(2 * CHANNELS * HIDDEN).reshape(2, CHANNELS, HIDDEN)
        self.policy = self.take(2 * CHANNELS, "<i4").reshape(2, CHANNELS)
        assert not self.rest

    def take(self, count: int, kind: str = "<i2") -> Ints:
        numbers = np.frombuffer(self.rest, kind, count)
        self.rest = self.rest[numbers.nbytes :]
        return numbers.astype(np.int64)

    def features(self, position: Position) -> Ints:
        """By side, own and other, and by cell; nothing where there is a stone."""
        rules = position.rules
        found = np.zeros((2, rules.size, CHANNELS), dtype=np.int64)
        for cell in position.legal_moves:
            for step in STEPS:
                line = line_around(position, cell, step)
                for side, digits in enumerate((line, swapped(line))):
                    if (row := row_numbers().get(digits)) is not None:
                        found[side, cell] += self.rows[row]
        return np.maximum(found, 0)

    def opinion(self, position: Position) -> tuple[int, list[int]]:
        features = self.features(position)
        pooled = np.minimum(rounded(features[:, :, :JUDGED].sum(axis=1), 3), 4_095)
        hidden = activation((self.weights * pooled).sum(axis=(1, 2)) + self.bias)
        second = activation(self.second_weights @ hidden + self.second_bias)
        value = int(rounded((second * self.out).sum(), 6)) + self.out_bias
        counts = rounded(self.policy + self.by_hidden @ hidden, 6).clip(-16_383, 16_383)
        promises = rounded((features * counts[:, None]).sum(axis=(0, 2)), 10)
        return value, promises.tolist()


def activation(sums: Ints) -> Ints:
    assert np.abs(sums).max() < 1 << 31  # the engine has no more bits
    return rounded(sums, 9).clip(0, 2_047)


def rounded(numbers: Ints, bits: int) -> Ints:
    return numbers + (1 << bits - 1) >> bits


def line_around(position: Position, cell: int, step: tuple[int, int]) -> tuple[int, ...]:
    """What the side to move sees, four cells in either direction."""
    rules = position.rules
    r, c = divmod(cell, rules.columns)

    def seen(away: int) -> int:
        row, column = r + away * step[0], c + away * step[1]
        if not (0 <= row < rules.rows and 0 <= column < rules.columns):
            return EDGE
        mark = position.cells[row * rules.columns + column]
        return EMPTY if mark == "." else OWN if mark == position.turn else THEIRS

    line = tuple(map(seen, PLACES))
    length = 1 + len(PLACES) - line.count(EDGE)
    return line if length >= REACH + 1 else (EDGE,) * len(PLACES)


def swapped(line: tuple[int, ...]) -> tuple[int, ...]:
    return tuple({OWN: THEIRS, THEIRS: OWN}.get(each, each) for each in line)


@cache
def row_numbers() -> dict[tuple[int, ...], int]:
    """Lines with stones are numbered by their digits, the first place counting least.

    A line and its reverse have the same row, that of the one that comes first.
    """
    sides: list[tuple[int, ...]] = []
    for length in range(REACH + 1):
        for number in range(3**length):
            digits = tuple(number // 3**place % 3 for place in range(length))
            sides.append(digits + (EDGE,) * (REACH - length))
    lines = [before[::-1] + after for before in sides for after in sides]
    lines = [line for line in lines if OWN in line or THEIRS in line]
    numbers: dict[tuple[int, ...], int] = {}
    for line in sorted(lines, key=lambda line: line[::-1]):
        if line not in numbers:
            numbers[line] = numbers[line[::-1]] = len(set(numbers.values()))
    return numbers


class Case(NamedTuple):
    game: str
    stones: int


CASES = [
    Case("15x15x5", 0),
    Case("15x15x5", 5),
    Case("15x15x5", 40),
    Case("9x9x5", 20),
    Case("20x20x5", 60),
    Case("5x20x5", 30),
]


def random_position(case: Case, chance: random.Random) -> Position:
    """Stones anywhere, perhaps with lines: the net does not mind."""
    rules = Rules.parse(case.game)
    cells = ["."] * rules.size
    for number, cell in enumerate(chance.sample(range(rules.size), case.stones)):
        cells[cell] = "xo"[number % 2]
    return Position(rules, "".join(cells), "o" if case.stones % 2 else "x")


def after(position: Position, moves: list[int]) -> Position:
    cells, turn = list(position.cells), position.turn
    for move in moves:
        cells[move] = turn
        turn = OTHER[turn]
    return Position(position.rules, "".join(cells), turn)


def test_all_lines_with_stones_have_a_row() -> None:
    assert len(set(row_numbers().values())) == ROWS


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("weights", [shipped(), random_weights(1)], ids=["shipped", "random"])
def test_the_twin_agrees(weights: bytes, case: Case, plain: bool) -> None:
    chance = random.Random(case.game)
    net, twin = _native.Net(weights), Twin(weights)
    position = random_position(case, chance)
    one = chance.sample(position.legal_moves, 9)
    other = one[:4] + chance.sample([m for m in position.legal_moves if m not in one], 5)
    # There and back, stones taken back and put elsewhere, and the same line twice.
    lines: list[list[int]] = [[], one, one[:6], other, other, one[:1], []]
    found = net.opinions(position, lines, plain=plain)
    assert found == [twin.opinion(after(position, line)) for line in lines]


def test_an_opinion_does_not_depend_on_how_the_board_is_turned() -> None:
    position = random_position(Case("15x15x5", 31), random.Random(7))
    (value, promises), *_ = the_net().opinions(position)
    cells = np.array(list(position.cells)).reshape(15, 15)
    for turned, of in ((np.rot90(cells), np.rot90), (cells.T, np.transpose)):
        same = Position(position.rules, "".join(turned.ravel()), position.turn)
        (again, others), *_ = the_net().opinions(same)
        assert again == value
        assert others == of(np.array(promises).reshape(15, 15)).ravel().tolist()


@pytest.mark.parametrize(
    ("weights", "reason"),
    [
        (b"", "cut short"),
        (shipped()[:-1], "cut short"),
        (shipped() + b"\0", "too long"),
        (b"\0" + shipped(), "another net"),
        (shipped()[:10] + b"\xff\x7f" + shipped()[12:], "too large"),
    ],
)
def test_weights_that_make_no_net_are_refused(weights: bytes, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        _native.Net(weights)


@pytest.mark.parametrize("game", ["15x15x5-exact", "8x8x4-straight", "15x15x5-straight", "6x6x5"])
def test_other_games_have_no_net(game: str) -> None:
    position = Position(game)
    assert net_for(position.rules) is None
    with pytest.raises(ValueError, match=game):
        the_net().opinions(position)
    with pytest.raises(ValueError, match=game):
        _native.DeepSearch(position.rules, 1, 1, the_net())


def test_the_weights_are_read_only_when_they_are_needed() -> None:
    script = """
import sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
import noughts
read = lambda: any(name.endswith("net.bin") for name in opened)
assert not read()
noughts.Engine("3x3x3")
assert not read()
noughts.Engine("gomoku")
assert read()
"""
    subprocess.run([sys.executable, "-c", script], check=True)
