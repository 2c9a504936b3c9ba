"""Down to the line: which small edit makes a wrong function right?

An edit counts only if the whole exam then passes, except for mistakes in other functions, which are
named apart: ours stand in their place meanwhile.
"""

import time
from collections.abc import Sequence

from noughts.check.diagnose.edits import Edit, Source, edits
from noughts.check.interfaces.cs50 import FUNCTIONS, Cs50Examiner
from noughts.check.interfaces.cs50_cases import RULES
from noughts.check.judge.checks import Case
from noughts.check.judge.evidence import Asked
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import Program, Variant

__all__ = ["Repairer"]

SECONDS = 10.0  # for all edits of one program
WITHIN = 0.5  # seconds for one answer of an edited program
SOME = 24  # questions that it must answer before all the others are asked
BATCHES = (1, 7, SOME, 300)  # how many questions to ask at a time: most edits fail at the first


class Repairer:
    """Tries edits on one program."""

    def __init__(self, program: Program, source: Source, guilty: dict[str, str]) -> None:
        self.program = program
        self.source = source
        self.ours = guilty  # the functions that are wrong, and the form of ours for each
        self.deadline = time.monotonic() + SECONDS

    def repair(self, function: str, asked: Sequence[Asked], also: Sequence[Sequence[Case]]) -> Edit | None:
        """The edit that mends a function: all its answers are right, and those of `also`."""
        wrong = [case for case, answer in asked if case.is_wrong(answer)]
        right = [case for case, answer in asked if case.is_right(answer)]
        cases = [*_spread(wrong, SOME), *_spread(right, SOME)]
        cases += [case for case, _ in asked]
        names = self.source.below(function, [name for name in FUNCTIONS if name != function])
        ours = {name: form for name, form in self.ours.items() if name != function}
        for edit in edits(self.source, names):
            if time.monotonic() > self.deadline:
                return None
            if self._passes(Variant(edit.text, ours), function, cases) and all(
                self._answers(name, more) for name, more in also
            ):
                return edit
        return None

    def _passes(self, variant: Variant, function: str, cases: Sequence[Case]) -> bool:
        return self.program.become(variant, seconds=2.0).ok and self._answers(function, cases)

    def _answers(self, function: str, cases: Sequence[Case]) -> bool:
        """Whether the program answers all questions correctly; stops at the first wrong answer."""
        done = 0
        for size in (*BATCHES, *[BATCHES[-1]] * (len(cases) // BATCHES[-1])):
            chosen = cases[done : done + size]
            done += len(chosen)
            answers = self.program.try_out(function, [case.arguments for case in chosen], WITHIN)
            if len(answers) < len(chosen) or not all(map(_is_well, chosen, answers)):
                return False
        return True


def _is_well(case: Case, answer: Answer) -> bool:
    return case.is_right(answer) and not answer.changed


def _spread(cases: Sequence[Case], most: int) -> Sequence[Case]:
    """Some of the cases, evenly spread."""
    return cases[:: max(1, -(-len(cases) // most))]
