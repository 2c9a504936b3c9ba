"""The searches behind a review: a quick look at every position, then a longer one.

Both go from the last position to the first with one engine, so that its table already knows what
the game led to. A position is searched for its best move; what the played move is worth is the
value of the position after it.

Scores swing from depth to depth, because the last word is worth something to either side. So a move
is judged by searches that look equally far, and by two depths: by the mean of d and d - 1 before
it, and that of d - 1 and d - 2 after it. bench/review.md compares this with other ways.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from statistics import mean
from typing import Final

from noughts.analysis import Analysis, Limit, Result
from noughts.engine import Engine
from noughts.engine.engine import PROVABLE
from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.records import Record
from noughts.review.judgements import BAD, Judgement, Worth, verdict_on
from noughts.review.reasons import Case, reason
from noughts.review.shares import share
from noughts.rules import Move

__all__ = ["Review", "Seen", "Task", "usual_seconds"]

SHORTEST: Final = 4.2  # seconds for a short game: all of it within 5
A_MOVE: Final = (
    0.3  # seconds for each move of a longer one: bench/review.md says what that is worth
)
LONGEST: Final = 20.0  # seconds for any game
QUICK: Final = 0.05  # seconds for the first look at a position: marks appear at once,
QUICK_SHARE: Final = 0.15  # and all first looks together take no more than this share of the time
A_LEAD, LEVEL = 0.65, 0.55  # of the point: more is a lead, less is none
LEAST: Final = 0.01  # seconds for a look, even when the time for the game is used up


def usual_seconds(moves: int) -> float:
    """How long the review of a game takes.

    >>> [usual_seconds(moves) for moves in (11, 40, 200)]
    [4.2, 12.0, 20.0]
    """
    return min(LONGEST, max(SHORTEST, A_MOVE * moves))


@dataclass
class Look:
    """What the search of one depth says."""

    score: float
    line: tuple[Move, ...]


@dataclass
class Seen:
    """What is known about a position of the game so far, for its side to move."""

    position: Position
    outcome: Result | None = None  # proved,
    plies: int | None = None
    best: tuple[Move, ...] = ()  # and the moves that achieve it
    values: dict[Move, Worth] = field(default_factory=dict)  # what is proved about the moves
    line: tuple[Move, ...] = ()  # of the proof
    looks: dict[int, Look] = field(default_factory=dict)  # by depth
    settled: bool = False  # another search would not find more

    def __post_init__(self) -> None:
        if self.position.is_over:
            self.outcome = "loss" if self.position.winner else "draw"
            self.plies = 0
            self.settled = True

    @property
    def is_known(self) -> bool:
        """Whether anything can be said."""
        return self.outcome is not None or bool(self.looks)

    def look(self, engine: Engine, seconds: float) -> float:
        """Search it: where that is feasible for a proof first, for half of the time.

        Returns the seconds of the searches alone: a busy server may let them wait.
        """
        position, used = self.position, 0.0
        if position.rules.size <= PROVABLE:
            proof = engine.analyse(position, Limit(seconds=seconds / 2), every_move=True)
            self._take_proof(proof)
            used = proof.seconds
            if self.settled:
                return used
        ahead = max(1, position.empty - 1)  # a search to the end would try proofs again
        limit = Limit(depth=ahead, seconds=max(LEAST, seconds - used))
        found = engine.analyse(position, limit, on_progress=self._take_depth)
        self._take_end(found)
        return used + found.seconds

    def _take_proof(self, found: Analysis) -> None:
        proved = [value for value in found.moves if value.outcome is not None]
        self.values = {each.move: Worth(each.outcome, each.plies) for each in proved}
        self.settled = found.complete
        if found.outcome is not None:
            self.outcome, self.plies = found.outcome, found.plies
            self.best, self.line = found.best, found.line

    def _take_depth(self, found: Analysis) -> None:
        if found.score is not None and found.outcome is None:
            self.looks[found.depth] = Look(found.score, found.line)

    def _take_end(self, found: Analysis) -> None:
        """A search that was stopped may still have found a win, or that everything loses."""
        if found.outcome is None or self.outcome is not None:
            return
        self.outcome, self.plies = found.outcome, found.plies
        self.best, self.line = found.best, found.line
        self.settled = self.position.rules.size > PROVABLE

    @property
    def deepest(self) -> int | None:
        """The greatest depth that was searched."""
        return max(self.looks, default=None)

    def line_at(self, depth: int | None) -> tuple[Move, ...]:
        """The best line: of the proof, or of the search of a depth."""
        if self.outcome is not None:
            return self.line
        return () if depth is None else self.looks[depth].line

    def worth(self, depth: int | None) -> Worth:
        """What is proved, or the share that the searches of a depth and the one before expect."""
        if self.outcome is not None:
            return Worth(self.outcome, self.plies)
        if depth is None:
            return Worth()
        scores = [self.looks[each].score for each in (depth, depth - 1) if each in self.looks]
        return Worth(value=mean(share(self.position.rules, score) for score in scores))


@dataclass(frozen=True)
class Task:
    """One search of a review; `run` it with the engine of the game."""

    review: "Review"
    number: int  # of moves that led to the position
    seconds: float

    def run(self, engine: Engine) -> list[Judgement]:
        """Search, and return the judgements that are new or have changed."""
        return self.review._run(self, engine)


class Review:
    """The review of one game, as far as it has come.

    Run its `tasks` one after the other with one engine. `judgements` are in the order of the moves;
    the first appear within a fraction of a second, and later tasks may change them.
    """

    def __init__(
        self, record: Record, seconds: float | None = None, notation: Notation = ROWS
    ) -> None:
        self.record, self.notation = record, notation
        self.seconds = usual_seconds(len(record.moves)) if seconds is None else seconds
        positions = accumulate(record.moves, Position.play, initial=record.start)
        self.seen = [Seen(position) for position in positions]
        self._used = 0.0
        self._judged: dict[int, Judgement] = {}

    @property
    def judgements(self) -> list[Judgement]:
        """What is known about the moves, in their order."""
        return [self._judged[number] for number in sorted(self._judged)]

    def run(self, engine: Engine | None = None) -> list[Judgement]:
        """Run all tasks, and return the judgements."""
        engine = engine or Engine(self.record.start.rules)
        for task in self.tasks():
            task.run(engine)
        return self.judgements

    def tasks(self) -> Iterator[Task]:
        """The searches, in the order in which they must run; each is short."""
        if not self.record.moves:
            return
        quick = min(QUICK, QUICK_SHARE * self.seconds / len(self.seen))
        for seconds in (quick, None):
            for number in reversed(range(len(self.seen))):
                left = sum(not seen.settled for seen in self.seen[: number + 1])
                share = (self.seconds - self._used) / max(1, left)
                yield Task(self, number, max(LEAST, seconds or share))

    def _run(self, task: Task, engine: Engine) -> list[Judgement]:
        seen = self.seen[task.number]
        if not seen.settled:
            self._used += seen.look(engine, task.seconds)
        number = task.number + 1
        if number > len(self.record.moves) or not self.seen[number].is_known:
            return []
        judged = self._judge(number)
        if judged == self._judged.get(number):
            return []
        self._judged[number] = judged
        return [judged]

    def _judge(self, number: int) -> Judgement:
        here, there = self.seen[number - 1], self.seen[number]
        move, rules = self.record.moves[number - 1], self.record.start.rules
        found = compared(here, there, move)
        verdict = verdict_on(found.before, found.after, found.is_best)
        line = here.line_at(found.depth)
        better = [] if verdict in (None, "best") else _better(here, move, line)
        shown = line if better and line[:1] == tuple(better[:1]) else tuple(better[:1])
        case = Case(
            here.position,
            move,
            shown,
            there.line_at(there.deepest),
            wins=found.before.outcome == "win",
            loses=there.outcome == "win",
            plies=found.before.plies,
            notation=self.notation,
        )
        return Judgement(
            number=number,
            mark=here.position.turn,
            move=self.notation.cell_name(rules, move),
            verdict=verdict,
            before=found.before,
            after=found.after,
            better=tuple(self.notation.cell_names(rules, better)),
            line=tuple(self.notation.cell_names(rules, shown)),
            why=reason(case) or _lead(found) if verdict in BAD else None,
            score=found.score,
            depth=found.depth,
        )


@dataclass(frozen=True)
class Compared:
    """What a move was worth beside the best one, for the side that moved."""

    before: Worth
    after: Worth
    is_best: bool
    depth: int | None = None  # how far both searches looked, counted from before the move
    score: float | None = None  # after the move, as far as nothing is proved


def compared(here: Seen, there: Seen, move: Move) -> Compared:
    """Compare a move with the best one, given what is known before and after it."""
    after = _proved_after(here, there, move)
    if here.outcome is not None and after.outcome is not None:
        return Compared(Worth(here.outcome, here.plies), after, is_best=False)
    if after.outcome == "win":  # whatever the other moves are worth, nothing beats a win
        return Compared(after, after, is_best=True)
    depth, depth_after = _depths(here, there)
    before = here.worth(depth)
    is_best = here.outcome is None and here.line_at(depth)[:1] == (move,)
    if after.outcome is not None:
        # The search preferred a move that loses: what the others are worth is not known.
        surprised = is_best and after.outcome == "loss"
        before = Worth() if surprised else _at_least(before, after)
        return Compared(before, after, is_best, depth)
    if is_best:
        assert depth is not None
        return Compared(before, before, is_best, depth, here.looks[depth].score)
    if depth_after is None:
        return Compared(before, Worth(), is_best)
    after = there.worth(depth_after).before_move()
    score = -there.looks[depth_after].score
    if before.outcome is not None:
        after = _at_most(after, before)
    return Compared(_at_least(before, after), after, is_best, depth, score)


def _proved_after(here: Seen, there: Seen, move: Move) -> Worth:
    """What is proved about the move itself."""
    after = here.values.get(move, Worth())
    if after.plies is None and there.outcome is not None:
        return there.worth(None).before_move()
    if after.outcome is None and here.outcome is not None and move in here.best:
        return Worth(here.outcome, here.plies)
    if after.outcome is None and here.outcome == "loss":  # then every move loses
        return Worth("loss")
    return after


def _depths(here: Seen, there: Seen) -> tuple[int | None, int | None]:
    """The depths at which both searches look equally far, or the greatest there are."""
    if here.outcome is None and there.outcome is None:
        equal = [depth for depth in here.looks if depth - 1 in there.looks]
        if equal:
            return max(equal), max(equal) - 1
    return here.deepest, there.deepest


def _at_least(worth: Worth, least: Worth) -> Worth:
    """A value that is not proved, raised to what a move is known to achieve."""
    if worth.outcome is not None or worth.value is None or least.value is None:
        return worth
    return Worth(value=max(worth.value, least.value))


def _at_most(worth: Worth, most: Worth) -> Worth:
    """A value that is not proved, lowered to what no move exceeds."""
    if worth.value is None or most.value is None:
        return worth
    return Worth(value=min(worth.value, most.value))


def _lead(found: Compared) -> str | None:
    """That a clear lead is gone, where there is no better reason."""
    before, after = found.before.value, found.after.value
    if before is None or after is None or before < A_LEAD or after > LEVEL:
        return None
    return "It gives the lead away."


def _better(here: Seen, move: Move, line: tuple[Move, ...]) -> list[Move]:
    """The moves that are better than the one that was played."""
    best = here.best if here.outcome is not None else line[:1]
    return [each for each in best if each != move]
