"""`noughts play`: a game in the terminal."""

import contextlib
import random
import shlex
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from types import FrameType

import click

from noughts.analysis import Limit
from noughts.cli import arguments
from noughts.cli.progress import progress
from noughts.cli.show import board, in_words, table, values
from noughts.errors import IllegalMove, NotationError, OutOfReach
from noughts.match import Match
from noughts.methods import METHODS, Method, analyse
from noughts.notation import cell, name, names, shorten
from noughts.players import LEVELS, Human, Player, player_named
from noughts.position import Position
from noughts.records import Record, append, last
from noughts.rules import OTHER, TIC_TAC_TOE, Mark, Move, Rules
from noughts.store import Slot, newest

__all__ = ["command"]

DEFAULT_SECONDS = 5.0
OPPONENTS = (*LEVELS, *METHODS, "random", "human")
HELP = """\
  b2          put your mark on row b, column 2; 2,2 (row, column) means the same
  hint        the value of every move: win 3 is a win in 3 plies, moves of both sides
  undo        take back your last move and the reply to it
  save FILE   save the game; noughts play --resume FILE goes on with it
  resign      give up
  help        this list
  quit        leave; the game is kept"""
ABOUT = table(
    [
        *((level.name, f"errs {level.errs:.0%} of the time") for level in LEVELS.values()),
        *((method.name, method.about) for method in METHODS.values()),
        ("random", "any legal move"),
        ("human", "a second person at this keyboard"),
    ]
)


@click.command("play", short_help="Play in the terminal.")
@click.argument("game", required=False, callback=arguments.read_game)
@click.option("--x", "who_is_x", type=click.Choice(["me", "computer"]), help="Who is X.")
@click.option(
    "--first", "--start", "who_starts", type=click.Choice(["me", "computer", "coin"]),
    help="Who starts.",
)  # fmt: skip
@click.option("--level", type=click.Choice(list(LEVELS)), help="How well the computer plays.")
@click.option(
    "--method", type=click.Choice([*METHODS, "random", "human"]),
    help="How the computer searches; with --level too, how often it errs. "
    "human: a second person here.",
)  # fmt: skip
@click.option("--seconds", type=float, metavar="S", help="The computer's time for a move.")
@click.option("--depth", type=int, metavar="N", help="How far the computer looks ahead.")
@click.option("--seed", type=int, metavar="N", help="Make coin and chance repeatable.")
@click.option(
    "--resume", is_flag=False, flag_value="", metavar="[FILE]",
    help="Go on with a saved game; without FILE with the last unfinished one.",
)  # fmt: skip
def command(
    game: Rules | None,
    who_is_x: str | None,
    who_starts: str | None,
    level: str | None,
    method: str | None,
    seconds: float | None,
    depth: int | None,
    seed: int | None,
    resume: str | None,
) -> None:
    """Play GAME (default tic-tac-toe) in the terminal.

    What the options do not say is asked. Moves are b2, or 2,2 (row, column); help lists the rest.
    """
    Limit(depth=depth, seconds=seconds)  # what is no limit is said before anything is asked
    chance = random.Random(seed)
    opponent = _opponent(level, method)
    try:
        if resume is not None:
            if game or who_is_x or who_starts:
                raise NotationError("a saved game has its own board and players: --resume alone")
            session = _resumed(resume, opponent, chance)
        else:
            rules = game or TIC_TAC_TOE
            _welcome(rules)
            session = _begun(rules, who_is_x, who_starts, opponent, depth, chance)
            if seconds is None and session.computer is not None:
                seconds = _ask_seconds()
    except (Leave, KeyboardInterrupt):
        click.echo("No game was begun.")
        return
    session.allow(Limit(depth=depth, seconds=DEFAULT_SECONDS if seconds is None else seconds))
    session.run()


class Leave(Exception):
    """The person at the keyboard goes, or is gone."""


class TakeBack(Exception):
    """The person takes back a move instead of making one."""


class Resign(Exception):
    """The person gives up."""


class Session:
    """One game of a person against the computer (or, where there is none, another person)."""

    def __init__(self, me: Mark, computer: Player | None, record: Record, slot: Slot) -> None:
        self.me = me
        self.computer = computer
        self.slot = slot
        self.kept = False
        person = Human(self.ask)
        players: dict[Mark, Player] = {me: person, OTHER[me]: computer or person}
        self.match = Match(players, record=record)

    def allow(self, limit: Limit) -> None:
        """Give the computer its limit; a method that cannot finish on this board is refused.

        A method that sees every game to its end knows no clock: it takes what it needs.
        """
        method = _method_of(self.computer.name) if self.computer else None
        if method and (reason := method.why_not(self.match.position, limit)):
            raise OutOfReach(reason.replace("set a depth limit", "give --depth"))
        if method and not method.takes("limit"):
            limit = Limit(depth=limit.depth)
        self.match.limits = {self.me: Limit(), OTHER[self.me]: limit if self.computer else Limit()}

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

    def think(self) -> Move | None:
        """Let the computer move. Ctrl-C, which an engine takes for `move now`, ends the game."""
        pressed = False

        def press(number: int, frame: FrameType | None) -> None:
            nonlocal pressed
            pressed = True
            signal.default_int_handler(number, frame)

        before = signal.signal(signal.SIGINT, press)
        try:
            with progress(f"{self.match.players[self.match.position.turn].name} thinks"):
                move = self.match.step()
        finally:
            signal.signal(signal.SIGINT, before)
        if pressed:
            self.match.undo()
            raise KeyboardInterrupt
        return move

    def turn(self) -> None:
        """One move, by whoever has to make it."""
        mine = self.is_mine()
        if mine:
            self.show_board()
        try:
            move = self.match.step() if mine else self.think()
        except TakeBack:
            self.take_back()
        except Resign:
            self.match.resign(self.match.position.turn)
        except OutOfReach as error:
            click.echo(f"The computer finds no move: {error}.")
            self.match.lose(self.match.position.turn, "time")
        else:
            if not mine:
                self.tell_of(move)
            self.keep()

    def ask(self, position: Position) -> Move:
        """Get a legal move from the person, and see to whatever else they want until then."""
        while True:
            words = _read(f"{position.turn.upper()} to move: ").split(maxsplit=1)
            wish = words[0].lower() if words else ""
            try:
                if wish in ("undo", "resign", "quit", "hint", "help", "save"):
                    if len(words) > 1 and wish != "save":
                        raise NotationError(f"'{wish}' stands alone")
                    self.see_to(wish, words[1:])
                else:
                    move = cell(position.rules, " ".join(words))
                    position.play(move)
                    return move
            except NotationError as error:
                click.echo(f"{error}; or help")
            except IllegalMove:
                taken = position.cells[move].upper()
                click.echo(
                    f"{name(position.rules, move)} is taken by {taken}: choose an empty cell"
                )

    def see_to(self, wish: str, words: Sequence[str]) -> None:
        """Do what is not a move."""
        if wish == "undo":
            raise TakeBack
        if wish == "resign":
            raise Resign
        if wish == "quit":
            raise Leave
        if wish == "help":
            click.echo(HELP)
        elif wish == "hint":
            self.hint()
        else:
            self.save(words)

    def hint(self) -> None:
        """Show the value of every move."""
        found = analyse(self.match.position, None, self.hint_limit())
        click.echo(values(found))
        click.echo(in_words(found))

    def hint_limit(self) -> Limit:
        """What the computer may think, 2 seconds at most."""
        seconds = self.match.limits[OTHER[self.me]].seconds
        return Limit(seconds=2.0 if seconds is None else min(2.0, seconds))

    def save(self, words: Sequence[str]) -> None:
        """Save the game to a file."""
        if not words:
            raise NotationError("'save' needs the name of a file, such as save game.jsonl")
        path = arguments.read_path(words[0])
        try:
            append(path, self.match.record)
        except OSError as error:
            click.echo(f"not saved: {str(path)!r}: {error.strerror or error}")
        else:
            click.echo(
                f"saved; noughts play --resume {shlex.quote(words[0].strip())} goes on with it"
            )

    def take_back(self) -> None:
        """Undo the last move of the person who asks, and what was played since."""
        moves = 1 if self.computer is None else 2
        if len(self.match.record.moves) < moves:
            click.echo("there is no move of yours to take back")
            return
        self.match.undo(moves)
        self.keep()
        click.echo(f"took back {'one move' if moves == 1 else 'your move and the reply'}")

    def keep(self) -> None:
        """Put the game where a crash cannot lose it; a full disk costs a warning, not the game."""
        try:
            self.slot.keep(self.match.record)
            self.kept = True
        except OSError as error:
            if self.kept or len(self.match.record.moves) <= 2:
                why = error.strerror or error
                click.echo(f"(cannot keep the game in {self.slot.path.parent}: {why})", err=True)
            self.kept = False

    def show_board(self) -> None:
        """The board as it stands."""
        moves = self.match.record.moves
        click.echo(board(self.match.position, moves[-1] if moves else None))

    def tell_of(self, move: Move | None) -> None:
        """What the computer played, how long it took, and whether it had a choice."""
        assert self.computer is not None
        if move is None:
            return  # it lost by its mistake: the result says so
        rules = self.match.position.rules
        seconds = self.match.record.seconds[-1]
        click.echo(f"{self.computer.name} plays {name(rules, move)} in {seconds:.2f} s")
        found = getattr(self.computer, "analysis", None)
        if found is not None and found.method == "game-tree":
            ways = ", ".join(names(rules, found.best))
            moves = (
                "1 best move" if len(found.best) == 1 else f"{len(found.best)} equally good moves"
            )
            click.echo(f"it had {moves} (value {found.score:g}): {ways}")

    def show_end(self) -> None:
        """The final board, the result, and the whole game."""
        record, outcome = self.match.record, self.match.outcome
        assert outcome is not None
        last_move = record.moves[-1] if record.moves else None
        click.echo(board(record.position, last_move, outcome.cells))
        click.echo(click.style(self.result(), bold=True))
        click.echo(history(record, self.me))

    def result(self) -> str:
        """Who won, and how."""
        record, outcome = self.match.record, self.match.outcome
        assert outcome is not None
        if outcome.winner is None:
            return "Draw: the board is full."
        winner, loser = outcome.winner.upper(), OTHER[outcome.winner].upper()
        if self.computer is None:
            head = f"{winner} wins"
        else:
            head = (
                f"You win ({winner})" if outcome.winner == self.me else f"You lose ({winner} wins)"
            )
        how = {
            "line": " ".join(names(record.start.rules, outcome.cells)),
            "resignation": f"{loser} resigns",
            "time": f"{loser} has used up its time",
            "illegal move": f"{loser} made an illegal move",
        }[outcome.reason]
        return f"{head}: {how}."

    def say_goodbye(self) -> None:
        """Tell where the game is, for whoever wants to go on with it."""
        if self.match.outcome is None and not self.is_mine():
            click.echo()  # Ctrl-C in the computer's turn has left ^C on the line
        if not self.match.record.moves:
            click.echo("Bye.")
        elif self.kept:
            click.echo("Bye. The game is saved: noughts play --resume goes on with it.")
        else:
            click.echo("Bye. The game could not be saved.")


def history(record: Record, me: Mark) -> str:
    """The game in two columns, the person's moves on the left, a numbered line a pair."""
    moves = names(record.start.rules, record.moves)
    if record.start.turn != me:
        moves.insert(0, "...")  # the opponent began
    lines = ["     Player vs. Opponent"]
    for number, i in enumerate(range(0, len(moves), 2), 1):
        mine, theirs = (*moves[i : i + 2], "")[:2]
        lines.append(f"{number:3}. {mine:<10} {theirs}".rstrip())
    return "\n".join(lines)


def _welcome(rules: Rules) -> None:
    click.echo(f"{rules.in_words}.")
    click.echo(f"Moves are like {name(rules, rules.size // 2)}; help lists the commands.")


def _begun(
    rules: Rules,
    who_is_x: str | None,
    who_starts: str | None,
    opponent: str | None,
    depth: int | None,
    chance: random.Random,
) -> Session:
    who_is_x = who_is_x or _choose("Who is X", ("me", "computer"), "me")
    me: Mark = "x" if who_is_x == "me" else "o"
    who_starts = who_starts or _choose("Who starts", ("me", "computer", "coin"), "me")
    if opponent is None:
        opponent = _choose("Opponent", OPPONENTS, "engine", ABOUT)
        while reason := _why_not(opponent, rules, depth):
            click.echo(reason)
            opponent = _choose("Opponent", OPPONENTS, "engine", ABOUT)
    if who_starts == "coin":
        who_starts = chance.choice(["me", "computer"])
        click.echo(
            f"The coin says: {'you start' if who_starts == 'me' else 'the computer starts'}."
        )
    turn = me if who_starts == "me" else OTHER[me]
    other = None if opponent == "human" else player_named(opponent, chance)
    players = {me: "human", OTHER[me]: opponent}
    return Session(me, other, Record(Position(rules, turn=turn), players), Slot())


def _resumed(file: str, opponent: str | None, chance: random.Random) -> Session:
    slot, record = (Slot(), last(arguments.read_path(file))) if file else newest()
    where = repr(file) if file else "that was kept"
    if record.outcome is not None:
        raise NotationError(f"the game {where} is over: there is nothing to resume")
    people = [mark for mark, player in record.players.items() if player == "human"]
    if not people:
        raise NotationError(f"in the game {where} no human plays: there is nothing to resume")
    me = people[0]
    opponent = opponent or record.players[OTHER[me]]
    try:
        other = None if opponent == "human" else player_named(opponent, chance)
    except NotationError as error:
        raise NotationError(f"the game {where} cannot be resumed: {error}") from None
    record = replace(record, players={me: "human", OTHER[me]: opponent})
    count = len(record.moves)
    moves = "1 move" if count == 1 else f"{count} moves"
    click.echo(f"{record.start.rules} against {opponent}, resumed after {moves}.")
    return Session(me, other, record, slot)


def _method_of(opponent: str) -> Method | None:
    """The method behind an opponent's name, if it is one."""
    return METHODS.get(opponent.partition(":")[0])


def _why_not(opponent: str, rules: Rules, depth: int | None) -> str | None:
    """Why an opponent cannot play on the board, in a sentence; None if it can."""
    method = _method_of(opponent)
    return method.why_not(Position(rules), Limit(depth=depth)) if method else None


def _opponent(level: str | None, method: str | None) -> str | None:
    if level and method in ("random", "human"):
        raise NotationError(f"{method!r} has no levels: give --level or --method, not both")
    return f"{method}:{level}" if level and method else level or method


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
            click.echo(f"{shorten(answer)} is none of {', '.join(answers)}")


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
            click.echo(f"{shorten(answer)} is no time: write seconds such as 1 or 0.5")


def _read(prompt: str) -> str:
    """A line from the person; what comes from a file or a pipe is shown as if it were typed."""
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
