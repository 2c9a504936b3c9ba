"""Somebody's program as a player: asked for one move at a time, in the sandbox."""

import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from noughts.analysis import NO_LIMIT, Limit
from noughts.check.gather.gather import gather
from noughts.check.grade import FIND_OUT, Settings, command_for, file_items, interface_of
from noughts.check.interfaces.choose import CHOOSE
from noughts.check.interfaces.detect import Interface, read_start
from noughts.check.interfaces.examiner import FileExaminer
from noughts.check.interfaces.forms import named_move
from noughts.check.interfaces.gomocup import Manager
from noughts.check.interfaces.process import answer_of, line_for
from noughts.check.judge.play import Fault
from noughts.check.sandbox.program import Program, Submission
from noughts.check.sandbox.sandbox import Ended, Late, Sandbox
from noughts.errors import IllegalMove, NoMoveFound, NotationError, PlayerFailed
from noughts.harmless import short_name
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Move, Rules

__all__ = ["ProgramPlayer"]

PATIENCE = 60.0  # seconds for a move where there is no limit
GRACE = 0.5  # seconds beyond the limit until the process is ended
A_TRY = 3.0  # seconds for a program of unknown shape to answer a line
READS = re.compile(r"\bstdin\b|\binput\(")  # it may be talked to
PLAYS = {"cs50": ("minimax",), "strings": ("minimax_ab", "minimax")}  # the functions that choose


class Asked(Protocol):
    """A program that runs, and can be asked for a move."""

    def begin(self) -> None:
        """Start its process anew; raises `Late` or `Ended`."""
        ...

    def move(self, position: Position, seconds: float) -> Move | Fault:
        """Its move; raises `Late` or `Ended`."""
        ...

    def stop(self) -> None:
        """End its process."""
        ...


class ProgramPlayer:
    """A program in any interface that `noughts check` knows; it runs while a game goes on.

    A program that cannot be loaded, or whose process ends, loses the game; the next game begins
    with a new process.
    """

    def __init__(
        self,
        path: str | Path,
        rules: Rules = TIC_TAC_TOE,
        settings: Settings = FIND_OUT,
        name: str | None = None,
    ) -> None:
        self.path = Path(path)
        self.rules = rules
        self.settings = settings
        self.name = name or short_name(self.path.stem or str(path))
        self._open = ExitStack()
        self._asked: Asked | None = None

    def __enter__(self) -> "ProgramPlayer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End its process."""
        self._asked = None
        self._open.close()

    def begin(self, position: Position, limit: Limit = NO_LIMIT) -> None:
        """Start it anew for a game from this position."""
        try:
            if self._asked is None:
                self._asked = self._found(position.rules)
            else:
                self._asked.begin()
        except (NotationError, OSError, Ended, Late) as error:
            self.close()
            raise PlayerFailed(f"it cannot be started: {error}") from None

    def _found(self, rules: Rules) -> Asked:
        """The program, started, and how to ask it."""
        alone = self.settings.alone
        found = self._open.enter_context(gather(self.path, self.settings.interface, alone))
        interface = interface_of(found.main, self.settings)
        submission = Submission(
            found.files, found.main.name, self.settings.limits, self.settings.packages
        )
        text = "" if interface in ("process", "gomocup") else read_start(found.main)
        lines = interface == "any" and self.settings.interface is None and READS.search(text)
        if interface in ("process", "gomocup") or lines:
            command = list(self.settings.command) or command_for(found.main, submission.packages)

            def sandbox() -> Sandbox:
                return Sandbox(submission.files, command, submission.limits, submission.packages)

            asked = Engine(sandbox, rules) if interface == "gomocup" else Process(sandbox)
            self._open.callback(asked.stop)
            asked.begin()
            if not lines or _answers(asked, rules):
                return asked
            asked.stop()
        program = self._open.enter_context(Program(submission, remember=False))
        return _function(interface, program, self.settings, rules, text)

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Move:
        """Its move; the caller checks that it is legal and in time."""
        if self._asked is None:
            raise PlayerFailed("it has not been started")
        allowed = [each for each in (limit.seconds, limit.left) if each is not None]
        seconds = min(allowed, default=PATIENCE)
        try:
            found = self._asked.move(position, seconds + GRACE)
        except Late:
            self._asked.stop()
            raise NoMoveFound(f"it did not answer in {seconds:g} s") from None
        except Ended as error:
            self._asked.stop()
            raise PlayerFailed(str(error)) from None
        if isinstance(found, Fault):
            raise IllegalMove(found.text)
        return found


def _answers(asked: Asked, rules: Rules) -> bool:
    """Whether a program of unknown shape is a process: it answers a line with a cell."""
    try:
        return asked.move(Position(rules), A_TRY) in Position(rules).legal_moves
    except (Late, Ended):
        return False


class Function:
    """A function of a Python file that chooses a move."""

    def __init__(self, examiner: FileExaminer, function: str) -> None:
        self.examiner = examiner
        self.function = function

    def begin(self) -> None:
        """Load the file again, in a new process."""
        loaded = self.examiner.program.load()
        if not loaded.ok:
            raise Ended(loaded.text)

    def move(self, position: Position, seconds: float) -> Move | Fault:
        """What it returns, read as a move."""
        examiner = self.examiner
        question = examiner.arguments(position)
        (answer,) = examiner.program.ask(
            self.function, [question], lambda _: seconds, budget=2 * seconds
        )
        if answer.kind == "value":
            found = examiner.decode(position, answer.value)
            meant = found.move if isinstance(found, Fault) else None
            return found if meant is None else meant
        if answer.kind in ("late", "not asked"):
            raise Late(answer.text)
        raise Ended(answer.text)

    def stop(self) -> None:
        """End its process."""
        self.examiner.program.stop()


def _function(
    interface: Interface, program: Program, settings: Settings, rules: Rules, text: str
) -> Function:
    """The function of a file that chooses a move, ready to be asked."""
    if interface != "player" and rules != TIC_TAC_TOE:
        raise NotationError(f"a {interface!r} program plays tic-tac-toe, not {rules}")
    examiner, _ = file_items(interface, program, settings, rules, text)
    evidence = examiner.evidence
    if not evidence.loaded.ok:
        raise Ended(evidence.loaded.text)
    names = PLAYS.get(interface, (CHOOSE,))
    known = [name for name in names if name not in evidence.missing]
    if not known:
        raise Ended(f"it has no function {names[0]!r}")
    if interface == "player":
        examiner.arguments(Position(rules))  # finds out how it reads boards
    return Function(examiner, examiner.own_name(known[0]))


class Process:
    """A command that reads positions and writes cells, one per line."""

    def __init__(self, sandbox: Callable[[], Sandbox]) -> None:
        self._new = sandbox
        self._running: Sandbox | None = None

    def begin(self) -> None:
        """Start the command."""
        self.stop()
        self._running = self._new().__enter__()

    @property
    def sandbox(self) -> Sandbox:
        """The process that runs."""
        if self._running is None:
            raise Ended("it has not been started")
        return self._running

    def stop(self) -> None:
        """End its process."""
        if self._running is not None:
            self._running.close()
            self._running = None

    def move(self, position: Position, seconds: float) -> Move | Fault:
        """The first line that is an answer, read as a cell."""
        deadline = time.monotonic() + seconds
        self.sandbox.send(line_for(position))
        while True:
            line = self.sandbox.read_line(max(0.0, deadline - time.monotonic()))
            if (text := answer_of(line)) is not None:
                return named_move(position.rules, text)


class Engine(Process):
    """An engine of the Gomocup protocol."""

    def __init__(self, sandbox: Callable[[], Sandbox], rules: Rules) -> None:
        super().__init__(sandbox)
        self.rules = rules

    def begin(self) -> None:
        """Start the engine."""
        super().begin()
        self.manager = Manager(self.sandbox, self.rules)
        if (said := self.manager.start()) != "OK":
            raise Ended(f"it answers START with {said[:60]!r} instead of OK")

    def move(self, position: Position, seconds: float) -> Move | Fault:
        """Its answer to the whole board."""
        own, cell = position.turn, self.manager.cell
        stones = [
            f"{cell(move)},{1 if mark == own else 2}"
            for move, mark in enumerate(position.cells)
            if mark != "."
        ]
        info = f"INFO timeout_turn {max(1, round((seconds - GRACE) * 1000))}"
        said = self.manager.ask("\n".join([info, "BOARD", *stones, "DONE"]), seconds)
        found = self.manager.read_move(said)
        if found is None:
            return Fault("wrong type", f"it answers {said[:60]!r} instead of a cell", said)
        return found
