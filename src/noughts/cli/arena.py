"""`noughts arena`: games between programs, and who is stronger."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import click

from noughts.analysis import Limit
from noughts.arena import table as tables
from noughts.arena.crew import Crew, LocalCrew
from noughts.arena.openings import balanced
from noughts.arena.run import Runner
from noughts.arena.store import Store
from noughts.arena.tournament import Tournament, entrant, read_tournament
from noughts.cli import arguments
from noughts.cli.progress import is_live, write
from noughts.cli.scoreboard import scoreboard
from noughts.harmless import for_terminal
from noughts.rules import GOMOKU, Move, Rules
from noughts.words import count

__all__ = ["command"]

FILE = click.Path(dir_okay=False, path_type=Path)
STOPPED = 130  # the exit code after Ctrl-C
MOST_OPENINGS = 100  # generated; after that they are played again


@click.group("arena")
def command() -> None:
    """Play matches and tournaments between programs, and rate them.

    \b
    noughts arena match hard medium --game tic-tac-toe --games 20
    noughts arena match engine "gomocup:./pbrain-mine" --seconds 1 --store mine.sqlite3
    noughts arena run league.toml
    noughts arena table mine.sqlite3

    A player is a name that `noughts play` knows (hard, alpha-beta, engine, ...), gomocup:COMMAND
    for an engine of the Gomocup protocol, or check:PROGRAM for a program that `noughts check` can
    grade, in its sandbox.

    Run the same command again to go on where it was stopped, even by a power cut.
    """


def _played(function: Callable[..., Any]) -> Callable[..., Any]:
    """The options of everything that plays."""
    for option in reversed(
        (
            click.option("--at-once", type=arguments.Whole(1), metavar="N",
                         help="Games at a time [cores]."),
            click.option("--store", type=FILE, metavar="FILE",
                         help="Keep everything in this file, and go on with what it holds."),
            click.option("--openings", type=click.Path(exists=True, dir_okay=False, path_type=Path),
                         metavar="FILE", help="Gomocup openings, one a line [generated]."),
            arguments.cluster,
            arguments.as_json,
        )
    ):  # fmt: skip
        function = option(function)
    return function


@command.command("match")
@click.argument("one")
@click.argument("two")
@click.option("--game", type=arguments.GAME, default=str(GOMOKU), help="[gomoku]")
@click.option("--games", type=arguments.Whole(1), default=20, metavar="N", help="[20]")
@click.option("--seconds", type=float, help="For each move.")
@click.option("--total", type=float, help="Seconds for all moves of a player in a game.")
@click.option("--nodes", type=arguments.Whole(1), help="For each move.")
@click.option("--depth", type=arguments.Whole(1), help="Of each search.")
@click.option("--seed", type=int, default=1, help="Of chance: openings and players [1].")
@click.option("--sprt", type=(float, float), metavar="ELO0 ELO1",
              help="Stop as soon as it is clear which of the two ONE is stronger by.")  # fmt: skip
@_played
def match(one: str, two: str, game: Rules, games: int, **options: Any) -> int:
    """Play ONE against TWO, each opening with both colours."""
    limit = Limit(options["depth"], options["nodes"], options["seconds"])
    first, second = entrant(one, limit), entrant(two, limit)
    if first.name == second.name:
        second = entrant(two, limit, f"{second.name} 2")
    tournament = Tournament(
        (first, second), game, games=games, total=options["total"], seed=options["seed"],
        sprt=options["sprt"],
    )  # fmt: skip
    return _play(tournament, options)


@command.command("run")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_played
def run(file: Path, **options: Any) -> int:
    """Play the tournament that a TOML file describes.

    \b
    game = "gomoku"
    form = "round-robin"      # or "gauntlet": the first against all others; or "swiss"
    games = 20                # of each two players; in a Swiss, of each pairing in each round
    rounds = 5                # of a Swiss
    seconds = 1.0             # a move; or total (a game), nodes, depth
    openings = "openings.txt" # generated if there is none
    [[player]]
    player = "engine"
    [[player]]
    name = "mine"
    player = "gomocup:./pbrain-mine"

    Everything is kept in a file of the same name that ends in .sqlite3, or in --store.
    """
    tournament, openings = read_tournament(file)
    options["store"] = options["store"] or file.with_suffix(".sqlite3")
    if openings and not options["openings"]:
        options["openings"] = file.parent / openings
    return _play(tournament, options)


@command.command("table")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--csv", "as_csv", is_flag=True, help="For a spreadsheet.")
@arguments.as_json
def table(file: Path, as_csv: bool, as_json: bool) -> None:
    """Show the ratings of a tournament, also while it is played."""
    with Store(file) as store:
        _show(store, as_json, as_csv)


def _show(store: Store, as_json: bool, as_csv: bool = False) -> None:
    if as_json:
        click.echo(json.dumps(tables.as_json(store)))
    elif as_csv:
        click.echo(tables.as_csv(store), nl=False)
    else:
        for line in tables.as_lines(store):
            click.echo(line)


# Playing


def _play(tournament: Tournament, options: dict[str, Any]) -> int:
    with Store(options["store"], new=True) as store:
        store.lock()
        with _crew(tournament, options) as crew:
            store.begin(tournament, lambda: _openings(tournament, options["openings"]))
            runner = Runner(tournament, store, crew)
            with _ctrl_c(runner), scoreboard(runner) as changed:
                over = runner.run(changed)
        _show(store, options["as_json"])
        if not over:
            _say_how_to_go_on(store)
            return STOPPED
        if (test := runner.test()) is not None:
            verdict = test.decision or "undecided"
            click.echo(
                f"sequential test {tournament.sprt}: {verdict} (LLR {test.llr:.2f})", err=True
            )
    return 0


@contextmanager
def _crew(tournament: Tournament, options: dict[str, Any]) -> Iterator[Crew]:
    """Who plays the games: processes here, or on a cluster."""
    if options["cluster"] is None:
        with closing(LocalCrew(options["at_once"] or os.cpu_count() or 1)) as here:
            yield here
        return
    from noughts.arena.cluster import RayCrew

    with closing(RayCrew(options["cluster"], tournament.players, options["at_once"])) as crew:
        yield crew
    for note in crew.notes:
        click.echo(f"noughts: {for_terminal(note)}", err=True)


def _openings(tournament: Tournament, file: Path | None) -> list[tuple[Move, ...]]:
    """The openings of a file, or as many as the games need."""
    rules = tournament.rules
    if file is not None:
        from noughts.files.openings import read_openings

        return read_openings(file, rules)
    rounds = tournament.rounds if tournament.form == "swiss" else 1
    wanted = min(MOST_OPENINGS, rounds * ((tournament.games + 1) // 2))
    try:
        return balanced(rules, wanted, tournament.seed, _tell_openings)
    finally:
        _wipe()


def _tell_openings(done: int, wanted: int) -> None:
    if is_live():
        write(f"\rlooking for fair openings: {done} of {wanted} tried\x1b[K")


def _wipe() -> None:
    if is_live():
        write("\r\x1b[K")


def _say_how_to_go_on(store: Store) -> None:
    if store.path is None:
        click.echo("noughts: stopped; without --store FILE nothing is kept", err=True)
    else:
        click.echo("noughts: stopped; run the same command again to go on", err=True)


@contextmanager
def _ctrl_c(runner: Runner) -> Iterator[None]:
    """Ctrl-C lets the running games finish; a second one stops at once."""
    usual = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, usual)
        runner.stop()
        games = count(len(runner.running), "running game")
        write(f"\nnoughts: finishing {games}; Ctrl-C again stops at once\n")

    if usual == signal.default_int_handler:
        signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
