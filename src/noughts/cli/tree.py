"""`noughts tree`: draw the search tree."""

import os
from collections.abc import Iterable
from pathlib import Path

import click

from noughts.cli import arguments
from noughts.methods import METHODS, default_textbook_method
from noughts.position import Position
from noughts.trace import Trace

__all__ = ["command"]

MOST_DRAWN = 2_000


@click.command("tree", short_help="Draw the search tree: text, svg, dot, json.")
@arguments.of_a_state
@arguments.searching(method for method in METHODS.values() if method.watch)
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
    search: arguments.Search,
    form: str | None,
    levels: int | None,
    output: Path | None,
) -> None:
    """Draw the tree that a method searches from STATE, with alpha, beta and value at every node.

    The method does what the book says and no more (by default alpha-beta, on large boards
    four-in-a-line two plies deep).

    \b
    noughts tree xo.xo....                    text: why each branch was cut
    noughts tree xo.xo.... -o tree.svg        a picture
    noughts tree ......... --format json      all 18,297 visits
    """
    from noughts.cli.progress import progress

    if output is not None and not output.absolute().parent.is_dir():
        raise click.UsageError(f"{str(output)!r} cannot be written: its folder does not exist")
    form = form or (output and _form_of(output)) or "text"
    trace = _traced(position, search)
    if form in ("svg", "dot") and levels is None and len(trace) > MOST_DRAWN:
        levels = trace.levels_within(MOST_DRAWN)
        click.echo(
            f"{len(trace):,} nodes are too many for a picture: drawing the top {levels} "
            f"levels (--levels changes that, --depth searches less)",
            err=True,
        )
    lines = _drawn(trace, form, levels)
    if output is None:
        for line in lines:
            click.echo(line)
    else:
        with progress(f"writing {output}"):
            _write(lines, output)
        click.echo(f"written to {output}", err=True)


def _traced(position: Position, search: arguments.Search) -> Trace:
    from noughts.cli.progress import Counter, progress

    method = search.method or default_textbook_method(position)
    trace = Trace(position, maximiser=method.maximiser(position), strict=method.manner.strict)
    counter = Counter(trace.add)
    with progress(method.name, counter):
        method.analyse(position, search.limit, every_move=False, visit=counter, **search.choices)
    return trace


def _drawn(trace: Trace, form: str, levels: int | None) -> Iterable[str]:
    if form == "json":
        return trace.json()
    if form == "svg":
        return [trace.svg(levels)]
    return trace.dot(levels) if form == "dot" else trace.text(levels)


def _form_of(path: Path) -> str | None:
    return {".svg": "svg", ".dot": "dot", ".gv": "dot", ".json": "json"}.get(path.suffix.lower())


def _write(lines: Iterable[str], output: Path) -> None:
    text = (f"{line}\n" for line in lines)
    if output.exists() and not output.is_file():  # a pipe or a device is written to directly
        with open(output, "w", encoding="utf-8") as file:
            file.writelines(text)
        return
    part = output.with_name(output.name + ".part")
    try:
        with open(part, "w", encoding="utf-8") as file:
            file.writelines(text)
        os.replace(part, output)
    except BaseException as error:  # including Ctrl-C
        part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(output)
        raise
