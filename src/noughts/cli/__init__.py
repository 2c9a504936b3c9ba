"""The command line: `noughts COMMAND`, one file per command.

Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 a negative answer, 2
wrong usage, explained in one line, 130 stopped by Ctrl-C, 141 nobody reads the output any more.
"""

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import click

from noughts.errors import IllegalMove, NotationError, OutOfReach, did_you_mean, shorten
from noughts.harmless import for_terminal

__all__ = ["main"]

COMMANDS = {
    "play": "Play in the terminal.",
    "web": "The page: play, values, watch the search.",
    "analyse": "The value of every move.",
    "compare": "The methods side by side: same answer, nodes, seconds.",
    "tree": "Draw the search tree: text, svg, html, png, dot, json.",
    "solve": "Prove the value of a game or a position.",
    "check": "Grade a program.",
    "arena": "Matches and tournaments between programs, and ratings.",
    "practice": "Exercises on minimax and alpha-beta, with keys.",
    "review": "What was good and bad in a game, and why.",
    "convert": "Games from one format into another: SGF, PSQ, JSON lines.",
    "gomocup": "Speak the Gomocup protocol on stdin and stdout.",
    "bench": "Node counts and a signature that CI compares.",
}
ALIASES = {"analyze": "analyse"}
# Options that people try, and what does it here.
A_PERSON = " (a second person is --method human)"
AN_OPPONENT = " (the opponent is --level or --method; --method human is a second person)"
ALL_METHODS = " (compare always shows all methods; analyse --method searches with one)"
ELSEWHERE = {
    ("play", "--game"): " (the game is named without an option, as in noughts play gomoku)",
    ("play", "--two"): A_PERSON,
    ("play", "--players"): A_PERSON,
    ("play", "--human"): A_PERSON,
    ("play", "--opponent"): AN_OPPONENT,
    ("play", "--against"): AN_OPPONENT,
    ("compare", "--method"): ALL_METHODS,
    ("compare", "--methods"): ALL_METHODS,
}
STOPPED, UNREAD = 130, 141  # what shells report after SIGINT and SIGPIPE


class Commands(click.Group):
    """Loads a command's file only when the command is used."""

    def make_context(self, *args: Any, **options: Any) -> click.Context:
        """As click does; this may print help."""
        with _while_it_is_read():
            return super().make_context(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """As click does."""
        with _while_it_is_read():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which a newcomer meets them."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click does, without loading them all."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"noughts.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with aliases, and an error that names the known commands."""
        if args and not args[0].startswith("-"):
            if args[0] == "help":
                args = [*args[1:2], "--help"]
            if args[0] == "--help":
                click.echo(ctx.get_help())
                ctx.exit()
            word = ALIASES.get(args[0], args[0])
            if word not in COMMANDS:
                close = did_you_mean(word, COMMANDS)
                known = ", ".join(COMMANDS)
                raise click.UsageError(f"unknown command {shorten(word)}{close}: choose {known}")
            args = [word, *args[1:]]
        return super().resolve_command(ctx, args)


@contextlib.contextmanager
def _while_it_is_read() -> Iterator[None]:
    """End without a word when nobody reads the output any more, as in `noughts tree ... | head`.

    This cannot wait until `main`: click itself would make it an exit code of 1, a negative answer.
    """
    try:
        yield
        sys.stdout.flush()
    except OSError as error:
        if not _nobody_reads(error):
            raise
        _drop_output()
        sys.exit(UNREAD)


def _drop_output() -> None:
    """If what is left to write cannot be written, nobody tries it again at the exit."""
    try:
        sys.stdout.flush()
    except OSError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nobody_reads(error: OSError) -> bool:
    """Whether the output's reader has gone; Windows says only that something is invalid."""
    gone = sys.platform == "win32" and error.errno == errno.EINVAL and not error.filename
    return gone or isinstance(error, BrokenPipeError)


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        import noughts

        click.echo(f"noughts {noughts.__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
    help="Show the version and exit.",
)  # fmt: skip
@click.pass_context
def noughts_command(ctx: click.Context) -> None:
    """Play, explain, prove and grade k-in-a-row games, from tic-tac-toe to Gomoku.

    \b
    noughts play                       tic-tac-toe against the computer
    noughts analyse x...o....          the value of every move
    noughts compare .........          the methods side by side
    noughts tree xo.xo.... --depth 2   the search tree
    noughts check tictactoe.py         what is wrong with a student's program

    GAME is tic-tac-toe, four-in-a-line, gomoku, or ROWSxCOLUMNSxK[-straight][-exact]: K in a row
    win; -straight: diagonals do not count; -exact: longer lines do not win.

    STATE is a board as a string of x, o and . (empty), a GAME for its empty board, or - to read
    it from stdin.
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(args: list[str] | None = None) -> Any:
    """Run the command line; report any error in one line."""
    _mend_streams()
    try:
        code = noughts_command.main(args, prog_name="noughts", standalone_mode=False)
    except click.NoSuchOption as error:
        _fail(_unknown_option(error))
    except click.MissingParameter as error:
        _fail(_missing(error))
    except click.BadParameter as error:
        _fail(_bad(error))
    except click.ClickException as error:
        _fail(error.format_message())
    except MemoryError:
        _fail("not enough memory: a smaller table (--table) or board needs less")
    except (NotationError, IllegalMove, OutOfReach) as error:
        _fail(str(error))
    except OSError as error:
        _drop_output()
        where = f"{error.filename!r}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}")
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nnoughts: stopped", err=True)
        sys.exit(STOPPED)
    sys.exit(code if isinstance(code, int) else 0)


def _unknown_option(error: click.NoSuchOption) -> str:
    assert error.ctx is not None  # click's parser names the command
    where = error.ctx.command_path
    known = [name for each in error.ctx.command.params for name in each.opts]
    option = error.option_name
    close = ELSEWHERE.get((error.ctx.command.name or "", option)) or _option_meant(option, known)
    return f"unknown option {shorten(option)}{close}: {where} --help lists the options"


def _missing(error: click.MissingParameter) -> str:
    """Which argument is missing, where it belongs, and what it may be."""
    assert error.ctx is not None  # click's parser names both
    assert error.param is not None
    usage = error.ctx.get_usage().removeprefix("Usage: ")
    may_be = error.param.type.get_missing_message(error.param, error.ctx)
    return ". ".join(
        filter(None, (f"{error.param.human_readable_name} is missing: {usage}", may_be))
    )


def _bad(error: click.BadParameter) -> str:
    """What is wrong with an argument; a file says by itself which one it is."""
    if error.param is not None and isinstance(error.param.type, click.Path):
        return error.message[:1].lower() + error.message[1:].rstrip(".")
    return error.format_message()


def _option_meant(option: str, known: list[str]) -> str:
    """A question about the option that begins like an unknown one, or is very much like it."""
    begins = [name for name in known if len(option) > len("--x") and name.startswith(option)]
    return did_you_mean(option, begins, 0) if begins else did_you_mean(option, known, 0.8)


def _mend_streams() -> None:
    """Show ? where a terminal cannot show a sign, and replace closed streams with empty ones."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "noughts"),
        (sys.stderr, "noughts"),
    ):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _fail(message: str) -> None:
    click.echo(f"noughts: {for_terminal(' '.join(message.split()))}", err=True)
    sys.exit(2)
