"""Who chooses the moves: people, chance, and the searches at several levels."""

import inspect
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from noughts.analysis import NO_LIMIT, Analysis, Limit, checked_limit
from noughts.engine import Engine
from noughts.errors import (
    IllegalMove,
    NoMoveFound,
    NotationError,
    did_you_mean,
    require,
    shorten,
)
from noughts.levels import LEVELS, SMALL, Level, err
from noughts.methods import METHODS, Method
from noughts.position import GAME_OVER, Position, as_position
from noughts.rules import Move, Rules

__all__ = ["HUMAN", "OPPONENTS", "Human", "Opponent", "Player", "Random", "Searcher"]
__all__ += ["as_chance", "as_player", "opponent_named", "player_named"]

HUMAN = "human"  # what a person is called in records


class Player(Protocol):
    """Anything that chooses a move for a position under a limit.

    `Match` says what else a player may have (`begin`), and what it may raise.
    """

    @property
    def name(self) -> str:
        """What the player is called in records."""
        ...

    def choose(self, position: Position, limit: Limit) -> Move | str:
        """A legal move, such as 4 or `b2`; the caller checks that it is legal and in time."""
        ...


@dataclass
class Human:
    """A person: `ask` gets the move from them, and may raise to end the game."""

    ask: Callable[[Position], Move | str] = field(repr=False)
    name: str = HUMAN

    def __post_init__(self) -> None:
        wanted = "ask must be a function from a position to a move"
        require(callable(self.ask), wanted, self.ask)
        _check_name(self.name)

    def __str__(self) -> str:
        return self.name

    def choose(self, position: Position | Rules | str, limit: Limit = NO_LIMIT) -> Move | str:
        """Ask the person."""
        return self.ask(_unfinished(position))


@dataclass
class Random:
    """Any legal move."""

    chance: random.Random = field(default_factory=random.Random, repr=False)
    name: str = "random"

    def __post_init__(self) -> None:
        self.chance = as_chance(self.chance)
        _check_name(self.name)

    def __str__(self) -> str:
        return self.name

    def choose(self, position: Position | Rules | str, limit: Limit = NO_LIMIT) -> Move:
        """Choose by chance."""
        return self.chance.choice(_unfinished(position).legal_moves)


def as_chance(given: random.Random | None) -> random.Random:
    """The source of chance, or a new one for None; everything else is refused."""
    if given is None:
        return random.Random()
    wanted = "chance must be a random.Random, such as random.Random(7)"
    require(isinstance(given, random.Random), wanted, given)
    return given


def _check_name(name: object) -> None:
    require(isinstance(name, str), "the name of a player must be text", name)


def _unfinished(given: Position | Rules | str) -> Position:
    """The position, in which somebody must have a move to choose."""
    position = as_position(given)
    if position.is_over:
        raise IllegalMove(f"{GAME_OVER} in {shorten(position.rows_text)}")
    return position


class Searcher:
    """Plays what a method finds, by the book: the first of the best moves, or any of them.

    With a level, it errs as the level says. On boards small enough to search to the end, it then
    plays any one of the best moves, quick wins before slow ones; on larger boards even `perfect`
    looks ahead only as far as its time allows. After a choice, `analysis` is the search behind it.
    The engine is kept from move to move; pass `engine` to use your own.
    """

    def __init__(
        self,
        method: Method,
        chance: random.Random,
        level: Level | None = None,
        *,
        engine: Engine | None = None,
        name: str | None = None,
    ) -> None:
        self.method = method
        self.level = level
        self.name = name or method.name
        self.chance = chance
        self.analysis: Analysis | None = None
        self._engine = engine

    def __repr__(self) -> str:
        return f"<Searcher {self.name}>"

    def __str__(self) -> str:
        return self.name

    def choose(self, position: Position | Rules | str, limit: Limit = NO_LIMIT) -> Move:
        """Search and play what was found; with a level, err now and then."""
        position, limit, self.analysis = _unfinished(position), checked_limit(limit), None
        level, small = self.level, position.empty <= SMALL
        if level and self.chance.random() < level.errs:
            return err(level, position, self.chance)
        if level and not small and limit.depth is None and not self.method.grows:
            limit = replace(limit, depth=level.depth)
        self.analysis = found = self.method.analyse(
            position,
            limit,
            every_move=bool(level) and small,
            engine=self._engine_for(position),
            chance=self.chance,
        )
        if not found.best:
            instead = "larger" if self.method.grows else "depth"
            raise NoMoveFound(
                f"{found.method} did not search any move to its end within its limits "
                f"({found.nodes:,} nodes, {found.seconds:.1f} s): set a {instead} limit"
            )
        return self.chance.choice(found.best) if level or self.method.any_best else found.best[0]

    def _engine_for(self, position: Position) -> Engine | None:
        if "engine" not in self.method.takes:
            return None
        if self._engine is None or self._engine.rules != position.rules:
            self._engine = Engine(position.rules)
        return self._engine


@dataclass(frozen=True)
class Opponent:
    """A player that you can choose by name: a method, a level of one, or chance (neither)."""

    name: str
    about: str
    method: Method | None = None
    level: Level | None = None

    @property
    def kind(self) -> Literal["level", "method"]:
        """How it is listed; chance is listed among the levels."""
        return "method" if self.method and not self.level else "level"

    @property
    def clock(self) -> bool:
        """Whether a time limit matters to it; otherwise it takes the time it needs."""
        if self.method is None:
            return False
        return self.method.clock and (self.level is None or self.level.clock)

    @property
    def engine(self) -> bool:
        """Whether it leaves everything to the engine, which can be stopped."""
        if self.method is None or (self.level and self.level.errs):
            return False
        return "engine" in self.method.takes

    def why_not(self, position: Position, limit: Limit = NO_LIMIT) -> str | None:
        """Why it cannot play the position, in a sentence; None if it can."""
        return self.method.why_not(position, limit) if self.method else None

    def limit(self, limit: Limit) -> Limit:
        """The part of a limit that matters to it."""
        return limit if self.clock else replace(limit, seconds=None, left=None)

    def player(self, chance: random.Random, engine: Engine | None = None) -> Player:
        """The player itself; if it uses the engine, with `engine` or a new one."""
        if self.method is None:
            return Random(chance)
        return Searcher(self.method, chance, self.level, engine=engine, name=self.name)


OPPONENTS = {
    opponent.name: opponent
    for opponent in (
        *(Opponent(each.name, each.about, METHODS["engine"], each) for each in LEVELS.values()),
        Opponent("random", "any legal move"),
        *(Opponent(each.name, each.about, each) for each in METHODS.values()),
    )
}


CHOICE = (
    f"choose a level ({', '.join(LEVELS)}), a method ({', '.join(METHODS)}), random, "
    f"or METHOD:LEVEL"
)


def opponent_named(name: str) -> Opponent:
    """The opponent of that name: one of `OPPONENTS`, or `METHOD:LEVEL`."""
    if not isinstance(name, str):
        raise NotationError(f"{shorten(name)} is not the name of a player: {CHOICE}")
    word = name.strip().lower()
    if word in OPPONENTS:
        return OPPONENTS[word]
    method, _, level = word.partition(":")
    if method not in METHODS or level not in LEVELS:
        close = did_you_mean(name, OPPONENTS)
        raise NotationError(f"unknown player {shorten(name)}{close}: {CHOICE}")
    return Opponent(word, LEVELS[level].about, METHODS[method], LEVELS[level])


def player_named(
    name: str, chance: random.Random | None = None, engine: Engine | None = None
) -> Player:
    """The player of that name: a level, a method, `random`, or `METHOD:LEVEL`.

    Pass a seeded `chance` to get the same game again. A player that uses the engine gets `engine`,
    or a new one.

    >>> player_named("stepwise:easy").name
    'stepwise:easy'
    """
    require(engine is None or isinstance(engine, Engine), "engine must be an Engine", engine)
    return opponent_named(name).player(as_chance(chance), engine)


def as_player(given: Player | str, chance: random.Random | None = None) -> Player:
    """A player as it is, or the one that the text names; everything else is refused.

    >>> as_player("easy").name
    'easy'
    """
    if isinstance(given, str):
        if given.strip().lower() == HUMAN:
            raise NotationError("a person is Human(ask), where ask(position) returns a move")
        return player_named(given, chance)
    if isinstance(given, type):
        raise NotationError(
            f"{given.__name__} is a class, not a player: make an object of it first"
        )
    named = isinstance(getattr(given, "name", None), str)
    if not named or not callable(getattr(given, "choose", None)):
        raise NotationError(
            f"{shorten(given)} is not a player, an object with a name and a method "
            f"choose(position, limit), nor the name of one: {CHOICE}"
        )
    if not _takes_a_limit(given.choose):
        raise NotationError(
            f"the method choose of {shorten(given)} must take a position and a limit: "
            f"choose(position, limit)"
        )
    return given


def _takes_a_limit(choose: Callable[..., object]) -> bool:
    """Whether it can be called with a position and a limit; also true if nobody can tell."""
    try:
        signature = inspect.signature(choose)
    except (TypeError, ValueError):
        return True
    try:
        signature.bind(None, NO_LIMIT)
    except TypeError:
        return False
    return True
