"""Arguments that several commands share: a game, a state, a method, limits."""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from noughts.analysis import Limit
from noughts.errors import NotationError
from noughts.methods import METHODS, Method
from noughts.notation import shorten
from noughts.position import Position
from noughts.rules import Mark, Rules
from noughts.textbook.order import most_lines_first, row_by_row
from noughts.textbook.scores import SCORES

__all__ = ["ORDERS", "Search", "as_json", "game_option", "in_time", "limited", "of_a_state"]
__all__ += ["read_game", "read_path", "read_state", "searching", "turn_option"]

Command = TypeVar("Command", bound=Callable[..., Any])

ORDERS = {"row-by-row": row_by_row, "most-lines": most_lines_first}


def read_path(text: str) -> Path:
    """The path that a user typed; `~` is their home folder."""
    try:
        if "\0" in text:
            raise RuntimeError("a file name cannot contain NUL")
        return Path(text.strip()).expanduser()
    except RuntimeError as error:
        raise NotationError(f"{shorten(text)} is not a usable file name: {error}") from None


def read_game(_: click.Context, __: click.Parameter, name: str | None) -> Rules | None:
    """Callback of an argument: the rules of the named game."""
    return None if name is None else Rules.parse(name)


def read_state(state: str, game: Rules | None, turn: Mark | None) -> Position:
    """The position that the user typed, or the one on stdin for `-`."""
    text = sys.stdin.read() if state == "-" else state
    return Position.parse(text, game, turn)


game_option = click.option(
    "--game", metavar="GAME", callback=read_game, help="Which game [by the number of cells]."
)
turn_option = click.option(
    "--turn",
    type=click.Choice(["x", "o"], case_sensitive=False),
    help="Whose move it is [by the stones, X first].",
)


def of_a_state(command: Command) -> Command:
    """STATE, --game and --turn; the command gets a `position`."""

    @click.argument("state")
    @game_option
    @turn_option
    @wraps(command)
    def with_position(state: str, game: Rules | None, turn: Mark | None, **others: Any) -> Any:
        return command(position=read_state(state, game, turn), **others)

    return with_position  # type: ignore[return-value]


def in_time(command: Command) -> Command:
    """--nodes and --seconds; the command gets a `limit`."""

    @click.option("--nodes", type=int, metavar="N", help="Stop after N nodes.")
    @click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
    @wraps(command)
    def with_limit(nodes: int | None, seconds: float | None, **others: Any) -> Any:
        return command(limit=Limit(nodes=nodes, seconds=seconds), **others)

    return with_limit  # type: ignore[return-value]


def limited(command: Command) -> Command:
    """--depth, --nodes and --seconds; the command gets a `limit`."""

    @click.option("--depth", type=int, metavar="N", help="Look at most N moves ahead.")
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
    choices: Mapping[str, Any]  # `scores` and `order`, if they are not the method's own


def searching(methods: Iterable[Method]) -> Callable[[Command], Command]:
    """--method (one of `methods`), limits, --scores and --order; the command gets a `search`."""

    def decorate(command: Command) -> Command:
        @click.option(
            "--method", type=click.Choice([each.name for each in methods]), help="How to search."
        )
        @limited
        @click.option("--scores", type=click.Choice(list(SCORES)), help="What a leaf is worth.")
        @click.option("--order", type=click.Choice(list(ORDERS)), help="Which moves to try first.")
        @wraps(command)
        def with_search(
            method: str | None, limit: Limit, scores: str | None, order: str | None, **others: Any
        ) -> Any:
            choices: dict[str, Any] = {}
            if scores:
                choices["scores"] = SCORES[scores]
            if order:
                choices["order"] = ORDERS[order]
            chosen = METHODS[method] if method else None
            return command(search=Search(chosen, limit, choices), **others)

        return with_search  # type: ignore[return-value]

    return decorate


as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
