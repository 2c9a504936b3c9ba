"""`noughts review`: what was good and bad in a game."""

import json
from collections.abc import Sequence

import click

from noughts import files
from noughts.analysis import Limit
from noughts.cli import arguments
from noughts.cli.progress import progress
from noughts.cli.show import ascii_only, say
from noughts.errors import NotationError
from noughts.harmless import for_terminal
from noughts.notation import NOTATIONS, ROWS, Notation, default_notation
from noughts.records import Record
from noughts.review import Judgement, Review, as_json, summary
from noughts.review.page import review_page
from noughts.review.text import curve_text, moves_text, tally
from noughts.rules import Mark, Rules
from noughts.words import count, ending

__all__ = ["command"]


@click.command("review")
@click.argument("file", metavar="FILE")
@click.option(
    "--game", "number", type=arguments.Whole(1), metavar="N",
    help="Which game of the file, from 1 [the last].",
)  # fmt: skip
@click.option("--rules", type=arguments.GAME, help="Which game it is, if FILE does not say it.")
@arguments.in_time
@click.option("--html", metavar="OUT", help="Write a page with curve and boards.")
@arguments.notation_option
@arguments.as_json
def command(
    file: str,
    number: int | None,
    rules: Rules | None,
    limit: Limit,
    html: str | None,
    notation: str | None,
    as_json: bool,
) -> None:
    """Say what each move of a game was worth, where it turned, and why.

    FILE ends in .jsonl (what noughts play saves), .sgf or .psq. Moves are best, good, an
    inaccuracy (?!), a mistake (?) or a blunder (??); the curve shows who was ahead.

    It takes some seconds: 2,500,000 nodes on 15x15, more for long games. With more nodes you can
    trust it more. The same nodes give the same review; with --seconds it depends on the machine.

    \b
    noughts review game.jsonl
    noughts review cup.sgf --game 3 --nodes 50000000 --html review.html
    """
    record = _game(file, number, rules)
    page = None if html is None else arguments.read_path(html)
    if page is not None:
        arguments.check_that_it_can_be_written(page, "--html")
    names = NOTATIONS[notation] if notation else default_notation(record.start.rules)
    review = Review(record, limit, ROWS if as_json else names)
    with progress("review"):
        review.run()
    if page is not None:
        page.write_text(review_page(review), encoding="utf-8")
    if as_json:
        _print_json(record, review.judgements)
    elif page is not None:
        click.echo(f"wrote {for_terminal(str(page))}")
    else:
        _print_text(record, review.judgements, names)


def _game(file: str, number: int | None, rules: Rules | None) -> Record:
    """The game of that number, or the last one."""
    games = files.read(arguments.read_path(file), rules)
    if not games:
        raise NotationError(f"{file!r} does not contain a game")
    if number is not None and number > len(games):
        raise NotationError(f"{file!r} has {count(len(games), 'game')}, so there is no {number}")
    chosen = games[(number or len(games)) - 1]
    if number is None and games[1:]:
        say_it = f"{file} has {count(len(games), 'game')}: this is the last; --game N is another"
        click.echo(f"noughts: {for_terminal(say_it)}", err=True)
    return chosen


def _print_json(record: Record, judgements: Sequence[Judgement]) -> None:
    click.echo(json.dumps(as_json(record, judgements)))


def _print_text(record: Record, judgements: Sequence[Judgement], notation: Notation) -> None:
    sides: dict[Mark, str] = {
        mark: f"{for_terminal(name)} ({mark.upper()})" for mark, name in record.players.items()
    }
    title = f"{sides['x']} against {sides['o']}, {record.start.rules}"
    outcome = record.outcome
    end = "not over." if outcome is None else ending(record.start.rules, outcome, notation)
    say(f"{title}: {end}")
    if not judgements:
        say(summary(judgements)["words"])
        return
    click.echo()
    click.echo("\n".join(curve_text(judgements, ascii_only())))
    click.echo()
    for line in tally(judgements, sides):
        say(line)
    click.echo()
    for head, text in moves_text(judgements):
        say(text, head)
    say(summary(judgements)["words"])
