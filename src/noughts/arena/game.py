"""One game of a tournament, from the task to the record."""

import random
from collections.abc import Collection
from dataclasses import replace
from typing import Protocol

from noughts.arena.engines import GomocupPlayer
from noughts.arena.store import Played, Task
from noughts.arena.tournament import ENGINE, PROGRAM, SUBMISSION, Entrant
from noughts.check.grade import Settings
from noughts.check.playing import ProgramPlayer
from noughts.check.sandbox.sandbox import STANDARD
from noughts.match import Match
from noughts.players import Player, player_named
from noughts.records import MARKS, Record
from noughts.rules import Mark, Rules

__all__ = ["Table", "start"]

PYTHON = 64  # megabytes of addresses that the interpreter takes for itself
LONGEST = 3600  # seconds of processor time for a program in one game


class Process(Player, Protocol):
    """A player that runs in a process of its own."""

    def close(self) -> None:
        """End the process."""
        ...


def start(entrant: Entrant, rules: Rules) -> Process | None:
    """The process of an entrant that has one; None if it is a player of ours."""
    megabytes = entrant.memory
    if entrant.kind == ENGINE:
        memory = None if megabytes is None else megabytes << 20
        return GomocupPlayer(entrant.what, name=entrant.name, memory=memory)
    if entrant.kind in (PROGRAM, SUBMISSION):
        limits = replace(STANDARD, cpu_seconds=LONGEST)
        if megabytes is not None:
            limits = replace(limits, memory_bytes=megabytes + PYTHON << 20)
        settings = Settings(rules=rules, limits=limits, alone=entrant.kind == SUBMISSION)
        return ProgramPlayer(entrant.what, rules, settings, entrant.name)
    return None


class Table:
    """Where games are played one after the other.

    Processes stay for the next game if they take part in it. A player of ours is made anew for each
    game, so that what it plays depends on nothing but the game.
    """

    def __init__(self) -> None:
        self._seated: dict[Entrant, Process] = {}

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        self._leave(())

    def play(self, task: Task) -> Played:
        """Play the game to its end."""
        rules, entrants = Rules.parse(task.rules), {"x": task.x, "o": task.o}
        self._leave(entrants.values())
        record = Record(rules, {mark: entrants[mark].name for mark in MARKS}, task.opening)
        match = Match(
            {mark: self._player(entrants[mark], rules, task, mark) for mark in MARKS},
            limits={mark: entrants[mark].limit for mark in MARKS},
            record=record,
            total=task.total,
        )
        return Played(task.number, match.run().as_json(), match.remark)

    def _player(self, entrant: Entrant, rules: Rules, task: Task, mark: Mark) -> Player:
        if entrant not in self._seated:
            process = start(entrant, rules)
            if process is None:
                chance = random.Random(f"{task.seed} {task.number} {mark}")
                return player_named(entrant.player, chance)
            self._seated[entrant] = process
        return self._seated[entrant]

    def _leave(self, staying: Collection[Entrant]) -> None:
        """End the processes of all others."""
        for entrant in [*self._seated]:
            if entrant not in staying:
                self._seated.pop(entrant).close()
