"""`noughts practice`: exercises on game trees, with keys."""

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from noughts.cli import arguments, show
from noughts.practice.exercise import Exercise
from noughts.practice.generate import Wishes, generate
from noughts.practice.keys import ALGORITHMS
from noughts.practice.trees import MOST_LEAVES, MOST_LEVELS, Player, Tree, tree_of_game

__all__ = ["command"]

Command = TypeVar("Command", bound=Callable[..., Any])

MOST_EXERCISES = 100
SEEDS = 10_000  # to choose from if none is given: short enough to write down
PLAIN = str.maketrans({"├": "|", "└": "`", "─": "-", "│": "|", "≤": "<=", "≥": ">="})
ROOTS: dict[str, Player] = {"max": "MAX", "min": "MIN"}


@dataclass(frozen=True)
class Output:
    """Where the exercises go, and whether with their keys."""

    key: bool | None
    html: Path | None
    svg: Path | None
    moodle: Path | None
    as_json: bool

    @property
    def files(self) -> dict[str, Path]:
        """The files, by the options that name them."""
        named = {"--html": self.html, "--svg": self.svg, "--moodle": self.moodle}
        return {option: path for option, path in named.items() if path is not None}


def wishing(command: Command) -> Command:
    """What a generated tree has to be like; the command gets `wishes`."""

    @click.option(
        "--leaves", type=arguments.Whole(2, MOST_LEAVES), metavar="N", help="How many leaves."
    )
    @click.option(
        "--branching", type=arguments.Whole(2, MOST_LEAVES), metavar="N",
        help="How many children each node has; with --leaves, at most.",
    )  # fmt: skip
    @click.option(
        "--depth", type=arguments.Whole(1, MOST_LEVELS), metavar="N",
        help="How many levels there are below the root.",
    )  # fmt: skip
    @click.option(
        "--values", type=(arguments.Whole(), arguments.Whole()), metavar="LOW HIGH",
        help="The lowest and the highest value of a leaf.",
    )  # fmt: skip
    @click.option(
        "--cuts", type=arguments.Whole(0), metavar="N",
        help="How many cut-offs, at least [1 if the algorithm cuts and there is room].",
    )  # fmt: skip
    @click.option(
        "--deep", type=arguments.Whole(0), metavar="N",
        help="How many of them, at least, are deep: their bound comes from above the parent.",
    )  # fmt: skip
    @wraps(command)
    def with_wishes(
        leaves: int | None,
        branching: int | None,
        depth: int | None,
        values: tuple[int, int] | None,
        cuts: int | None,
        deep: int | None,
        **others: Any,
    ) -> Any:
        wishes = Wishes(leaves, branching, depth, values, cuts, deep)
        return command(wishes=wishes, **others)

    return with_wishes  # type: ignore[return-value]


def written(command: Command) -> Command:
    """Where the exercises go; the command gets an `output`."""

    @click.option(
        "--key/--no-key", default=None,
        help="With or without the key [text and --svg: without, --html: with].",
    )  # fmt: skip
    @click.option("--html", metavar="FILE", help="Write a sheet to be printed.")
    @click.option("--svg", metavar="FILE", help="Write a picture of the tree.")
    @click.option("--moodle", metavar="FILE", help="Write questions for Moodle (Moodle XML).")
    @arguments.as_json
    @wraps(command)
    def with_output(
        key: bool | None,
        html: str | None,
        svg: str | None,
        moodle: str | None,
        as_json: bool,
        **others: Any,
    ) -> Any:
        output = Output(key, _path(html), _path(svg), _path(moodle), as_json)
        return command(output=output, **others)

    return with_output  # type: ignore[return-value]


def _path(name: str | None) -> Path | None:
    return None if name is None else arguments.read_path(name)


@click.command("practice")
@click.argument("trees", metavar="[TREE]...", nargs=-1)
@click.option(
    "--algorithm", type=arguments.OneOf(ALGORITHMS), default="alpha-beta", show_default=True,
    help="What is to be done by hand.",
)  # fmt: skip
@click.option(
    "--root", type=arguments.OneOf(ROOTS), default="max", show_default=True,
    help="Who moves at the root.",
)  # fmt: skip
@wishing
@click.option("--seed", type=arguments.Whole(0), metavar="N", help="The same seed, the same tree.")
@click.option(
    "--number", type=arguments.Whole(1, MOST_EXERCISES), metavar="N", default=1,
    help="How many exercises, with this seed and those after it [1].",
)  # fmt: skip
@written
def command(
    trees: tuple[str, ...],
    algorithm: str,
    root: str,
    wishes: Wishes,
    seed: int | None,
    number: int,
    output: Output,
) -> None:
    """Make exercises on minimax and alpha-beta, with their keys.

    TREE is nested brackets with the values of the leaves, such as "((3 5) (2 9 1) (7 4))", or a
    STATE with few empty cells, or - to read one of them from stdin. Each TREE is an exercise.
    Without TREE, trees are generated.

    \b
    noughts practice "((3 5) (2 9 1) (7 4))" --key
    noughts practice "((3 5) (2 9))" "((6 4) (5 8))" --html sheet.html
    noughts practice --leaves 16 --cuts 4 --deep 1 --seed 7
    noughts practice --number 4 --html sheet.html --moodle quiz.xml
    noughts practice x.o/o.x/..x --algorithm minimax --svg tree.svg
    """
    for option, path in output.files.items():
        arguments.check_that_it_can_be_written(path, option)
    if output.svg and max(number, len(trees)) > 1:
        raise click.UsageError("--svg is a picture of one tree: ask for one, or use --html")
    if not trees:
        first = random.randrange(SEEDS) if seed is None else seed
        exercises = [
            Exercise(generate(wishes, random.Random(each), algorithm, ROOTS[root]), algorithm, each)
            for each in range(first, first + number)
        ]
    else:
        if wishes != Wishes() or seed is not None or number > 1:
            raise click.UsageError("options for generated trees do not go together with a TREE")
        if trees.count("-") > 1:
            raise click.UsageError("- reads one TREE from stdin, and may stand there once")
        if len(trees) > MOST_EXERCISES:
            raise click.UsageError(f"at most {MOST_EXERCISES} trees go together, not {len(trees)}")
        exercises = [Exercise(_read(tree, ROOTS[root]), algorithm) for tree in trees]
    _write(exercises, output)
    if output.as_json:
        click.echo(json.dumps([each.as_json() for each in exercises]))
    elif not output.files:
        _print(exercises, bool(output.key))


def _read(text: str, root: Player) -> Tree:
    """Brackets, or the state of a game."""
    if text == "-":
        text = sys.stdin.read()
    if not text.strip() or text.strip()[0] in "([" or "," in text:
        return Tree.parse(text, root)
    return tree_of_game(arguments.read_state(text, None, None), root)


def _write(exercises: Sequence[Exercise], output: Output) -> None:
    """Write the files that are wanted."""
    from noughts.practice.moodle import moodle_xml
    from noughts.practice.picture import tree_svg
    from noughts.practice.sheet import sheet_page

    if output.html:
        output.html.write_text(sheet_page(exercises, output.key is not False), "utf-8")
    if output.svg:
        exercise = exercises[0]
        key = exercise.key if output.key else None
        output.svg.write_text(tree_svg(exercise.tree, key) + "\n", "utf-8")
    if output.moodle:
        output.moodle.write_text(moodle_xml(exercises), "utf-8")
    for path in output.files.values():
        click.echo(f"wrote {path}", err=True)


def _print(exercises: Sequence[Exercise], key: bool) -> None:
    for i, exercise in enumerate(exercises):
        seed = "" if exercise.seed is None else f" (seed {exercise.seed})"
        _say(f"\n{exercise.title}{seed}" if i else f"{exercise.title}{seed}")
        show.say(exercise.task)
        _say(f"{exercise.tree}\n")
        _say("\n".join(exercise.text()))
        if key:
            _say(f"\n{show.table(exercise.table())}\n")
            for sentence in filter(None, (exercise.answer, *exercise.cuts, exercise.about_bounds)):
                _say(show.fold(sentence))


def _say(text: str) -> None:
    """Print, with plain signs where the output has no others."""
    click.echo(text.translate(PLAIN) if show.ascii_only() else text)
