"""Openings for games that would otherwise all be the same: generated, and as fair as can be had.

Stones are put near the centre by chance, the engine looks at what came out, and of several such
positions the most even ones are taken.
"""

import random
from collections.abc import Callable

from noughts.analysis import Limit
from noughts.engine import Engine
from noughts.position import Position
from noughts.rules import Move, Rules

__all__ = ["balanced"]

SMALL = 16  # cells: on such boards openings have one or two stones
STONES = (3, 4, 5)  # of openings on larger boards
REACH = 2  # rows and columns from another stone, at most
CHOICE = 4  # how many positions are tried for each that is taken
NODES = 10_000  # for the engine to judge one
UNFAIR = float("inf")


def balanced(
    rules: Rules,
    number: int,
    seed: int,
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> list[tuple[Move, ...]]:
    """Up to `number` openings, the same ones for the same seed; fewer if the board has no more."""
    chance, engine = random.Random(f"openings {seed}"), Engine(rules)
    tried: dict[str, tuple[float, tuple[Move, ...]]] = {}
    wanted = CHOICE * number
    for done in range(2 * wanted):
        moves = _by_chance(rules, chance)
        position = _after(rules, moves)
        if position is not None and position.cells not in tried:
            tried[position.cells] = (_lopsided(engine, position), moves)
        tell(max(done // 2, len(tried)), wanted)
        if len(tried) == wanted:
            break
    fairest = sorted(tried.values(), key=lambda each: each[0])[:number]
    return [moves for _, moves in fairest] or [()]


def _by_chance(rules: Rules, chance: random.Random) -> tuple[Move, ...]:
    """Stones one after the other, the first near the centre, each later one near another."""
    small = rules.size <= SMALL
    stones = chance.choice((1, 2) if small else STONES)
    rows, columns = rules.rows, rules.columns
    near = max(rows, columns) if small else REACH
    places = [(rows // 2, columns // 2)]
    moves: list[Move] = []
    while len(moves) < stones:
        row, column = chance.choice(places)
        row += chance.randint(-near, near)
        column += chance.randint(-near, near)
        move = row * columns + column
        if 0 <= row < rows and 0 <= column < columns and move not in moves:
            moves.append(move)
            places = [divmod(each, columns) for each in moves]
    return tuple(moves)


def _after(rules: Rules, moves: tuple[Move, ...]) -> Position | None:
    """The position after these moves; None if the game is over by then."""
    position = Position(rules)
    for move in moves:
        position = position.play(move)
        if position.is_over:
            return None
    return position


def _lopsided(engine: Engine, position: Position) -> float:
    """How far the engine thinks one side is ahead."""
    found = engine.analyse(position, Limit(nodes=NODES))
    if found.outcome == "draw":
        return 0.0
    return UNFAIR if found.outcome or found.score is None else abs(found.score)
