"""The checks of a console program: one that asks a person for moves and prints its own.

A few lines of TOML say how to talk to it; `docs/how-to/grade-programs.md` has an example. The
checker cannot set up a position, so it plays: for every position that can arise against this
program it starts a new game and types the moves that lead there.
"""

import re
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from noughts.check.interfaces.choose import CHOOSE, legal
from noughts.check.interfaces.examiner import Examiner
from noughts.check.interfaces.forms import by_row_and_column, named_move
from noughts.check.judge import checks
from noughts.check.judge.checks import Item
from noughts.check.judge.collect import PLAYING
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Finding
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import UNASKED, Submission
from noughts.check.sandbox.reading import last_words
from noughts.check.sandbox.sandbox import Ended, Late, Sandbox
from noughts.errors import NotationError
from noughts.notation import name
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Mark, Move

__all__ = ["Console", "console_items", "read_console"]

ANSWERING = 20.0  # seconds until it has made a move
LONGEST_TALK = 1 << 16  # characters that it may print before its move
OFTEN = 1 << 14  # characters up to which each line is searched as it comes
MOST_TRIES = 5  # games to get to a position, if the program does not always play the same
ELSEWHERE = Answer("not asked", text="no game came to this position")
KEYS = ("plays", "start", "send", "move", "first")


@dataclass(frozen=True)
class Console:
    """How to talk to a console program."""

    move: str  # a regular expression for its moves: a cell, or row and column
    send: str = "{cell}"  # what to type for a move
    plays: Mark = "o"  # the mark of the program
    start: tuple[str, ...] = ()  # what to type before the game
    first: int = 1  # the number of the first cell, row and column

    @property
    def cells(self) -> str:
        """How a report names the cells: as they are typed."""
        if "{name}" in self.send:
            return "name"
        return f"{'cell' if '{cell}' in self.send else 'row, column'} from {self.first}"

    def typed(self, move: Move) -> str:
        """What to type for a move."""
        row, column = (number + self.first for number in divmod(move, 3))
        return self.send.format(
            cell=move + self.first, row=row, column=column, name=name(TIC_TAC_TOE, move)
        )

    def read(self, position: Position, found: re.Match[str]) -> Move | Fault:
        """The move that the program has printed."""
        words = [word for word in found.groups() if word is not None]
        if len(words) == 2 and all(word.isdecimal() and len(word) < 6 for word in words):
            return by_row_and_column(position, [int(word) for word in words], self.first)
        told = named_move(position.rules, words[0] if words else found[0])
        is_number = bool(words) and words[0].strip().isdecimal()
        return told - self.first if isinstance(told, int) and is_number else told


def read_console(file: Path) -> Console:
    """Read the TOML file that says how to talk to a program."""
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NotationError(f"{str(file)!r} cannot be read: {error}") from None
    if odd := [key for key in told if key not in KEYS]:
        raise NotationError(f"{str(file)!r}: unknown key {odd[0]!r}: choose {', '.join(KEYS)}")
    if type(told.get("move")) is not str:
        raise NotationError(f"{str(file)!r} needs `move`, a regular expression for its moves")
    start = told.get("start", [])
    found = {
        **told,
        "start": tuple(map(str, start)) if type(start) is list else (str(start),),
    }
    return _checked(Console(**found), file)


def _checked(console: Console, file: Path) -> Console:
    try:
        groups = re.compile(console.move).groups
        console.typed(0)
    except (re.error, LookupError, ValueError, AttributeError, TypeError) as error:
        raise NotationError(f"{str(file)!r}: {type(error).__name__}: {error}") from None
    if groups not in (1, 2):
        raise NotationError(
            f"{str(file)!r}: `move` must have one group (cell) or two (row, column)"
        )
    if console.plays not in ("x", "o") or console.first not in (0, 1):
        raise NotationError(f"{str(file)!r}: `plays` is 'x' or 'o', and `first` is 0 or 1")
    return console


def console_items(
    submission: Submission, command: Sequence[str], console: Console
) -> tuple[Evidence, list[Item]]:
    """The checks of a console program."""
    examiner = ConsoleExaminer(submission, command, console)
    marks = examiner.evidence.marks

    def played(judge: Callable[[Play], Finding]) -> Callable[[], Finding]:
        return lambda: examiner.played(CHOOSE, (), lambda play: whole(play, judge(play)))

    mark = console.plays.upper()
    return examiner.evidence, [
        Item("loads", 5, lambda: examiner.loads(f"the program is played against; it is {mark}")),
        Item("legal moves", 30, played(legal)),
        Item("takes a win", 15, played(checks.takes_a_win)),
        Item("keeps the value", 20, played(checks.keeps_the_value)),
        Item("never loses", 30, played(lambda play: checks.never_loses(play, marks))),
        Item("shortest win", 0, played(checks.takes_the_shortest_win)),
    ]


def whole(play: Play, found: Finding) -> Finding:
    """No check passes if games went elsewhere: nobody knows what would have followed in them."""
    unseen = checks.untested(play) if play.unasked() else None
    return unseen if unseen and found.verdict == "passed" else found


class ConsoleExaminer(Examiner):
    """Plays against the program, in every way that it allows."""

    def __init__(self, submission: Submission, command: Sequence[str], console: Console) -> None:
        evidence = Evidence("process", TIC_TAC_TOE, only=console.plays, cells=console.cells)
        super().__init__(evidence)
        self.submission = submission
        self.command = command
        self.console = console

    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """What it plays in every position that can arise against it."""
        play, deadline = Play(notation=self.evidence.notation), time.monotonic() + PLAYING
        start = Position(TIC_TAC_TOE)
        todo = {start: list[Move]()} if self.console.plays == "x" else dict(_replies(start, []))
        tries = Counter[Position]()
        with ThreadPoolExecutor(self.submission.workers) as pool:
            while todo:
                if time.monotonic() > deadline:
                    play.read([*todo], [UNASKED] * len(todo), lambda *_: 0)
                    break
                tries.update(todo.keys())
                games = pool.map(lambda typed: self.game(typed, deadline), todo.values())
                reached = dict[Position, list[Move]]()
                for (position, typed), told in zip(todo.items(), games, strict=True):
                    self._note(play, typed, told)
                    for move in play.moves.get(position, ()):
                        reached |= _replies(position.play(move), typed)
                fresh = {p: typed for p, typed in reached.items() if not tries[p]}
                todo = fresh | {p: t for p, t in todo.items() if _is_open(play, p, tries[p])}
        elsewhere = [p for p in tries if p not in play.moves and p not in play.faults]
        play.read(elsewhere, [ELSEWHERE] * len(elsewhere), lambda *_: 0)
        return play

    def game(self, typed: Sequence[Move], deadline: float) -> "Talk":
        """Type these moves, and see which moves the program prints."""
        lines = [*self.console.start, *(self.console.typed(move) for move in typed)]
        wanted = len(typed) + (self.console.plays == "x")
        files, limits = self.submission.files, self.submission.limits
        with Sandbox(files, self.command, limits) as sandbox:
            sandbox.send(*lines, last=True)
            return _listen(sandbox, re.compile(self.console.move), wanted, deadline)

    def _note(self, play: Play, typed: Sequence[Move], talk: "Talk") -> None:
        """Note its moves in this game, as far as the game is one."""
        position, ours, moves = Position(TIC_TAC_TOE), iter(typed), iter(talk.moves)
        while not position.is_over:
            if position.turn != self.console.plays:
                reply = next(ours, None)
                if reply is None or reply not in position.legal_moves:
                    return  # it plays at random, and this game went another way
                position = position.play(reply)
                continue
            found = next(moves, None)
            move = Fault("ended", talk.why) if found is None else self.console.read(position, found)
            if isinstance(move, int) and move not in position.legal_moves:
                move = Fault(
                    "illegal", f"it plays {found[0] if found else ''!r}, which is not free"
                )
            play.add(position, move)
            if isinstance(move, Fault):
                return
            position = position.play(move)


@dataclass(frozen=True)
class Talk:
    """What a program printed in one game: its moves, and why there are no more."""

    moves: list[re.Match[str]]
    why: str = ""


def _replies(position: Position, typed: Sequence[Move]) -> Iterator[tuple[Position, list[Move]]]:
    """The positions after each reply, with the moves to type; none if the game is over."""
    if not position.is_over:
        for move in position.legal_moves:
            if not (child := position.play(move)).is_over:
                yield child, [*typed, move]


def _is_open(play: Play, position: Position, tries: int) -> bool:
    """Whether a position is to be tried again: the program plays at random, and went elsewhere."""
    return tries < MOST_TRIES and position not in play.moves and position not in play.faults


def _listen(sandbox: Sandbox, pattern: re.Pattern[str], wanted: int, deadline: float) -> Talk:
    """Read what it prints until it has made its moves."""
    text, until = "", min(deadline, time.monotonic() + ANSWERING)
    try:
        while len(text) < LONGEST_TALK:
            text += sandbox.read_line(max(0.0, until - time.monotonic())) + "\n"
            if len(text) < OFTEN and len(found := [*pattern.finditer(text)]) >= wanted:
                return Talk(found[:wanted])
        why = "it prints too much"
    except (Ended, Late) as error:
        text += sandbox.rest()
        why = "it does not end" if isinstance(error, Late) else "the program ends"
    found = [*pattern.finditer(text)][:wanted]
    said = last_words(text.encode())
    last = f"; the last line it printed: {said}" if said else ""
    return Talk(found, f"it prints no move: {why}{last}")
