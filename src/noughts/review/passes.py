"""The searches behind a review: a quick look at every position, a longer one, and the bad moves.

All go from the last position to the first with one engine, so that its table already knows what
the game led to. A position is searched for its best move; what the played move is worth is the
value of the position after it. For each move that looks bad by then, the move that seemed better is
played as well and its position searched in the same way: if it turns out to lose, another one takes
its place.

The limit is a number of nodes, and the engine is a new one: the same game always gets the same
review, on a busy machine too.

Scores swing from depth to depth, because the last word is worth something to either side. So a move
is judged by searches that look equally far, and by two depths: by the mean of d and d - 1 before
it, and that of d - 1 and d - 2 after it. bench/review.md compares this with other ways.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from noughts.analysis import NO_LIMIT, Limit
from noughts.engine import Engine
from noughts.engine.engine import PROVABLE
from noughts.notation import ROWS, Notation
from noughts.position import Position
from noughts.records import Record
from noughts.review.judgements import BAD, Judgement, Worth, verdict_on
from noughts.review.lines import SHOWN, best_play, ends, to_the_end
from noughts.review.reasons import Case, reason
from noughts.review.seen import NOTHING, Seen
from noughts.rules import Move, Rules

__all__ = ["Review", "Task", "usual_limit"]

# The nodes for a whole game on the board of Gomoku, where a core of 2020 visits 700,000 a second: a
# short game is reviewed within 4 seconds, a long one within 17. bench/review.md says what the nodes
# for a move are worth. On other boards a node takes as much longer as there are more cells.
SHORTEST: Final = 2_500_000
A_MOVE: Final = 180_000  # for each move of a longer one
LONGEST: Final = 12_000_000
CELLS, FEWEST_CELLS = 225, 128  # of that board; smaller boards than these take as long
CEILING: Final = 120.0  # seconds for any game: only a machine that has no time for it needs more
QUICK: Final = 0.15  # the part of the limit for the first looks: marks appear at once
CONFIRM: Final = 0.25  # the part for the moves that look bad
TRIES: Final = 2  # moves that are tried instead of a bad one, if the first turns out to lose
TABLE_MB: Final = 8  # of the engine: a table of another size can lead to another review


def usual_limit(rules: Rules, moves: int) -> Limit:
    """What the review of a game takes: nodes and, for machines without time for them, seconds.

    >>> [usual_limit(Rules(15, 15, 5), moves).nodes for moves in (11, 40, 200)]
    [2500000, 7200000, 12000000]
    """
    nodes = min(LONGEST, max(SHORTEST, A_MOVE * moves))
    return Limit(nodes=nodes * CELLS // max(FEWEST_CELLS, rules.size), seconds=CEILING)


@dataclass(frozen=True)
class Task:
    """One search of a review."""

    review: "Review"
    number: int  # of moves that led to the position
    limit: Limit
    confirms: bool = False  # the move that led there looked bad: is there a better one?

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
        self._instead: dict[int, Instead] = {}
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
            rest = NOTHING.rest_of(self.limit, 1 - CONFIRM)
            yield Task(self, number, self.spent.rest_of(rest, 1 / max(1, left)))
        for number in numbers:
            if self._is_bad(number):
                left = sum(self._is_bad(each) for each in range(number + 1))
                yield Task(self, number, self.spent.rest_of(self.limit, 1 / left), confirms=True)

    def _is_bad(self, number: int) -> bool:
        return number in self._judged and self._judged[number].verdict in BAD

    def _run(self, task: Task, engine: Engine) -> list[Judgement]:
        seen, number = self.seen[task.number], task.number + 1
        if task.confirms:
            number = task.number
            self._confirm(number, engine, task.limit)
        elif not seen.settled:
            self.spent += seen.look(engine, task.limit)
        if number > len(self.record.moves) or not self.seen[number].is_known:
            return []
        judged = self._judge(number)
        if judged == self._judged.get(number):
            return []
        self._judged[number] = judged
        return [judged]

    def _confirm(self, number: int, engine: Engine, limit: Limit) -> None:
        """Play what was better, and what is a loss or a missed win up to its end."""
        here, there = self.seen[number - 1], self.seen[number]
        a_move = NOTHING.rest_of(limit, 1 / 4 / SHOWN)
        if there.outcome == "win":
            there.line, used = to_the_end(engine, there.position, there.line, a_move)
            self.spent += used
        if here.outcome == "win":
            here.line, used = to_the_end(engine, here.position, here.line, a_move)
            self.spent += used
        elif here.outcome is None or here.position.rules.size > PROVABLE:
            self._try_instead(number, engine, limit)

    def _try_instead(self, number: int, engine: Engine, limit: Limit) -> None:
        here, move = self.seen[number - 1], self.record.moves[number - 1]
        a_look = NOTHING.rest_of(limit, 1 / 2)
        for _ in range(TRIES):
            found = compared(here, self.seen[number], move)
            better = _better(here, move, here.line_at(found.depth))
            if not better or found.is_best:
                return
            instead = Seen(here.position.play(better[0]))
            self.spent += instead.look(engine, a_look)
            self._instead[number] = Instead(better[0], instead, here.line_at(found.depth))
            if here.outcome is not None or instead.outcome != "win":
                self._play_on(number, engine, NOTHING.rest_of(limit, 1 / 4 / SHOWN))
                return
            here.without(better[0])
            self.spent += here.look(engine, a_look)

    def _play_on(self, number: int, engine: Engine, a_move: Limit) -> None:
        """Find the line that begins with what was better."""
        tried, position = self._instead[number], self.seen[number - 1].position
        if tried.seen.outcome == "win":
            rest, used = to_the_end(engine, tried.seen.position, tried.seen.line, a_move)
            line = (tried.move, *rest)
        else:
            line, used = best_play(engine, position, tried.move, a_move)
        self._instead[number] = replace(tried, line=line)
        self.spent += used

    def _judge(self, number: int) -> Judgement:
        here, there = self.seen[number - 1], self.seen[number]
        move, rules = self.record.moves[number - 1], self.record.start.rules
        instead = self._instead.get(number)
        found = compared(here, there, move, instead.seen if instead else None)
        verdict = verdict_on(found.before, found.after, found.is_best)
        line = instead.line if instead and here.outcome != "win" else here.line_at(found.depth)
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
            chances=found.chances,
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
            ends=ends(here.position, shown),
            why=reason(case) if verdict in BAD else None,
            score=found.score,
            depth=found.depth,
        )


@dataclass(frozen=True)
class Instead:
    """What was tried instead of a move that looked bad: the position after it, and a line."""

    move: Move
    seen: Seen
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Compared:
    """What a move was worth beside the best one, for the side that moved."""

    before: Worth
    after: Worth
    is_best: bool
    depth: int | None = None  # how far both searches looked, counted from before the move
    score: float | None = None  # after the move, as far as nothing is proved

    @property
    def chances(self) -> tuple[float, float] | None:
        """What both are worth, where both are opinions."""
        before, after = self.before, self.after
        if before.outcome or after.outcome or before.value is None or after.value is None:
            return None
        return before.value, after.value


def compared(here: Seen, there: Seen, move: Move, instead: Seen | None = None) -> Compared:
    """Compare a move with the best one, given what is known before and after it.

    `instead` is the position after the best one, if that was searched too.
    """
    after = _proved_after(here, there, move)
    if here.outcome is not None and after.outcome is not None:
        longest = instead if here.outcome == "loss" and instead else None
        before = longest.worth(None).before_move() if longest else here.worth(None)
        return Compared(before if before.outcome else here.worth(None), after, is_best=False)
    if after.outcome == "win":  # whatever the other moves are worth, nothing beats a win
        return Compared(after, after, is_best=True)
    depth, depth_after = _depths(here, there)
    before = here.worth(depth)
    is_best = here.outcome is None and here.line_at(depth)[:1] == (move,)
    if instead and here.outcome is None and not is_best:
        return _beside(instead, there, after)
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
    if here.outcome is not None and move in here.best:
        return here.worth(None)
    if after.plies is None and there.outcome is not None:
        return there.worth(None).before_move()
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


def _beside(instead: Seen, there: Seen, after: Worth) -> Compared:
    """Compare the positions after two moves, as far as both searches look."""
    if instead.outcome == "win":  # it loses as well: what the others are worth is not known
        before = Worth() if after.outcome == "loss" else after
        return Compared(before, after, is_best=False)
    both = [depth for depth in instead.looks if depth in there.looks]
    depth, depth_after = (max(both), max(both)) if both else (instead.deepest, there.deepest)
    before, score = instead.worth(depth).before_move(), None
    if after.outcome is None and depth_after is not None:
        after, score = there.worth(depth_after).before_move(), -there.looks[depth_after].score
    seen = None if depth_after is None else depth_after + 1
    return Compared(_at_least(before, after), after, is_best=False, depth=seen, score=score)


def _better(here: Seen, move: Move, line: tuple[Move, ...]) -> list[Move]:
    """The moves that are better than the one that was played."""
    best = here.best if here.outcome is not None else line[:1]
    return [each for each in best if each != move]
