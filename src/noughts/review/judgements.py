"""One move in hindsight (`Judgement`), and the whole game (`summary`)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from noughts.analysis import known_within
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
HOPE = 0.1  # of the point: with less, a position counts as nearly lost
LOST = 0.15  # of the point: what is a blunder although nothing is proved leaves less than this
LATER = 4  # plies: a win that takes so many more, and half as long again, was put off
NEARLY_LOST = "The game was nearly lost before."
NOTICED = THRESHOLDS["inaccuracy"] / 2  # of the point: less than that is not worth a word

RANK: dict[Result, int] = {"loss": 0, "draw": 1, "win": 2}
REVERSED: dict[Result, Result] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True)
class Worth:
    """What a position or a move is worth to one side.

    `outcome` and `plies` are what is proved, `value` is the expected share of the point, which is
    1, 0.5 or 0 where the outcome is proved; None if unknown. Where the length of a win is not
    proved, it may still be known to come `within` so many plies.
    """

    outcome: Result | None = None
    plies: int | None = None
    value: float | None = None
    within: int | None = None

    def __post_init__(self) -> None:
        if self.outcome is not None:
            object.__setattr__(self, "value", PROVED[self.outcome])

    @property
    def words(self) -> str:
        """What the side does, if it is proved: `wins in 3 plies`."""
        assert self.outcome is not None
        return does(self.outcome, self.plies, self.within)

    @property
    def soon(self) -> int | None:
        """In how many plies the win comes, as far as is known; None if nothing is."""
        return self.within if self.plies is None else self.plies

    def before_move(self) -> "Worth":
        """The same for the side that has just moved, one ply earlier."""
        if self.outcome is None:
            return Worth(value=None if self.value is None else 1 - self.value)
        plies = None if self.plies is None else self.plies + 1
        within = None if self.within is None else self.within + 1
        return Worth(REVERSED[self.outcome], plies, within=within)

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        value = None if self.value is None else round(self.value, 3)
        proved = {"outcome": self.outcome, "plies": self.plies}
        return {**proved, **known_within(self.within), "value": value}


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
    ends: bool = False  # the line ends the game
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
            "ends": self.ends,
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
        if self._was_nearly_lost:
            return f"{self.move} {self.after.words}{self._better}. {NEARLY_LOST}"
        if self.verdict == "good":
            return f"{self.move} is good{self._a_little_better}."
        only = "only " if self.after.outcome == "draw" else ""
        proved = f" and {only}{self.after.words}" if self.after.outcome else ""
        return f"{self.move} is {IN_WORDS[self.verdict]}{proved}{self._better}."

    @property
    def _was_nearly_lost(self) -> bool:
        value = self.before.value
        return self.after.outcome == "loss" and value is not None and value < HOPE

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
    def _how_soon(self) -> str:
        """That it wins or loses as the best move does, but not when it should."""
        does, _, soon = self.after.words.partition(" ")
        wins = self.after.outcome == "win"
        slower = "more slowly" if wins else "sooner"
        told = f"{does} too, but {slower}{soon and ', '}{soon}"
        if wins or not self.better or self.before.soon is None:
            return f"{told}{self._better}"
        most = "" if self.before.plies else "at most "
        return f"{told}: {self.better[0]} holds out for {most}{self.before.soon} plies"

    @property
    def _proved(self) -> str:
        """The sentence where both values are proved."""
        if self.verdict == "best" and self.after.outcome == "loss":
            longer = (self.after.plies or 2) > 2
            others = "; no other move holds out longer" if longer else ", like every other move"
            return f"{self.move} {self.after.words}{others}."
        if self.verdict == "best":
            return f"{self.move} is best: it {self.after.words}."
        if self.after.outcome == self.before.outcome:
            return f"{self.move} {self._how_soon}."
        if (self.before.outcome, self.after.outcome) == ("win", "loss"):
            return f"{self.move} throws the win away{self._better}."
        only = "only draws" if self.after.outcome == "draw" else "loses"
        return f"{self.move} {only}{self._better}."


def verdict_on(before: Worth, after: Worth, is_best: bool) -> Verdict | None:
    """What a move is called that leads from one worth to another, for the side that moved.

    `is_best`: the search prefers it. Where both are proved, the proofs alone decide. Who passes by
    a proved win has erred even if the shares say that it was little, and who walks into a proved
    loss has blundered unless the game was nearly lost. What only the shares say is a blunder if it
    leaves next to nothing.
    """
    if before.value is None or after.value is None:
        return None
    if before.outcome is not None and after.outcome is not None:
        return _by_proofs(before, after, is_best)
    if is_best:
        return "best"
    by_share = called(before.value - after.value)
    if after.outcome == "loss":
        return "blunder" if before.value >= HOPE else "inaccuracy"
    if by_share == "blunder" and after.value >= LOST and before.outcome is None:
        return "mistake"
    return "inaccuracy" if by_share == "good" and before.outcome == "win" else by_share


def _by_proofs(before: Worth, after: Worth, is_best: bool) -> Verdict:
    """What a move is called where the value of it and of the best one are proved."""
    assert before.outcome is not None
    assert after.outcome is not None
    if RANK[after.outcome] < RANK[before.outcome]:
        return "blunder"
    here, there = before.soon, after.soon
    if before.outcome == "draw" or here is None:
        return "best"
    if there is None:
        return "good"
    if after.outcome == "loss":  # the opponent's win begins a ply later, and is to be put off
        here, there = there - 1, here - 1
    if there <= here:  # a bound says nothing about other moves that lose
        return "best" if is_best or after.outcome == "win" or after.plies is not None else "good"
    at_once, later = here == 1, there - here >= LATER and 2 * there > 3 * here
    return "inaccuracy" if at_once or later else "good"


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
    return None, f"Neither side made a mistake{_slips(judgements)}."


def _slips(judgements: Sequence[Judgement]) -> str:
    """What there is instead of mistakes: `; X made 2 inaccuracies`."""
    found = counts(judgements)
    some = [
        f"{mark.upper()} made {counted(found[mark]['inaccuracy'], 'inaccuracy')}"
        for mark in OTHER
        if found[mark]["inaccuracy"]
    ]
    return "; " + " and ".join(some) if some else ""


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
