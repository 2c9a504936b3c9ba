"""Everything that a page says about a tournament, read from its store."""

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from noughts.arena.ratings import Ratings
from noughts.arena.report.losses import Loss, find_loss, in_words
from noughts.arena.scores import Score
from noughts.arena.store import Row, Store
from noughts.arena.table import FORFEITS, ratings_of, rows
from noughts.arena.tournament import Entrant
from noughts.engine import Engine
from noughts.records import Record
from noughts.rules import OTHER, Mark, Move, Rules
from noughts.words import ending

__all__ = ["Facts", "Game", "OpeningScore", "Tell", "gather"]

Tell = Callable[[int, int], None]  # is told how many losses have been looked at, and of how many
POINTS = {"x": 1.0, "o": 0.0, None: 0.5}


@dataclass(frozen=True)
class Game:
    """One game that is over."""

    number: int  # from 1
    round: int  # from 1
    opening: int  # from 1
    record: Record
    remark: str | None  # what was wrong, if somebody lost by a fault
    finished: float
    loss: Loss | None = None
    told: str = ""  # the loss in words

    @property
    def winner(self) -> Mark | None:
        """x, o or None for a draw."""
        assert self.record.outcome is not None
        return self.record.outcome.winner

    def is_lost_by(self, name: str) -> bool:
        """Whether that player lost it."""
        return self.winner is not None and self.record.players[OTHER[self.winner]] == name

    @property
    def forfeit(self) -> bool:
        """Whether it ended by a fault."""
        assert self.record.outcome is not None
        return self.record.outcome.reason in FORFEITS

    @property
    def ending(self) -> str:
        """How it ended, in a sentence."""
        assert self.record.outcome is not None
        return ending(self.record.start.rules, self.record.outcome)


@dataclass(frozen=True)
class OpeningScore:
    """An opening, and what X made of it."""

    number: int  # from 1
    moves: tuple[Move, ...]
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many are over."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The part of the points that X got."""
        return (self.won + self.drawn / 2) / self.games


@dataclass(frozen=True)
class Facts:
    """A tournament, as far as it has been played."""

    title: str
    rules: Rules
    settings: dict[str, Any]
    players: Sequence[Entrant]
    ratings: Ratings
    table: Sequence[dict[str, Any]]  # a row for each player, the strongest first
    scores: Sequence[Score]
    games: Sequence[Game]
    planned: int
    openings: Sequence[tuple[Move, ...]]
    nodes: int | None  # for each position of a lost game; None: nobody looked
    made: float  # when
    refused: Mapping[str, str]  # who does not take part, and why

    @property
    def names(self) -> list[str]:
        """The players, the strongest first."""
        return [row["name"] for row in self.table]

    def of(self, name: str) -> "Facts":
        """The games of one player, those it lost first."""
        own = [game for game in self.games if name in game.record.players.values()]
        own.sort(key=lambda game: not game.is_lost_by(name))
        return replace(self, title=name, games=own)

    def against(self) -> dict[tuple[str, str], tuple[float, int]]:
        """The points and the number of games of each player against each other."""
        points: dict[tuple[str, str], float] = defaultdict(float)
        games: dict[tuple[str, str], int] = defaultdict(int)
        for score in self.scores:
            for one, two in ((score.x, score.o), (score.o, score.x)):
                points[one, two] += score.of(one)
                games[one, two] += 1
        return {pair: (points[pair], games[pair]) for pair in games}

    def above_next(self) -> list[float]:
        """For each player but the last, how likely it is stronger than the next one."""
        return [self.ratings.superiority(one, two) for one, two in pairwise(self.names)]

    def opening_scores(self) -> list[OpeningScore]:
        """The openings with games that are over, the best for X first."""
        results: dict[int, list[float]] = defaultdict(list)
        for game in self.games:
            results[game.opening].append(POINTS[game.winner])
        found = [
            OpeningScore(
                number, self.openings[number - 1],
                each.count(1.0), each.count(0.5), each.count(0.0),
            )
            for number, each in results.items()
        ]  # fmt: skip
        return sorted(found, key=lambda opening: (-opening.share, opening.number))


def gather(
    store: Store,
    nodes: int | None,
    title: str | None = None,
    tell: Tell = lambda done, of: None,
) -> Facts:
    """Read a tournament; with `nodes`, also let the engine look where each game was lost."""
    with store.reading():
        facts = _read(store, title)
    if nodes is None:
        return facts
    return replace(facts, games=_with_losses(facts, nodes, tell), nodes=nodes)


def _read(store: Store, title: str | None) -> Facts:
    players, ratings, games, openings = (
        store.players,
        ratings_of(store),
        store.rows(),
        store.openings,
    )
    return Facts(
        title=title or _usual_title(store, players),
        rules=store.rules,
        settings=store.settings,
        players=players,
        ratings=ratings,
        table=rows(store, ratings),
        scores=store.scores(),
        games=[_game(games[number], record, openings) for number, record, _ in store.records()],
        planned=len(games),
        openings=openings,
        nodes=None,
        made=time.time(),
        refused=store.refused,
    )


def _usual_title(store: Store, players: Sequence[Entrant]) -> str:
    if len(players) == 2:
        return " against ".join(each.name for each in players)
    return store.path.stem if store.path else f"A tournament of {len(players)} players"


def _game(row: Row, record: Record, openings: Sequence[tuple[Move, ...]]) -> Game:
    opening = row.opening % len(openings) + 1
    finished = row.finished or 0.0
    return Game(row.number + 1, row.round + 1, opening, record, row.remark, finished)


def _with_losses(facts: Facts, nodes: int, tell: Tell) -> list[Game]:
    """The games, with where they were lost; draws stay as they are."""
    engine, games = Engine(facts.rules), list(facts.games)
    lost = [place for place, game in enumerate(games) if game.winner]
    for done, place in enumerate(lost):
        tell(done, len(lost))
        game = games[place]
        opening = len(facts.openings[game.opening - 1])
        loss = find_loss(engine, game.record, opening, nodes)
        told = in_words(game.record, loss, opening, nodes)
        games[place] = replace(game, loss=loss, told=told)
    return games
