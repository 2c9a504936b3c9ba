"""`noughts compare`: the methods side by side."""

import json
import random
from typing import Any

import click

from noughts.analysis import Limit
from noughts.cli import arguments
from noughts.methods import METHODS, compared
from noughts.notation import Notation, cell
from noughts.position import Position
from noughts.words import game_over

__all__ = ["command"]


@click.command("compare")
@arguments.of_a_state
@arguments.in_notation
@arguments.limited
@click.option(
    "--seed",
    type=arguments.Whole(),
    default=0,
    help="Seed for what game-tree and mcts leave to chance.",
)
@arguments.as_json
def command(position: Position, notation: Notation, limit: Limit, seed: int, as_json: bool) -> None:
    """Compare the methods that can play STATE: the move each chooses, its nodes and seconds.

    Each does what the book says and no more, with its own scores. Methods that follow every game
    to its end are left out where they would not finish; with --depth they take part. Then, and on
    large boards, a method can judge what it sees but not solve the game: its outcome is open. So is
    that of mcts, which only estimates, from 1,000 random games unless a limit says otherwise.

    The engine proves the position, then looks for the move that is hardest to answer among those
    that keep its value: most of its nodes are for that choice. (analyse proves every move and
    needs no choice, so its node count is another one.)
    """
    from noughts.cli.progress import progress
    from noughts.cli.show import table

    if position.is_over:
        raise click.UsageError(f"{game_over(position)} There are no moves to compare.")
    rows: list[dict[str, Any]] = []
    chance = random.Random(seed)
    left_out = [method.name for method in METHODS.values() if method.why_not(position, limit)]
    if left_out:
        why = "not at this depth" if limit.depth else "they would not finish without --depth"
        click.echo(f"left out ({why}): {', '.join(left_out)}", err=True)
    for method in METHODS.values():
        if method.name in left_out:
            continue
        with progress(method.name):
            rows.append(compared(position, method, limit, chance))
    if as_json:
        click.echo(json.dumps(rows))
        return
    head = ("method", "move", "outcome", "score", "nodes", "seconds", "complete")
    lines = [
        (
            row["method"],
            _renamed(row["move"], position, notation),
            row["outcome"] or "open",
            "-" if row["score"] is None else f"{row['score']:g}",
            f"{row['nodes']:,}",
            f"{row['seconds']:.3f}",
            "yes" if row["complete"] else "no",
        )
        for row in rows
    ]
    click.echo(table([head, *lines], right=(3, 4, 5)))


def _renamed(move: str | None, position: Position, notation: Notation) -> str:
    return notation.cell_name(position.rules, cell(position.rules, move)) if move else "-"
