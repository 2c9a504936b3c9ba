"""`Board`: a game in a notebook. The rules and the game are here; the browser only draws them."""

from collections.abc import Callable
from functools import partial
from math import inf

import traitlets

from noughts.analysis import NO_LIMIT, Analysis, Limit, checked_limit
from noughts.errors import IllegalMove, OutOfReach, require, shorten
from noughts.match import Match
from noughts.methods import analyse
from noughts.notation import name, names
from noughts.notebook import bundle
from noughts.notebook.widget import Widget
from noughts.players import HUMAN, Human, Player, as_player, opponent_named
from noughts.position import Position, as_position
from noughts.records import Record
from noughts.rules import OTHER, Mark, Move, Rules
from noughts.web.responses import of_board
from noughts.words import ending

__all__ = ["Board"]

ONE_SECOND = Limit(seconds=1)  # for a program's move, and for the values: a reader waits for both


class Board(Widget):
    """A board to play on: `Board("tic-tac-toe", "hard")`.

    `against` is a level, a method or any `Player`, or None for two people (or one who tries things
    out). You have the mark that is to move, or `you`. With `values` the board shows what every move
    is worth; `limit` is for the program's moves and for the values.

    >>> board = Board("xo./.x./..o", "alpha-beta")
    >>> board.play("c1")
    >>> print(board)
      1 2 3
    a x o o
    b . x .
    c x . o
    You are X, against alpha-beta. O played a3. Your turn.
    >>> board.observe(lambda change: print(change.new.rows_text), "position")
    >>> board.play("b1")
    xoo/xx./x.o
    >>> board.record.outcome.winner
    'x'

    `position` and `record` are the game as it is now. What observes `position` is called after each
    move, yours and the program's.
    """

    _esm = bundle.module("board.js")

    position = traitlets.Instance(Position, read_only=True)
    values = traitlets.Bool(False).tag(sync=True)
    _shown = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        start: Position | Rules | str = "tic-tac-toe",
        against: Player | str | None = "medium",
        *,
        you: Mark | None = None,
        limit: Limit = ONE_SECOND,
        values: bool = False,
    ) -> None:
        self._start = as_position(start)
        require(you in ("x", "o", None), "you must be x or o", you)
        require(isinstance(values, bool), "values must be True or False", values)
        self._you: Mark | None = (you or self._start.turn) if against is not None else None
        self._limit = checked_limit(limit)
        self._player = None if against is None else as_player(against)
        self._programs_limit = _limit_for(against, self._start, self._limit)
        self._analysis: Analysis | None = None
        self._answers = 0
        self._match = self._new_match()
        super().__init__(values=values, _sheet=bundle.sheet("style.css", "board.css"))
        self.on_msg(self._receive)
        self.observe(lambda _: self._show(), "values")
        self.play_on()

    def _new_match(self) -> Match:
        person = Human(lambda position: "")  # whose moves come from the browser, or from `play`
        if self._you is None or self._player is None:
            return Match(person, person, self._start)
        players: dict[Mark, Player] = {self._you: person, OTHER[self._you]: self._player}
        limits = {self._you: NO_LIMIT, OTHER[self._you]: self._programs_limit}
        # A program does not lose because the notebook was paused while it was thinking.
        return Match(players, self._start, limits, grace=inf)

    def __repr__(self) -> str:
        return repr(self.record).replace("Record", "Board", 1)

    def __str__(self) -> str:
        return f"{self.record.position}\n{self._said()}"

    def picture(self) -> str:
        """The board with the numbers of the moves, or with the values if they are shown."""
        return (self.analysis or self.record)._repr_svg_()

    @property
    def record(self) -> Record:
        """The game so far."""
        return self._match.record

    @property
    def analysis(self) -> Analysis | None:
        """What every move is worth; None unless values are shown, and at the end of the game."""
        found = self._analysis
        return found if self.values and found and found.position == self.record.position else None

    # What you can do

    def play(self, move: Move | str) -> None:
        """Make your move; the program answers it at once."""
        if not self._is_mine():
            raise IllegalMove(f"it is {self._programs_name()}'s turn: play_on() lets it move")
        self._match.record = self.record.play(move)
        self.play_on()

    def play_on(self) -> None:
        """Let the program move if it is its turn: `play` does so, unless it is interrupted."""
        try:
            if self.record.outcome is None and not self._is_mine():
                self._show(thinking=True)
                self._match.step()
        finally:
            self._show()

    def undo(self) -> None:
        """Take back your last move, and what was played since."""
        moves = self._moves_to_undo()
        if not moves:
            raise IllegalMove("there is no move of yours to take back")
        self._match.undo(moves)
        self._show()

    def new(self) -> None:
        """Begin again, from the same position."""
        self._match = self._new_match()
        self.play_on()

    def _is_mine(self) -> bool:
        return self._you in (None, self.record.position.turn)

    def _moves_to_undo(self) -> int:
        """How many moves bring back your last turn; 0 if you have not moved."""
        played = len(self.record.moves)
        if self._you is None:
            return min(1, played)
        since = 2 if self._is_mine() else 1  # the program's answer goes, too
        return since if since <= played else 0

    # What the browser says

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        """A message of the board: bad ones are refused with a sentence, and change nothing."""
        try:
            self._do(message)
        except (IllegalMove, OutOfReach) as error:
            self._show(f"Not possible: {error}.")
        except Exception as error:
            self._show(
                f"The program {self._programs_name()} failed: {type(error).__name__}: {error}."
            )
            raise

    def _do(self, message: object) -> None:
        match message:
            case {"do": "play", "move": str(move), "number": number}:
                what: Callable[[], None] = partial(self._play, move)
            case {"do": "undo" | "new" | "go" as word, "number": number}:
                what = {"undo": self.undo, "new": self.new, "go": self.play_on}[word]
            case _:
                raise IllegalMove(f"{shorten(message)} is nothing that a board can do")
        if number != len(self.record.moves):
            raise IllegalMove("the game has gone on since: look at the board again")
        what()

    def _play(self, move: str) -> None:
        if reason := self.record.why_not(move):
            raise IllegalMove(reason)
        self.play(move)

    # What the browser shows

    def _show(self, refusal: str = "", *, thinking: bool = False) -> None:
        """Tell the browser how the game stands."""
        self._tell(refusal, thinking)
        if not thinking and self._is_to_be_valued():
            seconds = self._limit.seconds or ONE_SECOND.seconds
            self._analysis = analyse(self.record.position, limit=Limit(seconds=seconds))
            self._tell(refusal)
        self.set_trait("position", self.record.position)

    def _is_to_be_valued(self) -> bool:
        known = self._analysis and self._analysis.position == self.record.position
        return self.values and not known and self.record.outcome is None

    def _tell(self, refusal: str, thinking: bool = False) -> None:
        self._answers += 1
        record, position, found = self.record, self.record.position, self.analysis
        self._shown = {
            **of_board(position, record.outcome),
            "moves": names(position.rules, record.moves),
            "said": self._said(refusal, thinking),
            "mine": self._is_mine(),
            "program": "" if self._is_mine() or record.outcome else self._programs_name(),
            "thinking": thinking,
            "back": self._moves_to_undo() > 0,
            "worth": f"{found.verdict}." if found else "",
            "analysis": found and found.as_json(),
            "answer": self._answers,
        }

    def _said(self, refusal: str = "", thinking: bool = False) -> str:
        """Who plays, what was played last (or why nothing was), and what comes next."""
        record, rules = self.record, self._start.rules
        turn = record.position.turn.upper()
        said = [refusal]
        if self._you and not refusal:
            said.append(f"You are {self._you.upper()}, against {self._programs_name()}.")
        if record.moves and not refusal:
            last = OTHER[record.position.turn].upper()
            said.append(f"{last} played {name(rules, record.moves[-1])}.")
        if record.outcome:
            said.append(ending(rules, record.outcome))
            said.append(f"{self._match.remark}." if self._match.remark else "")
        elif thinking:
            said.append(f"{turn} is thinking.")
        else:
            said.append("Your turn." if self._you and self._is_mine() else f"{turn} to move.")
        return " ".join(filter(None, said))

    def _programs_name(self) -> str:
        return self._player.name if self._player else HUMAN


def _limit_for(against: Player | str | None, position: Position, limit: Limit) -> Limit:
    """The part of the limit that matters to the opponent, which must be able to play here."""
    if not isinstance(against, str):
        return limit
    opponent = opponent_named(against)
    if reason := opponent.why_not(position, limit):
        raise OutOfReach(reason)
    return opponent.limit(limit)
