"""What the checker has seen of a program, before it draws conclusions."""

from dataclasses import dataclass, field

from noughts.check.judge.checks import Case
from noughts.check.judge.findings import Finding, not_run
from noughts.check.judge.play import Play
from noughts.check.sandbox.answers import Answer
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Rules

__all__ = ["Evidence"]


@dataclass
class Evidence:
    """What the checker has seen of a program."""

    interface: str
    rules: Rules = TIC_TAC_TOE
    source: str = ""  # the text of the program
    loaded: Answer = field(default_factory=lambda: Answer("value"))
    missing: list[str] = field(default_factory=list)
    asked: dict[str, list[tuple[Case, Answer]]] = field(default_factory=dict)
    plays: dict[str, Play] = field(default_factory=dict)
    changed: list[tuple[str, Position]] = field(default_factory=list)
    nodes: dict[str, int] = field(default_factory=dict)  # from the empty board, including the root
    orders: dict[str, tuple[int, ...]] = field(default_factory=dict)  # of the moves, by cells

    def why_not(self, function: str) -> Finding | None:
        """Why a check of that function makes no sense; None if it makes sense."""
        if not self.loaded.ok:
            return not_run("the file cannot be loaded")
        if function in self.missing:
            return not_run(f"there is no function `{function}`")
        return None

    def wrong(self, function: str) -> list[tuple[Case, Answer]]:
        """The questions that a function has answered wrongly, fewest stones first."""
        found = [
            (case, answer) for case, answer in self.asked.get(function, []) if case.is_wrong(answer)
        ]
        return sorted(found, key=lambda pair: -pair[0].position.empty)
