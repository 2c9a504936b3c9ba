"""A game at the terminal, from its first move to what comes after it."""

import contextlib
import random
import shlex
from collections.abc import Collection, Sequence
from dataclasses import replace
from math import inf

import click

from noughts import files
from noughts.analysis import NO_LIMIT, Analysis, Limit
from noughts.arena.engines import GomocupPlayer
from noughts.cli import arguments
from noughts.cli.progress import ctrl_c_stops, progress
from noughts.cli.prompt import Leave, ask, file_names
from noughts.cli.setup import NEW_WORDS, Setup, opponents
from noughts.cli.show import advice, ascii_only, board, question, say, values
from noughts.cli.unfinished import Slot
from noughts.engine import Engine
from noughts.errors import NoMoveFound, NotationError, PlayerFailed, did_you_mean
from noughts.match import Match
from noughts.notation import ROWS
from noughts.players import HUMAN, Human, Player, Searcher, player_named
from noughts.position import Outcome, Position
from noughts.records import Record, append
from noughts.review import Review, summary
from noughts.review.text import curve_text, moves_text, tally
from noughts.rules import OTHER, Mark, Move
from noughts.words import count, ending, how_it_ended

__all__ = ["Session", "history"]

HINT_SECONDS = 2.0


class TakeBack(Exception):
    """The person takes back this many moves instead of making one."""

    def __init__(self, moves: int) -> None:
        self.moves = moves


class Resign(Exception):
    """The person gives up."""


class NewGame(Exception):
    """The person starts another game."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup


INSTEAD_OF_A_MOVE = {"resign": Resign, "quit": Leave}
WHILE_PLAYING = ("hint", "undo", "new", "save", "resign", "help", "quit")
AT_THE_END = ("again", "new", "review", "undo", "save", "help", "quit")
BACK = "back"  # from the question after new
ALSO = {"?": "help", "q": "quit", "exit": "quit", "rematch": "again"}


class Session:
    """One game of a person against the computer (or against another person)."""

    def __init__(self, setup: Setup, record: Record, slot: Slot, chance: random.Random) -> None:
        self.setup = setup
        self.me, self.notation = setup.me, setup.notation
        self.slot = slot
        self.kept = False
        self.shown = ""  # the board that was shown last
        self.computer: Player | None = None
        if setup.engine:
            self.computer = _started(setup, record)
        elif setup.opponent != HUMAN:
            self.computer = player_named(setup.opponent, chance)
        person = Human(self.ask_for_move)
        players: dict[Mark, Player] = {self.me: person, OTHER[self.me]: self.computer or person}
        limits = {self.me: NO_LIMIT, OTHER[self.me]: setup.limit if self.computer else NO_LIMIT}
        # Who suspends the program while the computer thinks does not win by it.
        self.match = Match(players, limits=limits, record=record, grace=inf)

    def run(self) -> Setup | None:
        """Play until the person leaves (None) or wants another game."""
        if self.match.record.moves:
            self.keep()
            if not self.is_mine():
                self.show_board()
        try:
            while True:
                self.play_on()
                self.show_end()
                self.ask_what_next()
        except (Leave, KeyboardInterrupt):
            self.say_goodbye()
            return None
        except NewGame as new:
            if self.match.outcome is None and self.kept:
                say("The game is kept: noughts play --resume continues it.")
            return new.setup
        finally:
            self.slot.leave()
            if isinstance(self.computer, GomocupPlayer):
                self.computer.close()

    def play_on(self) -> None:
        """Play until the game is over; then it is no longer kept."""
        while self.match.outcome is None:
            self.turn()
        self.kept = False
        with contextlib.suppress(OSError):
            self.slot.clear()

    def is_mine(self) -> bool:
        """Whether a person is to move."""
        return self.computer is None or self.match.position.turn == self.me

    def turn(self) -> None:
        """One move, by the person or by the computer."""
        if not self.is_mine():
            with progress(f"{self.match.players[self.match.position.turn].name} thinks"):
                move = self.match.step()
            if move is None:  # somebody's engine; ours with a clock always find a move
                say(f"{self.setup.opponent} fails: {self.match.remark}")
                return
            self.tell_of(move)
            self.keep()
            return
        self.show_board()
        try:
            self.match.step()
        except TakeBack as undo:
            self.take_back(undo.moves)
        except Resign:
            self.match.resign(self.match.position.turn)
        else:
            self.keep()

    # What the person says

    def ask_for_move(self, position: Position) -> Move:
        """Get a legal move from the person; carry out their other commands until then."""
        rules = position.rules
        cells = self.notation.cell_names(rules, position.legal_moves)

        def complete(line: str) -> Sequence[str]:
            return _completed(line, [*WHILE_PLAYING, *cells] if line else WHILE_PLAYING)

        while True:
            if self.board() != self.shown:
                self.show_board()
            prompt = f"{position.turn.upper()} to move:"
            text = ask(prompt, redraw=self.show_board, complete=complete)
            if self.see_to(text, WHILE_PLAYING):
                continue
            if not text.strip():
                say(f"write a move such as {self.notation.example(rules)}, or help")
                continue
            try:
                move = self.notation.read(rules, text)
                if position.why_not(move) is None:
                    return move
                taken = self.notation.cell_name(rules, move)
                say(f"{taken} is taken by {position.cells[move].upper()}: choose an empty cell")
            except NotationError as error:
                say(f"{error}{did_you_mean(text, WHILE_PLAYING)}; or type help")

    def ask_what_next(self) -> None:
        """Ask what comes after the game; return if it goes on after all."""
        offer = "again, new, review, undo, save FILE or quit? [again]:"
        while True:
            if self.board() != self.shown:
                self.show_result()
            text = ask(
                question(offer),
                redraw=self.show_result,
                complete=lambda line: _completed(line, AT_THE_END),
            )
            try:
                if not self.see_to(text or "again", AT_THE_END):
                    say(f"the game is over: choose {', '.join(AT_THE_END)}")
            except TakeBack as undo:
                self.take_back(undo.moves)
                return

    def see_to(self, text: str, allowed: Collection[str]) -> bool:
        """Carry out a command that is not a move; False if the text is not one."""
        wish, _, words = text.strip().partition(" ")
        wish = ALSO.get(wish.lower(), wish.lower())
        if wish not in allowed:
            if wish in AT_THE_END:
                say(f"'{wish}' is for the end of the game")
                return True
            return False
        try:
            if words.strip() and wish not in ("save", "new"):
                raise NotationError(f"'{wish}' takes no arguments")
            if wish in INSTEAD_OF_A_MOVE:
                raise INSTEAD_OF_A_MOVE[wish]
            self.do(wish, words.strip())
        except NotationError as error:
            say(f"{error}; or type help")
        return True

    def do(self, wish: str, words: str) -> None:
        """Carry out one of the commands that do not end a turn."""
        if wish == "again":
            raise NewGame(self.setup.rematch(self.match.record.start.turn))
        if wish == "new":
            self.start_another(words)
        elif wish == "undo":
            self.undo()
        elif wish == "save":
            self.save(words)
        elif wish == "hint":
            self.hint()
        elif wish == "review":
            self.review()
        else:
            self.help()

    def start_another(self, words: str) -> None:
        """Leave this game for another one; without words, ask which."""
        if not words:
            which = question(f"Which game? (? for help, back to return) [{self.setup.in_short}]:")
            words = ask(which, redraw=self.show_board, complete=lambda line: [*NEW_WORDS, BACK])
            words = words.strip()
        if words.lower() in (BACK, "quit", "q", "exit"):
            return
        if words.lower() in ("?", "help"):
            self.help_with_new()
            self.start_another("")
            return
        setup = self.setup.changed(words)
        if reason := setup.why_not(Position(setup.rules)):
            raise NotationError(reason.replace("set a depth limit", "choose another"))
        raise NewGame(setup)

    def save(self, name: str) -> None:
        """Save the game to a file."""
        if not name:
            raise NotationError("'save' needs a file name, such as save game.jsonl")
        if len(name) > 2 and name[0] == name[-1] and name[0] in "\"'":
            name = name[1:-1]
        path = arguments.read_path(name)
        foreign = path.suffix.lower() in (".sgf", ".psq")  # `--resume` does not read these
        try:
            if foreign:
                games = files.add(path, self.match.record)
            else:
                games = append(path, self.match.record, options=self.setup.options())
        except OSError as error:
            say(f"not saved: {str(path)!r}: {error.strerror or error}")
            return
        saved = "saved" if games == 1 else f"added to the file, which now has {games:,} games"
        how = f"noughts play --resume {shlex.quote(name)} continues it"
        say(saved if self.match.outcome or foreign else f"{saved}; {how}")

    def undo(self) -> None:
        """Take back the person's last move and what was played since, if there is one."""
        outcome = self.match.outcome
        moves = 1 if self.computer is None or not self.is_mine() else 2
        if outcome is not None and outcome.reason == "resignation":
            moves = 0
        if len(self.match.record.moves) < moves:
            say("you have no move to take back")
        else:
            raise TakeBack(moves)

    def take_back(self, moves: int) -> None:
        """Take back so many moves; after a resignation, only that."""
        self.match.undo(moves)
        self.keep()
        click.echo(
            ("you play on", "took back one move", "took back your move and the reply")[moves]
        )

    def keep(self) -> None:
        """Save the game in case of a crash; a full disk costs a warning, not the game."""
        try:
            self.slot.keep(self.match.record, self.setup.options())
            self.kept = True
        except OSError as error:
            if self.kept or len(self.match.record.moves) <= 2:
                why = error.strerror or error
                click.echo(f"(cannot keep the game in {self.slot.path.parent}: {why})", err=True)
            self.kept = False

    # What the person sees

    def help(self) -> None:
        """List the commands."""
        rules, notation = self.match.position.rules, self.notation
        numbers = "; 1,2 and 1 2 (row, column) mean a2" if notation == ROWS else ""
        taken = "your last move and the reply to it" if self.computer else "a move"
        rows = [
            (notation.example(rules), f"put your mark there: {notation.about}{numbers}"),
            ("hint", "what the moves are worth: win 3 is a win in 3 plies, counting both sides"),
            ("undo", f"take back {taken}"),
            ("save FILE", "save the game; noughts play --resume FILE continues it"),
            ("save FILE.sgf", "save it for other programs; also .psq"),
            ("resign", "give up"),
            ("new", "another game; new gomoku hard o is one against hard, you being O"),
            ("again", "after the game: once more, with colours swapped"),
            ("review", "after the game: what each move was worth"),
            ("help", "this list"),
            ("quit", "leave; the game is kept, and noughts play --resume continues it"),
        ]
        for name, about in rows:
            say(about, f"  {name:<10}  ")

    def help_with_new(self) -> None:
        """Say what can be chosen."""
        say("Write what you want to change, in any order; Return keeps what is in brackets:")
        say("tic-tac-toe, four-in-a-line, gomoku, or such as 4x4x3", "  a game: ")
        say("x or o; who begins: first (you), second or coin", "  your mark: ")
        say("such as 2s, and an opponent:", "  the computer's time, ")
        for name, about in opponents():
            say(about, f"  {name:<17}  ")
        say("the game that you were playing", f"  {BACK:<17}  ")

    def hint(self) -> None:
        """Show the value of every move, and say which are best."""
        limit = self.setup.limit.seconds
        seconds = HINT_SECONDS if limit is None else min(HINT_SECONDS, limit)
        engine = Engine(self.match.position.rules)
        with progress("hint"), ctrl_c_stops(engine):
            found = _hint(engine, self.match.position, seconds)
        click.echo(values(found, self.notation))
        click.echo(advice(found, self.notation))

    def review(self) -> None:
        """What each move was worth, and where the game turned; Ctrl-C ends it early."""
        review = Review(self.match.record, notation=self.notation)
        stopped = False
        try:
            with progress("review (Ctrl-C ends it)"):
                review.run()
        except KeyboardInterrupt:
            click.echo()
            stopped = True
        judged = review.judgements
        if judged:
            click.echo("\n".join(curve_text(judged, ascii_only())))
            for line in tally(judged, _sides(self.setup)):
                say(line)
        for head, text in moves_text(judged):
            say(text, head)
        if stopped:
            rest = len(self.match.record.moves) - len(judged)
            far = f"not reviewed are the first {count(rest, 'move')}" if rest else "a quick look"
            say(f"You stopped it: {far}.")
        if judged or not stopped:
            say(summary(judged)["words"])

    def show_board(self) -> None:
        """Show the current board."""
        self.shown = self.board()
        click.echo(self.shown)

    def board(self) -> str:
        """The current board, in the form that fits the terminal as it is now."""
        moves, outcome = self.match.record.moves, self.match.outcome
        won = outcome.cells if outcome else ()
        return board(self.match.position, moves[-1] if moves else None, won, self.notation)

    def tell_of(self, move: Move) -> None:
        """Say what the computer played, how long it took, and whether it had a choice."""
        computer = self.computer
        assert computer is not None
        rules, notation = self.match.position.rules, self.notation
        seconds = self.match.record.seconds[-1]
        say(f"{computer.name} plays {notation.cell_name(rules, move)} in {seconds:.2f} s")
        if isinstance(computer, Searcher) and computer.method.any_best and computer.analysis:
            found = computer.analysis
            best = notation.cell_names(rules, found.best)
            moves = count(len(best), "best move" if len(best) == 1 else "equally good move")
            say(f"it had {moves} (value {found.score:g}): {', '.join(best)}")

    def show_end(self) -> None:
        """Show the whole game: the final board, the result, and the moves."""
        self.show_result()
        click.echo(history(self.match.record, self.setup))

    def show_result(self) -> None:
        """Show the final board and the result."""
        outcome = self.match.outcome
        assert outcome is not None
        self.show_board()
        click.echo(click.style(self.result(outcome), bold=True))

    def result(self, outcome: Outcome) -> str:
        """Who won, and how."""
        rules = self.match.position.rules
        if outcome.winner is None or self.computer is None:
            return ending(rules, outcome, self.notation)
        winner = outcome.winner.upper()
        mine = outcome.winner == self.me
        head = f"You win ({winner})" if mine else f"You lose ({winner} wins)"
        return f"{head}: {how_it_ended(rules, outcome, self.notation)}."

    def say_goodbye(self) -> None:
        """Say whether the game is saved, and how to continue it."""
        if self.match.outcome is None and not self.is_mine():
            click.echo()  # Ctrl-C during the computer's turn has left ^C on the line
        if self.match.outcome is not None or not self.match.record.moves:
            say("Bye.")
        elif self.kept:
            say("Bye. The game is saved: noughts play --resume continues it.")
        else:
            say("Bye. The game could not be saved.")


def _started(setup: Setup, record: Record) -> GomocupPlayer:
    """The engine of somebody else, ready to play."""
    assert setup.engine
    engine = GomocupPlayer(setup.engine, name=setup.opponent)
    try:
        engine.begin(record.position, setup.limit)
    except (PlayerFailed, NoMoveFound) as error:
        raise NotationError(f"{setup.opponent} does not start: {error}") from None
    return engine


def _completed(line: str, commands: Sequence[str]) -> Sequence[str]:
    """What the last word of the line may become: a command, or what belongs to `new` and `save`."""
    wish, blank, words = line.lstrip().partition(" ")
    if blank and wish.lower() == "new":
        return NEW_WORDS
    if blank and wish.lower() == "save":
        return file_names(words.lstrip())
    return commands


def _hint(engine: Engine, position: Position, seconds: float) -> Analysis:
    """The value of every move; where they are opinions, a deeper look says which is best."""
    found = engine.analyse(position, Limit(seconds=seconds / 2), every_move=True)
    if found.outcome is not None or position.is_over:
        return found
    deeper = engine.analyse(position, Limit(seconds=seconds / 2))
    proved = {value.move: value for value in deeper.moves if value.outcome}
    moves = tuple(proved.get(value.move, value) for value in found.moves)
    return replace(deeper, moves=moves)


def history(record: Record, setup: Setup) -> str:
    """The moves in two columns, the side that began on the left; a line has its first number."""
    moves = setup.notation.cell_names(record.start.rules, record.moves)
    sides = _sides(setup)
    first, second = sides[record.start.turn], sides[OTHER[record.start.turn]]
    pairs = [(*moves[i : i + 2], "")[:2] for i in range(0, len(moves), 2)]
    rows = [("", first, second), *((f"{2 * n + 1}.", *pair) for n, pair in enumerate(pairs))]
    width = max(10, len(first))
    return "\n".join(f"{n:>4} {left:<{width}} {right}".rstrip() for n, left, right in rows)


def _sides(setup: Setup) -> dict[Mark, str]:
    """What to call both sides: `You (X)` and `medium (O)`; just `X` and `O` if both are people."""
    who = {setup.me: "You", OTHER[setup.me]: setup.opponent}
    return {
        mark: mark.upper() if setup.opponent == HUMAN else f"{who[mark]} ({mark.upper()})"
        for mark in OTHER
    }
