"""What each move of a game was worth, in hindsight."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import accumulate
from typing import Any, Literal, TypeAlias

from noughts.analysis import Analysis, Limit, Result
from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.records import Record
from noughts.rules import Mark, Move
from noughts.words import does

__all__ = ["Judgement", "Worth", "at_the_end", "backwards", "judge", "summary"]

Verdict: TypeAlias = Literal["best", "as-good", "mistake"]

LEAST_SECONDS = 0.05  # for a position, even when the time for the game is used up
RANK: dict[Result, int] = {"loss": 0, "draw": 1, "win": 2}
REVERSED: dict[Result, Result] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True)
class Worth:
    """How a game ends from here, for one side, and after how many plies; None if unknown."""

    outcome: Result | None = None
    plies: int | None = None

    @property
    def words(self) -> str:
        """What the side does, if it is known: `wins in 3 plies`."""
        assert self.outcome is not None
        return does(self.outcome, self.plies)

    def before_move(self) -> "Worth":
        """The same for the side that has just moved, one ply earlier, if it is known."""
        assert self.outcome is not None
        return Worth(REVERSED[self.outcome], None if self.plies is None else self.plies + 1)


@dataclass(frozen=True)
class Judgement:
    """One move: what there was before it, what was left after it, and what was better."""

    number: int
    mark: Mark
    move: str
    verdict: Verdict | None
    better: Sequence[str]
    before: Worth
    after: Worth

    def as_json(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "words": self.words}

    @property
    def words(self) -> str:
        """The move in a sentence."""
        if self.after.outcome is None:
            return f"The value of {self.move} is not known."
        if self.verdict is None:
            does_better = "wins" if self.after.outcome == "draw" else "holds"
            unknown = f"whether another move {does_better} is not known"
            return f"{self.move} {self.after.words}; {unknown}."
        if self.verdict == "best" and self.after.outcome == "loss":
            longer = (self.after.plies or 2) > 2
            others = "; no other move holds out longer" if longer else ", like every other move"
            return f"{self.move} {self.after.words}{others}."
        if self.verdict == "best":
            return f"{self.move} is best: it {self.after.words}."
        better = f"{self.better[0]} {self.before.words}" if self.better else ""
        if self.verdict == "as-good":
            slower = "more slowly" if self.after.outcome == "win" else "sooner"
            return f"{self.move} {self.after.words} too, but {slower}: {better}."
        if (self.before.outcome, self.after.outcome) == ("win", "loss"):
            return f"{self.move} throws the win away: {better}."
        only = "only draws" if self.after.outcome == "draw" else "loses"
        return f"{self.move} {only}: {better}."


def backwards(record: Record, seconds: float) -> Iterator[tuple[int, Position, Move, Limit]]:
    """Each move from the last to the first: its number, where it was played, its share of the time.

    In this order, what a move led to is known before the move is judged.
    """
    positions = list(accumulate(record.moves, Position.play, initial=record.start))
    end = time.perf_counter() + seconds
    for number in range(len(record.moves), 0, -1):
        share = max(LEAST_SECONDS, (end - time.perf_counter()) / number)
        yield number, positions[number - 1], record.moves[number - 1], Limit(seconds=share)


def at_the_end(position: Position) -> Worth:
    """What is known about the position where the game stopped, for the side to move."""
    if not position.is_over:
        return Worth()
    return Worth("loss" if position.winner else "draw", 0)


def judge(
    position: Position,
    move: Move,
    number: int,
    found: Analysis,
    following: Worth,
    notation: Notation = ROWS,
) -> Judgement:
    """Judge a move in an analysed position; `following` is the worth of the one it leads to."""
    rules = position.rules
    worth = {value.move: Worth(value.outcome, value.plies) for value in found.moves}
    after = worth.get(move, Worth())
    if after.plies is None and following.outcome is not None:
        after = following.before_move()
    before = Worth(found.outcome, found.plies)
    if before.outcome is None and after.outcome == "win":
        before = after  # whatever the other moves are worth, no value beats a win
    verdict = _verdict(before, after)
    better = [m for m, value in worth.items() if value == before and m != move]
    return Judgement(
        number=number,
        mark=position.turn,
        move=notation.cell_name(rules, move),
        verdict=verdict,
        better=notation.cell_names(rules, better) if verdict in ("as-good", "mistake") else (),
        before=before,
        after=after,
    )


def _verdict(before: Worth, after: Worth) -> Verdict | None:
    if before.outcome is None or after.outcome is None:
        return None
    if RANK[after.outcome] < RANK[before.outcome]:
        return "mistake"
    if before.outcome != "draw" and None not in (before.plies, after.plies):
        return "best" if before.plies == after.plies else "as-good"
    return "best"


def summary(judgements: Sequence[Judgement]) -> dict[str, Any]:
    """Where the game turned: at the last mistake, after which nothing changed."""
    mistakes = [each for each in judgements if each.verdict == "mistake"]
    lost = [each for each in judgements if each.verdict is None and each.after.outcome == "loss"]
    if lost and not mistakes:
        last = max(lost, key=lambda each: each.number)
        head = f"{last.mark.upper()} had lost after move {last.number}, {last.move}"
        return {"turned": None, "words": f"{head}; whether another move held is not known."}
    if not mistakes:
        known = all(each.verdict is not None for each in judgements)
        words = "Neither side made a mistake." if known else "No mistake is proven."
        return {"turned": None, "words": words if judgements else "No moves were played."}
    last = max(mistakes, key=lambda each: each.number)
    gave = f"{last.mark.upper()} gave away the {last.before.outcome} with move {last.number}"
    better = f"; {last.better[0]} was better" if last.better else ""
    return {"turned": last.number, "words": f"{gave}, {last.move}{better}."}
