"""`noughts play`: a game in the terminal."""

import contextlib
import random
import shlex
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from noughts.analysis import NO_LIMIT, Limit
from noughts.cli import arguments
from noughts.cli.progress import progress
from noughts.cli.show import board, in_words, table, values
from noughts.cli.unfinished import Slot, newest
from noughts.errors import NotationError, OutOfReach
from noughts.match import Match
from noughts.methods import METHODS, analyse
from noughts.notation import cell, name, names, shorten
from noughts.players import HUMAN, LEVELS, OPPONENTS, Human, Player, Searcher, opponent_named
from noughts.position import Outcome, Position
from noughts.records import Record, append, last
from noughts.rules import OTHER, TIC_TAC_TOE, Mark, Move, Rules
from noughts.words import count, ending, how_it_ended

__all__ = ["command"]

DEFAULT_SECONDS = 5.0
HELP = """\
  b2          put your mark on row b, column 2; 2,2 (row, column) means the same
  hint        the value of every move: win 3 is a win in 3 plies, counting both sides
  undo        take back your last move and the reply to it
  save FILE   save the game; noughts play --resume FILE continues it
  resign      give up
  help        this list
  quit        leave; the game is kept"""


@dataclass(frozen=True)
class Options:
    """The options of the command line; None where one is not given."""

    game: Rules | None
    who_is_x: str | None
    who_starts: str | None
    level: str | None
    method: str | None
    seconds: float | None
    depth: int | None
    seed: int | None
    resume: str | None  # a file, or "" for the last unfinished game

    def __post_init__(self) -> None:
        if self.level and self.method in ("random", HUMAN):
            raise NotationError(
                f"{self.method!r} has no levels: give --level or --method, not both"
            )

    @property
    def opponent(self) -> str | None:
        """The name of the player that --level and --method ask for."""
        return ":".join(filter(None, (self.method, self.level))) or None


@click.command("play", short_help="Play in the terminal.")
@click.argument("game", required=False, type=arguments.GAME)
@click.option("--x", "who_is_x", type=arguments.OneOf(["me", "computer"]), help="Who is X.")
@click.option(
    "--first", "--start", "who_starts", type=arguments.OneOf(["me", "computer", "coin"]),
    help="Who starts.",
)  # fmt: skip
@click.option("--level", type=arguments.OneOf(LEVELS), help="How well the computer plays.")
@click.option(
    "--method", type=arguments.OneOf([*METHODS, "random", HUMAN]),
    help="How the computer searches; add --level to make it err. "
    "human: a second person at this keyboard.",
)  # fmt: skip
@click.option("--seconds", type=float, metavar="S", help="The computer's time per move.")
@click.option("--depth", type=int, metavar="N", help="How far the computer looks ahead.")
@click.option("--seed", type=int, metavar="N", help="Make the coin and random moves repeatable.")
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[FILE]",
    help="Continue a saved game; without FILE, the last unfinished one.",
)  # fmt: skip
def command(**given: Any) -> None:
    """Play GAME (default tic-tac-toe) in the terminal.

    You are asked for what the options leave open. Moves are b2 or 2,2 (row, column); help lists
    the other commands.
    """
    options = Options(**given)
    limit = Limit(depth=options.depth, seconds=options.seconds)
    chance = random.Random(options.seed)
    try:
        if options.resume is not None:
            slot, record, me = _resumed(options)
        else:
            slot, record, me = Slot(), *_begun(options, chance)
        their_name = record.players[OTHER[me]]
        if limit.seconds is None:
            asked = options.resume is None and their_name != HUMAN
            limit = replace(limit, seconds=_ask_seconds() if asked else DEFAULT_SECONDS)
    except (Leave, KeyboardInterrupt):
        click.echo("No game was started.")
        return
    computer = None
    if their_name != HUMAN:
        opponent = opponent_named(their_name)
        if reason := opponent.why_not(record.position, limit):
            raise OutOfReach(reason.replace("set a depth limit", "give --depth"))
        computer, limit = opponent.player(chance), opponent.limit(limit)
    Session(me, computer, limit, record, slot).run()


class Leave(Exception):
    """The person at the keyboard leaves, or has left."""


class TakeBack(Exception):
    """The person takes back a move instead of making one."""


class Resign(Exception):
    """The person gives up."""


INSTEAD_OF_A_MOVE = {"undo": TakeBack, "resign": Resign, "quit": Leave}
WISHES = {*INSTEAD_OF_A_MOVE, "hint", "help", "save"}


class Session:
    """One game of a person against the computer (or, without one, against another person)."""

    def __init__(
        self, me: Mark, computer: Player | None, limit: Limit, record: Record, slot: Slot
    ) -> None:
        self.me = me
        self.computer = computer
        self.limit = limit  # the computer's
        self.slot = slot
        self.kept = False
        person = Human(self.ask)
        players: dict[Mark, Player] = {me: person, OTHER[me]: computer or person}
        limits = {me: NO_LIMIT, OTHER[me]: limit if computer else NO_LIMIT}
        self.match = Match(players, limits=limits, record=record)

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        if self.match.record.moves:
            self.keep()
            if not self.is_mine():
                self.show_board()
        try:
            while self.match.outcome is None:
                self.turn()
        except (Leave, KeyboardInterrupt):
            self.say_goodbye()
            return
        with contextlib.suppress(OSError):
            self.slot.clear()
        self.show_end()

    def is_mine(self) -> bool:
        """Whether a person is to move."""
        return self.computer is None or self.match.position.turn == self.me

    def turn(self) -> None:
        """One move, by the person or by the computer."""
        if not self.is_mine():
            with progress(f"{self.match.players[self.match.position.turn].name} thinks"):
                move = self.match.step()
            self.tell_of(move)
            self.keep()
            return
        self.show_board()
        try:
            self.match.step()
        except TakeBack:
            self.take_back()
        except Resign:
            self.match.resign(self.match.position.turn)
        else:
            self.keep()

    def ask(self, position: Position) -> Move:
        """Get a legal move from the person; carry out their other commands until then."""
        while True:
            words = _read(f"{position.turn.upper()} to move: ").split(maxsplit=1)
            wish = words[0].lower() if words else ""
            try:
                if wish in WISHES:
                    self.see_to(wish, words[1:])
                    continue
                move = cell(position.rules, " ".join(words))
                if (reason := position.why_not(move)) is None:
                    return move
                click.echo(f"{reason}: choose an empty cell")
            except NotationError as error:
                click.echo(f"{error}; or type help")

    def see_to(self, wish: str, words: Sequence[str]) -> None:
        """Carry out a command that is not a move."""
        if words and wish != "save":
            raise NotationError(f"'{wish}' takes no arguments")
        if wish in INSTEAD_OF_A_MOVE:
            raise INSTEAD_OF_A_MOVE[wish]
        if wish == "help":
            click.echo(HELP)
        elif wish == "hint":
            self.hint()
        else:
            self.save(words)

    def hint(self) -> None:
        """Show the value of every move."""
        seconds = 2.0 if self.limit.seconds is None else min(2.0, self.limit.seconds)
        found = analyse(self.match.position, limit=Limit(seconds=seconds))
        click.echo(values(found))
        click.echo(in_words(found))

    def save(self, words: Sequence[str]) -> None:
        """Save the game to a file."""
        if not words:
            raise NotationError("'save' needs a file name, such as save game.jsonl")
        path = arguments.read_path(words[0])
        try:
            append(path, self.match.record)
        except OSError as error:
            click.echo(f"not saved: {str(path)!r}: {error.strerror or error}")
        else:
            click.echo(f"saved; noughts play --resume {shlex.quote(words[0].strip())} continues it")

    def take_back(self) -> None:
        """Take back the person's last move, and what was played since."""
        moves = 1 if self.computer is None else 2
        if len(self.match.record.moves) < moves:
            click.echo("you have no move to take back")
            return
        self.match.undo(moves)
        self.keep()
        click.echo(f"took back {'one move' if moves == 1 else 'your move and the reply'}")

    def keep(self) -> None:
        """Save the game in case of a crash; a full disk costs a warning, not the game."""
        try:
            self.slot.keep(self.match.record)
            self.kept = True
        except OSError as error:
            if self.kept or len(self.match.record.moves) <= 2:
                why = error.strerror or error
                click.echo(f"(cannot keep the game in {self.slot.path.parent}: {why})", err=True)
            self.kept = False

    def show_board(self, won: Collection[Move] = ()) -> None:
        """Show the current board."""
        moves = self.match.record.moves
        click.echo(board(self.match.position, moves[-1] if moves else None, won))

    def tell_of(self, move: Move | None) -> None:
        """Say what the computer played, how long it took, and whether it had a choice."""
        computer = self.computer
        assert computer is not None
        if move is None:  # it lost: the result says so
            if self.match.remark:
                click.echo(f"The computer found no move: {self.match.remark}.")
            return
        rules = self.match.position.rules
        seconds = self.match.record.seconds[-1]
        click.echo(f"{computer.name} plays {name(rules, move)} in {seconds:.2f} s")
        if isinstance(computer, Searcher) and computer.method.any_best and computer.analysis:
            found = computer.analysis
            best = names(rules, found.best)
            moves = count(len(best), "best move" if len(best) == 1 else "equally good move")
            click.echo(f"it had {moves} (value {found.score:g}): {', '.join(best)}")

    def show_end(self) -> None:
        """Show the final board, the result, and the whole game."""
        outcome = self.match.outcome
        assert outcome is not None
        self.show_board(outcome.cells)
        click.echo(click.style(self.result(outcome), bold=True))
        click.echo(history(self.match.record, self.me))

    def result(self, outcome: Outcome) -> str:
        """Who won, and how."""
        rules = self.match.position.rules
        if outcome.winner is None or self.computer is None:
            return ending(rules, outcome)
        winner = outcome.winner.upper()
        mine = outcome.winner == self.me
        head = f"You win ({winner})" if mine else f"You lose ({winner} wins)"
        return f"{head}: {how_it_ended(rules, outcome)}."

    def say_goodbye(self) -> None:
        """Say whether the game is saved, and how to continue it."""
        if self.match.outcome is None and not self.is_mine():
            click.echo()  # Ctrl-C during the computer's turn has left ^C on the line
        if not self.match.record.moves:
            click.echo("Bye.")
        elif self.kept:
            click.echo("Bye. The game is saved: noughts play --resume continues it.")
        else:
            click.echo("Bye. The game could not be saved.")


def history(record: Record, me: Mark) -> str:
    """The game in two columns, the person's moves on the left, one numbered line per pair."""
    moves = names(record.start.rules, record.moves)
    if record.start.turn != me:
        moves.insert(0, "...")  # the opponent moved first
    lines = ["     Player vs. Opponent"]
    for number, i in enumerate(range(0, len(moves), 2), 1):
        mine, theirs = (*moves[i : i + 2], "")[:2]
        lines.append(f"{number:3}. {mine:<10} {theirs}".rstrip())
    return "\n".join(lines)


def _begun(options: Options, chance: random.Random) -> tuple[Record, Mark]:
    """A new game, and the person's mark; ask for what the options leave open."""
    rules = options.game or TIC_TAC_TOE
    click.echo(f"{rules.in_words}.")
    click.echo(f"Moves are like {name(rules, rules.size // 2)}; help lists the commands.")
    who_is_x = options.who_is_x or _choose("Who is X", ("me", "computer"), "me")
    me: Mark = "x" if who_is_x == "me" else "o"
    who_starts = options.who_starts or _choose("Who starts", ("me", "computer", "coin"), "me")
    opponent = options.opponent or _choose_opponent(Position(rules), Limit(depth=options.depth))
    if who_starts == "coin":
        who_starts = chance.choice(["me", "computer"])
        click.echo(
            f"The coin says: {'you start' if who_starts == 'me' else 'the computer starts'}."
        )
    turn = me if who_starts == "me" else OTHER[me]
    return Record(Position(rules, turn=turn), {me: HUMAN, OTHER[me]: opponent}), me


def _resumed(options: Options) -> tuple[Slot, Record, Mark]:
    """The slot of a saved game, the game, and the person's mark."""
    if options.game or options.who_is_x or options.who_starts:
        raise NotationError("--resume keeps the board and players: leave out GAME, --x and --first")
    file = options.resume
    slot, record = (Slot(), last(arguments.read_path(file))) if file else newest()
    where = f"in {file!r}" if file else "that was kept"
    if record.outcome is not None:
        raise NotationError(f"the game {where} cannot be resumed: it is over")
    people = [mark for mark, player in record.players.items() if player == HUMAN]
    if not people:
        raise NotationError(f"the game {where} cannot be resumed: no human plays in it")
    me = people[0]
    opponent = options.opponent or record.players[OTHER[me]]
    try:
        if opponent != HUMAN:
            opponent_named(opponent)
    except NotationError as error:
        raise NotationError(f"the game {where} cannot be resumed: {error}") from None
    moves = count(len(record.moves), "move")
    click.echo(f"{record.start.rules} against {opponent}, resumed after {moves}.")
    return slot, replace(record, players={me: HUMAN, OTHER[me]: opponent}), me


def _choose_opponent(position: Position, limit: Limit) -> str:
    """Ask for an opponent until the answer is one that can play the position."""
    about = {each.name: each.about for each in OPPONENTS.values()}
    about[HUMAN] = "a second person at this keyboard"
    while True:
        opponent = _choose("Opponent", list(about), "engine", table(list(about.items())))
        reason = None if opponent == HUMAN else OPPONENTS[opponent].why_not(position, limit)
        if reason is None:
            return opponent
        click.echo(reason)


def _choose(question: str, answers: Sequence[str], default: str, about: str = "") -> str:
    """Ask until the answer is one of `answers`."""
    while True:
        shown = ", ".join(answers) if not about else f"{', '.join(LEVELS)}, engine; ? for more"
        answer = _read(f"{question}? ({shown}) [{default}]: ").strip().lower() or default
        if answer in answers:
            return answer
        if answer == "quit":
            raise Leave
        if answer in ("?", "help") and about:
            click.echo(about)
        else:
            click.echo(f"unknown answer {shorten(answer)}: choose {', '.join(answers)}")


def _ask_seconds() -> float:
    while True:
        answer = _read(f"Seconds per move for the computer? [{DEFAULT_SECONDS:g}]: ").strip()
        if answer.lower() == "quit":
            raise Leave
        try:
            seconds = float(answer or DEFAULT_SECONDS)
            Limit(seconds=seconds)
            return seconds
        except ValueError:
            click.echo(f"seconds must be a number such as 1 or 0.5, not {shorten(answer)}")


def _read(prompt: str) -> str:
    """Read a line from the person; show what comes from a file or a pipe as if it were typed."""
    try:
        line = input(prompt)
    except EOFError:
        click.echo()
        raise Leave from None
    except KeyboardInterrupt:
        click.echo()
        raise
    if not sys.stdin.isatty():
        click.echo(line)
    return line
