"""Who chooses the moves: people, chance, and the searches at several levels."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from noughts.analysis import Analysis, Limit
from noughts.engine import Engine
from noughts.errors import NotationError, OutOfReach
from noughts.methods import METHODS, Method, analyse, method_named
from noughts.position import Position
from noughts.rules import Move

__all__ = ["LEVELS", "Human", "Level", "Levelled", "Player", "Random", "Searcher", "player_named"]


class Player(Protocol):
    """Anything that chooses a move for a position under a limit."""

    @property
    def name(self) -> str:
        """What the player is called in records."""
        ...

    def choose(self, position: Position, limit: Limit) -> Move:
        """A legal move; whoever asks checks that it is one, and that it came in time."""
        ...


@dataclass
class Human:
    """A person: `ask` gets the move from them, and may raise to end the game."""

    ask: Callable[[Position], Move]
    name: str = "human"

    def choose(self, position: Position, limit: Limit) -> Move:
        """Ask."""
        return self.ask(position)


@dataclass
class Random:
    """Any legal move."""

    chance: random.Random
    name: str = "random"

    def choose(self, position: Position, limit: Limit) -> Move:
        """Leave it to chance."""
        return self.chance.choice(position.legal_moves)


class Searcher:
    """Plays what a method finds, as its book says: the first of the best moves.

    Game-tree picks any one of the best instead. The engine keeps its tables from move to move.
    After a choice, `analysis` tells how it came about.
    """

    def __init__(self, method: Method, chance: random.Random) -> None:
        self.method = method
        self.name = method.name
        self.chance = chance
        self.analysis: Analysis | None = None
        self._engine: Engine | None = None

    def choose(self, position: Position, limit: Limit) -> Move:
        """Search, and play what was found."""
        if self.name == "engine":
            if self._engine is None or self._engine.rules != position.rules:
                self._engine = Engine(position.rules)
            self.analysis = found = self._engine.analyse(position, limit)
        else:
            self.analysis = found = analyse(position, self.name, limit, every_move=False)
        best = _known_best(found)
        return self.chance.choice(best) if self.name == "game-tree" else best[0]


@dataclass(frozen=True)
class Level:
    """How often a player errs, and how badly.

    With the chance `errs` it does not look for the best move. Then it plays any move, or, if it
    is `careful`, any move that neither overlooks a win in one nor allows one. With more than 12
    empty cells it looks `depth` plies ahead when it does look, None for as far as it can.
    """

    name: str
    errs: float
    careful: bool
    depth: int | None


SMALL = 12  # empty cells: up to here the levels know the value of every move

LEVELS = {
    level.name: level
    for level in (
        Level("easy", errs=0.75, careful=False, depth=1),
        Level("medium", errs=0.35, careful=False, depth=2),
        Level("hard", errs=0.2, careful=True, depth=3),
        Level("perfect", errs=0.0, careful=True, depth=None),
    )
}


class Levelled:
    """A search that errs as its level says.

    Where the board is small enough to be searched to the end, it plays any one of the best moves,
    quick wins before slow ones. On larger boards even `perfect` only looks ahead as far as its
    time allows.
    """

    def __init__(self, level: Level, chance: random.Random, method: Method | None = None) -> None:
        self.level = level
        self.name = level.name if method is None else f"{method.name}:{level.name}"
        self.method = method
        self.chance = chance
        self.analysis: Analysis | None = None

    def choose(self, position: Position, limit: Limit) -> Move:
        """Err, or play one of the best moves."""
        self.analysis = None
        if self.chance.random() < self.level.errs:
            moves = _careful(position) if self.level.careful else position.legal_moves
            return self.chance.choice(moves)
        small = position.empty <= SMALL
        if not small and limit.depth is None:
            limit = replace(limit, depth=self.level.depth)
        name = self.method.name if self.method else None
        self.analysis = analyse(position, name, limit, every_move=small)
        return self.chance.choice(_known_best(self.analysis))


def _known_best(found: Analysis) -> Sequence[Move]:
    if not found.best:
        raise OutOfReach(
            f"{found.method} has seen no move to its end within its limits "
            f"({found.nodes:,} nodes, {found.seconds:.1f} s): set a depth limit"
        )
    return found.best


def _careful(position: Position) -> Sequence[Move]:
    """The moves that win at once; else those after which the opponent cannot; else all."""
    after = {move: position.play(move) for move in position.legal_moves}
    if wins := [move for move, child in after.items() if child.winner]:
        return wins
    safe = [
        move
        for move, child in after.items()
        if not any(child.play(reply).winner for reply in child.legal_moves)
    ]
    return safe or position.legal_moves


def player_named(name: str, chance: random.Random) -> Player:
    """The player of that name: a level, a method, `random`, or `METHOD:LEVEL`.

    >>> player_named("stepwise:easy", random.Random(1)).name
    'stepwise:easy'
    """
    if name == "random":
        return Random(chance)
    if name in LEVELS:
        return Levelled(LEVELS[name], chance)
    method, colon, level = name.partition(":")
    if method not in METHODS or (colon and level not in LEVELS):
        raise NotationError(
            f"{name!r} is no player: choose a level ({', '.join(LEVELS)}), "
            f"a method ({', '.join(METHODS)}), or random"
        )
    if level:
        return Levelled(LEVELS[level], chance, method_named(method))
    return Searcher(method_named(method), chance)
