"""Down to the line: which small edit makes a wrong function right?

An edit counts only if the whole exam then passes, except for mistakes in other functions, which are
named apart: ours stand in their place meanwhile. Where the same slip was made in several places, an
edit is kept that mends something and spoils nothing, and the next ones are tried on top of it.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from noughts.check.diagnose.edits import Edit, Source, edits
from noughts.check.interfaces.cs50 import FUNCTIONS, Cs50Examiner
from noughts.check.judge.checks import Asked, Case
from noughts.check.judge.exact_values import best_moves, value
from noughts.check.judge.findings import Diagnosis
from noughts.check.sandbox.program import Variant
from noughts.position import Position

__all__ = ["Repairer"]

# What is not a slip in one place
UNREPAIRED = {"not-implemented", "hangs", "no-pruning", "slow-win", "no-search"}
# What is best mended by leaving something out
SPECIAL_CASES = {"listed-positions", "centre-first", "first-move-special-cased", "luck"}
# What is asked to see whether a mistake is mended, if not all questions to the function
TOPICS = {
    "none-when-lost": "no move",
    "finished-board": "finished board",
    "overwrites-taken": "illegal moves",
    "illegal-accepted": "illegal moves",
}
SECONDS = 60.0  # for one program, on a machine that is busy
MOST_EDITS = 500  # of one function, tried
MOST_PLACES = 4  # where the same slip was made
MOST_DEATHS = 8  # of processes; a program that ends its process does so however it is edited
WITHIN = 0.5  # seconds for one answer of an edited program
PATIENTLY = 5.0  # once it seems to be mended
SOON = 5  # empty cells: from so few, even a slow search comes to its end soon
EVERY = 8  # of the positions with so few empty cells are played, once the rules are right
SOME = 16  # questions of either kind, wrong and right, that show what an edit does
BATCH = 300  # how many of all the other questions to ask at a time


@dataclass(frozen=True)
class Questions:
    """What was answered wrongly, and what was answered well."""

    function: str
    wrong: list[Case]
    right: list[Case]
    is_play: bool = False
    may_change: bool = False  # the board: that is another mistake of the function


@dataclass(frozen=True)
class Step:
    """One of the edits that mend a function together."""

    edit: Edit
    mended: int  # of some wrong answers, by this and the edits before it
    passes: bool = False  # the exam


class Repairer:
    """Tries edits on one program."""

    def __init__(self, examiner: Cs50Examiner, source: Source) -> None:
        self.examiner = examiner
        self.evidence = examiner.evidence
        self.program = examiner.program
        self.source = source.without_game()  # it would be played for each edit
        self.deadline = time.monotonic() + SECONDS
        self.known: dict[str, Edit | None] = {}
        self.first = ""  # what to try first
        self.deaths = 0

    def edit_for(self, found: Diagnosis) -> Edit | None:
        """The edit that mends a mistake."""
        if found.function is None or found.id in UNREPAIRED:
            return None
        topic = TOPICS.get(found.id, found.function)
        if topic not in self.known:
            questions = self._questions(topic, found.function)
            self.first = "special case" if found.id in SPECIAL_CASES else topic
            self.known[topic] = self._repair(questions, self.source) if questions.wrong else None
        return self.known[topic]

    def _repair(self, questions: Questions, source: Source) -> Edit | None:
        """The edit after which all questions are answered correctly, or the first of several."""
        steps: list[Step] = []
        while True:
            step = self._step(questions, source, steps[-1] if steps else None)
            if step is None:
                return None
            steps.append(step)
            if step.passes:
                return steps[0].edit
            edited = Source.read(step.edit.text)
            if edited is None or not _within_reach(steps, len(_spread(questions.wrong))):
                return None
            source = edited

    def _step(self, questions: Questions, source: Source, last: "Step | None") -> "Step | None":
        """The edit that mends most and spoils nothing. The last slip made elsewhere comes first."""
        names = source.below(questions.function, [n for n in FUNCTIONS if n != questions.function])
        tried: Iterable[Edit] = islice(edits(source, names, self.first), MOST_EDITS)
        if last:
            tried = sorted(tried, key=lambda edit: edit.kind != last.edit.kind)
        best, most = None, last.mended if last else 0
        for edit in tried:
            again = last and best and best.edit.kind == last.edit.kind != edit.kind
            if again or self._gives_up():
                break
            mended = self._mended(edit, questions)
            if mended == len(_spread(questions.wrong)) and self._passes(
                questions, is_guard=last is None and edit.kind == "guard"
            ):
                return Step(edit, mended, passes=True)
            if mended > most:
                best, most = Step(edit, mended), mended
        return best

    def _gives_up(self) -> bool:
        return self.deaths >= MOST_DEATHS or time.monotonic() > self.deadline

    def _mended(self, edit: Edit, questions: Questions) -> int:
        """How many of some wrong answers an edit mends; 0 if it spoils a right one."""
        ours = {n: form for n, form in self.evidence.ours.items() if n != questions.function}
        if not self.program.become(Variant(edit.text, ours), seconds=2.0).ok:
            return 0
        wrong, right = _spread(questions.wrong), _spread(questions.right)
        if not any(self._well(questions, wrong[:2])) or not all(self._well(questions, right)):
            return 0
        return sum(self._well(questions, wrong))

    def _passes(self, questions: Questions, is_guard: bool) -> bool:
        """Whether the edited program passes the exam; `is_guard`: nothing but a guard is new."""
        if not self._all_well(questions, [*questions.wrong, *questions.right]):
            return False
        if questions.is_play:
            return True
        play, plays = self._questions("minimax", "minimax"), questions.function == "minimax"
        if plays and not is_guard:
            return self._all_well(play, play.right)
        if play.wrong and not plays:
            return True
        # All that the search can ask the function for is right, and a board that passes the guard
        # is searched as before: some quick answers are enough.
        soon = [case for case in play.right if case.position.empty <= SOON]
        return self._all_well(play, soon[::EVERY])

    def _all_well(self, questions: Questions, cases: Sequence[Case]) -> bool:
        """Whether all are answered correctly; of all kinds some come first."""
        return all(self._well(questions, _spread(cases), PATIENTLY)) and all(
            all(self._well(questions, cases[start : start + BATCH], PATIENTLY))
            for start in range(0, len(cases), BATCH)
        )

    def _well(
        self, questions: Questions, cases: Sequence[Case], within: float = WITHIN
    ) -> list[bool]:
        """Which of these questions the program answers correctly."""
        asked = [case.arguments for case in cases]
        answers = self.program.try_out(questions.function, asked, within)
        self.deaths += len(answers) < len(cases)
        well = [
            case.is_right(answer) and (questions.may_change or not answer.changed)
            for case, answer in zip(cases, answers, strict=False)
        ]
        return well + [False] * (len(cases) - len(answers))

    def _questions(self, topic: str, function: str) -> Questions:
        """The questions of a topic that were answered wrongly, and those answered well."""
        if topic in ("minimax", "no move"):
            return self._play_questions(topic)
        if topic == "finished board":
            return _sorted(function, self.evidence.asked["minimax"])
        questions = _sorted(function, self.evidence.answered(topic))
        if topic != function:
            # It must go on to accept what is allowed, even if there is another mistake in that.
            legal = self.evidence.answered(function)
            questions.right.extend(case for case, answer in legal if case.is_right(answer))
            return replace(questions, may_change=any(answer.changed for _, answer in legal))
        return questions

    def _play_questions(self, topic: str) -> Questions:
        """Positions to play; those in which it finds no move are apart if they are a mistake."""
        play = self.evidence.plays.get("minimax")
        if play is None:
            return Questions("minimax", [], [])
        bad = {*play.real_faults(), *(position for position, _ in play.giving_away())}
        bad |= {*play.changed, *play.odd}
        lost = {position for position in play.real_faults() if value(position).result < 0}
        cases = {position: self._case(position) for position in play.positions}
        right = [cases[position] for position in cases if position not in bad]
        if topic == "no move":
            bad = lost
        elif "no move" in self.known:
            bad -= lost
        wrong = [cases[position] for position in cases if position in bad]
        return Questions("minimax", wrong, right, is_play=True)

    def _case(self, position: Position) -> Case:
        def keeps_the_value(found: object) -> bool:
            return self.examiner.decode(position, found) in best_moves(position)

        return Case(position, self.examiner.arguments(position), keeps_the_value, "")


def _sorted(function: str, asked: Sequence[Asked]) -> Questions:
    """The questions by how they were answered."""
    wrong = [case for case, answer in asked if case.is_wrong(answer) or answer.changed]
    right = [case for case, answer in asked if case.is_right(answer) and not answer.changed]
    return Questions(function, wrong, right)


def _within_reach(steps: Sequence[Step], wanted: int) -> bool:
    """Whether a few more edits can mend the rest; the first ones mend most."""
    last, more = steps[-1].mended, MOST_PLACES - len(steps)
    gained = last - steps[-2].mended if len(steps) > 1 else last
    return more > 0 and last + more * gained >= wanted


def _spread(cases: Sequence[Case]) -> Sequence[Case]:
    """Some of the cases, evenly spread."""
    return cases[:: max(1, -(-len(cases) // SOME))]
