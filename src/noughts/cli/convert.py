"""`noughts convert`: games from one format into another."""

import click

from noughts.cli import arguments
from noughts.errors import NotationError
from noughts.harmless import for_terminal
from noughts.rules import Rules
from noughts.words import count

__all__ = ["command"]


@click.command("convert")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@click.option("--game", type=arguments.GAME, help="Which game, if IN does not say it.")
def command(source: str, target: str, game: Rules | None) -> None:
    """Write the games of the file IN to the file OUT, in another format.

    The names end in .sgf (most programs for Go and Gomoku), .psq (Piskvork, one game) or .jsonl
    (what noughts play saves). Without --game, five in a row win where IN does not say it, and
    three on 3x3. What OUT has no place for is named.

    \b
    noughts convert game.jsonl game.sgf
    noughts convert cup.psq cup.jsonl --game 15x15x5-exact
    """
    from noughts import files

    here, there = arguments.read_path(source), arguments.read_path(target)
    reader, writer = files.format_of(here), files.format_of(there)
    games = files.read(here, game)
    if there.exists() and here.samefile(there):
        raise click.UsageError(f"{target!r} is the file to read: choose another one to write")
    if not games:
        raise NotationError(f"{source!r} does not contain a game")
    files.write(there, games)
    click.echo(f"{for_terminal(target)}: {count(len(games), 'game')}")
    not_read = reader.not_kept(here.read_bytes())
    if not_read:
        _say(f"not read from {source}: {', '.join(not_read)}")
    not_written = dict.fromkeys(what for each in games for what in writer.lost(each))
    if not_written:
        _say(f"lost in {target}: {', '.join(not_written)}")


def _say(sentence: str) -> None:
    click.echo(f"noughts: {for_terminal(sentence)}", err=True)
