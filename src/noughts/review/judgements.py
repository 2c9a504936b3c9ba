"""One move in hindsight (`Judgement`), and the whole game (`summary`)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from noughts.position import Result
from noughts.records import Record
from noughts.review.shares import PROVED, THRESHOLDS, Verdict, called
from noughts.rules import OTHER, Mark
from noughts.words import does

__all__ = ["BAD", "IN_WORDS", "VERDICTS", "Judgement", "Worth", "as_json", "counted", "counts"]
__all__ += ["summary", "verdict_on"]

VERDICTS: tuple[Verdict, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
BAD: tuple[Verdict, ...] = ("inaccuracy", "mistake", "blunder")
IN_WORDS: dict[Verdict, str] = {
    "inaccuracy": "an inaccuracy",
    "mistake": "a mistake",
    "blunder": "a blunder",
}
PLURALS: dict[Verdict, str] = {"inaccuracy": "inaccuracies"}
HOPE = 0.05  # of the point: with less, a position counts as lost
NOTICED = THRESHOLDS["inaccuracy"] / 2  # of the point: less than that is not worth a word

RANK: dict[Result, int] = {"loss": 0, "draw": 1, "win": 2}
REVERSED: dict[Result, Result] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True)
class Worth:
    """What a position or a move is worth to one side.

    `outcome` and `plies` are what is proved, `value` is the expected share of the point, which is
    1, 0.5 or 0 where the outcome is proved; None if unknown.
    """

    outcome: Result | None = None
    plies: int | None = None
    value: float | None = None

    def __post_init__(self) -> None:
        if self.outcome is not None:
            object.__setattr__(self, "value", PROVED[self.outcome])

    @property
    def words(self) -> str:
        """What the side does, if it is proved: `wins in 3 plies`."""
        assert self.outcome is not None
        return does(self.outcome, self.plies)

    def before_move(self) -> "Worth":
        """The same for the side that has just moved, one ply earlier."""
        if self.outcome is None:
            return Worth(value=None if self.value is None else 1 - self.value)
        return Worth(REVERSED[self.outcome], None if self.plies is None else self.plies + 1)

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        value = None if self.value is None else round(self.value, 3)
        return {"outcome": self.outcome, "plies": self.plies, "value": value}


@dataclass(frozen=True)
class Judgement:
    """One move: what there was before it, what was left after it, what was better, and why."""

    number: int
    mark: Mark
    move: str
    verdict: Verdict | None
    before: Worth
    after: Worth
    better: Sequence[str] = ()
    line: Sequence[str] = ()  # the better move and what would follow
    why: str | None = None
    score: float | None = None  # the engine's, for the side that moved; None where it is proved
    depth: int | None = None  # how far the score looks

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "number": self.number,
            "mark": self.mark,
            "move": self.move,
            "verdict": self.verdict,
            "score": self.score,
            "depth": self.depth,
            "before": self.before.as_json(),
            "after": self.after.as_json(),
            "better": list(self.better),
            "line": list(self.line),
            "why": self.why,
            "words": self.words,
        }

    @property
    def lost(self) -> float:
        """How much of the point the move gave away, as far as it is known."""
        if self.before.value is None or self.after.value is None:
            return 0.0
        return max(0.0, self.before.value - self.after.value)

    @property
    def words(self) -> str:
        """The move in a sentence; `why` is another one."""
        if self.verdict is None and self.after.outcome is not None:
            unknown = "whether another move holds is not known"
            return f"{self.move} {self.after.words}; {unknown}."
        if self.verdict is None:
            return f"The value of {self.move} is not known."
        if self.before.outcome is not None and self.after.outcome is not None:
            return self._proved
        if self.verdict == "best":
            return f"{self.move} is best."
        if self.verdict == "good" and self.after.outcome == "loss":
            return f"{self.move} {self.after.words}; the position was bad before."
        if self.verdict == "good":
            return f"{self.move} is good{self._a_little_better}."
        only = "only " if self.after.outcome == "draw" else ""
        proved = f" and {only}{self.after.words}" if self.after.outcome else ""
        return f"{self.move} is {IN_WORDS[self.verdict]}{proved}{self._better}."

    @property
    def _a_little_better(self) -> str:
        if not self.better or (self.before.outcome is None and self.lost < NOTICED):
            return ""
        if self.before.outcome is None:
            return f"; {self.better[0]} is a little better"
        return f"; {self.better[0]} {self.before.words}"

    @property
    def _better(self) -> str:
        if not self.better:
            return ""
        if self.before.outcome is None:
            return f": {self.better[0]} was better"
        return f": {self.better[0]} {self.before.words}"

    @property
    def _proved(self) -> str:
        """The sentence where both values are proved."""
        if self.verdict == "best" and self.after.outcome == "loss":
            longer = (self.after.plies or 2) > 2
            others = "; no other move holds out longer" if longer else ", like every other move"
            return f"{self.move} {self.after.words}{others}."
        if self.verdict == "best":
            return f"{self.move} is best: it {self.after.words}."
        if self.verdict == "good":
            slower = "more slowly" if self.after.outcome == "win" else "sooner"
            does, _, soon = self.after.words.partition(" ")
            return f"{self.move} {does} too, but {slower}, {soon}{self._better}."
        if (self.before.outcome, self.after.outcome) == ("win", "loss"):
            return f"{self.move} throws the win away{self._better}."
        only = "only draws" if self.after.outcome == "draw" else "loses"
        return f"{self.move} {only}{self._better}."


def verdict_on(before: Worth, after: Worth, is_best: bool) -> Verdict | None:
    """What a move is called that leads from one worth to another, for the side that moved.

    `is_best`: the search prefers it. Where both are proved, the proofs alone decide: a slower win
    and a quicker loss are `good`. Who passes by a proved win, or walks into a proved loss while
    there was hope, has erred even if the shares say that it was little.
    """
    if before.value is None or after.value is None:
        return None
    if before.outcome is None or after.outcome is None:
        if is_best:
            return "best"
        by_share = called(before.value - after.value)
        return max(by_share, _at_least(before, after), key=VERDICTS.index)
    if RANK[after.outcome] < RANK[before.outcome]:
        return called(before.value - after.value)
    if before.outcome != "draw" and None not in (before.plies, after.plies):
        return "best" if before.plies == after.plies else "good"
    return "best"


def _at_least(before: Worth, after: Worth) -> Verdict:
    """What a move is called at least, for what is proved about it."""
    assert before.value is not None
    if before.outcome == "win":
        return "inaccuracy"
    return "mistake" if after.outcome == "loss" and before.value >= HOPE else "good"


def summary(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """How often each side made which kind of move, and where the game turned."""
    turned, words = _turn(judgements)
    return {"turned": turned, "words": words, "counts": counts(judgements)}


def counts(judgements: Sequence[Judgement]) -> dict[Mark, dict[str, int]]:
    """How many moves of each kind each side made, by its mark."""
    found = Counter((each.mark, each.verdict) for each in judgements)
    return {mark: {name: found[mark, name] for name in VERDICTS} for mark in OTHER}


def counted(number: int, verdict: Verdict) -> str:
    """`1 best`, `3 good`, `2 mistakes`, `1 blunder`."""
    plural = number != 1 and verdict in BAD
    return f"{number} {PLURALS.get(verdict, f'{verdict}s') if plural else verdict}"


def _turn(judgements: Sequence[Judgement]) -> tuple[int | None, str]:
    """The number of the last mistake, after which nothing changed, and a sentence about it."""
    mistakes = [each for each in judgements if each.verdict in ("mistake", "blunder")]
    if mistakes:
        last = max(mistakes, key=lambda each: each.number)
        better = f"; {last.better[0]} was better" if last.better else ""
        return last.number, f"{_what_it_did(last)}{better}."
    if not judgements:
        return None, "No moves were played."
    if any(each.verdict is None for each in judgements):
        return None, "No mistake is known."
    slips = any(each.verdict == "inaccuracy" for each in judgements)
    return None, "Neither side made a mistake" + (", only inaccuracies." if slips else ".")


def _what_it_did(last: Judgement) -> str:
    mark = last.mark.upper()
    if last.before.outcome is None:
        assert last.verdict is not None
        what = IN_WORDS[last.verdict]
        return f"The game turned with move {last.number}, {mark} {last.move}, {what}"
    return f"{mark} gave away the {last.before.outcome} with move {last.number}, {last.move}"


def as_json(record: Record, judgements: Sequence[Judgement]) -> dict[str, Any]:
    """A whole review as plain data."""
    outcome = record.outcome
    return {
        "game": str(record.start.rules),
        "players": dict(record.players),
        "outcome": outcome and outcome.as_json(record.start.rules),
        "moves": [each.as_json() for each in sorted(judgements, key=lambda each: each.number)],
        **summary(judgements),
    }
