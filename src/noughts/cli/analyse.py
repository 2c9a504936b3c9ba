"""`noughts analyse`: the value of every move."""

import json

import click

from noughts.analysis import Limit
from noughts.cli import arguments
from noughts.position import Position
from noughts.textbook.order import Order
from noughts.textbook.scores import Scores

__all__ = ["command"]


@click.command("analyse", short_help="The value of every move.")
@arguments.of_a_state
@arguments.method
@arguments.limited
@arguments.scored
@arguments.as_json
def command(
    position: Position,
    method: str | None,
    limit: Limit,
    scores: Scores | None,
    order: Order | None,
    as_json: bool,
) -> None:
    """The value of every move in STATE, and which are equally good.

    Without --method the engine does it; what it has proved has an outcome (win, draw or loss),
    other scores are its opinion. On large boards it looks for 2 seconds unless you say otherwise.
    """
    from noughts.cli.progress import Counter, progress
    from noughts.cli.show import in_words, table, values
    from noughts.methods import analyse, default_textbook_method, method_named
    from noughts.notation import names

    if method is None and (scores or order):
        method = default_textbook_method(position).name
    chosen = method_named(method or "engine")
    if chosen.name == "four-in-a-line" and limit == Limit():
        limit = Limit(seconds=2)
    counter = Counter() if chosen.takes("visit") else None
    with progress(chosen.name, counter):
        found = analyse(position, chosen.name, limit, scores=scores, order=order, visit=counter)
    if as_json:
        click.echo(json.dumps(found.as_json()))
        return
    click.echo(values(found))
    click.echo(in_words(found))
    if found.line:
        click.echo(f"Line: {' '.join(names(position.rules, found.line))}")
    rows = [("method", "nodes", "seconds", "depth", "complete")]
    complete = "yes" if found.complete else "no"
    seconds = f"{found.seconds:.3f}"
    rows.append((found.method, f"{found.nodes:,}", seconds, str(found.depth), complete))
    click.echo(table(rows, right=(1, 2, 3)))
