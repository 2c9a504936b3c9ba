"""`noughts tree`: draw the search tree."""

import os
from collections.abc import Iterable
from pathlib import Path

import click

from noughts.analysis import Limit
from noughts.cli import arguments
from noughts.position import Position
from noughts.textbook.order import Order
from noughts.textbook.scores import Scores

__all__ = ["command"]

MOST_DRAWN = 2_000


@click.command("tree", short_help="Draw the search tree: text, svg, dot, json.")
@arguments.of_a_state
@arguments.textbook_method
@arguments.limited
@arguments.scored
@click.option(
    "--format", "form", type=click.Choice(["text", "svg", "dot", "json"]),
    help="How to draw it [by the name of --output, else text].",
)  # fmt: skip
@click.option(
    "--levels", type=click.IntRange(min=0), metavar="N",
    help="Draw only the top N levels of what was searched.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write to a file.",
)  # fmt: skip
def command(
    position: Position,
    method: str | None,
    limit: Limit,
    scores: Scores | None,
    order: Order | None,
    form: str | None,
    levels: int | None,
    output: Path | None,
) -> None:
    """Draw the tree that a method searches from STATE, every node with alpha, beta and value.

    The method does what its book says and no more (by default alpha-beta, on large boards
    four-in-a-line two plies deep).

    \b
    noughts tree xo.xo....                    text: why each branch was cut
    noughts tree xo.xo.... -o tree.svg        a picture
    noughts tree ......... --format json      all 18,297 visits
    """
    from noughts.cli.progress import Counter, progress
    from noughts.methods import analyse, default_textbook_method, method_named
    from noughts.trace import Trace

    if output is not None and not output.absolute().parent.is_dir():
        raise click.UsageError(f"{str(output)!r} cannot be written: there is no such folder")
    form = form or (output and _form_of(output)) or "text"
    chosen = method_named(method) if method else default_textbook_method(position)
    trace = Trace(
        position,
        maximiser=chosen.maximiser(position),
        strict=chosen.name == "alpha-beta-strict",
    )
    counter = Counter(trace.add)
    with progress(chosen.name, counter):
        analyse(
            position, chosen.name, limit,
            every_move=False, scores=scores, order=order, visit=counter,
        )  # fmt: skip
        if form in ("svg", "dot") and levels is None and len(trace) > MOST_DRAWN:
            levels = trace.levels_within(MOST_DRAWN)
            click.echo(
                f"{len(trace):,} nodes are too many for a picture: drawing the top {levels} "
                f"levels (--levels changes that, --depth searches less)",
                err=True,
            )
    lines: Iterable[str]
    if form == "json":
        lines = trace.json()
    elif form == "svg":
        lines = [trace.svg(levels)]
    elif form == "dot":
        lines = trace.dot(levels)
    else:
        lines = trace.text(levels)
    if output is None:
        for line in lines:
            click.echo(line)
    else:
        with progress(f"writing {output}"):
            _write(lines, output)
        click.echo(f"written to {output}", err=True)


def _form_of(path: Path) -> str | None:
    return {".svg": "svg", ".dot": "dot", ".gv": "dot", ".json": "json"}.get(path.suffix.lower())


def _write(lines: Iterable[str], output: Path) -> None:
    text = (f"{line}\n" for line in lines)
    if output.exists() and not output.is_file():  # a pipe or a device is written to as it is
        with open(output, "w", encoding="utf-8") as file:
            file.writelines(text)
        return
    part = output.with_name(output.name + ".part")
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.writelines(text)
        os.replace(part, output)
    except OSError as error:
        part.unlink(missing_ok=True)
        error.filename = str(output)
        raise
    except BaseException:  # Ctrl-C
        part.unlink(missing_ok=True)
        raise
