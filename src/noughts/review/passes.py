"""The searches behind a review: a quick look at every position, then a longer one.

Both go from the last position to the first with one engine, so that its table already knows what
the game led to. A position is searched for its best move; what the played move is worth is the
value of the position after it.

The limit is a number of nodes, and the engine is a new one: the same game always gets the same
review, on a busy machine too.

Scores swing from depth to depth, because the last word is worth something to either side. So a move
is judged by searches that look equally far, and by two depths: by the mean of d and d - 1 before
it, and that of d - 1 and d - 2 after it. bench/review.md compares this with other ways.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from statistics import mean
from typing import Final

from noughts.analysis import NO_LIMIT, Analysis, Limit, Result
from noughts.engine import Engine
from noughts.engine.engine import PROVABLE
from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.records import Record
from noughts.review.judgements import BAD, Judgement, Worth, verdict_on
from noughts.review.reasons import Case, reason
from noughts.review.shares import share
from noughts.rules import Move, Rules

__all__ = ["Review", "Seen", "Task", "usual_limit"]

# The nodes for a whole game on the board of Gomoku, where a core of 2020 visits 700,000 a second: a
# short game is reviewed within 4 seconds, a long one within 17. bench/review.md says what the nodes
# for a move are worth. On other boards a node takes as much longer as there are more cells.
SHORTEST: Final = 2_500_000
A_MOVE: Final = 180_000  # for each move of a longer one
LONGEST: Final = 12_000_000
CELLS, FEWEST_CELLS = 225, 128  # of that board; smaller boards than these take as long
CEILING: Final = 120.0  # seconds for any game: only a machine that has no time for it needs more
QUICK: Final = 0.15  # the part of the limit for the first looks: marks appear at once
TABLE_MB: Final = 8  # of the engine: a table of another size can lead to another review
A_LEAD, LEVEL = 0.65, 0.55  # of the point: more is a lead, less is none


def usual_limit(rules: Rules, moves: int) -> Limit:
    """What the review of a game takes: nodes and, for machines without time for them, seconds.

    >>> [usual_limit(Rules(15, 15, 5), moves).nodes for moves in (11, 40, 200)]
    [2500000, 7200000, 12000000]
    """
    nodes = min(LONGEST, max(SHORTEST, A_MOVE * moves))
    return Limit(nodes=nodes * CELLS // max(FEWEST_CELLS, rules.size), seconds=CEILING)


@dataclass(frozen=True)
class Spent:
    """What searches have used."""

    nodes: int = 0
    seconds: float = 0.0

    @classmethod
    def by(cls, found: Analysis) -> "Spent":
        """What one search has used; a busy server may have let it wait, which does not count."""
        return cls(found.nodes, found.seconds)

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(self.nodes + other.nodes, self.seconds + other.seconds)

    def rest_of(self, limit: Limit, part: float = 1) -> Limit:
        """What is left of a limit, or a part of that; never less than a little."""
        nodes, seconds = limit.nodes, limit.seconds
        return Limit(
            nodes=None if nodes is None else max(LEAST.nodes, round((nodes - self.nodes) * part)),
            seconds=None
            if seconds is None
            else max(LEAST.seconds, (seconds - self.seconds) * part),
        )


NOTHING: Final = Spent()
LEAST: Final = Spent(nodes=500, seconds=0.01)  # for a look, even when the limit is used up


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

    def look(self, engine: Engine, limit: Limit) -> Spent:
        """Search it: where that is feasible for a proof first, with half of the limit."""
        position, spent = self.position, NOTHING
        if position.rules.size <= PROVABLE:
            proof = engine.analyse(position, spent.rest_of(limit, 1 / 2), every_move=True)
            self._take_proof(proof)
            spent = Spent.by(proof)
            if self.settled:
                return spent
        ahead = max(1, position.empty - 1)  # a search to the end would try proofs again
        rest = replace(spent.rest_of(limit), depth=ahead)
        found = engine.analyse(position, rest, on_progress=self._take_depth)
        self._take_end(found)
        return spent + Spent.by(found)

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
    """One search of a review."""

    review: "Review"
    number: int  # of moves that led to the position
    limit: Limit

    def run(self, engine: Engine) -> list[Judgement]:
        """Search with the engine of the review; return the judgements that are new or changed."""
        return self.review._run(self, engine)


class Review:
    """The review of one game, as far as it has come.

    Run its `tasks` one after the other with its `engine`. `judgements` are in the order of the
    moves; the first appear within a fraction of a second, and later tasks may change them. `limit`
    is for the whole game: by nodes, it is the same review each time.
    """

    def __init__(self, record: Record, limit: Limit = NO_LIMIT, notation: Notation = ROWS) -> None:
        self.record, self.notation = record, notation
        usual = usual_limit(record.start.rules, len(record.moves))
        self.limit = usual if limit == NO_LIMIT else limit
        positions = accumulate(record.moves, Position.play, initial=record.start)
        self.seen = [Seen(position) for position in positions]
        self.engine = Engine(record.start.rules, TABLE_MB)
        self.spent = NOTHING
        self._judged: dict[int, Judgement] = {}

    @property
    def judgements(self) -> list[Judgement]:
        """What is known about the moves, in their order."""
        return [self._judged[number] for number in sorted(self._judged)]

    def run(self) -> list[Judgement]:
        """Run all tasks, and return the judgements."""
        for task in self.tasks():
            task.run(self.engine)
        return self.judgements

    def tasks(self) -> Iterator[Task]:
        """The searches, in the order in which they must run; each is short."""
        if not self.record.moves:
            return
        numbers = range(len(self.seen))[::-1]
        quick = NOTHING.rest_of(self.limit, QUICK / len(numbers))
        for number in numbers:
            yield Task(self, number, quick)
        for number in numbers:
            left = sum(not seen.settled for seen in self.seen[: number + 1])
            yield Task(self, number, self.spent.rest_of(self.limit, 1 / max(1, left)))

    def _run(self, task: Task, engine: Engine) -> list[Judgement]:
        seen = self.seen[task.number]
        if not seen.settled:
            self.spent += seen.look(engine, task.limit)
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
