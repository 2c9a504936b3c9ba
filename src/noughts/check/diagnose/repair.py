"""Down to the line: which small edit makes a wrong function right?

An edit counts only if the whole exam then passes, except for mistakes in other functions, which are
named apart: ours stand in their place meanwhile. Where the same slip was made in several places, an
edit is kept that mends something and spoils nothing, and the next ones are tried on top of it.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from noughts.check.diagnose.edits import Edit, Source, edits
from noughts.check.interfaces.cs50 import FUNCTIONS, Cs50Examiner
from noughts.check.interfaces.cs50_cases import RULES
from noughts.check.judge.checks import Case
from noughts.check.judge.collect import question_seconds
from noughts.check.judge.exact_values import best_moves, value
from noughts.check.judge.findings import Diagnosis
from noughts.check.sandbox.program import Variant
from noughts.position import Position

__all__ = ["Repairer"]

# What is not a slip in one place
UNREPAIRED = {"not-implemented", "hangs", "no-pruning", "slow-win"}
# What is best mended by leaving something out
SPECIAL_CASES = {"listed-positions", "centre-first", "first-move-special-cased", "luck"}
# What is asked to see whether a mistake is mended, if not all questions to the function
TOPICS = {
    "none-when-lost": "no move",
    "finished-board": "finished board",
    "overwrites-taken": "illegal moves",
    "illegal-accepted": "illegal moves",
}
# The exam: all topics, and the function that each of them asks
EXAM = {
    **{name: name for name in RULES},
    "illegal moves": "result",
    "finished board": "minimax",
    "minimax": "minimax",
}
SECONDS = 60.0  # for one program, on a machine that is busy
MOST_EDITS = 800  # of one function, tried
MOST_PLACES = 4  # where the same slip was made
MOST_DEATHS = 8  # of processes; a program that ends its process does so however it is edited
WITHIN = 0.5  # seconds for one answer of an edited program
PATIENTLY = 5.0  # once it seems to be mended
SOME = 16  # questions of either kind, wrong and right, that show what an edit does
BATCH = 1_000  # how many of all the other questions to ask at a time


@dataclass(frozen=True)
class Questions:
    """What was answered wrongly, and what was answered well."""

    function: str
    topics: tuple[str, ...]
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
        self.searches = bool(self.program.recursive)  # or at least tries to
        self.deadline = time.monotonic() + SECONDS
        self.known: dict[str, Edit | None] = {}
        self.first = ""  # what to try first
        self.deaths = 0

    def edit_for(self, found: Diagnosis) -> Edit | None:
        """The edit that mends a mistake."""
        if found.function is None or found.id in UNREPAIRED:
            return None
        if found.id == "no-search" and not self.searches:
            return None
        topic = TOPICS.get(found.id, found.function)
        if topic not in self.known:
            questions = self._questions(topic, found.function)
            self.first = "special case" if found.id in SPECIAL_CASES else topic
            self.known[topic] = self._edit(questions) if questions.wrong else None
        return self.known[topic]

    def _edit(self, questions: Questions) -> Edit | None:
        """What mends another mistake of the function may mend this one, too."""
        for topic, edit in self.known.items():
            if edit and EXAM.get(topic) == questions.function and self._mends_all(edit, questions):
                return edit
        return self._repair(questions, self.source)

    def _mends_all(self, edit: Edit, questions: Questions) -> bool:
        cases = [*questions.wrong, *questions.right]
        return self._mended(edit, questions) == len(_spread(questions.wrong)) and self._all_well(
            questions, cases
        )

    def _repair(self, questions: Questions, source: Source) -> Edit | None:
        """The edit after which all questions are answered correctly, or the first of several."""
        steps: list[Step] = []
        while True:
            step = self._step(questions, source, steps[-1] if steps else None)
            if step is None:
                return None
            steps.append(step)
            if step.passes:
                return _together(self.source, [step.edit for step in steps])
            edited = Source.read(step.edit.text)
            if edited is None or not _within_reach(steps, len(_spread(questions.wrong))):
                return None
            source = edited

    def _step(self, questions: Questions, source: Source, last: "Step | None") -> "Step | None":
        """The edit that mends most and spoils nothing. The last slip made elsewhere comes first."""
        names = _edited(source, questions.function)
        tried: Iterable[Edit] = islice(edits(source, names, self.first), MOST_EDITS)
        if last:
            tried = sorted(tried, key=lambda edit: edit.kind != last.edit.kind)
        best, most = None, last.mended if last else 0
        for edit in tried:
            again = last and best and best.edit.kind == last.edit.kind != edit.kind
            if again or self._gives_up():
                break
            mended = self._mended(edit, questions)
            if mended == len(_spread(questions.wrong)) and self._passes(questions, edit):
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

    def _passes(self, questions: Questions, edit: Edit) -> bool:
        """Whether the edited program passes the exam, but for what it is not about."""
        return self._all_well(questions, [*questions.wrong, *questions.right]) and all(
            self._all_well(other, other.right) for other in self._others(questions, edit)
        )

    def _others(self, questions: Questions, edit: Edit) -> Iterator[Questions]:
        """What else an edit may spoil: all that asks an edited function; the play comes last.

        Nothing asks it if it makes another mistake, named apart: ours stands in its place.
        """
        if "illegal moves" in questions.topics and "result" in self.evidence.guilty:
            return
        edited = self.source.differing(edit.text)
        passed = (*questions.topics, *self._right_by_chance(questions))
        for topic, function in EXAM.items():
            reached = self.source.below(function)
            if topic not in passed and not edited.isdisjoint(reached):
                yield self._answered(topic, function)

    def _right_by_chance(self, questions: Questions) -> Iterator[str]:
        """A `minimax` that plays on finished boards may return None for some of them.

        Beyond the end of the game there are two lines, and `winner` may name either.
        """
        if questions.function != "minimax" and self.evidence.wrong("minimax"):
            yield "finished board"

    def _all_well(self, questions: Questions, cases: Sequence[Case]) -> bool:
        """Whether all are answered correctly; of all kinds some come first."""
        batches = [cases[start : start + BATCH] for start in range(0, len(cases), BATCH)]
        for batch in (_spread(cases), *batches):
            if time.monotonic() > self.deadline or not all(
                self._well(questions, batch, _patience(questions, batch))
            ):
                return False
        return True

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
        """The questions of a topic; `result` must go on to accept what is allowed."""
        questions = self._answered(topic, function)
        if topic != "illegal moves":
            return questions
        legal = self.evidence.answered(function)  # even if there is another mistake in that
        right = [*questions.right, *(case for case, answer in legal if case.is_right(answer))]
        changes = any(answer.changed for _, answer in legal)
        return replace(questions, topics=(topic, function), right=right, may_change=changes)

    def _answered(self, topic: str, function: str) -> Questions:
        """The questions of a topic that were answered wrongly, and those answered well."""
        if topic in ("minimax", "no move"):
            return self._play_questions(topic)
        asked = self.evidence.answered("minimax" if topic == "finished board" else topic)
        wrong = [case for case, answer in asked if case.is_wrong(answer) or answer.changed]
        right = [case for case, answer in asked if case.is_right(answer) and not answer.changed]
        return Questions(function, (topic,), wrong, right)

    def _play_questions(self, topic: str) -> Questions:
        """Positions to play; those in which it finds no move are apart if they are a mistake."""
        play = self.evidence.plays.get("minimax")
        if play is None:
            return Questions("minimax", ("minimax",), [], [])
        bad = {*play.real_faults(), *(position for position, _ in play.giving_away())}
        bad |= {*play.changed, *play.odd}
        lost = {position for position in play.real_faults() if value(position).result < 0}
        cases = {position: self._case(position) for position in play.positions}
        right = [cases[p] for p in cases if p in play.moves and p not in bad]
        if topic == "no move":
            bad = lost
        elif "no move" in self.known:
            bad -= lost
        wrong = [cases[position] for position in cases if position in bad]
        return Questions("minimax", ("minimax",), wrong, right, is_play=True)

    def _case(self, position: Position) -> Case:
        def keeps_the_value(found: object) -> bool:
            return self.examiner.decode(position, found) in best_moves(position)

        return Case(position, self.examiner.arguments(position), keeps_the_value, "")


def _together(source: Source, made: Sequence[Edit]) -> Edit:
    """Edits that mend a function only together, told as one: a whole line, or the first of them."""
    first, text = made[0], made[-1].text
    pairs = [*zip(source.text.splitlines(), text.splitlines(), strict=False)]
    before, after = pairs[first.line - 1]
    also = {edit.line for edit in made} - {first.line}
    if also or len(made) == 1:
        return replace(first, text=text, also=tuple(sorted(also)))
    return replace(first, before=before.strip(), after=after.strip(), text=text)


def _edited(source: Source, function: str) -> list[str]:
    """What is edited to mend a function: that one, and its helpers."""
    return source.below(function, [name for name in FUNCTIONS if name != function])


def _patience(questions: Questions, cases: Sequence[Case]) -> float:
    """How long to wait for an answer once an edit seems to mend the program."""
    if not questions.is_play:
        return PATIENTLY
    return max((question_seconds(case.position) for case in cases), default=PATIENTLY)


def _within_reach(steps: Sequence[Step], wanted: int) -> bool:
    """Whether a few more edits can mend the rest; the first ones mend most."""
    last, more = steps[-1].mended, MOST_PLACES - len(steps)
    gained = last - steps[-2].mended if len(steps) > 1 else last
    return more > 0 and last + more * gained >= wanted


def _spread(cases: Sequence[Case]) -> Sequence[Case]:
    """Some of the cases, evenly spread."""
    return cases[:: max(1, -(-len(cases) // SOME))]
