"""What a tournament is: who plays what against whom, and under which limits.

game = "gomoku"
form = "round-robin"      # or "gauntlet": the first against all others; or "swiss"
games = 20                # of each two players; in a Swiss, in each round
seconds = 1.0             # a move; or total (a game), nodes, depth

[[player]]
player = "engine"

[[player]]
name = "carbon"
player = "gomocup:./pbrain-carbon"
seconds = 2.0             # its own limits, instead of those above
memory = 350              # megabytes; what is said above the players is for all of them
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from noughts.analysis import FINITE, Limit
from noughts.arena.engines import why_not
from noughts.arena.sprt import Sprt
from noughts.errors import NotationError, did_you_mean, is_number, is_whole, require, shorten
from noughts.players import opponent_named
from noughts.rules import GOMOKU, Rules

__all__ = ["FORMS", "Entrant", "Form", "Tournament", "entrant", "read_tournament"]

Form = Literal["round-robin", "gauntlet", "swiss"]
FORMS: tuple[Form, ...] = get_args(Form)
LIMITS = ("depth", "nodes", "seconds")
ENGINE, PROGRAM = "gomocup:", "check:"  # what the player's text begins with
SUBMISSION = "submission:"  # a program of its own in a folder of others'
KINDS = (ENGINE, PROGRAM, SUBMISSION)
LONGEST_NAME = 60


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part: a name, which player that is, and its limit for each move."""

    name: str
    player: str  # a name that `noughts play` knows, `gomocup:COMMAND` or `check:PROGRAM`
    limit: Limit = field(default_factory=Limit)
    memory: int | None = None  # megabytes

    @property
    def kind(self) -> str:
        """What its text begins with: ENGINE, PROGRAM, SUBMISSION; empty for a player of ours."""
        return next((kind for kind in KINDS if self.player.startswith(kind)), "")

    @property
    def what(self) -> str:
        """The command, the path of the program, or the name of a player of ours."""
        return self.player.removeprefix(self.kind)

    def as_json(self) -> dict[str, Any]:
        """The entrant as plain data."""
        memory = {} if self.memory is None else {"memory": self.memory}
        return {"name": self.name, "player": self.player, **_of(self.limit), **memory}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Entrant":
        """Read what `as_json` wrote."""
        return cls(data["name"], data["player"], _limit(data), data.get("memory"))


@dataclass(frozen=True)
class Tournament:
    """Everything that decides which games are played, and how."""

    players: tuple[Entrant, ...]
    rules: Rules = GOMOKU
    form: Form = "round-robin"
    games: int = 2  # of each two players; in a Swiss, of each pairing
    rounds: int = 5  # of a Swiss
    total: float | None = None  # seconds for all moves of one player in one game
    seed: int = 1
    sprt: tuple[float, float] | None = None  # is the first that many Elo stronger, or the second?

    def __post_init__(self) -> None:
        if self.form not in FORMS:
            close = did_you_mean(str(self.form), FORMS)
            raise NotationError(
                f"unknown form of a tournament {shorten(self.form)}{close}: "
                f"choose {', '.join(FORMS)}"
            )
        for what in ("games", "rounds"):
            given = getattr(self, what)
            fits = is_whole(given) and given >= 1
            require(fits, f"{what} must be a whole number, at least 1", given)
        require(is_whole(self.seed), "seed must be a whole number", self.seed)
        if self.total is not None:
            fits = is_number(self.total) and 0 < self.total <= FINITE
            require(fits, "total must be a number of seconds, more than 0", self.total)
        names = [each.name for each in self.players]
        require(len(names) >= 2, "a tournament needs at least two players", names)
        for name in names:
            if names.count(name) > 1:
                raise NotationError(f"two players are called {name!r}: give one another name")
        if any(each.kind == ENGINE for each in self.players) and (reason := why_not(self.rules)):
            raise NotationError(reason)
        if self.sprt is not None:
            Sprt(*self.sprt)  # refuses numbers that make no sense
            if len(names) != 2:
                raise NotationError("a sequential test (sprt) is between two players")

    def as_json(self) -> dict[str, Any]:
        """All but how many games there are: a tournament may be prolonged."""
        return {
            "game": str(self.rules),
            "form": self.form,
            "total": self.total,
            "seed": self.seed,
            "players": [each.as_json() for each in self.players],
        }


def entrant(
    player: str, limit: Limit, name: str | None = None, memory: int | None = None
) -> Entrant:
    """Somebody who takes part, with the name that is usual for such a player."""
    fits = memory is None or (is_whole(memory) and memory >= 1)
    require(fits, "memory must be a whole number of megabytes, at least 1", memory)
    require(isinstance(player, str), "a player must be text, such as 'hard'", player)
    require(name is None or isinstance(name, str), "the name of a player must be text", name)
    player = player.strip()
    for kind in (ENGINE, PROGRAM):
        if player.startswith(kind):
            what = player.removeprefix(kind).strip()
            require(bool(what), f"{kind} needs what to start, such as {kind}./mine", player)
            return Entrant(name or _file_name(what), kind + what, limit, memory)
    known = opponent_named(player)
    return Entrant(name or known.name, known.name, limit, memory)


def _file_name(what: str) -> str:
    """What an engine or a program is called: its file, without folder and suffix."""
    words = what.split()
    named = [word for word in words if not word.startswith("-")]
    stem = Path(named[-1] if named else what).stem.removeprefix("pbrain-")
    return stem[:LONGEST_NAME] or what[:LONGEST_NAME]


def _of(limit: Limit) -> dict[str, Any]:
    return {key: getattr(limit, key) for key in LIMITS if getattr(limit, key) is not None}


# From a file

GENERAL = (
    "game",
    "form",
    "games",
    "rounds",
    "total",
    "seed",
    "openings",
    "sprt",
    "memory",
    *LIMITS,
)
OF_A_PLAYER = ("name", "player", "memory", *LIMITS)


def read_tournament(path: Path) -> tuple[Tournament, str | None]:
    """The tournament of a TOML file, and the openings that it names."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise NotationError(f"{str(path)!r} is not a tournament: it is not text") from None
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"{str(path)!r} is not a tournament: {error}") from None
    try:
        return _tournament(data)
    except NotationError as error:
        raise NotationError(f"{str(path)!r}: {error}") from None


def _tournament(data: dict[str, Any]) -> tuple[Tournament, str | None]:
    players = data.pop("player", [])
    _known(data, GENERAL, "a tournament")
    if not isinstance(players, list) or not all(isinstance(each, dict) for each in players):
        raise NotationError("each player needs a part of its own, which begins with [[player]]")
    general = _limit(data)
    entrants = []
    for each in players:
        _known(each, OF_A_PLAYER, "a player")
        if "player" not in each:
            raise NotationError(
                f"{shorten(each)} does not say which player it is, as in player = 'hard'"
            )
        own = _limit(each) if any(key in each for key in LIMITS) else general
        memory = each.get("memory", data.get("memory"))
        entrants.append(entrant(each["player"], own, each.get("name"), memory))
    given = {key: data[key] for key in ("form", "games", "rounds", "total", "seed") if key in data}
    test = data.get("sprt")
    sprt = None if test is None else _sprt(test)
    rules = Rules.parse(data.get("game", str(GOMOKU)))
    openings = data.get("openings")
    named = openings is None or isinstance(openings, str)
    require(named, "openings must be the name of a file", openings)
    return Tournament(tuple(entrants), rules, sprt=sprt, **given), openings


def _known(data: Mapping[str, Any], keys: Sequence[str], what: str) -> None:
    for key in data:
        if key not in keys:
            close = did_you_mean(key, keys)
            raise NotationError(
                f"unknown setting {shorten(key)} of {what}{close}: choose {', '.join(keys)}"
            )


def _limit(data: Mapping[str, Any]) -> Limit:
    return Limit(**{key: data[key] for key in LIMITS if key in data})


def _sprt(data: Any) -> tuple[float, float]:
    fits = isinstance(data, list) and len(data) == 2 and all(map(is_number, data))
    require(fits, "sprt must be two numbers of Elo, such as [0, 10]", data)
    return float(data[0]), float(data[1])
