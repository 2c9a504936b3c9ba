"""The checks of a `gomocup` engine: legal, in time, and true to the protocol."""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from noughts.check.judge.checks import Item
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.findings import Finding, Shown, failed, not_run, passed
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import Submission
from noughts.check.sandbox.reading import last_words
from noughts.check.sandbox.sandbox import Ended, Late, Sandbox
from noughts.position import Position
from noughts.rules import Mark, Move, Rules

__all__ = ["gomocup_items"]

STARTING = 10.0  # seconds
TURN = 1.0  # seconds that INFO timeout_turn allows
MARGIN = 1.0  # seconds, for a busy machine
LEAVING = 1.0  # seconds after END
CHATTER = ("MESSAGE", "DEBUG")
GAMES = 2


def gomocup_items(
    submission: Submission, command: Sequence[str], rules: Rules, only: Mark | None = None
) -> tuple[Evidence, list[Item]]:
    """The checks of an engine."""
    examiner = EngineExaminer(submission, command, Evidence("gomocup", rules, only=only))
    return examiner.evidence, [
        Item("START", 15, examiner.starts),
        Item("ABOUT", 5, examiner.talk(examiner.about)),
        Item("games", 30, examiner.talk(examiner.games)),
        Item("in time", 20, examiner.talk(examiner.in_time)),
        Item("BOARD", 15, examiner.talk(examiner.board)),
        Item("RESTART", 5, examiner.talk(examiner.restart)),
        Item("END", 10, examiner.talk(examiner.end)),
    ]


@dataclass
class Manager:
    """The other side of the protocol."""

    sandbox: Sandbox
    rules: Rules

    def ask(self, line: str, seconds: float) -> str:
        """Send a command; return the first line of the answer that is not chatter."""
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
        """A cell in the protocol's notation: column and row."""
        row, column = divmod(move, self.rules.columns)
        return f"{column},{row}"

    def read_move(self, said: str) -> Move | None:
        """The cell of an answer `x,y`."""
        match = re.fullmatch(r"(\d{1,3})\s*,\s*(\d{1,3})", said)
        if match is None or int(match[1]) >= self.rules.columns or int(match[2]) >= self.rules.rows:
            return None
        return int(match[2]) * self.rules.columns + int(match[1])


@dataclass
class EngineExaminer:
    """One engine; each check talks to a new process of it."""

    submission: Submission
    command: Sequence[str]
    evidence: Evidence
    slowest: float = field(default=0.0, init=False)
    played: bool = field(default=False, init=False)  # whether all games came to their end

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.evidence.rules

    def starts(self) -> Finding:
        """The engine answers START with OK; if not, the other checks are not run."""
        found = self._talk(self.start)
        kind: Literal["value", "ended"] = "value" if found.verdict == "passed" else "ended"
        self.evidence.loaded = Answer(kind, text=found.message)
        return found

    def talk(self, check: Callable[[Manager], Finding]) -> Callable[[], Finding]:
        """A check that runs only if the engine starts."""
        return lambda: (
            self._talk(check) if self.evidence.loaded.ok else not_run("the engine does not start")
        )

    def _talk(self, check: Callable[[Manager], Finding]) -> Finding:
        """Run one check; an engine that dies or hangs fails it."""
        with Sandbox(self.submission.files, self.command, self.submission.limits) as sandbox:
            try:
                return check(Manager(sandbox, self.rules))
            except Late as error:
                return failed(f"the engine does not answer: {error}")
            except Ended as error:
                said = last_words(sandbox.printed)
                return failed(f"the engine ends: {error}{f' ({said})' if said else ''}")

    def start(self, manager: Manager) -> Finding:
        """The engine answers START with OK."""
        said = manager.start()
        return (
            passed("it answers START with OK")
            if said == "OK"
            else failed(f"it answers START with {said[:60]!r} instead of OK")
        )

    def about(self, manager: Manager) -> Finding:
        """ABOUT gives at least the name."""
        said = manager.ask("ABOUT", STARTING)
        if 'name="' in said:
            return passed("it answers ABOUT with its name")
        return failed(f'it answers ABOUT with {said[:60]!r}; the answer must hold name="..."')

    def games(self, manager: Manager) -> Finding:
        """Whole games against random replies: every move must be legal."""
        self.played = False
        manager.start()
        chance, moves = random.Random(3), 0
        marks = self.evidence.marks
        for game in range(GAMES):
            if game and manager.ask("RESTART", STARTING) != "OK":
                return failed("it does not answer RESTART with OK")
            position, asked = self._beginning(manager, marks[game % len(marks)], chance)
            while not position.is_over:
                found = self._one_move(manager, position, asked)
                if isinstance(found, Finding):
                    return found
                position, moves = position.play(found), moves + 1
                if not position.is_over:
                    reply = chance.choice(position.legal_moves)
                    position, asked = position.play(reply), f"TURN {manager.cell(reply)}"
        self.played = True
        return passed(f"all {moves} moves of {GAMES} games are legal")

    def _beginning(
        self, manager: Manager, mark: Mark, chance: random.Random
    ) -> tuple[Position, str]:
        """The first position of a game in which the engine has this mark, and how to ask there."""
        position = Position(self.rules)
        if mark == "x":
            return position, "BEGIN"
        reply = chance.choice(position.legal_moves)
        return position.play(reply), f"TURN {manager.cell(reply)}"

    def _first_move(self, manager: Manager) -> Move | Finding:
        """The first move of a game, with the mark that the engine plays."""
        position, asked = self._beginning(manager, self.evidence.marks[0], random.Random(3))
        return self._one_move(manager, position, asked)

    def _one_move(self, manager: Manager, position: Position, asked: str) -> Move | Finding:
        began = time.monotonic()
        said = manager.ask(asked, TURN + 20.0)
        self.slowest = max(self.slowest, time.monotonic() - began)
        move = manager.read_move(said)
        if move is None or position.cells[move] != ".":
            did = f"it answers {asked} with {said[:60]!r}"
            why = "not on the board" if move is None else f"{manager.cell(move)} is taken"
            return failed(f"{did}: {why}", Shown(position, did=did))
        return move

    def in_time(self, manager: Manager) -> Finding:
        """No turn of the games, nor the first turn of a new one, took longer than allowed."""
        manager.start()
        found = self._first_move(manager)
        if isinstance(found, Finding):
            return found
        if self.slowest > TURN + MARGIN:
            return failed(f"a turn took {self.slowest:.1f} s; {TURN:.0f} s was allowed")
        if not self.played:
            return not_run("the games were not played to their end, so most turns were not timed")
        return passed(f"the slowest turn took {self.slowest:.1f} s of {TURN:.0f} s")

    def board(self, manager: Manager) -> Finding:
        """BOARD sets up a position; the answer is a move in it."""
        manager.start()
        own, other = self.rules.size // 2, self.rules.size // 2 + 1
        lines = ["BOARD", f"{manager.cell(own)},1", f"{manager.cell(other)},2", "DONE"]
        cells = ["."] * self.rules.size
        cells[own], cells[other] = "x", "o"
        if self.evidence.only == "o":  # then X has made the first move
            del lines[1]
            cells[own], cells[other] = ".", "x"
        found = self._one_move(manager, Position(self.rules, "".join(cells)), "\n".join(lines))
        return found if isinstance(found, Finding) else passed("it answers BOARD with a legal move")

    def restart(self, manager: Manager) -> Finding:
        """RESTART clears the board."""
        manager.start()
        found = self._first_move(manager)
        if isinstance(found, Finding):
            return found
        said = manager.ask("RESTART", STARTING)
        if said != "OK":
            return failed(f"it answers RESTART with {said[:60]!r} instead of OK")
        found = self._first_move(manager)
        return found if isinstance(found, Finding) else passed("RESTART clears the board")

    def end(self, manager: Manager) -> Finding:
        """The engine exits at once when it reads END."""
        manager.start()
        manager.sandbox.send("END")
        try:
            manager.sandbox.read_line(LEAVING + MARGIN)
        except Ended:
            return passed("the engine exits at END")
        except Late:
            return failed(f"the engine is still running {LEAVING + MARGIN:.0f} s after END")
        return failed("the engine answers END, but should exit silently")
