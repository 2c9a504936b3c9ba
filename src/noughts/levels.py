"""How weaker players choose: what they overlook, and what draws them."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from noughts.engine.engine import from_the_centre
from noughts.engine.glance import Glance, Threat, glance
from noughts.errors import Known
from noughts.position import Position
from noughts.rules import Move

__all__ = ["LEVELS", "SMALL", "Level", "err"]


@dataclass(frozen=True)
class Level:
    """How often a player errs, and how badly.

    With probability `errs` it does not look for the best move (`err`). When it does look, and more
    than `SMALL` cells are empty, it looks `depth` plies ahead; None means as far as its time
    allows, and only then does a time limit matter to it (`clock`).

    When it errs on a small board, it plays any move or, if it is `careful`, any move that neither
    misses a win in one nor allows one. On larger boards it errs as people do, who play what looks
    promising: the higher its `temperature`, the more often something that looks less so.
    `misses_threes` and `misses_fours` say how likely it is to overlook an open three or a four,
    its own or the opponent's.
    """

    name: str
    about: str
    errs: float
    careful: bool
    depth: int | None
    misses_threes: float
    misses_fours: float
    temperature: float

    @property
    def clock(self) -> bool:
        """Whether a time limit matters to it."""
        return self.depth is None


SMALL = 12  # empty cells: up to here the levels know the value of every move

LEVELS = Known(
    "level",
    (
        Level("easy", "errs three times out of four", errs=0.75, careful=False, depth=2,
              misses_threes=0.8, misses_fours=0.2, temperature=2.0),
        Level("medium", "errs every third time", errs=0.35, careful=False, depth=2,
              misses_threes=0.6, misses_fours=0.1, temperature=1.0),
        Level("hard", "errs now and then, but sees what wins at once", errs=0.2, careful=True,
              depth=3, misses_threes=0.4, misses_fours=0.0, temperature=0.5),
        Level("perfect", "as strong as the engine: never errs where it sees the end of the game",
              errs=0.0, careful=True, depth=None, misses_threes=0.0, misses_fours=0.0,
              temperature=0.0),
    ),
)  # fmt: skip


def err(level: Level, position: Position, chance: random.Random) -> Move:
    """A move of this level when it does not look for the best one."""
    if position.empty > SMALL:
        return _at_a_glance(level, position, chance)
    moves = position.legal_moves
    return chance.choice(_careful(position, moves) if level.careful else moves)


def _careful(position: Position, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves that win at once; else those after which the opponent cannot; else all."""
    after = {move: position.play(move) for move in moves}
    if wins := [move for move, child in after.items() if child.winner]:
        return wins
    safe = [
        move
        for move, child in after.items()
        if not any(child.play(reply).winner for reply in child.legal_moves)
    ]
    return safe or moves


UNIT = 100  # so much more promise makes a move e times as likely, at a temperature of 1


def _at_a_glance(level: Level, position: Position, chance: random.Random) -> Move:
    """What somebody plays who does not look ahead."""
    seen = glance(position)
    moves = _noticed(level, seen, _near_stones(position), chance)
    most = max(seen[move].promise for move in moves)
    odds = [math.exp((seen[move].promise - most) / UNIT / level.temperature) for move in moves]
    return chance.choices(moves, odds)[0]


def _noticed(
    level: Level, seen: Sequence[Glance], moves: Sequence[Move], chance: random.Random
) -> Sequence[Move]:
    """The moves that win or defend, if it notices any; else all but those that it misses.

    A stone that makes a five ends the game, or stops a four. One that makes an open four wins, too;
    an open three of the opponent can become one, unless something defends against that.
    """
    kinds: list[tuple[float, Callable[[Glance], bool]]] = [
        (level.misses_fours, lambda cell: cell.ours == Threat.FIVE),
        (level.misses_fours, lambda cell: cell.theirs == Threat.FIVE),
        (level.misses_threes, lambda cell: cell.ours == Threat.OPEN_FOUR),
        (level.misses_threes, lambda cell: cell.defends),
    ]
    for missed, matters in kinds:
        there = [move for move in moves if matters(seen[move])]
        if there and chance.random() >= missed:
            return there
        moves = [move for move in moves if move not in there] or moves
    return moves


NEAR = 2  # rows and columns: further from every stone, nobody looks for a move


def _near_stones(position: Position) -> Sequence[Move]:
    """The legal moves near a stone; on an empty board, those in the middle."""
    rules = position.rules
    cells = range(rules.size)
    stones = [divmod(cell, rules.columns) for cell in cells if position.cells[cell] != "."]
    if not stones:
        return [move for move in position.legal_moves if from_the_centre(rules, move)[0] <= NEAR]
    near = [
        move
        for move in position.legal_moves
        for row, column in [divmod(move, rules.columns)]
        if any(abs(row - r) <= NEAR and abs(column - c) <= NEAR for r, c in stones)
    ]
    return near or position.legal_moves
