"""`noughts tree`: draw the search tree."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from noughts.cli import arguments
from noughts.growth import Growth
from noughts.methods import METHODS, Method, default_textbook_method
from noughts.notation import Notation
from noughts.position import Position
from noughts.trace import Trace, top

__all__ = ["command"]

MOST_DRAWN = 2_000
FORMS = ("text", "svg", "html", "png", "dot", "json")
ENDINGS = {f".{form}": form for form in FORMS[1:]} | {".gv": "dot", ".txt": "text"}
PICTURES = ("svg", "html", "png", "dot")

# Programs that make a PNG of an SVG, with their arguments; the first that is installed is used.
CONVERTERS = {
    "rsvg-convert": ("--output", "{png}", "{svg}"),
    "inkscape": ("--export-type=png", "--export-filename={png}", "{svg}"),
    "cairosvg": ("{svg}", "--output", "{png}"),
}


class Output(click.Path):
    """A file to write; its ending says how to draw the tree."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, path_type=Path)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Files, or the endings once there is a dot."""
        stem, dot, ending = incomplete.rpartition(".")
        if not stem or "/" in ending:
            return super().shell_complete(ctx, param, incomplete)
        return [CompletionItem(stem + each) for each in ENDINGS if each.startswith(dot + ending)]


@click.command("tree")
@arguments.of_a_state
@arguments.in_notation
@arguments.searching(method for method in METHODS.values() if method.watch or method.grows)
@click.option(
    "--format", "form", type=arguments.OneOf(FORMS),
    help="How to draw it [by the ending of --output, else text].",
)  # fmt: skip
@click.option(
    "--levels", type=arguments.Whole(min=0), metavar="N",
    help="Draw only N levels below the root of what was searched.",
)  # fmt: skip
@click.option(
    "--step", type=arguments.Whole(min=0), metavar="N",
    help="Of a tree that grows best first: as it is after N steps [the last].",
)  # fmt: skip
@click.option("-o", "--output", type=Output(), metavar="FILE", help="Write to a file.")
def command(
    position: Position,
    notation: Notation,
    search: arguments.Search,
    form: str | None,
    levels: int | None,
    step: int | None,
    output: Path | None,
) -> None:
    """Draw the tree that a method searches from STATE, with alpha, beta and value at every node.

    The method does what the book says and no more (by default alpha-beta, on large boards
    four-in-a-line two plies deep). A file ends in .svg, .html, .png, .dot, .gv, .json or .txt; for
    .png, rsvg-convert, inkscape or cairosvg must be installed.

    \b
    noughts tree xo.xo....                    text: why each branch was cut
    noughts tree xo.xo.... -o tree.svg        a picture
    noughts tree ......... --format json      all 18,297 visits

    Some trees grow best first, round by round: those of mcts. Each round has several steps, and
    --step shows the tree after any of them: what is selected, what is new, what has changed.

    A tree of numbers, such as "((3 5) (2 9))", is drawn by noughts practice.
    """
    from noughts.cli.progress import progress

    form = _form(form, output)
    if output is not None:
        arguments.check_that_it_can_be_written(output, "-o")
    converter = _converter() if form == "png" else ""
    method = search.method or default_textbook_method(position)
    if method.grows:
        growth = _followed(position, method, search)
        drawn = _drawn_growth(growth, form, step, levels, notation)
    elif step is not None:
        raise click.UsageError("--step is for trees that grow best first, such as those of mcts")
    else:
        drawn = _drawn(_traced(position, method, search), form, levels, notation)
    if output is None:
        _print(drawn, form)
        return
    with progress(f"writing {output}"):
        if form == "png":
            _write([_converted("".join(drawn), converter)], output)
        else:
            _write((f"{line}\n".encode() for line in drawn), output)
    click.echo(f"wrote {output}", err=True)


def _form(form: str | None, output: Path | None) -> str:
    """How to draw the tree: `--format` and the ending of the file must not differ."""
    if output is None:
        if form == "png":
            raise click.UsageError("a png is not for the terminal: name a file with -o")
        return form or "text"
    if output.exists() and not output.is_file():  # a pipe or a device
        return form or "text"
    ending, known = output.suffix.lower(), ", ".join(ENDINGS)
    if not ending and form:
        return form
    if ending not in ENDINGS:
        what = f"the ending {ending!r}" if ending else "no ending"
        raise click.UsageError(f"{str(output)!r} has {what}: choose one of {known}")
    if form not in (None, ENDINGS[ending]):
        raise click.UsageError(
            f"{str(output)!r} ends in {ending}, but --format is {form}: leave --format out, or "
            f"choose another ending"
        )
    return ENDINGS[ending]


def _converter() -> str:
    """The program that will make a PNG of the picture."""
    for name in CONVERTERS:
        if found := shutil.which(name):
            return found
    raise click.UsageError(
        f"a .png needs one of {', '.join(CONVERTERS)} (Debian, Ubuntu: apt install librsvg2-bin); "
        f".svg and .html need nothing"
    )


def _traced(position: Position, method: Method, search: arguments.Search) -> Trace:
    from noughts.cli.progress import Counter, progress

    trace = Trace(
        position,
        maximiser=method.maximiser(position),
        strict=method.manner.strict,
        method=method.name,
    )
    counter = Counter(trace.add)
    with progress(method.name, counter):
        method.analyse(position, search.limit, every_move=False, visit=counter, **search.choices)
    return trace


def _followed(position: Position, method: Method, search: arguments.Search) -> Growth:
    from noughts.cli.progress import Counter, progress

    growth = Growth(position, method=method.name)
    counter = Counter(growth.add)
    with progress(method.name, counter):
        method.analyse(position, search.limit, follow=counter, **search.choices)
    return growth


def _drawn(trace: Trace, form: str, levels: int | None, notation: Notation) -> Iterable[str]:
    if form == "json":
        return trace.json()
    if form in PICTURES and levels is None and len(trace) > MOST_DRAWN:
        levels = trace.levels_within(MOST_DRAWN)
        _say_what_is_drawn(len(trace), levels, "--depth searches less")
    if form == "dot":
        return trace.dot(levels)
    if form == "text":
        return [f"{trace.caption(levels)}.", trace.legend, *trace.text(levels, notation)]
    return [trace.html(levels) if form == "html" else trace.svg(levels)]


def _drawn_growth(
    growth: Growth, form: str, step: int | None, levels: int | None, notation: Notation
) -> Iterable[str]:
    if form == "dot":
        raise click.UsageError("a tree that grows best first has no dot: choose svg, html or png")
    if form == "json":
        return growth.json()
    nodes = len(growth.stage(step).numbers)
    if form in PICTURES and levels is None and nodes > MOST_DRAWN:
        levels = growth.levels_within(MOST_DRAWN, step)
        _say_what_is_drawn(nodes, levels, "--step shows an earlier one")
    if form == "text":
        head = [f"{growth.caption(step, levels)}.", growth.legend(step)]
        return [*head, *growth.text(step, levels, notation)]
    return [growth.html(step, levels) if form == "html" else growth.svg(step, levels)]


def _say_what_is_drawn(nodes: int, levels: int, advice: str) -> None:
    click.echo(
        f"{nodes:,} nodes are too many for a picture: drawing {top(levels)} "
        f"(--levels changes that, {advice})",
        err=True,
    )


def _print(lines: Iterable[str], form: str) -> None:
    """Text as the terminal can show it; what programs read is always UTF-8."""
    if form == "text":
        for line in lines:
            click.echo(line)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(f"{line}\n".encode() for line in lines)
        sys.stdout.buffer.flush()


def _converted(picture: str, converter: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="noughts-") as folder:
        svg, png = Path(folder, "tree.svg"), Path(folder, "tree.png")
        svg.write_text(picture, encoding="utf-8")
        words = CONVERTERS[Path(converter).name]
        command = [converter, *(word.format(svg=svg, png=png) for word in words)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not png.exists():
            said = done.stderr.strip() or f"exit code {done.returncode}"
            raise click.UsageError(f"{converter} could not make a .png: {said}; try .svg or .html")
        return png.read_bytes()


def _write(parts: Iterable[bytes], output: Path) -> None:
    part = output.with_name(output.name + ".part")
    try:
        if output.exists() and not output.is_file():  # a pipe or a device is written to directly
            with open(output, "wb") as file:
                file.writelines(parts)
            return
        with open(part, "wb") as file:
            file.writelines(parts)
        os.replace(part, output)
    except BaseException as error:  # including Ctrl-C
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            why = error.strerror or error
            raise click.UsageError(
                f"{str(output)!r} cannot be written: {why}; choose another file with -o"
            ) from None
        raise
