"""The command line: `noughts COMMAND`, one file per command.

Results go to stdout, everything else to stderr. Exit codes: 0 success, 1 a negative answer, 2
wrong usage, explained in one line.
"""

import contextlib
import os
import sys
from importlib import import_module
from typing import Any

import click

from noughts.errors import IllegalMove, NotationError, OutOfReach

__all__ = ["main"]

COMMANDS = ("play", "web", "analyse", "compare", "tree", "solve", "check", "gomocup", "bench")


class Commands(click.Group):
    """Loads a command's file only when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"noughts.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but the error for an unknown command lists the known ones."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(f"unknown command {args[0]!r}: choose {', '.join(COMMANDS)}")
        return super().resolve_command(ctx, args)


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

    GAME is tic-tac-toe, four-in-a-line, gomoku, or ROWSxCOLUMNSxK[-straight][-exact].
    STATE is a board as a string of x, o and . (empty), or - to read it from stdin.
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
        sys.stdout.flush()
    except click.NoSuchOption as error:
        where = error.ctx.command_path if error.ctx else "noughts"
        _fail(f"{error.format_message()} ({where} --help lists the options)")
    except click.ClickException as error:
        _fail(error.format_message())
    except MemoryError:
        _fail("not enough memory: a smaller table (--table) or board needs less")
    except (NotationError, IllegalMove, OutOfReach) as error:
        _fail(str(error))
    except BrokenPipeError:  # `noughts tree ... | head` has seen enough
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename!r}: " if error.filename else ""
        _fail(f"{where}{error.strerror or error}")
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nnoughts: stopped", err=True)
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _mend_streams() -> None:
    """Show ? where a terminal cannot show ≥, and replace closed streams with empty ones."""
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _fail(message: str) -> None:
    click.echo(f"noughts: {' '.join(message.split())}", err=True)
    sys.exit(2)
