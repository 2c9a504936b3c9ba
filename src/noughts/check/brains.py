"""The checks of a `gomocup` engine: legal, in time, and as the protocol has it."""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from noughts.check.asking import Answer, Submission
from noughts.check.checks import Checklist, Outcome, failed, not_run, passed
from noughts.check.evidence import Evidence
from noughts.check.findings import Shown
from noughts.check.sandbox import Ended, Late, Sandbox
from noughts.notation import name
from noughts.position import Position
from noughts.rules import Move, Rules

__all__ = ["CHECKS", "examine"]

CHECKS = 7
STARTING = 10.0  # seconds
TURN = 1.0  # seconds that INFO timeout_turn allows
MARGIN = 1.0  # seconds, for a machine that is busy
LEAVING = 1.0  # seconds after END
CHATTER = ("MESSAGE", "DEBUG")
GAMES = 2


def examine(
    submission: Submission, command: Sequence[str], checklist: Checklist, rules: Rules
) -> Evidence:
    """Run all the checks of an engine."""
    evidence = Evidence("gomocup", rules)
    examiner = Examiner(submission, command, rules)
    run = checklist.run
    started = run("START", 15, lambda: examiner.talk(examiner.start))
    evidence.loaded = Answer(
        "value" if started.verdict == "passed" else "ended", text=started.message
    )

    def if_started(check: Callable[["Manager"], Outcome]) -> Callable[[], Outcome]:
        if started.verdict != "passed":
            return lambda: not_run("the engine does not start")
        return lambda: examiner.talk(check)

    run("ABOUT", 5, if_started(examiner.about))
    run("games", 30, if_started(examiner.games))
    run("in time", 20, if_started(examiner.in_time))
    run("BOARD", 15, if_started(examiner.board))
    run("RESTART", 5, if_started(examiner.restart))
    run("END", 10, if_started(examiner.end))
    evidence.note_outcomes(checklist.checks)
    return evidence


@dataclass
class Manager:
    """The other side of the protocol."""

    sandbox: Sandbox
    rules: Rules

    def ask(self, line: str, seconds: float) -> str:
        """Send a command; the first line of the answer that is no chatter."""
        deadline = time.monotonic() + seconds
        self.sandbox.send(*line.split("\n"))
        while True:
            said = self.sandbox.read_line(max(0.0, deadline - time.monotonic())).strip()
            if said and said.split()[0].upper() not in CHATTER:
                return said

    def start(self) -> str:
        """Begin a game on the board."""
        rows, columns = self.rules.rows, self.rules.columns
        size = f"START {rows}" if rows == columns else f"RECTSTART {columns},{rows}"
        said = self.ask(size, STARTING)
        self.sandbox.send(
            f"INFO timeout_turn {TURN * 1000:.0f}", "INFO timeout_match 0",
            f"INFO rule {int(self.rules.exact)}", "INFO game_type 1",
        )  # fmt: skip
        return said

    def cell(self, move: Move) -> str:
        """A cell as the protocol writes it: column and row."""
        row, column = divmod(move, self.rules.columns)
        return f"{column},{row}"

    def read_move(self, said: str) -> Move | None:
        """The cell of an answer `x,y`."""
        match = re.fullmatch(r"(\d{1,3})\s*,\s*(\d{1,3})", said)
        if match is None or int(match[1]) >= self.rules.columns or int(match[2]) >= self.rules.rows:
            return None
        return int(match[2]) * self.rules.columns + int(match[1])


@dataclass
class Examiner:
    """One engine; each check talks to a new process of it."""

    submission: Submission
    command: Sequence[str]
    rules: Rules
    slowest: float = field(default=0.0, init=False)

    def talk(self, check: Callable[[Manager], Outcome]) -> Outcome:
        """Run one check; an engine that dies or hangs has failed it."""
        with Sandbox(self.submission.files, self.command, self.submission.limits) as sandbox:
            try:
                return check(Manager(sandbox, self.rules))
            except Late as error:
                return failed(f"the engine does not answer: {error}")
            except Ended as error:
                said = sandbox.printed.decode("utf-8", "replace").strip()[-150:]
                return failed(f"the engine ends: {error}{f' ({said})' if said else ''}")

    def start(self, manager: Manager) -> Outcome:
        """START is answered with OK."""
        said = manager.start()
        return (
            passed("START is answered with OK")
            if said == "OK"
            else failed(f"START is answered with {said[:60]!r} instead of OK")
        )

    def about(self, manager: Manager) -> Outcome:
        """ABOUT gives at least the name."""
        said = manager.ask("ABOUT", STARTING)
        if 'name="' in said:
            return passed("ABOUT tells its name")
        return failed(f'ABOUT is answered with {said[:60]!r}; it must hold name="..."')

    def games(self, manager: Manager) -> Outcome:
        """Whole games against random replies: every move must be legal."""
        if manager.start() != "OK":
            return failed("START is not answered with OK")
        chance, moves = random.Random(3), 0
        for game in range(GAMES):
            position, asked = Position(self.rules), "BEGIN"
            if game and manager.ask("RESTART", STARTING) != "OK":
                return failed("RESTART is not answered with OK")
            if game % 2:
                reply = chance.choice(position.legal_moves)
                position, asked = position.play(reply), f"TURN {manager.cell(reply)}"
            while not position.is_over:
                found = self._one_move(manager, position, asked)
                if isinstance(found, Outcome):
                    return found
                position, moves = position.play(found), moves + 1
                if not position.is_over:
                    reply = chance.choice(position.legal_moves)
                    position, asked = position.play(reply), f"TURN {manager.cell(reply)}"
        return passed(f"all {moves} moves of {GAMES} games are legal")

    def _one_move(self, manager: Manager, position: Position, asked: str) -> Move | Outcome:
        began = time.monotonic()
        said = manager.ask(asked, TURN + 20.0)
        self.slowest = max(self.slowest, time.monotonic() - began)
        move = manager.read_move(said)
        if move is None or position.cells[move] != ".":
            did = f"{asked} is answered with {said[:60]!r}"
            why = "no cell of the board" if move is None else f"{name(self.rules, move)} is taken"
            return failed(f"{did}: {why}", Shown(position, did=did))
        return move

    def in_time(self, manager: Manager) -> Outcome:
        """No turn of the games, and none of a new one, took longer than was allowed."""
        manager.start()
        found = self._one_move(manager, Position(self.rules), "BEGIN")
        if isinstance(found, Outcome):
            return found
        if self.slowest > TURN + MARGIN:
            return failed(f"a turn took {self.slowest:.1f} s; {TURN:.0f} s was allowed")
        return passed(f"the slowest turn took {self.slowest:.1f} s of {TURN:.0f} s")

    def board(self, manager: Manager) -> Outcome:
        """BOARD sets up a position; the answer is a move in it."""
        manager.start()
        own, other = self.rules.size // 2, self.rules.size // 2 + 1
        lines = ["BOARD", f"{manager.cell(own)},1", f"{manager.cell(other)},2", "DONE"]
        cells = ["."] * self.rules.size
        cells[own], cells[other] = "x", "o"
        found = self._one_move(manager, Position(self.rules, "".join(cells)), "\n".join(lines))
        return (
            found if isinstance(found, Outcome) else passed("BOARD is answered with a legal move")
        )

    def restart(self, manager: Manager) -> Outcome:
        """RESTART gives an empty board."""
        manager.start()
        self._one_move(manager, Position(self.rules), "BEGIN")
        said = manager.ask("RESTART", STARTING)
        if said != "OK":
            return failed(f"RESTART is answered with {said[:60]!r} instead of OK")
        found = self._one_move(manager, Position(self.rules), "BEGIN")
        return found if isinstance(found, Outcome) else passed("RESTART gives an empty board")

    def end(self, manager: Manager) -> Outcome:
        """END: the engine leaves at once."""
        manager.start()
        manager.sandbox.send("END")
        try:
            manager.sandbox.read_line(LEAVING + MARGIN)
        except Ended:
            return passed("the engine leaves at END")
        except Late:
            return failed(f"the engine is still there {LEAVING + MARGIN:.0f} s after END")
        return failed("the engine answers END, which has no answer")
