"""`noughts arena`: games between programs, and who is stronger."""

import json
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import click

from noughts.analysis import Limit
from noughts.arena import table as tables
from noughts.arena.crew import Crew, LocalCrew
from noughts.arena.league import League, bots, qualify, write_pages
from noughts.arena.openings import balanced
from noughts.arena.report import archive, gather, page
from noughts.arena.report.losses import NODES
from noughts.arena.run import Runner
from noughts.arena.store import Store
from noughts.arena.tournament import FORMS, Entrant, Tournament, entrant, read_tournament
from noughts.check.report.write import write_file
from noughts.cli import arguments
from noughts.cli.progress import is_live, write
from noughts.cli.scoreboard import scoreboard
from noughts.errors import NotationError
from noughts.files import read_openings
from noughts.harmless import for_terminal
from noughts.machine import usable_cores
from noughts.rules import GOMOKU, TIC_TAC_TOE, Move, Rules
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
    noughts arena match engine gomocup:./pbrain-mine --seconds 1 --store a.sqlite3
    noughts arena run league.toml
    noughts arena table a.sqlite3
    noughts arena report a.sqlite3

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
                         help="How many games are played at a time [cores]."),
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
@click.option("--game", type=arguments.GAME, default=str(GOMOKU), help="The game [gomoku].")
@click.option("--games", type=arguments.Whole(1), default=20, metavar="N",
              help="How many games [20].")  # fmt: skip
@click.option("--seconds", type=float, metavar="S", help="The time for each move.")
@click.option(
    "--total", type=float, metavar="S", help="The time for all moves of a player in a game."
)
@click.option("--nodes", type=arguments.Whole(1), help="The nodes for each move.")
@click.option("--depth", type=arguments.Whole(1), help="How far each search looks ahead.")
@click.option("--seed", type=int, default=1, metavar="N",
              help="The seed of openings and of players that use chance [1].")  # fmt: skip
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
    return _play(
        tournament.players, lambda store, crew: _begun(tournament, store, options), options
    )


def _begun(tournament: Tournament, store: Store, options: dict[str, Any]) -> Tournament:
    """The tournament, written down."""
    store.begin(tournament, lambda: _openings(tournament, options["openings"]))
    return tournament


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
    return _play(
        tournament.players, lambda store, crew: _begun(tournament, store, options), options
    )


@command.command("league")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--game", type=arguments.GAME, default=str(TIC_TAC_TOE), help="The game [tic-tac-toe]."
)
@click.option(
    "--form", type=arguments.OneOf(FORMS), default="swiss", help="Who plays whom [swiss]."
)
@click.option("--rounds", type=arguments.Whole(1), default=10, help="The rounds of a Swiss [10].")
@click.option("--games", type=arguments.Whole(1), default=2, help="The games of each pairing [2].")
@click.option("--seconds", type=float, metavar="S", default=League.seconds,
              help=f"The time for each move [{League.seconds:g}].")  # fmt: skip
@click.option("--memory", type=arguments.Whole(1), default=70,
              help="How many megabytes a bot may use [70].")  # fmt: skip
@_played
def league(folder: Path, **options: Any) -> int:
    """Let every bot of FOLDER play, beside bots of the house, from random to perfect.

    A bot is anything that `noughts check` can grade: a Python file, a folder, a zip, a command. It
    runs in the sandbox. Each first plays two games against chance; one that fails does not take
    part, and the table says why.

    Everything is kept in FOLDER.sqlite3, beside the folder, or in --store.
    """
    folder = folder.resolve()
    keys = ("form", "games", "rounds", "seconds", "memory")
    wanted = League(folder, options["game"], **{key: options[key] for key in keys})
    options["store"] = (options["store"] or folder.with_name(f"{folder.name}.sqlite3")).resolve()
    code = _play(bots(wanted), lambda store, crew: _qualified(wanted, store, crew), options)
    place = options["store"].with_suffix("")
    if place in (folder, options["store"]):  # the bots lie there, or the games
        place = place.with_name(f"{place.name}-league")
    with Store(options["store"]) as store:
        facts = gather(store, NODES, f"League of {folder.name}", _tell_losses)
    _wipe()
    number = write_pages(facts, place, write_file)
    click.echo(f"wrote {for_terminal(str(place / 'index.html'))} and a page for each of "
               f"{count(number, 'bot')}", err=options["as_json"])  # fmt: skip
    return code


def _qualified(league: League, store: Store, crew: Crew) -> Tournament:
    """The league's tournament: with those who may take part, found out once."""
    found = bots(league)
    if store.is_begun:
        refused = store.refused
    else:
        refused = qualify(league, found, crew, _tell_qualifying)
        _wipe()
    tournament = league.tournament([each for each in found if each.name not in refused])
    store.begin(tournament, lambda: balanced(league.rules, MOST_OPENINGS, league.seed))
    store.refuse(refused)
    return tournament


def _tell_qualifying(done: int, total: int) -> None:
    if is_live():
        write(f"\rqualifying: {done} of {total} games\x1b[K")


@command.command("table")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--csv", "as_csv", is_flag=True, help="For a spreadsheet.")
@arguments.as_json
def table(file: Path, as_csv: bool, as_json: bool) -> None:
    """Show the ratings of a tournament, also while it is played."""
    with Store(file) as store:
        _show(store, as_json, as_csv)


@command.command("report")
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("out", required=False, type=FILE, metavar="[OUT.html]")
@click.option("--nodes", type=arguments.Whole(1), default=NODES, metavar="N",
              help=f"The nodes for each position of a lost game [{NODES:,}].")  # fmt: skip
@click.option("--no-engine", is_flag=True, help="Do not look for the moves that lost.")
@click.option("--sgf", type=FILE, metavar="OUT.zip", help="Write the games as SGF, too.")
@click.option("--title", help="The title of the page [the players, or the file's name].")
def report(file: Path, out: Path | None, sgf: Path | None, **options: Any) -> None:
    """Write a page with ratings, crosstable, openings and every game on a board.

    The page is one file and needs no other. It can be made while the tournament is played. Without
    OUT.html, it has the name of FILE and ends in .html.
    """
    out = _ending_in(out or file.with_suffix(".html"), ".html", ".htm")
    sgf = sgf and _ending_in(sgf, ".zip")
    with Store(file) as store:
        nodes = None if options["no_engine"] else options["nodes"]
        facts = gather(store, nodes, options["title"], _tell_losses)
    _wipe()
    games = archive(facts)
    write_file(out, page(facts, games))
    if sgf is not None:
        write_file(sgf, games)
    written = " and ".join(for_terminal(str(each)) for each in (out, sgf) if each)
    click.echo(f"wrote {written}")


def _ending_in(path: Path, *suffixes: str) -> Path:
    """A name that cannot be that of a tournament, which a report must never replace."""
    if path.suffix.lower() not in suffixes:
        raise NotationError(f"the name of {str(path)!r} must end in {suffixes[0]}")
    return path


def _tell_losses(done: int, of: int) -> None:
    if is_live():
        write(f"\rlooking where games were lost: {done} of {of}\x1b[K")


def _show(store: Store, as_json: bool, as_csv: bool = False) -> None:
    if as_json:
        click.echo(json.dumps(tables.as_json(store)))
    elif as_csv:
        click.echo(tables.as_csv(store), nl=False)
    else:
        for line in tables.as_lines(store):
            click.echo(line)


# Playing


def _play(
    players: Sequence[Entrant],
    begin: Callable[[Store, Crew], Tournament],
    options: dict[str, Any],
) -> int:
    with Store(options["store"], new=True) as store:
        store.lock()
        with _crew(players, options) as crew:
            tournament = begin(store, crew)
            runner = Runner(tournament, store, crew)
            with _ctrl_c(runner), scoreboard(runner, is_live()) as changed:
                over = runner.run(changed)
        _show(store, options["as_json"])
        for told in runner.unplayable.values():
            click.echo(f"noughts: {for_terminal(told)}", err=True)
        if not over:
            _say_how_to_go_on(store)
            return STOPPED
        if tournament.sprt and (test := runner.test()):
            claims = "{:g} against {:g} Elo".format(*tournament.sprt)
            verdict = test.decision or "undecided"
            click.echo(f"sequential test, {claims}: {verdict} (LLR {test.llr:.2f})", err=True)
    return 1 if runner.unplayable else 0


@contextmanager
def _crew(players: Sequence[Entrant], options: dict[str, Any]) -> Iterator[Crew]:
    """Who plays the games: processes here, or on a cluster."""
    if options["cluster"] is None:
        with closing(LocalCrew(options["at_once"] or usable_cores())) as here:
            yield here
        return
    from noughts.arena.cluster import RayCrew

    with closing(RayCrew(options["cluster"], players, options["at_once"])) as crew:
        yield crew
    for note in crew.notes:
        click.echo(f"noughts: {for_terminal(note)}", err=True)


def _openings(tournament: Tournament, file: Path | None) -> list[tuple[Move, ...]]:
    """The openings of a file, or as many as the games need."""
    rules = tournament.rules
    if file is not None:
        found = read_openings(file, rules)
        if not found:
            raise NotationError(f"there is no opening in {str(file)!r}")
        return found
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
