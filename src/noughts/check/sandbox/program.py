"""Asking a program in the sandbox thousands of questions, even if it crashes or hangs.

A process that hangs or dies costs only the current question; the next one gets a new process.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from secrets import token_hex

from noughts.check.sandbox.answers import (
    LONGEST_KEPT,
    Answer,
    KeptBoard,
    Packed,
    read_answer,
    read_kept,
    read_loaded,
)
from noughts.check.sandbox.reading import LONGEST_LINE
from noughts.check.sandbox.reference import source_of
from noughts.check.sandbox.sandbox import STANDARD, Ended, Late, ResourceLimits, Sandbox

__all__ = ["AS_IT_IS", "MOST_DEATHS", "UNASKED", "Program", "Submission", "Variant", "gone"]

MOST_DEATHS = 3  # of processes within one batch of questions; after that, give up on the batch
LOADING = 15.0  # seconds to run the file from top to bottom
ALL_ANSWERS = 600.0  # seconds of waiting for one program, in all
BATCH = 1_000  # questions per line
ALONE = 2.0  # seconds for one process, before several share the rest of the questions
CALL = '["call",'  # an argument that the program makes itself: nobody knows what it was before
BETWEEN = "\x00"  # no board has such a mark
MOST_ASKED = 30_000  # texts of questions to keep: of a whole exam
UNASKED = Answer("not asked", text="there was no time to ask")


@dataclass(frozen=True)
class Submission:
    """A file to grade, the files beside it, and the limits under which it runs."""

    files: Path
    main: str  # the name of the file to load, in `files`
    limits: ResourceLimits = STANDARD
    packages: bool = False
    workers: int = 1


@dataclass(frozen=True)
class Variant:
    """A program that differs from the file: another text, our functions in place of its own."""

    text: str | None = None
    ours: Mapping[str, str] = field(default_factory=dict)  # each with the form of the program's own


AS_IT_IS = Variant()


@dataclass
class Patience:
    """How long a program is still waited for; its variants and copies share it."""

    left: float = ALL_ANSWERS

    @contextmanager
    def spent(self) -> Iterator[None]:
        """The time that this takes is gone."""
        started = time.monotonic()
        try:
            yield
        finally:
            self.left -= time.monotonic() - started


@dataclass
class Program:
    """A Python file in the sandbox. `remember`: give functions a memory (`inside/memoise.py`)."""

    submission: Submission
    counted: Sequence[str] = ()
    remember: bool = True
    variant: Variant = AS_IT_IS
    seed: int = 0  # of chance in the program: each process of one program has another
    patience: Patience = field(default_factory=Patience)

    names: dict[str, list[int] | None] = field(default_factory=dict, init=False)
    recursive: list[str] = field(default_factory=list, init=False)
    stand_ins: list[str] = field(default_factory=list, init=False)  # for packages not there
    printed: bytes = field(default=b"", init=False)
    protected: dict[str, bool] = field(default_factory=dict, init=False)
    _sandbox: Sandbox | None = field(default=None, init=False)
    _halted: bool = field(default=False, init=False)
    _plain: "Program | None" = field(default=None, init=False)

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        if self._plain is not None:
            self._plain.stop()

    def plain(self) -> "Program":
        """The same program without a memory, in another process that ends with this one."""
        if self._plain is None:
            self._plain = replace(self, remember=False)
        return self._plain

    def forget(self) -> None:
        """Go on without a memory."""
        self.stop()
        self.remember = False

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._sandbox is not None:
            self.printed = self.printed or self._sandbox.printed
            self._sandbox.close()
            self._sandbox = None

    def halt(self) -> None:
        """Make an `ask` in another thread end soon."""
        self._halted = True
        if self._sandbox is not None:
            self._sandbox.halted = True

    def load(self) -> Answer:
        """Run the file in a new process; the answer says whether that worked."""
        self.stop()
        return self.become(self.variant)

    def become(self, variant: Variant, seconds: float = LOADING) -> Answer:
        """Run the file as this variant, in the same process if there is one."""
        if variant != self.variant and self._plain is not None:
            self._plain.stop()
            self._plain = None
        self.variant = variant
        submission = self.submission
        if self._sandbox is None:
            self._sandbox = Sandbox(
                submission.files, limits=submission.limits, packages=submission.packages
            ).__enter__()
            self._sandbox.halted = self._halted
            self.protected = self._sandbox.protected
        file = str(self._sandbox.home / submission.main)
        question = {"load": file, "remember": self.remember}
        ours = {name: source_of(name, form) for name, form in variant.ours.items()}
        question |= {"text": variant.text, "ours": ours, "mark": (mark := token_hex(8))}
        question |= {"counted": list(self.counted), "paths": self._sandbox.packages_path}
        question |= {"seed": self.seed}
        try:
            self._sandbox.send(_text(question))
            told = read_loaded(self._sandbox.read_line(seconds), mark)
        except (Ended, Late) as error:
            self.stop()
            return gone(error)
        if isinstance(told, Answer):
            return told
        self.names, self.recursive = told.names, told.recursive
        self.stand_ins = told.stand_ins
        return Answer("value")

    def look(self) -> list[KeptBoard]:
        """The empty boards that the program keeps."""
        if self._sandbox is None and not self.load().ok:
            return []
        assert self._sandbox is not None
        try:
            mark = token_hex(8)
            self._sandbox.send(_text({"look": True, "mark": mark}))
            return read_kept(self._sandbox.read_line(LOADING), mark)
        except (Ended, Late):
            self.stop()
            return []

    def ask(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float] = lambda _: 5.0,
        budget: float = 30.0,
    ) -> list[Answer]:
        """Ask everything, in order; `seconds(i)` limits question i, `budget` all of them."""
        with self.patience.spent():
            return self._ask_all(function, questions, seconds, min(budget, self.patience.left))

    def _ask_all(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float],
        budget: float,
    ) -> list[Answer]:
        answers: list[Answer] = []
        deadline, deaths = time.monotonic() + budget, 0
        if budget <= 0:
            return [UNASKED] * len(questions)
        while len(answers) < len(questions):
            if self._sandbox is None:
                loaded = self.load()
                if not loaded.ok:  # that is no answer to the question
                    answers.append(replace(loaded, kind="ended"))
                    break
            try:
                self._ask_batch(function, questions, seconds, answers, deadline)
            except (Ended, Late) as error:
                self.stop()
                if time.monotonic() >= deadline:
                    break
                answers.append(gone(error))
                deaths += 1
                if isinstance(error, Late) or deaths == MOST_DEATHS:
                    break
        return answers + [UNASKED] * (len(questions) - len(answers))

    def _ask_batch(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float],
        answers: list[Answer],
        deadline: float,
    ) -> None:
        first = len(answers)
        self._ask_at_once(
            function,
            questions[first : first + BATCH],
            lambda number: min(seconds(first + number), deadline - time.monotonic()),
            answers,
        )

    def _ask_at_once(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float],
        answers: list[Answer],
        within: float = 0.0,
    ) -> None:
        """Send the questions on one line, and read the answers as they come.

        Those that are only tried out (`within`) are not kept, and may be long.
        """
        assert self._sandbox is not None
        mark, texts = token_hex(8), _texts(questions)
        head = _text({"ask": function, "mark": mark, "within": within})
        self._sandbox.send(f'{head[:-1]},"all":[{",".join(texts)}]}}')
        before = time.monotonic()
        for number, text in enumerate(texts):
            line = self._sandbox.read_line(seconds(number), len(texts) - number - 1)
            now = time.monotonic()
            asked = "" if CALL in text else text
            longest = LONGEST_LINE if within else LONGEST_KEPT
            answers.append(read_answer(line, f"{mark}.{number}", asked, now - before, longest))
            before = now

    def try_out(
        self, function: str, questions: Sequence[list[Packed]], within: float
    ) -> list[Answer]:
        """Ask without much patience: each answer has `within` seconds; fewer come if it dies."""
        answers: list[Answer] = []
        if self._sandbox is not None:
            deadline = time.monotonic() + len(questions) * within + 1.0
            patience = 4 * within + 1.0  # it may take a while to give up
            try:
                self._ask_at_once(
                    function,
                    questions,
                    lambda _: min(patience, deadline - time.monotonic()),
                    answers,
                    within,
                )
            except (Ended, Late):
                self.stop()
        return answers

    def ask_in_parallel(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float],
        budget: float,
    ) -> list[Answer]:
        """The same; if one process takes long, several share the rest: each asks every n-th.

        They share no memory, so that for most programs one process is faster than two.
        """
        if self.submission.workers == 1:
            return self.ask(function, questions, seconds, budget)
        answers = self.ask(function, questions, seconds, min(ALONE, budget))
        kinds = [answer.kind for answer in answers]
        done = len(kinds) - kinds.count("not asked")
        if done == len(kinds) or "late" in kinds or kinds.count("ended") == MOST_DEATHS:
            return answers
        rest = self._share(function, questions[done:], lambda i: seconds(done + i), budget - ALONE)
        return answers[:done] + rest

    def _share(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float],
        budget: float,
    ) -> list[Answer]:
        workers = self.submission.workers
        programs = [replace(self, seed=self.seed + number) for number in range(1, workers + 1)]
        self.seed += workers

        def ask_every(start: int) -> list[Answer]:
            chosen = questions[start::workers]
            with programs[start] as program:
                return program.ask(function, chosen, lambda i: seconds(start + i * workers), budget)

        answers = [UNASKED] * len(questions)
        with ThreadPoolExecutor(workers) as pool:
            try:
                for start, found in enumerate(pool.map(ask_every, range(workers))):
                    answers[start::workers] = found
            except BaseException:  # Ctrl-C
                for program in programs:
                    program.halt()
                raise
        return answers


_text = partial(json.dumps, separators=(",", ":"))  # as the host writes it


# The texts of questions that are asked again and again, by their ids
_asked: dict[int, tuple[list[Packed], str]] = {}


def _texts(questions: Sequence[list[Packed]]) -> list[str]:
    """The text of each; all new ones in one go, since that takes half the time."""
    if len(_asked) + len(questions) > MOST_ASKED:
        _asked.clear()
    new = [question for question in questions if id(question) not in _asked]
    for question, text in zip(new, _written(new), strict=True):
        _asked[id(question)] = question, text
    return [_asked[id(question)][1] for question in questions]


def _written(questions: Sequence[list[Packed]]) -> list[str]:
    if not questions:
        return []
    return _text([each for question in questions for each in (question, BETWEEN)])[
        1 : -len(f",{_text(BETWEEN)}]")
    ].split(f",{_text(BETWEEN)},")


def gone(error: Ended | Late) -> Answer:
    """The answer of a process that has ended or hangs."""
    return Answer("late" if isinstance(error, Late) else "ended", text=str(error))
