"""`noughts check`: grade a program, or a folder of programs."""

import json
import os
import shlex
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, Unpack

import click

from noughts import check
from noughts.cli import arguments
from noughts.cli.progress import is_live, write
from noughts.cli.show import ascii_only
from noughts.rules import Mark, Rules

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)


class Options(TypedDict):
    """How to grade, and which reports to write."""

    interface: check.Interface | None
    game: Rules | None
    form: str | None
    words: str | None
    adapter: Path | None
    console: Path | None
    packages: bool
    plays: Mark | None
    jobs: int | None
    junit: Path | None
    gradescope: Path | None
    html: Path | None
    hints: check.Hints


@click.command("check")
@click.argument("program", required=False, type=click.Path())
@click.option(
    "--interface",
    type=arguments.OneOf(check.INTERFACES),
    help="What the program offers [detected].",
)
@click.option(
    "--game",
    type=arguments.GAME,
    help="The game of a player, process or engine [tic-tac-toe; gomoku].",
)
@click.option(
    "--form",
    type=arguments.OneOf(check.FORMS),
    metavar="FORM",
    help="How a player's board is written [found by trying].",
)
@click.option(
    "--command",
    "words",
    metavar="COMMAND",
    help="How to start a process or an engine, such as 'java Player'.",
)
@click.option(
    "--console",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="How to talk to a program that asks for moves: a TOML file.",
)
@click.option(
    "--adapter",
    type=FILE,
    metavar="FILE",
    help="Only write a file that lets the checker ask a program of another shape.",
)
@click.option(
    "--packages", is_flag=True, help="Let it import the packages installed beside noughts."
)
@click.option(
    "--plays",
    type=arguments.OneOf(["x", "o"]),
    help="The program plays this mark only: judge it there [both].",
)
@click.option("--jobs", type=arguments.Whole(1), metavar="N", help="Processes at a time [cores].")
@click.option("--junit", type=FILE, metavar="FILE", help="Write the report as JUnit XML.")
@click.option(
    "--gradescope", type=FILE, metavar="FILE", help="Write the report as Gradescope's results.json."
)
@click.option("--html", type=FILE, metavar="FILE", help="Write the report as a web page.")
@click.option(
    "--hints",
    type=arguments.OneOf(check.HINTS),
    default="line",
    help="How much a report tells: the kind of mistake, also its line, also the edit [line].",
)
@click.option(
    "--sandbox", is_flag=True, help="Only show what the checker can protect on this system."
)
@arguments.as_json
def command(program: str | None, sandbox: bool, as_json: bool, **options: Unpack[Options]) -> int:
    """Test PROGRAM on every position, and say what is wrong with it.

    \b
    noughts check tictactoe.py               a Python file, in any interface
    noughts check ada.zip                    the one program in a zip
    noughts check a.out --interface process  any command
    noughts check submissions/               every submission in a folder

    Exit code 0: every required check passed; 1: faults found; 2: wrong usage; 3: not graded.
    """
    signal.signal(signal.SIGTERM, _end)
    if sandbox:
        return _tell_protection(as_json)
    if program is None:
        raise click.UsageError("which program? name a file or a folder: noughts check PROGRAM")
    path = arguments.read_path(program)
    if not path.exists():
        raise click.UsageError(f"{program!r} does not exist")
    command_words = _words(options["words"])
    console = check.read_console(options["console"]) if options["console"] else None
    jobs = options["jobs"] or os.cpu_count() or 1
    written = {
        options["junit"]: check.junit,
        options["gradescope"]: check.gradescope,
        options["html"]: check.report_page,
    }
    writers = {file: writer for file, writer in written.items() if file is not None}
    for option in ("junit", "gradescope", "html"):
        if (file := options[option]) is not None:
            arguments.check_that_it_can_be_written(file, f"--{option}")
    # A report file covers one program, and so does a command.
    single = bool(command_words) or console is not None or bool(writers)
    one = not path.is_dir() or single or check.is_one_program(path)
    settings = check.Settings(
        options["interface"],
        options["game"],
        options["form"],
        command_words,
        console,
        packages=options["packages"],
        workers=jobs if one else 1,
        plays=options["plays"],
    )
    if options["adapter"] is not None:
        return _write_adapter(path, settings, options["adapter"])
    if one:
        return _check_one(path, settings, as_json, options["hints"], writers)
    return _check_folder(path, settings, jobs, as_json)


def _end(*_: object) -> None:
    raise KeyboardInterrupt


def _words(text: str | None) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text or ""))
    except ValueError as error:
        raise click.UsageError(f"--command {text!r} cannot be read: {error}") from None


def _tell_protection(as_json: bool) -> int:
    found = check.probe()
    if as_json:
        click.echo(json.dumps(found))
    else:
        for name, protected in found.items():
            click.echo(f"{name:<10} {'protected' if protected else 'not protected'}")
    return 0


def _write_adapter(path: Path, settings: check.Settings, file: Path) -> int:
    arguments.check_that_it_can_be_written(file, "--adapter")
    if file.exists() and not file.read_bytes().startswith(check.HEADER.encode()):
        raise click.UsageError(f"{str(file)!r} is there already, and it is no adapter")
    text, said, will_do = check.adapter_for(path, settings)
    file.write_text(text, encoding="utf-8")
    click.echo(f"wrote {file}: {said}")
    return 0 if will_do else 1


def _check_one(
    path: Path,
    settings: check.Settings,
    as_json: bool,
    hints: check.Hints,
    writers: Mapping[Path, Callable[[check.Report], str]],
) -> int:
    with _bar() as tell:
        report = check.check_program(path, settings, tell)
    told = report.told(hints)
    for file, writer in writers.items():
        file.write_text(writer(told), encoding="utf-8")
    if as_json:
        click.echo(json.dumps(report.as_json()))
    else:
        for line in check.lines(told, ascii_only=ascii_only()):
            click.echo(line)
    return report.exit_code


def _check_folder(path: Path, settings: check.Settings, jobs: int, as_json: bool) -> int:
    def heard(graded: check.Graded, done: int, total: int) -> None:
        why = graded.problem or "no mistakes found"
        said = f"{done}/{total} {graded.name}: {graded.report['score']:g} ({why})"
        click.echo(check.printable(said), err=True)

    try:
        left_out = check.skipped(path)
        found = check.grade_folder(path, settings, jobs, heard)
        if not found:
            why = f": {'; '.join(left_out)}" if left_out else ""
            raise click.UsageError(f"{str(path)!r} contains no submissions{why}")
        check.write_sheet(path, found)
    except OSError as error:
        if error.filename is None or path not in Path(error.filename).parents:
            raise
        raise click.UsageError(
            f"{str(error.filename)!r} cannot be written: {error.strerror}; results go beside the "
            f"submissions, so copy them to a folder where you may write"
        ) from None
    for line in left_out:
        click.echo(line, err=True)
    if as_json:
        click.echo(json.dumps([each.report for each in found]))
    else:
        passed = sum(each.exit_code == 0 for each in found)
        click.echo(f"{len(found)} submissions, {passed} passed every required check")
        click.echo(f"wrote {path / check.SHEET} and {path / check.SUMMARY}")
        click.echo(f"wrote a page for each submission to {path / check.PAGES}")
        click.echo(
            f"kept the results in {path / check.KEPT}: what has not changed is not graded again"
        )
    return max(each.exit_code for each in found)


@contextmanager
def _bar() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on stderr, if that is a terminal."""
    live = is_live()

    def tell(what: str, share: float) -> None:
        if live:
            filled = round(share * 24)
            write(f"\r[{'#' * filled}{'.' * (24 - filled)}] {what}\x1b[K")

    try:
        yield tell
    finally:
        if live:
            write("\r\x1b[K")
