"""Asking a program in the sandbox, thousands of times, whatever it does in return.

An `Answer` is what came back: a value, or why there is none. A process that hangs or dies costs
the question it died of; the next question gets a new process.
"""

import json
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias

from noughts.check.sandbox import STANDARD, Ended, Late, Limits, Sandbox

__all__ = ["Answer", "Other", "Packed", "Program", "Submission", "Unordered"]

Packed: TypeAlias = Any  # a value as `host.pack` writes it
Kind: TypeAlias = Literal["value", "raised", "ended", "late", "not asked"]

MOST_DEATHS = 3  # of processes within one batch of questions, then the rest is not asked
LOADING = 15.0  # seconds for running the file from top to bottom
BATCH = 300  # questions a line


@dataclass(frozen=True)
class Other:
    """A value of a class that is no plain data."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} (a {self.kind})"


@dataclass(frozen=True)
class Unordered:
    """A set, with its items in the order in which the program would walk through them."""

    items: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{{{', '.join(map(repr, self.items))}}}"


@dataclass(frozen=True)
class Answer:
    """What came back: a value, or why there is none."""

    kind: Kind
    value: Any = None
    text: str = ""  # why there is no value
    changed: bool = False  # whether what was handed in is not what it was
    calls: int = 0  # of the counted functions
    seconds: float = 0.0
    stateful: bool = False  # whether a list or dictionary of the module has changed

    @property
    def ok(self) -> bool:
        """Whether there is a value."""
        return self.kind == "value"


@dataclass(frozen=True)
class Submission:
    """A file of somebody's, with what lies beside it, and under which limits it runs."""

    files: Path
    main: str  # the name of the file to load, in `files`
    limits: Limits = STANDARD
    packages: bool = False
    workers: int = 1

    @classmethod
    def of(cls, path: Path, **settings: Any) -> "Submission":
        """The submission that a file is."""
        return cls(path, path.name, **settings)


@dataclass
class Program:
    """A Python file in the sandbox. `remember` allows the shortcuts of `shortcuts.py`."""

    submission: Submission
    counted: Sequence[str] = ()
    remember: bool = True

    names: dict[str, list[int] | None] = field(default_factory=dict, init=False)
    recursive: list[str] = field(default_factory=list, init=False)
    printed: bytes = field(default=b"", init=False)
    protected: dict[str, bool] = field(default_factory=dict, init=False)
    _sandbox: Sandbox | None = field(default=None, init=False)
    _halted: bool = field(default=False, init=False)

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._sandbox is not None:
            self.printed = self.printed or self._sandbox.printed
            self._sandbox.close()
            self._sandbox = None

    def halt(self) -> None:
        """Let an `ask` that is under way in another thread end soon."""
        self._halted = True
        if self._sandbox is not None:
            self._sandbox.halted = True

    def load(self) -> Answer:
        """Run the file; the answer tells whether that went well."""
        self.stop()
        submission = self.submission
        self._sandbox = Sandbox(
            submission.files, limits=submission.limits, packages=submission.packages
        ).__enter__()
        self._sandbox.halted = self._halted
        self.protected = self._sandbox.protected
        home = self._sandbox.scratch / "home"
        question = {"load": str(home / submission.main), "remember": self.remember}
        question |= {"counted": list(self.counted), "paths": self._sandbox.packages_path}
        try:
            self._sandbox.send(json.dumps(question))
            told = _read_json(self._sandbox.read_line(LOADING))
        except (Ended, Late) as error:
            self.stop()
            return _gone(error)
        if "error" in told:
            return _answer(told)
        self.names = _names(told.get("names"))
        self.recursive = [name for name in _list(told.get("recursive")) if type(name) is str]
        return Answer("value")

    def ask(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float] = lambda _: 5.0,
        budget: float = 30.0,
    ) -> list[Answer]:
        """Ask everything, in order; `seconds(i)` is for question i, `budget` for all together."""
        answers: list[Answer] = []
        deadline, deaths = time.monotonic() + budget, 0
        while len(answers) < len(questions):
            if self._sandbox is None:
                loaded = self.load()
                if not loaded.ok:
                    answers.append(loaded)
                    break
            try:
                self._ask_batch(function, questions, seconds, answers, deadline)
            except (Ended, Late) as error:
                self.stop()
                if time.monotonic() >= deadline:
                    break
                answers.append(_gone(error))
                deaths += 1
                if isinstance(error, Late) or deaths == MOST_DEATHS:
                    break
        left = len(questions) - len(answers)
        return answers + [Answer("not asked", text="there was no time to ask")] * left

    def _ask_batch(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float],
        answers: list[Answer],
        deadline: float,
    ) -> None:
        assert self._sandbox is not None
        first = len(answers)
        batch = questions[first : first + BATCH]
        self._sandbox.send(json.dumps({"ask": function, "all": batch}))
        for number in range(first, first + len(batch)):
            left = deadline - time.monotonic()
            answers.append(_answer(_read_json(self._sandbox.read_line(min(seconds(number), left)))))

    def ask_in_parallel(
        self,
        function: str,
        questions: Sequence[list[Packed]],
        seconds: Callable[[int], float],
        budget: float,
    ) -> list[Answer]:
        """The same by several processes at a time, each with every so-manieth question."""
        workers = self.submission.workers
        if workers == 1:
            return self.ask(function, questions, seconds, budget)

        programs = [replace(self) for _ in range(workers)]

        def ask_every(start: int) -> list[Answer]:
            chosen = questions[start::workers]
            with programs[start] as program:
                return program.ask(function, chosen, lambda i: seconds(start + i * workers), budget)

        answers = [Answer("not asked")] * len(questions)
        with ThreadPoolExecutor(workers) as pool:
            try:
                for start, found in enumerate(pool.map(ask_every, range(workers))):
                    answers[start::workers] = found
            except BaseException:  # Ctrl-C
                for program in programs:
                    program.halt()
                raise
        return answers


def _gone(error: Ended | Late) -> Answer:
    return Answer("late" if isinstance(error, Late) else "ended", text=str(error))


# What a stranger says


def _read_json(line: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise Ended("it wrote into the checker's pipe") from None
    if type(told) is not dict:
        raise Ended("it wrote into the checker's pipe")
    return told


def _answer(told: dict[str, Any]) -> Answer:
    calls, seconds = told.get("calls"), told.get("seconds")
    common: dict[str, Any] = {
        "calls": calls if type(calls) is int else 0,
        "seconds": seconds if type(seconds) is float else 0.0,
    }
    if "error" in told:
        return Answer("raised", text=_error_in_words(told), **common)
    return Answer(
        "value",
        _value(told.get("value")),
        changed=told.get("changed") is not False,
        stateful=told.get("state") is True,
        **common,
    )


def _error_in_words(told: dict[str, Any]) -> str:
    name, text, line = (str(told.get(key) or "") for key in ("error", "text", "line"))
    what = "it calls exit" if name == "SystemExit" else f"it raises {name}"
    said = f": {' '.join(text.split())}" if text and name != "SystemExit" else ""
    where = f" (line {line})" if line.isdigit() else ""
    return f"{what}{said}"[:240] + where


def _value(packed: Packed) -> Any:
    """The value as data; whatever is odd becomes an `Other`."""
    if type(packed) is not list:
        return packed
    if not packed or type(packed[0]) is not str:
        return Other("?", "?")
    kind, *items = packed
    if kind == "float":
        return _number(items)
    if kind == "other":
        return Other(*(str(item) for item in [*items, "?", "?"][:2]))
    if kind == "dict":
        return Other("dict", "{...}")
    values = [_value(item) for item in items]
    if kind in ("set", "frozenset"):
        return Unordered(tuple(values))
    return tuple(values) if kind == "tuple" else values


def _number(items: list[Any]) -> Any:
    try:
        return float(items[0])
    except (ValueError, TypeError, IndexError):
        return Other("float", "?")


def _names(told: Any) -> dict[str, list[int] | None]:
    found = {}
    for name, arguments in (told if type(told) is dict else {}).items():
        plain = type(arguments) is list and all(type(item) is int for item in arguments)
        found[name] = arguments if plain and len(arguments) == 2 else None
    return found


def _list(told: Any) -> list[Any]:
    return told if type(told) is list else []
