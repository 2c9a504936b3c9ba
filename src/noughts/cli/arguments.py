"""Arguments that several commands share: a game, a state, a method, limits."""

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from noughts.analysis import Limit
from noughts.errors import NotationError
from noughts.methods import METHODS
from noughts.notation import shorten
from noughts.position import Position
from noughts.rules import Mark, Rules
from noughts.textbook.order import most_lines_first, row_by_row
from noughts.textbook.scores import SCORES

__all__ = ["ORDERS", "as_json", "game_option", "limited", "method", "of_a_state", "read_game"]
__all__ += ["read_path", "read_state", "scored", "textbook_method", "turn_option"]

Command = TypeVar("Command", bound=Callable[..., Any])

ORDERS = {"row-by-row": row_by_row, "most-lines": most_lines_first}


def read_path(text: str) -> Path:
    """A file that somebody has named; `~` is their home."""
    try:
        if "\0" in text:
            raise RuntimeError("a name has no NUL in it")
        return Path(text.strip()).expanduser()
    except RuntimeError as error:
        raise NotationError(f"{shorten(text)} names no file: {error}") from None


def read_game(_: click.Context, __: click.Parameter, name: str | None) -> Rules | None:
    """Callback of an argument: the name of a game, read into its rules."""
    return None if name is None else Rules.parse(name)


def read_state(state: str, game: Rules | None, turn: Mark | None) -> Position:
    """The board that somebody has written, or for `-` the one on stdin."""
    text = sys.stdin.read() if state == "-" else state
    return Position.parse(text, game, turn)


game_option = click.option(
    "--game", metavar="GAME", callback=read_game, help="On which board [by its size]."
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


def limited(command: Command) -> Command:
    """--depth, --nodes and --seconds; the command gets a `limit`."""

    @click.option("--depth", type=int, metavar="N", help="Look at most N moves ahead.")
    @click.option("--nodes", type=int, metavar="N", help="Stop after N nodes.")
    @click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")
    @wraps(command)
    def with_limit(
        depth: int | None, nodes: int | None, seconds: float | None, **others: Any
    ) -> Any:
        return command(limit=Limit(depth, nodes, seconds), **others)

    return with_limit  # type: ignore[return-value]


def scored(command: Command) -> Command:
    """--scores and --order; the command gets `scores` and `order`, None for the method's own."""

    @click.option("--scores", type=click.Choice(list(SCORES)), help="What a leaf is worth.")
    @click.option("--order", type=click.Choice(list(ORDERS)), help="Which moves come first.")
    @wraps(command)
    def with_scores(scores: str | None, order: str | None, **others: Any) -> Any:
        return command(
            scores=SCORES[scores] if scores else None,
            order=ORDERS[order] if order else None,
            **others,
        )

    return with_scores  # type: ignore[return-value]


method = click.option("--method", type=click.Choice(list(METHODS)), help="How to search.")
textbook_method = click.option(
    "--method",
    type=click.Choice([name for name, method in METHODS.items() if method.takes("visit")]),
    help="How to search.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
