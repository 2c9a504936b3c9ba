"""What the checker has seen of a program, before it draws conclusions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from noughts.check.judge.cells import CELLS, OF_INTERFACE
from noughts.check.judge.checks import Asked
from noughts.check.judge.findings import (
    OWN_WORD,
    Finding,
    Shown,
    failed,
    not_run,
    passed,
    right_ones,
)
from noughts.check.judge.play import Play
from noughts.check.sandbox.answers import Answer
from noughts.notation import Notation
from noughts.position import Position
from noughts.rules import TIC_TAC_TOE, Mark, Rules

__all__ = ["Asked", "Evidence", "unchanged"]


@dataclass
class Evidence:
    """What the checker has seen of a program."""

    interface: str
    rules: Rules = TIC_TAC_TOE
    source: str = ""  # the text of the program
    loaded: Answer = field(default_factory=lambda: Answer("value"))
    missing: list[str] = field(default_factory=list)
    stand_ins: list[str] = field(default_factory=list)  # for packages that are not there
    only: Mark | None = None  # the one mark that it plays
    game_at_import: Answer | None = None  # what happened when it was loaded with its game
    unknown: str = ""  # why there is no way to ask it for a move
    adapter: str = ""  # the text of a file to start from
    remarks: list[str] = field(default_factory=list)  # what is no mistake, but worth knowing
    asked: dict[str, list[Asked]] = field(default_factory=dict)
    own: dict[str, list[Asked]] = field(default_factory=dict)
    beside: dict[str, list[str]] = field(default_factory=dict)  # ours, where `own` was asked
    guilty: list[str] = field(default_factory=list)  # the functions that are wrong by themselves
    ours: dict[str, str] = field(default_factory=dict)  # in place of its own while it plays
    plays: dict[str, Play] = field(default_factory=dict)
    changed: list[tuple[str, Position]] = field(default_factory=list)
    nodes: dict[str, int] = field(default_factory=dict)  # from the empty board, including the root
    orders: dict[str, tuple[int, ...]] = field(default_factory=dict)  # of the moves, by cells
    wrong_start: str = ""  # what is wrong with its first board
    cells: str = ""  # how the program names cells, if it is not fixed by the interface
    # What was asked, by its id, and what of it was answered wrongly
    _wrong: dict[int, tuple[list[Asked], list[Asked]]] = field(default_factory=dict, init=False)

    @property
    def notation(self) -> Notation:
        """How the program names cells."""
        return CELLS[self.cells or OF_INTERFACE.get(self.interface, "name")]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks that it plays."""
        return (self.only,) if self.only else ("x", "o")

    def judged(self, positions: Sequence[Position]) -> Sequence[Position]:
        """The positions in which it must know a move."""
        return [p for p in positions if p.turn in self.marks] if self.only else positions

    def with_ours(self, found: Finding, ours: Collection[str] | None = None) -> Finding:
        """What was found, and with which functions of ours in place of the program's own."""
        given = right_ones(self.ours if ours is None else ours)
        if not given or found.verdict not in ("passed", "failed"):
            return found
        return replace(found, message=f"{given}: {found.message}", given=given)

    def rests_on(self, function: str) -> list[str]:
        """The functions of ours without which a function that knows the rules errs otherwise."""
        by_itself, asked = self.own.get(function), self.asked.get(function, [])
        wrong = [case.is_wrong(answer) and answer.did for case, answer in asked]
        if by_itself and wrong != [case.is_wrong(each) and each.did for case, each in by_itself]:
            return self.beside[function]
        return []

    def why_not(self, function: str) -> Finding | None:
        """Why a check of that function makes no sense; None if it makes sense."""
        if not self.loaded.ok:
            return not_run("the file cannot be loaded")
        if function in self.missing:
            return not_run(f"there is no function `{function}`")
        return None

    def answered(self, function: str) -> list[Asked]:
        """All questions to a function with what it says by itself."""
        return self.own.get(function, self.asked.get(function, []))

    def wrong(self, function: str) -> list[Asked]:
        """The questions that a function has answered wrongly by itself, fewest stones first.

        What it says wrongly only because it calls another function that is wrong does not count:
        `own` holds its answers with ours in the place of those.
        """
        asked = self.answered(function)
        if id(asked) not in self._wrong:
            found = [(case, answer) for case, answer in asked if case.is_wrong(answer)]
            found.sort(key=lambda pair: -pair[0].position.empty)
            self._wrong[id(asked)] = asked, found
        return self._wrong[id(asked)][1]

    def follows(self, function: str) -> bool:
        """Whether it answers wrongly only because other functions do."""
        by_itself = self.own.get(function)
        if by_itself is None or not all(case.is_right(answer) for case, answer in by_itself):
            return False
        return any(case.is_wrong(answer) for case, answer in self.asked[function])

    def not_compared(self) -> list[str]:
        """The functions of which nobody knows whether they change what they are given.

        Some questions were not asked, or none was answered.
        """
        asked = {name: [answer.kind for _, answer in self.asked[name]] for name in self.asked}
        asked.pop("illegal moves", None)
        found = {n for n, kinds in asked.items() if "not asked" in kinds or "value" not in kinds}
        found |= {n for n, play in self.plays.items() if play.unasked() or not play.moves}
        return sorted(found)


def unchanged(evidence: Evidence) -> Finding:
    """No function may change the board that it is given."""
    changed = evidence.changed
    if not changed and (not_compared := evidence.not_compared()):
        names = " and ".join(f"`{name}`" for name in not_compared)
        return not_run(f"{names} did not answer enough to tell: see the other checks")
    if not changed:
        found = passed(f"it never changes the board that it is given; {OWN_WORD}")
        return evidence.with_ours(found)
    function, position = max(changed, key=lambda pair: pair[1].empty)
    names = ", ".join(dict.fromkeys(f"`{name}`" for name, _ in changed))
    many = f"Functions that do: {names}." if len({name for name, _ in changed}) > 1 else ""
    message = f"`{function}` changes the board that it is given: copy it first."
    found = failed(message, Shown(position, did="it changes the board"), many)
    return evidence.with_ours(found) if function in evidence.plays else found
