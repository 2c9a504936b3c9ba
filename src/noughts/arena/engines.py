"""Anybody's Gomocup engine as a player: the manager's side of the protocol (see `gomocup`).

- An engine is kept from move to move, when it is told the opponent's last move (TURN), and from
  game to game (RESTART). A position that does not follow from what it knows is a new game, told
  stone by stone (BOARD). One that died, failed or was too late is started again for the next game.
- Its clock runs from the last byte of the question to the end of the line that answers it. Its
  start and RESTART have a time of their own, `patience`; no clock of the game runs then.
- An answer is `x,y`. What can only be meant as one (`-1,7`, `h8`) ends the waiting, too, and is
  handed on: `Match` judges it. MESSAGE, DEBUG, SUGGEST, a second OK, UNKNOWN as a reply to INFO,
  and a number of lines of any other kind are passed over: engines in use write all of these.
"""

import contextlib
import os
import re
import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from pathlib import Path
from typing import Any, Final

from noughts.analysis import NO_LIMIT, Limit, checked_limit
from noughts.arena.conversation import Conversation, quoted
from noughts.errors import (
    IllegalMove,
    NoMoveFound,
    NotationError,
    OutOfReach,
    PlayerFailed,
    is_number,
    is_whole,
    require,
    shorten,
)
from noughts.gomocup import EXACTLY, IN_A_ROW, SIZES, UNLIMITED
from noughts.harmless import short_name
from noughts.position import GAME_OVER, Position, as_position
from noughts.rules import OTHER, Move, Rules

__all__ = ["GomocupPlayer", "program_name", "why_not"]

PATIENCE: Final = 10.0  # seconds for the start; engines that load nets take a few
GRACE: Final = 0.5  # seconds after its time that an engine is waited for; a match forgives less
LONGEST: Final = 600.0  # seconds for a move without a time limit
MOST_STRANGE: Final = 100  # lines of no known kind before an answer; a banner has a few
AGAINST_A_PROGRAM: Final = 1  # INFO game_type
INTERPRETER: Final = re.compile(r"(python|pypy|node|java|mono|wine|sh|bash)[0-9.]*")
PASSED_OVER: Final = ("MESSAGE", "DEBUG", "SUGGEST", "OK")

OK: Final = re.compile(r"OK\b.*", re.IGNORECASE)
ANYTHING: Final = re.compile(r"(?!MESSAGE\b|DEBUG\b).*", re.IGNORECASE)
CELL: Final = re.compile(r"(\d{1,4})\s*,\s*(\d{1,4})", re.ASCII)
# Two or three numbers or single letters with commas, or a letter and a number.
MEANT_AS_A_MOVE: Final = re.compile(
    r"\(?\s*([-+]?\d[\w.]{0,11}|[A-Za-z])(\s*[,;]\s*([-+]?\d[\w.]{0,11}|[A-Za-z])){1,2}\s*\)?"
    r"|[A-Za-z]\d{1,2}"
)


def why_not(rules: Rules) -> str | None:
    """Why Gomocup engines do not play this game, in a sentence; None if they do."""
    rows, columns, k = rules.rows, rules.columns, rules.k
    known = rows in SIZES and columns in SIZES and k == IN_A_ROW
    if known and rules == Rules(rows, columns, k, exact=rules.exact):
        return None
    return (
        f"Gomocup engines do not play {rules}: they play five in a row, with diagonals, on boards "
        f"from {SIZES[0]}x{SIZES[0]} to {SIZES[-1]}x{SIZES[-1]}, such as gomoku or 20x20x5-exact"
    )


def program_name(command: str | Sequence[str]) -> str:
    """What an engine is called after its program, or after what an interpreter runs.

    >>> program_name("./engines/pbrain-carbon.exe --quiet"), program_name("python3 -O my_bot.py")
    ('carbon', 'my_bot')
    """
    words = _command(command)
    if INTERPRETER.fullmatch(Path(words[0]).name):
        words = [word for word in words[1:] if not word.startswith("-")] or words
    stem = re.sub(r"\.(exe|py|js|jar)$", "", Path(words[0]).name, flags=re.IGNORECASE)
    return short_name(stem.removeprefix("pbrain-") or stem)


class GomocupPlayer:
    """An engine that speaks the Gomocup protocol, started by a command.

        with GomocupPlayer("./pbrain-carbon", threads=1) as carbon:
            record = Match(carbon, "hard", "gomoku", Limit(seconds=1)).run()

    The command is a list, or text that is divided as a shell does it; no shell runs it. `name` is
    what the engine calls itself; it is asked when you first want to know. `memory` (bytes) and
    `threads` are what it is told it may use. It works in `folder`, where it may keep files, and
    gets a few harmless variables of your environment and all of `environment`. `patience` are the
    seconds that it has to get ready.

    `seconds` is how long its last answer took. Leave with `close` or `with`; an engine that is not
    closed is ended together with this object.
    """

    longest = LONGEST

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        memory: int | None = None,
        threads: int | None = None,
        folder: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.command = _command(command)
        require(name is None or isinstance(name, str), "the name of a player must be text", name)
        for what, value in (("memory", memory), ("threads", threads)):
            fits = value is None or (is_whole(value) and value > 0)
            require(fits, f"{what} must be a whole number, at least 1", value)
        fits = is_number(patience) and patience > 0
        require(fits, "patience must be a number of seconds, more than 0", patience)
        self.environment = _environment(environment)
        self.folder = None if folder is None else _folder(folder)
        if self.folder and os.sep in self.command[0]:
            self.command[0] = os.path.abspath(self.command[0])
        self.memory, self.threads, self.patience = memory, threads, patience
        self.seconds = 0.0
        self._name = name
        self._talk: Conversation | None = None
        self._size: tuple[int, int] | None = None  # rows and columns of its board, once it has one
        self._known: Position | None = None  # what is on its board
        self._told: dict[str, object] = {}  # what INFO has said in this game
        self._not_understood = 0  # how many INFO lines it may still call UNKNOWN
        self._takes_restart = True

    def __repr__(self) -> str:
        return f"GomocupPlayer({shorten(shlex.join(self.command))})"

    def __enter__(self) -> "GomocupPlayer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """What the engine calls itself; if it does not say, what its program is called."""
        if self._name is None:
            self._name = self._ask_its_name() or program_name(self.command)
        return self._name

    def begin(self, position: Position | Rules | str, limit: Limit = NO_LIMIT) -> None:
        """Get ready for a new game: start the engine, or tell it to begin again."""
        position, limit = _playable(position), checked_limit(limit)
        with self._ended_if_it_fails():
            self._new_game(position.rules)
            self._say(*self._news(position.rules, limit))

    def choose(self, position: Position | Rules | str, limit: Limit = NO_LIMIT) -> Move | str:
        """Ask the engine for its move; an answer that is not on the board is returned as text."""
        position, limit = _playable(position), checked_limit(limit)
        with self._ended_if_it_fails():
            question = self._question(position)
            if question is None:
                self._new_game(position.rules)
                question = self._question(position)
            assert question is not None
            times = [each for each in (limit.seconds, limit.left) if each is not None]
            most = min(times) + GRACE if times else self.longest
            news = self._news(position.rules, limit)
            answer = self._ask(question, MEANT_AS_A_MOVE, most, news)
        move = _read(position.rules, answer)
        self._known = None if position.why_not(move) else position.play(move)
        return move

    def close(self) -> None:
        """End the engine; a next game would start it again."""
        self._end(politely=True)

    # From game to game

    @contextlib.contextmanager
    def _ended_if_it_fails(self) -> Iterator[None]:
        """End an engine that has not answered: its answer could come to another question."""
        try:
            yield
        except BaseException:
            self._end()
            raise

    def _end(self, politely: bool = False) -> None:
        talk, self._talk = self._talk, None
        self._size = self._known = None
        if talk is not None:
            talk.leave("END\r\n") if politely else talk.kill()

    def _start(self) -> None:
        """Start the program, unless it runs."""
        if self._talk is not None and self._talk.is_alive:
            return
        self._end()
        if sys.platform == "win32":
            raise OutOfReach("engines of others can be played on Linux and macOS only")
        self._not_understood = 0
        self._talk = Conversation(self.command, self.folder, self.environment)

    def _ask_its_name(self) -> str | None:
        """What the engine says it is called; None if it does not say or does not work."""
        try:
            self._start()
            said = self._ask(["ABOUT"], ANYTHING, self.patience)
        except (PlayerFailed, NoMoveFound):
            self._end()
            return None
        found = re.search(r'\bname\s*=\s*"([^"]*)"', said, re.IGNORECASE)
        return short_name(found[1].strip()) if found else None

    def _new_game(self, rules: Rules) -> None:
        """Give it an empty board."""
        size = rules.rows, rules.columns
        if self._size is not None and not (self._size == size and self._restarts()):
            self._end(politely=True)
        self._start()
        if self._size is None:
            square = rules.rows == rules.columns
            start = f"START {rules.rows}" if square else f"RECTSTART {rules.columns},{rules.rows}"
            self._ask([start], OK, self.patience)
        self._size, self._known = size, Position(rules)
        self._told.clear()

    def _restarts(self) -> bool:
        """Whether it begins again when it is told to; if not, another process will play."""
        if not self._takes_restart or self._talk is None or not self._talk.is_alive:
            return False
        try:
            self._ask(["RESTART"], OK, self.patience)
        except (PlayerFailed, NoMoveFound):
            self._takes_restart = not self._talk.is_alive  # one that refuses is not asked again
            return False
        return True

    # From move to move

    def _question(self, position: Position) -> list[str] | None:
        """What asks for a move in this position; None if it does not follow from what is known."""
        known, rules = self._known, position.rules
        if known is None or known.rules != rules:
            return None
        now, before = position.cells, known.cells
        new = [cell for cell in range(rules.size) if now[cell] != before[cell]]
        fresh = known.empty == rules.size
        if not new and fresh:
            return ["BEGIN"]
        one_more = len(new) == 1 and before[new[0]] == "." and now[new[0]] == OTHER[position.turn]
        if one_more and (fresh or known.turn != position.turn):
            return [f"TURN {_x_y(rules, new[0])}"]
        return _board(position) if fresh else None

    def _news(self, rules: Rules, limit: Limit) -> list[str]:
        """INFO about all that the engine has not been told in this game, or not like this."""
        told, left = self._told, limit.left
        turn = left if limit.seconds is None else limit.seconds
        facts: dict[str, object] = {
            "timeout_turn": _milliseconds(turn),
            "timeout_match": told.get("timeout_match", _milliseconds(left) or 0),
            "max_memory": self.memory,
            "rule": EXACTLY if rules.exact else 0,
            "game_type": AGAINST_A_PROGRAM,
            "thread_num": self.threads,
            "folder": self.folder,
            "max_depth": limit.depth or (0 if "max_depth" in told else None),
            "max_node": limit.nodes or (0 if "max_node" in told else None),
            "time_left": UNLIMITED if left is None else _milliseconds(left),
        }
        news = {key: fact for key, fact in facts.items() if fact not in (None, told.get(key))}
        told.update(news)
        return [f"INFO {key} {fact}" for key, fact in news.items()]

    # The conversation

    def _say(self, *lines: str) -> None:
        """Write the lines, all at once."""
        assert self._talk is not None
        self._not_understood += sum(line.startswith("INFO") for line in lines)
        text = "".join(f"{line}\r\n" for line in lines)
        self._talk.say(text, time.perf_counter() + self.patience)

    def _ask(
        self,
        question: Sequence[str],
        wanted: re.Pattern[str],
        seconds: float,
        news: Sequence[str] = (),
    ) -> str:
        """Tell the news, ask, and wait so many seconds for an answer of the kind that is wanted."""
        asked, strange = question[0], 0
        try:
            self._say(*news, *question)
            started = time.perf_counter()
            while not wanted.fullmatch(said := self._hear(started + seconds)):
                strange += self._is_strange(said, asked)
                if strange > MOST_STRANGE:
                    raise PlayerFailed(
                        f"it answers {asked} with {strange} lines that are no answer, at last "
                        f"{quoted(said)}"
                    )
        except TimeoutError:
            raise NoMoveFound(f"it did not answer {asked} within {seconds:g} s") from None
        self.seconds = time.perf_counter() - started
        self._not_understood = 0  # it reads line by line: all that came before is dealt with
        return said

    def _hear(self, deadline: float) -> str:
        assert self._talk is not None
        return self._talk.hear(deadline).decode("utf-8", "replace").strip()

    def _is_strange(self, said: str, asked: str) -> bool:
        """Whether a line that is not an answer is of no known kind; a refusal is an error."""
        word = said.split()[0].upper()
        refused = word == "ERROR"
        if word == "UNKNOWN":
            self._not_understood -= 1
            refused = self._not_understood < 0 or asked.split()[0] in said.upper().split()
        if refused:
            raise PlayerFailed(f"it answers {asked} with {quoted(said)}")
        return word not in PASSED_OVER


def _command(given: Any) -> list[str]:
    """The words of a command; a text is divided as a shell does it."""
    try:
        words: list[Any] = shlex.split(given) if isinstance(given, str) else [*given]
    except (ValueError, TypeError) as error:
        raise NotationError(f"{shorten(given)} is not a command: {error}") from None
    for word in words:
        fits = isinstance(word, str) and "\0" not in word
        require(fits, "a command must be text, or a list of words", given)
    require(bool(words and words[0]), "a command must name a program", given)
    return words


def _environment(given: Any) -> dict[str, str]:
    wanted = "environment must be names and values, such as {'OMP_NUM_THREADS': '1'}"
    require(given is None or isinstance(given, Mapping), wanted, given)
    for text in chain.from_iterable((given or {}).items()):
        require(isinstance(text, str) and "\0" not in text, wanted, given)
    return {**(given or {})}


def _folder(given: Any) -> str:
    """The folder with its whole path; it must be possible to tell it in a line."""
    known = isinstance(given, str | os.PathLike)
    path = os.path.abspath(os.fspath(given)) if known else ""
    fits = isinstance(path, str) and path.isprintable() and os.path.isdir(path)
    require(fits, "folder must be a folder that exists", given)
    return path


def _playable(given: Position | Rules | str) -> Position:
    """The position, if an engine can be asked for a move in it."""
    position = as_position(given)
    if reason := why_not(position.rules):
        raise NotationError(reason)
    if position.is_over:
        raise IllegalMove(f"{GAME_OVER} in {shorten(position.rows_text)}")
    return position


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else min(int(seconds * 1000), UNLIMITED)


def _x_y(rules: Rules, cell: Move) -> str:
    """A cell in the protocol's notation."""
    row, column = divmod(cell, rules.columns)
    return f"{column},{row}"


def _board(position: Position) -> list[str]:
    """The stones in an order in which they may have been played: some engines rely on it."""
    own, other = position.turn, OTHER[position.turn]
    told = {
        mark: [
            f"{_x_y(position.rules, cell)},{1 if mark == own else 2}"
            for cell, here in enumerate(position.cells)
            if here == mark
        ]
        for mark in (own, other)
    }
    first = [own, other] if len(told[own]) == len(told[other]) else [other, own]
    stones = chain.from_iterable(zip_longest(*(told[mark] for mark in first)))
    return ["BOARD", *filter(None, stones), "DONE"]


def _read(rules: Rules, answer: str) -> Move | str:
    """The cell that the engine means; other text as it is, but never what Noughts would read."""
    cell = CELL.fullmatch(answer)
    if cell is None or int(cell[1]) >= rules.columns or int(cell[2]) >= rules.rows:
        return f"x,y = {answer}"
    return int(cell[2]) * rules.columns + int(cell[1])
