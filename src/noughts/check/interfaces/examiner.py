"""What the checks of the interfaces have in common: loading, playing, counting nodes."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace

from noughts.check.judge.checks import Case, judge_cases, keeps_the_value
from noughts.check.judge.collect import MoveQuestion, ask_cases, collect_play
from noughts.check.judge.evidence import Asked, Evidence
from noughts.check.judge.exact_values import unfinished
from noughts.check.judge.findings import (
    OWN_WORD,
    Finding,
    failed,
    not_run,
    passed,
    right_ones,
)
from noughts.check.judge.node_counts import describe_search
from noughts.check.judge.play import Fault, Play
from noughts.check.sandbox.answers import Packed
from noughts.check.sandbox.program import Program
from noughts.position import Position
from noughts.rules import Move

__all__ = ["Examiner", "FileExaminer"]

O_BEGINS = 3  # every third position is enough to notice a guessed turn
COUNTING = 30.0  # seconds for the search from the empty board


class Examiner(ABC):
    """Asks one program questions, and notes what it sees."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence

    @abstractmethod
    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """What a function plays in these positions, those with most stones first."""

    def loads(self, well: str) -> Finding:
        """The program starts and offers what it must; `well` is the message if so."""
        loaded, missing = self.evidence.loaded, self.evidence.missing
        if not loaded.ok:
            return failed(f"the file cannot be loaded: {loaded.text}")
        if missing:
            return failed(f"missing functions: {', '.join(f'`{name}`' for name in missing)}")
        return passed(well)

    def played(
        self, function: str, positions: Sequence[Position], judge: Callable[[Play], Finding]
    ) -> Finding:
        """Judge what a function plays."""
        if why := self.evidence.why_not(function):
            return why
        if function not in self.evidence.plays:
            play = self.collect(function, positions)
            play.given = right_ones(self.evidence.ours)
            self.evidence.plays[function] = play
            self.evidence.changed += [(function, position) for position in play.changed]
        return self.evidence.with_ours(judge(self.evidence.plays[function]))

    def either_may_begin(self, function: str) -> Finding:
        """The turn is an argument, so the program must not guess it from the number of stones."""
        if why := self.evidence.why_not(function):
            return why
        if self.evidence.plays[function].real_faults():
            return not_run("it does not always make a legal move even when X begins")
        positions = self.evidence.judged(unfinished(self.evidence.rules, "o"))
        play = self.collect(function, positions[::O_BEGINS])
        self.evidence.plays["o begins"] = play
        found = keeps_the_value(play)
        if found.verdict == "passed":
            return passed("it plays just as well when O has made the first move")
        return found


class FileExaminer(Examiner):
    """Asks a Python file. `names` holds its own names for functions, where they differ."""

    def __init__(self, program: Program, evidence: Evidence, names: dict[str, str]) -> None:
        super().__init__(evidence)
        self.program = program
        self.names = names

    @abstractmethod
    def arguments(self, position: Position) -> list[Packed]:
        """The arguments of a function that chooses a move."""

    @abstractmethod
    def decode(self, position: Position, value: object) -> Move | Fault:
        """The move that a returned value means."""

    def collect(self, function: str, positions: Sequence[Position]) -> Play:
        """What a function plays in these positions, those with most stones first."""
        question = MoveQuestion(
            self.own_name(function), self.arguments, self.decode, self.evidence.notation
        )
        return collect_play(self.program, question, positions)

    def answers(self, function: str, cases: list[Case], what: str) -> Finding:
        """Whether a function answers all these questions correctly."""
        if why := self.evidence.why_not(function):
            return why
        asked = self.ask(function, cases)
        self.evidence.asked.setdefault(function, []).extend(asked)
        return self.evidence.with_ours(judge_cases(self.own_name(function), asked, what))

    def ask(self, function: str, cases: list[Case]) -> list[Asked]:
        """The questions with the answers of a function; also notes where it changes the board."""
        name = self.own_name(function)
        asked = list(zip(cases, ask_cases(self.program, name, cases), strict=True))
        self.evidence.changed += [(name, case.position) for case, each in asked if each.changed]
        return asked

    def search(self, function: str, counted_root: bool) -> Finding:
        """How many boards a function looks at from the empty board, and what that means."""
        if why := self.evidence.why_not(function):
            return why
        if self.evidence.plays[function].hangs() or self.evidence.plays[function].unasked():
            return not_run("the program does not finish in time")
        if self.evidence.plays[function].longest > COUNTING:  # nor would it in a new process
            return not_run(f"its search takes more than {COUNTING:g} seconds, too long to count")
        question = self.arguments(Position(self.evidence.rules))
        with replace(self.program) as fresh:  # a program may remember earlier questions
            (answer,) = fresh.ask(self.own_name(function), [question], lambda _: COUNTING, COUNTING)
        if not answer.ok:
            return not_run(f"the search from the empty board could not be counted: {answer.text}")
        nodes = answer.calls + (not counted_root)
        if nodes > 1:  # without calls of the counted functions there is nothing to count
            self.evidence.nodes[function] = nodes
        names = " and ".join(f"`{name}`" for name in self.program.counted)
        counted = names or "functions that call themselves"
        said = f"{describe_search(nodes, self.evidence.orders, counted)}; {OWN_WORD}"
        return self.evidence.with_ours(passed(said))

    def own_name(self, function: str) -> str:
        """What the program calls a function."""
        return self.names.get(function, function)
