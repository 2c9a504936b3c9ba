"""`noughts solve`: prove the value of a game or a position."""

import json
import sys
from typing import TYPE_CHECKING

import click

from noughts.analysis import Limit
from noughts.cli import arguments
from noughts.notation import Notation
from noughts.position import Position
from noughts.words import does, game_over

if TYPE_CHECKING:
    from noughts.engine import Proof

__all__ = ["command"]


@click.command("solve")
@arguments.of_a_state
@arguments.in_notation
@click.option("--shortest", is_flag=True, help="Also prove that no win is quicker.")
@arguments.in_time
@click.option(
    "--table", "table_mb", type=arguments.Number(), default=256, metavar="MB", show_default=True,
    help="Memory for proved positions.",
)  # fmt: skip
@arguments.as_json
def command(
    position: Position,
    notation: Notation,
    shortest: bool,
    limit: Limit,
    table_mb: float,
    as_json: bool,
) -> None:
    """Prove who wins from STATE, a board or a game, when both play perfectly.

    It claims only what it has proved. Exit code 1: not proved within the limits.

    \b
    noughts solve 8x8x4-straight      the course game
    noughts solve 7x7x5
    noughts solve x...o.... --shortest
    """
    from noughts.cli.progress import ctrl_c_stops, is_live, progress
    from noughts.engine import Proof, Solver

    solver = Solver(position.rules, table_mb)
    told = ""

    def tell(so_far: Proof) -> None:
        nonlocal told
        if so_far.known != told and is_live():
            told = so_far.known
            click.echo(f"proved: {told}", err=True)

    with progress(str(position.rules), solver), ctrl_c_stops(solver):
        proof = solver.solve(position, limit, shortest=shortest, on_progress=tell)
    if as_json:
        click.echo(json.dumps(proof.as_json()))
    elif position.is_over:
        click.echo(game_over(position))
    else:
        click.echo(f"{_what(position)}: {_verdict(proof)}.")
        if proof.line:
            click.echo(f"Line: {' '.join(notation.cell_names(position.rules, proof.line))}")
        click.echo(f"nodes {proof.nodes:,}, seconds {proof.seconds:.3f}")
    if not proof.proved:
        sys.exit(1)


def _what(position: Position) -> str:
    """What is proved: a game, from its empty board, or only this position of it."""
    if position.empty == position.rules.size:
        return str(position.rules)
    return f"{position.rules}, this position"


def _verdict(proof: "Proof") -> str:
    if proof.outcome is None:
        return f"not proved{f' ({proof.known})' if proof.known else ''}"
    if proof.outcome == "draw":
        begun = proof.position.empty < proof.position.rules.size
        return f"a draw, {proof.position.turn.upper()} to move" if begun else "a draw"
    return f"{proof.position.turn.upper()}, to move, {does(proof.outcome, proof.plies)}"
