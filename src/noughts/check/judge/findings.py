"""What a check finds: verdict, points, a sentence for the student, and a position as proof."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, get_args

from noughts import drawing
from noughts.check.judge.cells import CELLS
from noughts.check.judge.exact_values import LARGEST_TABLE, move_values
from noughts.notation import ROWS, Notation, as_move, name
from noughts.position import Position
from noughts.rules import Move

__all__ = ["HINTS", "NOT_GRADED", "OWN_WORD", "Check", "Diagnosis", "Finding", "Hints", "Report"]
__all__ += ["Shown", "failed", "not_graded", "not_run", "passed", "right_ones"]

Verdict: TypeAlias = Literal["passed", "failed", "note", "not run", "not graded"]
NOT_GRADED: Verdict = "not graded"  # the checker itself failed: no points, and a teacher must look
OWN_WORD = "measured in the program's own process"  # which it could forge
Hints: TypeAlias = Literal["kind", "line", "edit"]  # how much a student is told
HINTS: tuple[Hints, ...] = get_args(Hints)


@dataclass(frozen=True)
class Shown:
    """A position that shows something, and what the program did there."""

    position: Position
    played: Move | None = None
    did: str = ""
    call: str = ""  # the question, to be pasted
    wanted: str = ""  # what the right answer would be

    @property
    def text(self) -> str:
        """The board on one line, as `noughts analyse` reads it."""
        return self.position.rows_text

    @property
    def told(self) -> str:
        """What should be and what is, in a sentence."""
        if not self.wanted:
            return self.did
        return f"It should {self.wanted}{f'; {self.did}' if self.did else ''}."

    def labels(self) -> list[str]:
        """For each cell its mark; beside the move played, in `[..]`, also what each is worth."""
        cells = [mark.upper() if mark != "." else " " for mark in self.position.cells]
        if self.played is None:
            return cells
        if self.position.rules.size <= LARGEST_TABLE:
            for move, found in move_values(self.position).items():
                cells[move] = str(found)
        cells[self.played] = f"[{cells[self.played].strip() or 'played'}]"
        return cells

    def drawn(self, notation: Notation = ROWS, ascii_only: bool = False) -> str:
        """The board, with the names of its rows and columns."""
        rules = self.position.rules
        if rules.size > 64:
            return drawing.compact(rules, self.position.cells, notation=notation)
        return drawing.boxed(rules, self.labels(), notation=notation, ascii_only=ascii_only)

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it, beside the position itself."""
        rules = self.position.rules
        return {
            "game": str(rules),
            "turn": self.position.turn,
            "played": None if self.played is None else name(rules, self.played),
            "did": self.did,
            "call": self.call,
            "wanted": self.wanted,
        }

    @classmethod
    def read(cls, told: dict[str, Any]) -> "Shown | None":
        """What a check or a diagnosis shows, from its JSON."""
        if told["position"] is None:
            return None
        more = told["example"]
        position = Position.parse(told["position"], more["game"], more["turn"])
        played = None if more["played"] is None else as_move(position.rules, more["played"])
        return cls(position, played, more["did"], more["call"], more["wanted"])


@dataclass(frozen=True)
class Finding:
    """What a check says."""

    verdict: Verdict
    message: str
    shown: Shown | None = None
    extent: str = ""  # the end of the message: how often that happens
    given: str = ""  # its beginning: which functions of ours took the place of the program's


def passed(message: str) -> Finding:
    """The program does this right."""
    return Finding("passed", message)


def failed(message: str, shown: Shown | None = None, extent: str = "") -> Finding:
    """Something is wrong, and this shows it; `extent` says how often it happens."""
    return Finding("failed", f"{message} {extent}".rstrip(), shown, extent)


def right_ones(names: Collection[str]) -> str:
    """With which functions of ours in place of its own a program was asked; empty if with none.

    >>> right_ones(["player", "result", "winner"])
    'with a right `player`, `result` and `winner`'
    """
    *more, last = [f"`{name}`" for name in names] or [""]
    both = " and ".join([", ".join(more), last] if more else [last])
    return f"with a right {both}" if both else ""


def not_run(message: str) -> Finding:
    """The check makes no sense, because another one failed."""
    return Finding("not run", message)


def not_graded(error: Exception) -> Finding:
    """The checker itself failed here: that says nothing about the program, good or bad."""
    try:
        said = f"{type(error).__name__}: {error}"[:300]
    except ValueError:  # a number of more digits than Python writes
        said = type(error).__name__
    return Finding(
        NOT_GRADED, f"the checker itself failed here, so a person must look at it ({said})"
    )


@dataclass(frozen=True)
class Check:
    """One check. An optional check carries no points: it only informs."""

    name: str
    verdict: Verdict
    max_points: float
    message: str
    shown: Shown | None = None
    extent: str = ""  # the end of the message: how often that happens
    given: str = ""  # its beginning: which functions of ours took the place of the program's

    @property
    def required(self) -> bool:
        """Whether a program must pass it."""
        return self.max_points > 0

    @property
    def points(self) -> float:
        """The points it earns: only what was seen to be right earns any."""
        return self.max_points if self.verdict == "passed" else 0

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "name": self.name,
            "verdict": self.verdict,
            "points": self.points,
            "max_points": self.max_points,
            "message": self.message,
            "extent": self.extent,
            "given": self.given,
            "position": self.shown.text if self.shown else None,
            "example": self.shown.as_json() if self.shown else None,
        }

    @classmethod
    def read(cls, told: dict[str, Any]) -> "Check":
        """The check that `as_json` has written."""
        keys = ("name", "verdict", "max_points", "message", "extent", "given")
        return cls(shown=Shown.read(told), **{key: told[key] for key in keys})

    def told(self, hints: Hints) -> "Check":
        """As much of it as the student is told."""
        if hints != "kind":
            return self
        shown = self.shown and replace(self.shown, did=without_lines(self.shown.did))
        return replace(self, message=without_lines(self.message), shown=shown)


@dataclass(frozen=True)
class Diagnosis:
    """What kind of mistake it is, in words, and a position that shows it."""

    id: str
    message: str
    shown: Shown | None = None
    function: str | None = None  # the one that makes the mistake
    line: int | None = None  # of the program, from 1
    before: str = ""  # what is wrong in it,
    after: str = ""  # and what would make it right
    quoted: str = ""  # the whole line
    also: tuple[int, ...] = ()  # other lines with the same slip
    # It says what goes wrong, but not why; only until the whole report is there
    is_symptom: bool = field(default=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "id": self.id,
            "message": self.message,
            "position": self.shown.text if self.shown else None,
            "example": self.shown.as_json() if self.shown else None,
            "function": self.function,
            "line": self.line,
            "quoted": self.quoted,
            "also": list(self.also),
            "edit": {"before": self.before, "after": self.after} if self.after else None,
        }

    @property
    def elsewhere(self) -> str:
        """Where else the same slip was made: `line 40`, `lines 40 and 52`."""
        *most, last = map(str, self.also or (0,))
        lines = f"lines {', '.join(most)} and {last}" if most else f"line {last}"
        return lines if self.also else ""

    @property
    def place(self) -> tuple[int, int] | None:
        """Where in the line it is, if that is only a part of it."""
        at = self.quoted.find(self.before) if self.before not in ("", self.quoted) else -1
        is_clear = at >= 0 and self.quoted.count(self.before) == 1
        return (at, at + len(self.before)) if is_clear else None

    @classmethod
    def read(cls, told: dict[str, Any]) -> "Diagnosis":
        """The diagnosis that `as_json` has written."""
        found = cls(told["id"], told["message"], Shown.read(told), told["function"], told["line"])
        lines = tuple(told["also"])
        return replace(found, quoted=told["quoted"], also=lines, **(told["edit"] or {}))

    def told(self, hints: Hints) -> "Diagnosis":
        """As much of it as the student is told; where the line is quoted, it is not named twice."""
        if not self.line and hints != "kind":
            return self
        shown = self.shown and replace(self.shown, did=without_lines(self.shown.did))
        found = replace(self, message=without_lines(self.message), shown=shown)
        if hints == "kind":
            return replace(found, line=None, before="", after="", quoted="", also=())
        return found if hints == "edit" else replace(found, after="")


@dataclass(frozen=True)
class Report:
    """Everything the checker has found out about one program."""

    program: str
    interface: str
    checks: tuple[Check, ...]
    diagnoses: tuple[Diagnosis, ...] = ()
    nodes: int | None = None
    seconds: float = 0.0
    printed: str = ""  # what it printed, shortened
    protected: dict[str, bool] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what was done to give it its chance
    notation: Notation = ROWS  # how the program names the cells
    adapter: str = ""  # a file to start from, where there is no way to ask the program

    @property
    def passed(self) -> bool:
        """Whether every required check passed."""
        return all(check.verdict == "passed" for check in self.checks if check.required)

    @property
    def broke(self) -> bool:
        """Whether the checker itself failed somewhere."""
        return any(check.verdict == NOT_GRADED for check in self.checks)

    @property
    def ungraded(self) -> str:
        """Which checks a person must look at, because the checker failed there; empty if none."""
        names = [check.name for check in self.checks if check.verdict == NOT_GRADED]
        return f"{NOT_GRADED}: {', '.join(names)}" if names else ""

    @property
    def score(self) -> float:
        """The sum of the points."""
        return sum(check.points for check in self.checks)

    @property
    def max_score(self) -> float:
        """The score of a program without faults."""
        return sum(check.max_points for check in self.checks)

    @property
    def exit_code(self) -> int:
        """0: every required check passed; 1: faults found; 3: something was not graded."""
        return 3 if self.broke else 0 if self.passed else 1

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "program": self.program,
            "interface": self.interface,
            "passed": self.passed,
            "graded": not self.broke,
            "score": self.score,
            "max_score": self.max_score,
            "checks": [check.as_json() for check in self.checks],
            "diagnoses": [diagnosis.as_json() for diagnosis in self.diagnoses],
            "notes": list(self.notes),
            "cells": next(word for word, known in CELLS.items() if known == self.notation),
            "adapter": self.adapter,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }

    @classmethod
    def read(cls, told: dict[str, Any]) -> "Report":
        """The report that `as_json` has written, but for what the program printed."""
        return cls(
            told["program"],
            told["interface"],
            tuple(map(Check.read, told["checks"])),
            tuple(map(Diagnosis.read, told["diagnoses"])),
            nodes=told["nodes"],
            seconds=told["seconds"],
            notes=tuple(told["notes"]),
            notation=CELLS[told["cells"]],
            adapter=told["adapter"],
        )

    def told(self, hints: Hints) -> "Report":
        """As much of it as the student is told."""
        checks = tuple(check.told(hints) for check in self.checks)
        return replace(self, checks=checks, diagnoses=tuple(d.told(hints) for d in self.diagnoses))


def without_lines(text: str) -> str:
    """The text without the numbers of lines.

    >>> without_lines("it raises KeyError: 3 (line 7)")
    'it raises KeyError: 3'
    """
    return re.sub(r" \(line \d+\)", "", text)
