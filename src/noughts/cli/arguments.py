"""Arguments that several commands share: a game, a state, a method, limits, files."""

import os
import random
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from noughts.analysis import Limit
from noughts.errors import NotationError, UnnamedGame, did_you_mean, shorten
from noughts.methods import METHODS, Method
from noughts.notation import NOTATIONS, default_notation
from noughts.position import Position, as_position
from noughts.rules import PRESETS, Mark, Rules, as_rules
from noughts.textbook.order import most_lines_first, row_by_row
from noughts.textbook.scores import SCORES

__all__ = [
    "GAME",
    "ORDERS",
    "Number",
    "OneOf",
    "Search",
    "Whole",
    "as_json",
    "cluster",
    "game_option",
    "in_notation",
    "in_time",
]
__all__ += ["limited", "notation_option", "of_a_state", "read_path", "read_state", "searching"]
__all__ += ["check_that_it_can_be_written", "turn_option"]

Command = TypeVar("Command", bound=Callable[..., Any])

ORDERS = {"row-by-row": row_by_row, "most-lines": most_lines_first}


MOST_SHOWN = 60  # characters of a list of words in a line of help


class OneOf(click.Choice):  # type: ignore[type-arg]  # older versions of click have no type
    """One of several words, in upper or lower case; a misspelt one is recognised."""

    def __init__(self, words: Iterable[str]) -> None:
        super().__init__(list(words), case_sensitive=False)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str | None:
        """All the words, as `[x|o]`, if they fit into a line of help."""
        words = f"[{'|'.join(self.choices)}]"
        return words if len(words) <= MOST_SHOWN or not param.name else param.name.upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The word as it is written here."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            close = did_you_mean(str(value), self.choices)
            known = ", ".join(repr(word) if " " in word else word for word in self.choices)
            self.fail(f"{shorten(value)} is not one of {known}{close}", param, ctx)


class Whole(click.IntRange):
    """A whole number, perhaps within bounds."""

    name = "n"

    def _describe_range(self) -> str:
        """The bounds, for the help; without any, `IntRange` writes that of nothing."""
        return super()._describe_range() if (self.min, self.max) != (None, None) else ""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            least = "" if self.min is None else f" from {self.min}"
            most = "" if self.max is None else f" to {self.max}"
            self.fail(f"{shorten(value)} is not a whole number{least}{most}", param, ctx)


class Number(click.types.FloatParamType):
    """A number."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(f"{shorten(value)} is not a number", param, ctx)


class Game(click.ParamType):  # type: ignore[type-arg]
    """The name of a game; the command gets its rules."""

    name = "game"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rules:
        """Read the name."""
        return as_rules(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names that begin like this, and the variants of a size."""
        size = re.match("[0-9]+x[0-9]+x[0-9]+", incomplete.lower())
        variants = ("", "-straight", "-exact", "-straight-exact") if size else ()
        known = [*PRESETS, *(f"{size[0]}{variant}" for variant in variants if size)]
        return [CompletionItem(each) for each in known if each.startswith(incomplete.lower())]


GAME = Game()


class State(click.ParamType):  # type: ignore[type-arg]
    """A board, or a game for its empty board; only games can be completed."""

    name = "state"
    shell_complete = GAME.shell_complete

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """What to say if there is none."""
        return "Write a board such as x...o...., or a game such as 3x3x3 for its empty board."


def read_path(text: str) -> Path:
    """The path that a user typed; `~` is their home folder."""
    try:
        if "\0" in text:
            raise RuntimeError("a file name cannot contain NUL")
        return Path(text.strip()).expanduser()
    except RuntimeError as error:
        raise NotationError(f"{shorten(text)} is not a usable file name: {error}") from None


def check_that_it_can_be_written(path: Path, option: str, replaced: bool = False) -> None:
    """Refuse a file in a place where nothing can be written, before any work is done for it.

    `replaced`: a new file takes the place of an old one.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        why = "its folder does not exist"
    elif not os.access(path if path.exists() and not replaced else folder, os.W_OK):
        why = "you may not write there"
    else:
        return
    raise click.UsageError(
        f"{shorten(str(path), 200)} cannot be written: {why}; choose another file with {option}"
    )


def read_state(state: str, game: Rules | None, turn: Mark | None) -> Position:
    """The position that the user typed: a board, a game for its empty board, or - for stdin."""
    text = sys.stdin.read() if state == "-" else state
    if text.strip()[:1] in ("(", "["):
        raise NotationError(
            f"{shorten(text)} is a tree of numbers, not a board: give it to noughts practice"
        )
    if text.strip().lower() in PRESETS or text.strip()[:1].isdigit():
        if game is not None:
            raise click.UsageError(f"{shorten(text)} is already a game: use --game with a board")
        return Position(as_rules(text), turn=turn)
    return as_position(text) if game is None and turn is None else Position.parse(text, game, turn)


game_option = click.option("--game", type=GAME, help="Which game [by the number of cells].")
turn_option = click.option(
    "--turn", type=OneOf(["x", "o"]), help="Whose move it is [by the stones, X first]."
)
notation_option = click.option(
    "--notation", type=OneOf(NOTATIONS),
    help="Names of cells: rows (a1 is top left), gomoku (a1 is bottom left) [by the game].",
)  # fmt: skip


def of_a_state(command: Command) -> Command:
    """STATE, --game and --turn; the command gets a `position`."""

    @click.argument("state", type=State())
    @game_option
    @turn_option
    @wraps(command)
    def with_position(state: str, game: Rules | None, turn: Mark | None, **others: Any) -> Any:
        try:
            position = read_state(state, game, turn)
        except UnnamedGame as error:
            raise UnnamedGame(f"{error}, with --game") from None
        return command(position=position, **others)

    return with_position  # type: ignore[return-value]


def in_notation(command: Command) -> Command:
    """--notation, for a command with a `position`; it gets a `notation`."""

    @notation_option
    @wraps(command)
    def with_notation(notation: str | None, position: Position, **others: Any) -> Any:
        chosen = NOTATIONS[notation] if notation else default_notation(position.rules)
        return command(position=position, notation=chosen, **others)

    return with_notation  # type: ignore[return-value]


def in_time(command: Command) -> Command:
    """--nodes and --seconds; the command gets a `limit`."""

    @click.option("--nodes", type=Whole(), metavar="N", help="Stop after N nodes.")
    @click.option("--seconds", type=Number(), metavar="S", help="Stop after S seconds.")
    @wraps(command)
    def with_limit(nodes: int | None, seconds: float | None, **others: Any) -> Any:
        return command(limit=Limit(nodes=nodes, seconds=seconds), **others)

    return with_limit  # type: ignore[return-value]


def limited(command: Command) -> Command:
    """--depth, --nodes and --seconds; the command gets a `limit`."""

    @click.option("--depth", type=Whole(), metavar="N", help="Look at most N moves ahead.")
    @in_time
    @wraps(command)
    def with_depth(depth: int | None, limit: Limit, **others: Any) -> Any:
        return command(limit=replace(limit, depth=depth), **others)

    return with_depth  # type: ignore[return-value]


@dataclass(frozen=True)
class Search:
    """How to search, as the options say."""

    method: Method | None
    limit: Limit
    choices: Mapping[str, Any]  # what `CHOICES` names, if it is not the method's own


# Options of a search: the argument that each becomes, and how to read it.
CHOICES: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "scores": ("scores", SCORES.__getitem__),
    "order": ("order", ORDERS.__getitem__),
    "seed": ("chance", random.Random),
    "exploration": ("exploration", float),
    "no_killers": ("killers", lambda without: not without),
    "no_history": ("history", lambda without: not without),
}


def searching(methods: Iterable[Method]) -> Callable[[Command], Command]:
    """--method (one of `methods`), limits and choices; the command gets a `search`."""
    known = [method.name for method in methods]

    def decorate(command: Command) -> Command:
        @click.option(
            "--method", type=OneOf(known),
            help=f"How to search: {', '.join(known)}.",
        )  # fmt: skip
        @limited
        @click.option("--scores", type=OneOf(SCORES), help="What a leaf is worth.")
        @click.option("--order", type=OneOf(ORDERS), help="Which moves to try first.")
        @click.option("--no-killers", is_flag=True, help="Let deepening do without killer moves.")
        @click.option("--no-history", is_flag=True, help="Let deepening forget what moves did.")
        @click.option("--seed", type=Whole(), metavar="N", help="mcts: make it repeatable.")
        @click.option(
            "--exploration", type=Number(), metavar="C",
            help="mcts: how much it tries what looks worse [1.414].",
        )  # fmt: skip
        @wraps(command)
        def with_search(method: str | None, limit: Limit, **others: Any) -> Any:
            given = {option: others.pop(option) for option in CHOICES}
            choices = {
                CHOICES[option][0]: CHOICES[option][1](value)
                for option, value in given.items()
                if value not in (None, False)
            }
            chosen = METHODS[method] if method else None
            if "chance" in choices and (chosen is None or "chance" not in chosen.takes):
                raise click.UsageError("--seed is for --method mcts, which plays random games")
            return command(search=Search(chosen, limit, choices), **others)

        return with_search  # type: ignore[return-value]

    return decorate


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
cluster = click.option(
    "--cluster", metavar="ADDRESS", help="Work on this Ray cluster: HOST:6379, auto or local."
)
