"""What is known about one position of a game, and the searches that find it out."""

from dataclasses import dataclass, field, replace
from statistics import mean
from typing import Final

from noughts.analysis import Analysis, Limit, Result
from noughts.engine import Engine
from noughts.engine.engine import PROVABLE
from noughts.position import Position
from noughts.review.judgements import REVERSED, Worth
from noughts.review.rows import completions
from noughts.review.shares import share
from noughts.rules import OTHER, Move

__all__ = ["NOTHING", "Look", "Seen", "Spent", "forced_moves"]


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
    within: int | None = None  # so many plies at most, where they are not known
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
        forced = forced_moves(position)
        for move in forced:
            position = position.play(move)
        ahead = max(1, position.empty - 1)  # a search to the end would try proofs again
        rest = replace(spent.rest_of(limit), depth=ahead)
        found = engine.analyse(
            position, rest, on_progress=lambda found: self._take_depth(_earlier(found, forced))
        )
        self._take_end(_earlier(found, forced))
        return spent + Spent.by(found)

    def _take_proof(self, found: Analysis) -> None:
        proved = [value for value in found.moves if value.outcome is not None]
        self.values = {each.move: Worth(each.outcome, each.plies) for each in proved}
        self.settled = found.complete
        if found.outcome is not None:
            self.outcome, self.plies, self.within = found.outcome, found.plies, found.within
            self.best, self.line = found.best, found.line

    def _take_depth(self, found: Analysis) -> None:
        if found.score is not None and found.outcome is None:
            self.looks[found.depth] = Look(found.score, found.line)

    def _take_end(self, found: Analysis) -> None:
        """A search that was stopped may still have found a win, or that everything loses."""
        if found.outcome is None or self.outcome is not None:
            return
        self.outcome, self.plies, self.within = found.outcome, found.plies, found.within
        self.best, self.line = found.best, found.line
        self.settled = self.position.rules.size > PROVABLE

    def without(self, move: Move) -> None:
        """Forget the searches that preferred a move which turned out to lose."""
        self.looks = {at: look for at, look in self.looks.items() if look.line[:1] != (move,)}

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
            return Worth(self.outcome, self.plies, within=self.within)
        if depth is None:
            return Worth()
        scores = [self.looks[each].score for each in (depth, depth - 1) if each in self.looks]
        return Worth(value=mean(share(self.position.rules, score) for score in scores))


def forced_moves(position: Position) -> tuple[Move, ...]:
    """The moves that stop a win at once, as long as there is no choice.

    What they lead to is what the position is worth. The engine looks less far where it has no
    choice.
    """
    found: list[Move] = []
    while not position.is_over and not completions(position.rules, position.cells, position.turn):
        stops = completions(position.rules, position.cells, OTHER[position.turn])
        if len(stops) != 1:
            break
        found += stops
        position = position.play(found[-1])
    return tuple(found)


def _earlier(found: Analysis, moves: tuple[Move, ...]) -> Analysis:
    """What an analysis means for the position before these moves, which were forced."""
    if not moves:
        return found
    by, turned = len(moves), len(moves) % 2 == 1
    score, outcome = found.score, found.outcome
    return replace(
        found,
        score=-score if turned and score is not None else score,
        outcome=REVERSED[outcome] if turned and outcome is not None else outcome,
        plies=None if found.plies is None else found.plies + by,
        within=None if found.within is None else found.within + by,
        best=moves[:1],
        line=(*moves, *found.line),
        depth=found.depth + by,
    )
