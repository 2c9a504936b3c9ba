"""`noughts bench`: what the engine does, as numbers that must not change by accident."""

import hashlib
import json
import time

import click

from noughts.cli import arguments

__all__ = ["command"]

# Game, moves played, search depth: every width of board, with and without diagonals, exact.
SEARCHES = [
    ("3x3x3", "b2", 6),
    ("4x4x4", "b2 c3", 7),
    ("5x5x4", "c3 b2", 7),
    ("8x8x4-straight", "d4 e5", 6),
    ("7x9x5-exact", "d5 d6 c5", 6),
    ("15x15x5", "h8 i9 h10", 5),
    ("15x15x5", "h8 g7 i9 g8 g9 h9", 5),
    ("15x15x5-exact", "h8 h9 i9 g7", 5),
    ("20x20x6", "j10 k11 j12", 4),
]
PROOFS = ["4x3x3", "5x4x4", "5x5x4", "6x6x4", "5x5x4-straight", "7x7x4-straight", "6x6x5"]


@click.command("bench")
@arguments.as_json
def command(as_json: bool) -> None:
    """Search and prove fixed positions; print nodes, nodes per second and a signature.

    The signature covers nodes, scores and moves, not times: it is the same on every machine and
    changes whenever the engine behaves differently. The net is asked twice: with what this machine
    has for such work, and in the way that works everywhere.
    """
    from noughts.analysis import Limit
    from noughts.engine import Engine, solve
    from noughts.engine.net import net_for
    from noughts.notation import name
    from noughts.position import Position

    lines: list[str] = []
    nodes = 0
    started = time.perf_counter()
    for game, moves, depth in SEARCHES:
        position = Position(game)
        for move in moves.split():
            position = position.play(move)
        found = Engine(game, table_mb=16).analyse(position, Limit(depth=depth))
        assert found.move is not None
        best = name(position.rules, found.move)
        lines.append(f"{game} {moves} depth {depth}: {best} {found.score:g}, {found.nodes} nodes")
        nodes += found.nodes
        if net := net_for(position.rules):
            fast, plain = (net.opinions(position, plain=each)[0] for each in (False, True))
            if fast != plain:
                raise click.ClickException("the net gives other numbers with this machine's AVX2")
            lines.append(f"{game} {moves} net: {fast[0]}, promises {sum(fast[1])}")
    for game in PROOFS:
        proof = solve(game, table_mb=16)
        lines.append(f"{game}: {proof.outcome} {proof.plies}, {proof.nodes} nodes")
        nodes += proof.nodes
    seconds = time.perf_counter() - started
    signature = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
    if as_json:
        found_json = {"signature": signature, "nodes": nodes, "seconds": round(seconds, 3)}
        click.echo(json.dumps(found_json | {"lines": lines}))
        return
    for line in lines:
        click.echo(line)
    click.echo(f"signature {signature}")
    click.echo(f"{nodes:,} nodes, {seconds:.2f} s, {nodes / seconds:,.0f} nodes/s", err=True)
