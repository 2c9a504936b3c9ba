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

    Without --method it is alpha-beta with scores that tell quick wins from slow ones; on boards
    too large to be searched to the end four-in-a-line, for 2 seconds unless you say otherwise.
    """
    from noughts.cli.progress import Counter, progress
    from noughts.cli.show import in_words, table, values
    from noughts.methods import analyse, default_method
    from noughts.notation import names

    chosen = method or default_method(position).name
    if chosen == "four-in-a-line" and limit == Limit():
        limit = Limit(seconds=2)
    counter = Counter()
    with progress(chosen, counter):
        found = analyse(position, method, limit, scores=scores, order=order, visit=counter)
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
