"""`noughts play`: games in the terminal."""

import random
import re
import shlex
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from noughts.arena.engines import program_name
from noughts.cli import arguments
from noughts.cli.prompt import Leave, ask
from noughts.cli.session import Session, history
from noughts.cli.setup import Setup, title
from noughts.cli.show import board, question, say, table
from noughts.cli.unfinished import Kept, Slot, read, unfinished
from noughts.errors import NotationError, OutOfReach, shorten
from noughts.levels import LEVELS
from noughts.methods import METHODS
from noughts.players import HUMAN
from noughts.records import Record
from noughts.rules import GOMOKU, OTHER, Rules
from noughts.words import count

__all__ = ["command"]

LIST = "list"  # --resume list


@dataclass(frozen=True)
class Options:
    """The options of the command line; None where one is not given."""

    game: Rules | None
    who_is_x: str | None
    who_starts: str | None
    level: str | None
    method: str | None
    engine: str | None
    seconds: float | None
    depth: int | None
    seed: int | None
    notation: str | None
    resume: str | None  # a file, "list", or "" for an unfinished game

    def __post_init__(self) -> None:
        if self.engine is not None and (self.level or self.method):
            raise NotationError("an engine plays as it does: leave out --level and --method")
        if self.engine is not None:
            program_name(self.engine)  # or it is not a command
        if self.level and self.method in ("random", HUMAN):
            raise NotationError(
                f"{self.method!r} has no levels: give --level or --method, not both"
            )

    def changing(self, setup: Setup) -> Setup:
        """The setup with what the options say about how to play."""
        given = {
            "chosen": ":".join(filter(None, (self.method, self.level))),
            "seconds": self.seconds,
            "depth": self.depth,
            "seed": self.seed,
            "named": self.notation,
            "engine": self.engine,
        }
        if given["chosen"]:
            setup = replace(setup, engine=None)
        return replace(setup, **{k: v for k, v in given.items() if v not in (None, "")})  # type: ignore[arg-type]


@click.command("play")
@click.argument("game", required=False, type=arguments.GAME)
@click.option("--x", "who_is_x", type=arguments.OneOf(["me", "computer"]), help="Who is X [me].")
@click.option(
    "--first", "--start", "who_starts", type=arguments.OneOf(["x", "o", "me", "computer", "coin"]),
    help="Who starts [x].",
)  # fmt: skip
@click.option(
    "--level", type=arguments.OneOf(LEVELS),
    help="How well the computer plays [medium; hard on large boards].",
)  # fmt: skip
@click.option(
    "--method", type=arguments.OneOf([*METHODS, "random", HUMAN]),
    help="How the computer searches; add --level to make it err. "
    "human: a second person at this keyboard.",
)  # fmt: skip
@click.option(
    "--engine",
    metavar="COMMAND",
    help="Play against a program that speaks the Gomocup protocol: five in a row, 5x5 to 20x20.",
)
@click.option(
    "--seconds", type=arguments.Number(), metavar="S",
    help="The time per move [5] of an opponent that uses a clock, such as the engine.",
)  # fmt: skip
@click.option(
    "--depth", type=arguments.Whole(), metavar="N", help="How far the computer looks ahead."
)
@click.option(
    "--seed", type=arguments.Whole(), metavar="N", help="Make the coin and random moves repeatable."
)
@arguments.notation_option
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[FILE|N|list]",
    help="Continue a saved game; without FILE, one that you left. list: choose, show, delete; "
    "N: that one of the list.",
)  # fmt: skip
def command(**given: Any) -> None:
    """Play GAME (default tic-tac-toe) in the terminal.

    The game starts at once: you are X and begin, against a level that suits the game, unless the
    options say otherwise. In the game, help lists the commands; new starts another game.
    """
    options = Options(**given)
    if options.resume is None:
        setup = options.changing(_setup(options))
        chance = random.Random(setup.seed)
        record, slot = _begun(setup, chance), Slot()
    else:
        try:
            slot, record, setup = _resumed(options)
        except (Leave, KeyboardInterrupt):
            return
        chance = random.Random(setup.seed)
    next_setup = Session(setup, record, slot, chance).run()
    while next_setup is not None:
        record = _begun(next_setup, chance)
        next_setup = Session(next_setup, record, Slot(), chance).run()


def _setup(options: Options) -> Setup:
    return Setup(
        options.game or (GOMOKU if options.engine else Setup().rules),
        "o" if options.who_is_x == "computer" else "x",
        options.who_starts,
    )


def _begun(setup: Setup, chance: random.Random) -> Record:
    """A new game; say what it is."""
    record = setup.begin(chance)
    if reason := setup.why_not(record.position):
        raise OutOfReach(reason.replace("set a depth limit", "give --depth"))
    rules, turn = setup.rules, record.start.turn
    say(f"{rules.in_words}.")
    if setup.first == "coin":
        who = "you start" if turn == setup.me else "the computer starts"
        say(f"The coin says: {f'{turn.upper()} starts' if setup.opponent == HUMAN else who}.")
    say(f"{setup.in_words(turn)}; new starts another game.")
    say(f"Moves are like {setup.notation.example(rules)}; help lists the commands.")
    return record


def _resumed(options: Options) -> tuple[Slot, Record, Setup]:
    """The slot of a saved game, the game, and how it goes on."""
    if options.game or options.who_is_x or options.who_starts:
        raise NotationError("--resume keeps the board and players: leave out GAME, --x and --first")
    file = options.resume or ""
    number = int(file) if re.fullmatch("[0-9]{1,9}", file) and not Path(file).exists() else None
    if file and file != LIST and number is None:
        record, kept = read(arguments.read_path(file))
        slot, where = Slot(), f"in {file!r}"
    else:
        slot, record, kept = _chosen(file == LIST, number)
        where = "that was kept"
    if record.outcome is not None:
        raise NotationError(f"the game {where} cannot be resumed: it is over")
    try:
        setup = Setup.resumed(record, kept)
        if setup.engine and not (options.engine or options.level or options.method):
            raise NotationError(  # a file must not decide what runs on this machine
                f"its engine runs only if you say so: add --engine {shlex.quote(setup.engine)}"
            )
        setup = options.changing(setup)
    except NotationError as error:
        raise NotationError(f"the game {where} cannot be resumed: {error}") from None
    if reason := setup.why_not(record.position):
        raise OutOfReach(reason.replace("set a depth limit", "give --depth"))
    who = f"you are {setup.me.upper()}, against {setup.opponent}"
    if setup.opponent == HUMAN:
        who = "two people play"
    moves = count(len(record.moves), "move")
    say(f"{title(setup.rules)}, resumed after {moves}: {who}.")
    players = {setup.me: HUMAN, OTHER[setup.me]: setup.opponent}
    return slot, replace(record, players=players), setup


def _chosen(always_ask: bool, number: int | None) -> tuple[Slot, Record, dict[str, Any]]:
    """The kept game to continue: that number of the list, one chosen from it, or the last."""
    kept = unfinished()
    free = [each for each in kept if each.record and not each.is_being_played()]
    if not (free or (kept and always_ask)):
        why = "the one kept is being played elsewhere" if kept else "name a file to load one"
        raise NotationError(f"no unfinished game to resume: {why}")
    if number is not None:
        choice = _numbered(kept, number)
    elif always_ask or (len(kept) > 1 and sys.stdin.isatty()):
        choice = _choose(kept)
    else:
        choice = free[0]
    slot = Slot(choice.path)
    if not slot.take():
        raise NotationError("the game is being played in another terminal")
    assert choice.record is not None
    return slot, choice.record, choice.options


def _numbered(kept: Sequence[Kept], number: int) -> Kept:
    """The game with that number, as in the list."""
    if not 1 <= number <= len(kept):
        raise NotationError(
            f"there is no unfinished game {number}, only 1 to {len(kept)}, nor a file "
            f"'{number}': --resume list shows them"
        )
    if kept[number - 1].record is None:
        raise NotationError(f"unfinished game {number} cannot be read")
    return kept[number - 1]


def _choose(kept: list[Kept]) -> Kept:
    """Show the kept games and ask for one, until there is an answer."""
    click.echo(_listed(kept))
    while True:
        default = next(
            (n for n, each in enumerate(kept, 1) if each.record and not each.is_being_played()), 0
        )
        shown = f" [{default}]" if default else ""
        which = question(f"Which one? (a number, show N, delete N, quit){shown}:")
        text = ask(which, redraw=lambda: click.echo(_listed(kept)), remember=False)
        text = text.strip().lower()
        if text in ("quit", "q", "exit") or not (text or default):
            raise Leave
        *verb, number = (text or str(default)).split()
        if verb not in ([], ["show"], ["delete"]) or not re.fullmatch("[0-9]{1,9}", number):
            say(f"{shorten(text)} is not an answer: write 1, show 1, delete 1 or quit")
            continue
        if not 1 <= int(number) <= len(kept):
            say(f"there is no game {number}: choose 1 to {len(kept)}")
            continue
        game = kept[int(number) - 1]
        if verb == ["show"] and game.record:
            _show(game)
        elif verb == ["delete"] and _delete(game):
            kept.remove(game)
            click.echo(_listed(kept) if kept else "no unfinished game is left")
            if not kept:
                raise Leave
        elif not verb and game.record and not game.is_being_played():
            return game
        elif not verb or verb == ["show"]:
            why = "is being played in another terminal" if game.record else "cannot be read"
            say(f"game {number} {why}")


def _listed(kept: Sequence[Kept]) -> str:
    rows = []
    for number, each in enumerate(kept, 1):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.played))
        if each.record is None:
            rows.append((str(number), each.path.name, "cannot be read", "", when))
            continue
        record = each.record
        people = [player for player in record.players.values() if player != HUMAN]
        against = f"against {people[0]}" if people else "two people"
        elsewhere = "  in use" if each.is_being_played() else ""
        moves = count(len(record.moves), "move")
        rows.append((str(number), title(record.start.rules), against, moves, when + elsewhere))
    return table(rows, right=(0,))


def _show(game: Kept) -> None:
    """The board and the moves of a kept game."""
    record = game.record
    assert record is not None
    setup = Setup.resumed(record, game.options)
    last = record.moves[-1] if record.moves else None
    click.echo(board(record.position, last, notation=setup.notation))
    click.echo(history(record, setup))


def _delete(game: Kept) -> bool:
    """Delete a kept game, unless somebody plays it; a person is asked first, a script is not."""
    slot = Slot(game.path)
    if not slot.take():
        say("it is being played in another terminal, and is not deleted")
        return False
    what = game.path.name
    if game.record:
        what = f"{title(game.record.start.rules)}, {count(len(game.record.moves), 'move')}"
    try:
        if sys.stdin.isatty():
            really = question(f"Delete {what}? (y/n) [n]:")
            answer = ask(really, redraw=lambda: None, remember=False)
            if answer.strip().lower() not in ("y", "yes"):
                say("not deleted")
                return False
        slot.clear()
    finally:
        slot.leave()
    say(f"deleted: {what}")
    return True
