"""Playing a tournament to its end: what is next, what has come back, and when to stop."""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from noughts.arena.crew import Crew, Lost
from noughts.arena.pairings import Planned, gauntlet, round_robin, swiss_round
from noughts.arena.scores import pair_points
from noughts.arena.sprt import Sprt, State
from noughts.arena.store import Played, Store, Task
from noughts.arena.tournament import Tournament

__all__ = ["Runner"]

TICK = 0.25  # seconds until somebody is told that time has passed
MOST_LOSSES = 3  # processes lost over one game


class Runner:
    """Plays what a tournament still lacks, several games at once.

    `stop()` lets the running games finish and begins no others. Whatever ends the program, the
    games that are over are in the store.
    """

    def __init__(self, tournament: Tournament, store: Store, crew: Crew) -> None:
        self.tournament = tournament
        self.store = store
        self.crew = crew
        self.running: dict[int, Task] = {}
        self.stopping = False
        self.unplayable: dict[int, str] = {}  # games whose processes die, and how
        self._lost: Counter[int] = Counter()

    def stop(self) -> None:
        """Begin no more games."""
        self.stopping = True

    def run(self, changed: Callable[[Sequence[Played]], None] = lambda games: None) -> bool:
        """Play; True if the tournament is over. `changed` is told of new games, and of time."""
        while self._plan():
            waiting = self._tasks()[::-1]
            while self.running or (waiting and not self.stopping):
                while waiting and self.crew.free and not self.stopping:
                    task = waiting.pop()
                    self.running[task.number] = task
                    self.crew.begin(task)
                finished = self.crew.finished(TICK)
                games = [each for each in finished if isinstance(each, Played)]
                for game in games:
                    self.running.pop(game.number, None)
                for lost in finished:
                    if isinstance(lost, Lost):
                        waiting += self._again(lost)
                if games:
                    self.store.keep(games)
                    if self._is_decided():
                        self.stop()
                changed(games)
            if self.stopping:
                break
        return not self._tasks() or self._is_decided()

    def _tasks(self) -> list[Task]:
        """The games that are still to be played, and can be."""
        return [task for task in self.store.tasks() if task.number not in self.unplayable]

    def _again(self, lost: Lost) -> list[Task]:
        """The game whose process is gone, to be played again; nothing if that happens too often."""
        task = self.running.pop(lost.task.number)
        self._lost[task.number] += 1
        if self._lost[task.number] < MOST_LOSSES:
            return [task]
        self.unplayable[task.number] = (
            f"game {task.number + 1} ({task.x.name} against {task.o.name}) cannot be played: "
            f"{lost}, {MOST_LOSSES} times"
        )
        return []

    def _is_decided(self) -> bool:
        """Whether a sequential test has come to its end."""
        test = self.test()
        return test is not None and test.decision is not None

    def test(self) -> State | None:
        """Where the sequential test stands, if there is one."""
        if self.tournament.sprt is None:
            return None
        one, two = (player.name for player in self.tournament.players)
        pairs, _ = pair_points(self.store.scores(), one, two)
        return Sprt(*self.tournament.sprt).state(pairs)

    # The plan

    def _plan(self) -> bool:
        """See that all games are planned that can be; False if there is nothing to play."""
        tournament = self.tournament
        if self._is_decided():
            return False
        number = len(tournament.players)
        if tournament.form == "round-robin":
            self.store.plan(round_robin(number, tournament.games))
        elif tournament.form == "gauntlet":
            self.store.plan(gauntlet(number, tournament.games))
        elif not self._tasks():
            return self._plan_round()
        return bool(self._tasks())

    def _plan_round(self) -> bool:
        """Plan the next round of a Swiss, if there is one."""
        rows, byes = self.store.rows(), self.store.byes
        number = 1 + max((row.round for row in rows), default=-1)
        if number >= self.tournament.rounds:
            return False
        names = [each.name for each in self.tournament.players]
        order = {name: place for place, name in enumerate(names)}
        met = [(order[row.x], order[row.o]) for row in rows]
        points = dict.fromkeys(range(len(names)), 0.0)
        for score in self.store.scores():
            points[order[score.x]] += score.points
            points[order[score.o]] += 1 - score.points
        games = self.tournament.games
        for player in byes.values():
            points[player] += games
        pairs, bye = swiss_round(points, met, list(byes.values()))
        first, openings = len(rows), math.ceil(games / 2)
        planned = [
            Planned(
                number,
                pair=first + place * openings + nth // 2,
                opening=number * openings + nth // 2,
                x=pair[nth % 2],
                o=pair[1 - nth % 2],
            )
            for place, pair in enumerate(pairs)
            for nth in range(games)
        ]
        self.store.plan_round(number, planned, bye)
        return True
