"""The checks of a `process`: any command that reads positions and writes cells, one per line."""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from noughts.check.interfaces.choose import choose_items
from noughts.check.interfaces.examiner import Examiner
from noughts.check.interfaces.forms import named_move
from noughts.check.judge.checks import Item
from noughts.check.judge.collect import PLAYING
from noughts.check.judge.evidence import Evidence
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import MOST_DEATHS, UNASKED, Submission, gone
from noughts.check.sandbox.reading import last_words, plain
from noughts.check.sandbox.sandbox import Ended, Late, Sandbox
from noughts.position import Position
from noughts.rules import Mark, Move, Rules

__all__ = ["answer_of", "line_for", "process_items"]

ANSWERING = 30.0  # seconds until a command says something; some answer only at the end
LONGEST_ANSWER = 200  # characters of a line to look at


def process_items(
    submission: Submission, command: Sequence[str], rules: Rules, only: Mark | None = None
) -> tuple[Evidence, list[Item]]:
    """The checks of a command."""
    examiner = ProcessExaminer(submission, command, Evidence("process", rules, only=only))
    return examiner.evidence, choose_items(examiner)


class ProcessExaminer(Examiner):
    """Starts the command and sends it all positions at once."""

    def __init__(self, submission: Submission, command: Sequence[str], evidence: Evidence) -> None:
        super().__init__(evidence)
        self.submission = submission
        self.command = command

    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """Send all positions at once: some programs answer only when their input ends."""
        play = Play(call=line_for)
        deadline, deaths, first = time.monotonic() + PLAYING, 0, 0
        while first < len(positions) and deaths < MOST_DEATHS:
            chosen = positions[first:]
            lines = [line_for(position) for position in chosen]
            with Sandbox(self.submission.files, self.command, self.submission.limits) as sandbox:
                talk = Conversation(sandbox)
                talk.run(lines, deadline)
            play.read(chosen[: len(talk.answers)], talk.answers, _named)
            first += len(talk.answers)
            deaths += not talk.answers[-1].ok
            if talk.answers[-1].kind == "late":
                break
        play.read(positions[first:], [UNASKED] * len(positions[first:]), _named)
        return play


@dataclass
class Conversation:
    """One run of a command: all positions in, all cells out."""

    sandbox: Sandbox
    answers: list[Answer] = field(default_factory=list)

    def run(self, lines: Sequence[str], deadline: float) -> None:
        """Ask until the process dies, hangs or has answered everything."""
        try:
            self.sandbox.send(*lines, last=True)
            while len(self.answers) < len(lines):
                left = deadline - time.monotonic()
                line = self.sandbox.read_line(max(0.0, min(left, ANSWERING)))
                text = answer_of(line, banner=not self.answers)
                if text is not None:
                    self.answers.append(Answer("value", text))
        except (Ended, Late) as error:
            self.answers.append(replace(gone(error), text=_last_words(self.sandbox, error)))


def line_for(position: Position) -> str:
    """A question: the board and the turn."""
    return f"{position.cells} {position.turn}"


def answer_of(line: str, banner: bool = True) -> str | None:
    """What a line answers; None if it is empty or, where a banner may come, not a cell."""
    text = plain(line.strip()[:LONGEST_ANSWER])
    return text if text and (not banner or _is_cell(text)) else None


def _is_cell(text: str) -> bool:
    return re.fullmatch(r"[+-]?\d{1,3}|[a-tA-T]\d{1,2}|\d{1,2}\s*,\s*\d{1,2}", text) is not None


def _last_words(sandbox: Sandbox, error: Exception) -> str:
    said = last_words(sandbox.printed)
    return f"{error}; the last line it printed: {said}" if said else str(error)


def _named(position: Position, value: object) -> Move | Fault:
    return named_move(position.rules, str(value))
