"""What a game at the terminal is made of: by the options, by the words after `new`, or as kept."""

import random
import re
from dataclasses import dataclass, replace
from typing import Any

from noughts.analysis import Limit
from noughts.arena.engines import program_name
from noughts.arena.engines import why_not as why_no_engine
from noughts.errors import NotationError, did_you_mean, is_whole, shorten
from noughts.notation import NOTATIONS, Notation, default_notation
from noughts.players import HUMAN, OPPONENTS, opponent_named
from noughts.position import Position
from noughts.records import Record
from noughts.rules import OTHER, PRESETS, TIC_TAC_TOE, Mark, Rules

__all__ = ["NEW_WORDS", "Setup", "opponents", "title"]

DEFAULT_SECONDS = 5.0  # for opponents that use a clock
MEDIUM = 64  # cells: on larger boards, where threats are easy to overlook, you get `hard`
NEW_WORDS = [*PRESETS, *OPPONENTS, HUMAN, "x", "o", "first", "second", "coin"]


@dataclass(frozen=True)
class Setup:
    """The game, who is who, and how the computer plays; None: what suits the game."""

    rules: Rules = TIC_TAC_TOE
    me: Mark = "x"
    first: str | None = None  # x, o, me, computer or coin; otherwise X
    chosen: str | None = None  # the opponent
    seconds: float | None = None
    depth: int | None = None
    seed: int | None = None
    named: str | None = None  # the notation
    engine: str | None = None  # the command that starts somebody's engine, the opponent

    def __post_init__(self) -> None:
        if self.opponent != HUMAN and not self.engine:
            opponent_named(self.opponent)
        Limit(depth=self.depth, seconds=self.seconds)

    @property
    def opponent(self) -> str:
        """The other player's name; one who gets a time or a depth is the engine."""
        if self.engine:
            name = program_name(self.engine)
            return f"{name} (program)" if name in (HUMAN, *OPPONENTS) else name
        if self.chosen:
            return self.chosen
        if self.seconds is not None or self.depth is not None:
            return "engine"
        return "medium" if self.rules.size <= MEDIUM else "hard"

    @property
    def notation(self) -> Notation:
        """How cells are named."""
        return NOTATIONS[self.named] if self.named else default_notation(self.rules)

    @property
    def limit(self) -> Limit:
        """What the computer may use for a move."""
        limit = Limit(
            depth=self.depth, seconds=DEFAULT_SECONDS if self.seconds is None else self.seconds
        )
        if self.engine or self.opponent == HUMAN:
            return limit
        return opponent_named(self.opponent).limit(limit)

    def why_not(self, position: Position) -> str | None:
        """Why the opponent cannot play the position, in a sentence; None if it can."""
        if self.engine:
            return why_no_engine(position.rules)
        if self.opponent == HUMAN:
            return None
        return opponent_named(self.opponent).why_not(position, self.limit)

    def begin(self, chance: random.Random) -> Record:
        """A game without moves; the coin is tossed here."""
        first = chance.choice(["me", "computer"]) if self.first == "coin" else self.first
        turn: Mark = "o" if first == "o" else "x"
        if first in ("me", "computer"):
            turn = self.me if first == "me" else OTHER[self.me]
        return Record(
            Position(self.rules, turn=turn), {self.me: HUMAN, OTHER[self.me]: self.opponent}
        )

    def in_words(self, turn: Mark) -> str:
        """Who is who: `You are X and begin, against medium`."""
        if self.opponent == HUMAN:
            return f"Two people play; {turn.upper()} begins"
        begin = "begin" if turn == self.me else "the computer begins"
        return f"You are {self.me.upper()} and {begin}, against {self.opponent}"

    @property
    def in_short(self) -> str:
        """The words after `new` that give the same."""
        return f"{title(self.rules)} {self.opponent} {self.me}"

    def rematch(self, began: Mark) -> "Setup":
        """The same with colours swapped: the mark that began begins again."""
        me = OTHER[self.me]
        return replace(self, me=me, first="me" if began == me else "computer")

    def changed(self, words: str) -> "Setup":
        """What `new` with these words means: a game, an opponent, a mark, who begins, seconds.

        >>> Setup().changed("gomoku hard o").in_short
        'gomoku hard o'
        """
        changes: dict[str, Any] = {}
        for game in PRESETS:
            words = words.lower().replace(game.replace("-", " "), game)
        for word in words.split():
            if word in PRESETS and "rules" not in changes:  # a method has the name of a game
                changes["rules"] = PRESETS[word]
            elif word in ("x", "o"):
                changes = {"first": None, **changes, "me": word}
            elif word in ("first", "second", "coin"):
                changes["first"] = {"first": "me", "second": "computer"}.get(word, word)
            elif word == HUMAN or word in OPPONENTS or ":" in word:
                changes |= {"chosen": word, "engine": None}
            elif re.fullmatch(r"[0-9]+(\.[0-9]+)?s", word):
                changes["seconds"] = float(word[:-1])
            elif re.match(r"[0-9]+x", word):
                changes["rules"] = Rules.parse(word)
            else:
                raise NotationError(
                    f"{shorten(word)} is not a game, an opponent, x or o"
                    f"{did_you_mean(word, NEW_WORDS)}: write words such as gomoku hard o, "
                    f"or new and then ? for all"
                )
        setup = replace(self, **changes)
        if setup.opponent == HUMAN and "me" in changes and setup.first is None:
            return replace(setup, first=setup.me)  # of two people, the one who is named begins
        return setup

    def options(self) -> dict[str, Any]:
        """What is kept beside the record of a game."""
        return {
            "seconds": self.seconds,
            "depth": self.depth,
            "seed": self.seed,
            "notation": self.named,
            **({"engine": self.engine} if self.engine else {}),
        }

    @classmethod
    def resumed(cls, record: Record, options: dict[str, Any]) -> "Setup":
        """How a kept game goes on; a wrong option raises NotationError.

        An engine is known by its command then, which is not yet a reason to run it.
        """
        people = [mark for mark, player in record.players.items() if player == HUMAN]
        if not people:
            raise NotationError("no human plays in it")
        seed, notation, engine = (options.get(name) for name in ("seed", "notation", "engine"))
        right = (seed is None or is_whole(seed)) and (engine is None or isinstance(engine, str))
        if not right or notation not in (None, *NOTATIONS):
            raise NotationError(f"its options are wrong: {shorten(str(options))}")
        return cls(
            record.start.rules,
            people[0],
            chosen=None if engine else record.players[OTHER[people[0]]],
            seconds=options.get("seconds"),
            depth=options.get("depth"),
            seed=seed,
            named=notation,
            engine=engine or None,
        )


def title(rules: Rules) -> str:
    """What people call the game."""
    return next((name for name, preset in PRESETS.items() if preset == rules), str(rules))


def opponents() -> list[tuple[str, str]]:
    """Who can be chosen, and a few words about each."""
    about = [(each.name, each.about) for each in OPPONENTS.values()]
    return [*about, (HUMAN, "a second person at this keyboard")]
