"""Down to the line: which small edit makes a wrong function right?

An edit counts only if the whole exam then passes, except for mistakes in other functions, which are
named apart: ours stand in their place meanwhile.
"""

import time
from collections.abc import Sequence

from noughts.check.diagnose.edits import Edit, Source, edits
from noughts.check.interfaces.cs50 import FUNCTIONS, Cs50Examiner
from noughts.check.judge.checks import Case
from noughts.check.judge.exact_values import best_moves
from noughts.check.judge.findings import Diagnosis
from noughts.check.sandbox.answers import Answer
from noughts.check.sandbox.program import Variant
from noughts.position import Position

__all__ = ["Repairer"]

# What is not a slip in one place
UNREPAIRED = {"not-implemented", "hangs", "no-pruning", "slow-win", "no-search"}
# What is asked to see whether a mistake is mended, if not all questions to the function
TOPICS = {
    "finished-board": "finished board",
    "overwrites-taken": "illegal moves",
    "illegal-accepted": "illegal moves",
}
SECONDS = 10.0  # for all edits of one program
WITHIN = 0.5  # seconds for one answer of an edited program
SOME = 24  # questions that it must answer before all the others are asked
BATCHES = (1, 7, SOME, 300)  # how many questions to ask at a time: most edits fail at the first


class Repairer:
    """Tries edits on one program."""

    def __init__(self, examiner: Cs50Examiner, source: Source) -> None:
        self.examiner = examiner
        self.evidence = examiner.evidence
        self.program = examiner.program
        self.source = source
        self.deadline = time.monotonic() + SECONDS
        self.known: dict[str, Edit | None] = {}

    def edit_for(self, found: Diagnosis) -> Edit | None:
        """The edit that mends a mistake."""
        if found.function is None or found.id in UNREPAIRED:
            return None
        topic = TOPICS.get(found.id, found.function)
        if topic not in self.known:
            self.known[topic] = self._repair(found.function, topic)
        return self.known[topic]

    def _repair(self, function: str, topic: str) -> Edit | None:
        """The first edit after which all questions about a topic are answered correctly."""
        wrong, right = self._questions(topic)
        if not wrong:
            return None
        some = [*_spread(wrong, SOME), *_spread(right, SOME)]
        names = self.source.below(function, [name for name in FUNCTIONS if name != function])
        ours = {name: form for name, form in self.evidence.ours.items() if name != function}
        for edit in edits(self.source, names):
            if time.monotonic() > self.deadline:
                return None
            if self._passes(Variant(edit.text, ours), function, [*some, *wrong, *right]):
                return edit
        return None

    def _questions(self, topic: str) -> tuple[list[Case], list[Case]]:
        """The questions of a topic that were answered wrongly, and those answered well."""
        if topic == "minimax":
            return self._play_questions()
        asked = self.evidence.own.get(topic, self.evidence.asked.get(topic, []))
        if topic == "finished board":
            asked = self.evidence.asked["minimax"]
        bad = [case for case, answer in asked if case.is_wrong(answer) or answer.changed]
        good = [case for case, answer in asked if case.is_right(answer) and not answer.changed]
        return bad, good

    def _play_questions(self) -> tuple[list[Case], list[Case]]:
        play = self.evidence.plays["minimax"]
        bad = {*play.real_faults(), *(position for position, _ in play.giving_away())}
        bad |= {*play.changed}
        cases = {p: self._case(p) for p in play.positions}
        return [cases[p] for p in cases if p in bad], [cases[p] for p in cases if p not in bad]

    def _case(self, position: Position) -> Case:
        def keeps_the_value(found: object) -> bool:
            return self.examiner.decode(position, found) in best_moves(position)

        return Case(position, self.examiner.arguments(position), keeps_the_value, "")

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
