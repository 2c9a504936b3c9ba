"""`noughts analyse`: the value of every move."""

import json
from contextlib import nullcontext

import click

from noughts.analysis import NO_LIMIT, Limit
from noughts.cli import arguments
from noughts.methods import METHODS, default_textbook_method
from noughts.notation import Notation
from noughts.position import Position

__all__ = ["command"]


@click.command("analyse")
@arguments.of_a_state
@arguments.in_notation
@arguments.searching(METHODS.values())
@arguments.as_json
def command(
    position: Position, notation: Notation, search: arguments.Search, as_json: bool
) -> None:
    """Show the value of every move in STATE, and which moves are equally good.

    Without --method the engine searches: what it has proved has an outcome (win, draw or loss),
    other scores are its opinion. Without a limit it proves what takes up to a million nodes, then
    searches for 2 seconds.

    \b
    noughts analyse x...o....
    noughts analyse 8x8x4-straight    the empty board of a game
    """
    from noughts.cli.progress import Counter, ctrl_c_stops, progress
    from noughts.cli.show import in_words, table, values
    from noughts.engine import Engine

    method, choices, limit = search.method, dict(search.choices), search.limit
    if method is None:
        method = default_textbook_method(position) if choices else METHODS["engine"]
    if method.manner.deepens and limit == NO_LIMIT:
        limit = Limit(seconds=2)
    counter = Counter()
    teller = "visit" if method.watch else "follow" if method.grows else None
    if teller:
        choices[teller] = counter
    engine = Engine(position.rules)
    stopping = ctrl_c_stops(engine) if "engine" in method.takes else nullcontext()
    with progress(method.name, counter if teller else None), stopping:
        found = method.analyse(position, limit, every_move=True, engine=engine, **choices)
    if as_json:
        click.echo(json.dumps(found.as_json()))
        return
    click.echo(values(found, notation))
    click.echo(in_words(found, notation))
    if len(found.line) > 1:  # a single move says no more than the best moves do
        click.echo(f"Line: {' '.join(notation.cell_names(position.rules, found.line))}")
    rows = [("method", "nodes", "seconds", "depth", "complete")]
    complete = "yes" if found.complete else "no"
    seconds = f"{found.seconds:.3f}"
    rows.append((found.method, f"{found.nodes:,}", seconds, str(found.depth), complete))
    click.echo(table(rows, right=(1, 2, 3)))
