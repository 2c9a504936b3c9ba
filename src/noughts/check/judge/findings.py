"""What a check finds: verdict, points, a sentence for the student, and a position as proof."""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from noughts import drawing
from noughts.check.judge.exact_values import LARGEST_TABLE, move_values
from noughts.position import Position
from noughts.rules import Move

__all__ = ["Check", "Diagnosis", "Finding", "Report", "Shown", "failed", "not_run", "passed"]

Verdict: TypeAlias = Literal["passed", "failed", "not run", "checker broke"]


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

    def labels(self) -> list[str]:
        """For each cell its mark or the value of the move there; `[..]` is the move played."""
        cells = [mark.upper() if mark != "." else " " for mark in self.position.cells]
        if self.position.rules.size <= LARGEST_TABLE:
            for move, found in move_values(self.position).items():
                cells[move] = str(found)
        if self.played is not None:
            cells[self.played] = f"[{cells[self.played].strip() or 'played'}]"
        return cells

    def drawn(self, ascii_only: bool = False) -> str:
        """The board with the values of the moves."""
        rules = self.position.rules
        if rules.size > 64:
            return drawing.compact(rules, self.position.cells)
        return drawing.boxed(rules, self.labels(), ascii_only=ascii_only)


@dataclass(frozen=True)
class Finding:
    """What a check says."""

    verdict: Verdict
    message: str
    shown: Shown | None = None


def passed(message: str) -> Finding:
    """The program does this right."""
    return Finding("passed", message)


def failed(message: str, shown: Shown | None = None) -> Finding:
    """Something is wrong, and this shows it."""
    return Finding("failed", message, shown)


def not_run(message: str) -> Finding:
    """The check makes no sense, because another one failed."""
    return Finding("not run", message)


@dataclass(frozen=True)
class Check:
    """One check. An optional check carries no points: it only informs."""

    name: str
    verdict: Verdict
    max_points: float
    message: str
    shown: Shown | None = None

    @property
    def required(self) -> bool:
        """Whether a program must pass it."""
        return self.max_points > 0

    @property
    def points(self) -> float:
        """The points it earns; if the checker itself broke, the student gets them all."""
        return self.max_points if self.verdict in ("passed", "checker broke") else 0

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "name": self.name,
            "verdict": self.verdict,
            "points": self.points,
            "max_points": self.max_points,
            "message": self.message,
            "position": self.shown.text if self.shown else None,
        }


@dataclass(frozen=True)
class Diagnosis:
    """What kind of mistake it is, in words, and a position that shows it."""

    id: str
    message: str
    shown: Shown | None = None
    function: str | None = None  # the one that makes the mistake
    line: int | None = None  # of the program, from 1
    before: str = ""  # what stands there,
    after: str = ""  # and what would make it right

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "id": self.id,
            "message": self.message,
            "position": self.shown.text if self.shown else None,
            "function": self.function,
            "line": self.line,
            "edit": {"before": self.before, "after": self.after} if self.after else None,
        }


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
    adapter: str = ""  # a file to start from, where there is no way to ask the program

    @property
    def passed(self) -> bool:
        """Whether every required check passed."""
        return all(check.verdict == "passed" for check in self.checks if check.required)

    @property
    def broke(self) -> bool:
        """Whether the checker itself failed somewhere."""
        return any(check.verdict == "checker broke" for check in self.checks)

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
        """0: every required check passed; 1: faults found; 3: the checker itself broke."""
        return 3 if self.broke else 0 if self.passed else 1

    def as_json(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            "program": self.program,
            "interface": self.interface,
            "passed": self.passed,
            "score": self.score,
            "max_score": self.max_score,
            "checks": [check.as_json() for check in self.checks],
            "diagnoses": [diagnosis.as_json() for diagnosis in self.diagnoses],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }
