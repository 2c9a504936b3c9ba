"""`noughts check`: grade a program, or a folder of programs."""

import gc
import os
import shlex
import signal
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypedDict, Unpack

import click

from noughts import check
from noughts.check.folder import Everything
from noughts.cli import arguments
from noughts.cli.progress import is_live, write
from noughts.cli.show import ascii_only
from noughts.errors import NotationError, OutOfReach, shorten
from noughts.harmless import for_json, for_terminal
from noughts.machine import usable_cores
from noughts.rules import Mark, Rules

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)
ELSEWHERE = "results go beside the submissions, so copy them to a folder where you may write"
ONE_REPORT = (
    "with --html, --junit or --gradescope a folder is one submission; without them each program in "
    "it is graded, and summary.html is written"
)
BROKE = 3  # the exit code where the checker itself failed


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
    require_sandbox: bool
    cluster: str | None


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
    "--sandbox",
    is_flag=True,
    help="Only try what the sandbox promises, and show what is kept here.",
)
@click.option(
    "--require-sandbox", is_flag=True, help="Grade only if every promise of the sandbox is kept."
)
@arguments.cluster
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
    check.require_walls()
    for each in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        if signal.getsignal(each) is not signal.SIG_IGN:  # as after nohup
            signal.signal(each, _end)
    try:
        return _tell_protection(as_json) if sandbox else _check(program, as_json, options)
    except (click.ClickException, NotationError, OutOfReach, BrokenPipeError):
        raise
    except Exception as error:
        _say(f"noughts: the checker itself failed: {_what_failed(error)}", err=True)
        return BROKE


def _check(program: str | None, as_json: bool, options: Options) -> int:
    if program is None:
        raise click.UsageError("which program? name a file or a folder: noughts check PROGRAM")
    path = arguments.read_path(program)
    if not os.path.exists(path):
        raise click.UsageError(f"{program!r} does not exist")
    if path.is_dir() and not os.access(path, os.R_OK | os.X_OK):
        raise click.UsageError(f"{program!r} cannot be read: you may not look into it")
    command_words = _words(options["words"])
    console = check.read_console(options["console"]) if options["console"] else None
    jobs = options["jobs"] or usable_cores()
    written = {
        options["junit"]: check.junit,
        options["gradescope"]: check.gradescope,
        options["html"]: check.report_page,
    }
    writers = {file: writer for file, writer in written.items() if file is not None}
    for option in ("junit", "gradescope", "html"):
        if (file := options[option]) is not None:
            _check_that_it_can_be_written(file, f"--{option}")
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
    if one and options["cluster"] is not None:
        raise click.UsageError("--cluster makes no sense here: it is for a folder of submissions")
    if options["require_sandbox"] and options["cluster"] is None:
        _require_sandbox()
    if options["adapter"] is not None:
        return _write_adapter(path, settings, options["adapter"])
    if one:
        return _check_one(path, settings, as_json, options["hints"], writers)
    with _graders(options) as everything:
        return _check_folder(path, settings, jobs, as_json, everything)


@contextmanager
def _graders(options: Options) -> Iterator[Everything | None]:
    """Who grades the submissions of a folder; None is processes of this machine."""
    if options["cluster"] is None:
        yield None
        return
    from noughts.arena.grading import graders

    with graders(options["cluster"], options["jobs"], options["require_sandbox"]) as found:
        yield found.grade_all
    for note in found.notes:
        _say(f"note: {note}", err=True)


def _end(number: int, *_: object) -> None:
    signal.signal(number, signal.SIG_IGN)  # `timeout` sends a second one, into the tidying up
    raise KeyboardInterrupt


def _say(text: str, err: bool = False) -> None:
    """Print a line that may hold names and texts of strangers."""
    click.echo(for_terminal(text), err=err)


def _what_failed(error: Exception) -> str:
    """The error, and the line of our own code that raised it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{shorten(error, 300)} ({Path(last.filename).name}, line {last.lineno})"


def _words(text: str | None) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(text or ""))
    except ValueError as error:
        raise click.UsageError(f"--command {text!r} cannot be read: {error}") from None


def _tell_protection(as_json: bool) -> int:
    """Try every promise of the sandbox, and tell which are kept here."""
    found = check.kept_promises()
    if as_json:
        click.echo(for_json(found))
        return 0
    click.echo(f"sandbox: {check.walls()}")
    for name, kept in found.items():
        click.echo(f"{name:<13}{'yes' if kept else 'NO':<5}{check.PROMISES[name]}")
    return 0


def _require_sandbox() -> None:
    broken = [name for name, kept in check.kept_promises().items() if not kept]
    if broken:
        raise click.UsageError(
            f"the sandbox does not promise everything here; missing: {', '.join(broken)}. "
            f"`noughts check --sandbox` tells more"
        )


def _write_adapter(path: Path, settings: check.Settings, file: Path) -> int:
    _check_that_it_can_be_written(file, "--adapter")
    if os.path.lexists(file) and not _is_adapter(file):
        raise click.UsageError(f"{str(file)!r} is there already, and it is no adapter")
    text, said, will_do = check.adapter_for(path, settings)
    _write(file, text)
    _say(f"wrote {file}: {said}")
    return 0 if will_do else 1


def _check_that_it_can_be_written(file: Path, option: str) -> None:
    arguments.check_that_it_can_be_written(file, option, check.is_replaced(file))


def _is_adapter(file: Path) -> bool:
    found = check.open_plain(file.parent, Path(file.name))
    if isinstance(found, str):
        return False
    with found:
        return found.read(len(check.HEADER)) == check.HEADER.encode()


def _write(file: Path, text: str) -> None:
    try:
        check.write_file(file, text)
    except OSError as error:
        raise click.UsageError(f"{str(file)!r} cannot be written: {error.strerror}") from None


def _check_one(
    path: Path,
    settings: check.Settings,
    as_json: bool,
    hints: check.Hints,
    writers: Mapping[Path, Callable[[check.Report], str]],
) -> int:
    try:
        with _bar() as tell:
            report = check.check_program(path, settings, tell)
    except NotationError as error:
        if writers and path.is_dir() and not check.is_one_program(path):
            raise NotationError(f"{error}; {ONE_REPORT}") from None
        raise
    gc.freeze()  # the process ends soon: to look for garbage among all answers takes long
    told = report.told(hints)
    for file, writer in writers.items():
        _write(file, writer(told))
    if as_json:
        click.echo(for_json(report.as_json()))
    else:
        for line in check.lines(told, ascii_only=ascii_only()):
            click.echo(line)
    return report.exit_code


def _check_folder(
    path: Path,
    settings: check.Settings,
    jobs: int,
    as_json: bool,
    everything: Everything | None = None,
) -> int:
    if not os.access(path, os.W_OK):
        raise click.UsageError(f"{str(path)!r} cannot be written: {ELSEWHERE}")

    def heard(graded: check.Graded, done: int, total: int) -> None:
        why = graded.problem or "no mistakes found"
        said = f"{done}/{total} {graded.name}: {graded.report['score']:g} ({why})"
        _say(said, err=True)

    left_out, kept = check.skipped(path), check.Kept(path)
    found = check.grade_folder(path, settings, jobs, heard, kept, everything)
    if not found:
        why = f": {'; '.join(left_out)}" if left_out else ""
        raise click.UsageError(f"{str(path)!r} contains no submissions{why}")
    try:
        written = check.write_sheet(path, found)
    except OSError as error:
        raise click.UsageError(
            f"{str(error.filename or path)!r} cannot be written: {error.strerror}; {ELSEWHERE}"
        ) from None
    for line in left_out:
        _say(line, err=True)
    if kept.trouble:
        _say(f"note: the results are not kept in {kept.path}: {kept.trouble}", err=True)
    if as_json:
        click.echo(for_json([each.report for each in found]))
    else:
        passed = sum(each.exit_code == 0 for each in found)
        click.echo(f"{len(found)} submissions, {passed} passed every required check")
        _say(f"wrote {written.sheet} and {written.summary}")
        _say(f"wrote a page for each submission to {written.pages}")
        if not kept.trouble:
            _say(f"kept the results in {kept.path}: what has not changed is not graded again")
    return max(each.exit_code for each in found)


@contextmanager
def _bar() -> Iterator[Callable[[str, float], None]]:
    """A progress bar on stderr, if that is a terminal."""
    live = is_live()

    def tell(what: str, share: float) -> None:
        if live:
            filled = round(share * 24)
            write(f"\r[{'#' * filled}{'.' * (24 - filled)}] {for_terminal(what)}\x1b[K")

    try:
        yield tell
    finally:
        if live:
            write("\r\x1b[K")
