"""`noughts gomocup` and `pbrain-noughts`: the engine behind the Gomocup protocol."""

import sys
from io import FileIO

import click

__all__ = ["command", "main"]


@click.command("gomocup")
def command() -> None:
    """Run the engine behind the Gomocup (Piskvork) protocol, for Gomoku managers.

    Five in a row on boards from 5x5 to 20x20. It reads commands from stdin (START 15, BEGIN,
    TURN 7,7 and so on) and exits at END. Managers ask for a program file: give them pbrain-noughts,
    which does the same.
    """
    from noughts.gomocup import serve

    if sys.stdin is None or sys.stdout is None:
        raise click.UsageError("stdin and stdout must be open: a manager talks through them")
    # Unbuffered: Python cannot close a buffered stream that a thread is still waiting on.
    serve(FileIO(sys.stdin.fileno(), closefd=False), sys.stdout.buffer)


def main() -> None:
    """Run `pbrain-noughts`."""
    command.main(prog_name="pbrain-noughts")


if __name__ == "__main__":
    main()
