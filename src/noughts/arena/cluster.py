"""Other machines: games as calls of Ray actors, one for each core, and who may have one.

Ray (https://ray.io) connects the machines, starts the processes and notices when something is
gone. It is optional: `pip install noughts[cluster]`. Which machine plays what is decided here,
since a machine takes part only after it was looked at (`nodes`): all that are there at the start
must be right, or nothing starts; one that joins later and is not right gets no games. One on which
something was lost is looked at again before it gets another game: it may be dead.
"""

import logging
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from noughts.arena.crew import LocalCrew, Lost
from noughts.arena.nodes import Found, Needs, look, needs_of, troubles
from noughts.arena.store import Played, Task
from noughts.arena.tournament import Entrant
from noughts.errors import NotationError, shorten
from noughts.machine import usable_cores

__all__ = ["LOCAL", "Cluster", "RayCrew"]

LOCAL = "local"  # the address of a cluster that is this machine, as long as the command runs
AUTO = "auto"  # the address of the cluster to which this machine belongs
SHORT = (
    "/tmp"  # a folder with a short name: sockets are in it, whose names have 107 letters at most
)
REACH = 10.0  # seconds to reach the head of a cluster; Ray itself tries for minutes
ANSWER = 60.0  # seconds for a machine to be looked at: a new process there takes one or two
AGAIN = 0.25  # seconds until a machine that Ray does not know yet is looked at again
LOOK = 2.0  # seconds between two looks at which machines are there
MEMORY = 100 << 20  # bytes for what Ray sends around: a game is a few kilobytes
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is told to anybody
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # without it, a warning about accelerators
}


def _ray() -> Any:
    """Ray, told to be quiet."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import ray
    except ImportError:
        raise NotationError(
            "--cluster needs Ray, which is not installed: pip install 'noughts[cluster]'"
        ) from None
    return ray


@dataclass
class Node:
    """A machine of the cluster."""

    name: str
    cores: int
    taken: int = 0  # of the cores
    trusted: bool = True  # whether the last look at it found nothing wrong

    @property
    def room(self) -> int:
        """How many cores can be taken."""
        return self.cores - self.taken if self.trusted else 0


class Cluster:
    """The machines that may be used; Ray runs from here until `close`."""

    def __init__(self, address: str, needs: Needs, cores: int | None = None) -> None:
        """Connect, and look at every machine; `cores` is for a cluster that is this machine."""
        self.ray = _ray()
        self.needs = needs
        self.here = look(Needs())
        self.nodes: dict[str, Node] = {}  # by Ray's numbers for them
        self.notes: list[str] = []  # about machines that could not be used
        self._asked: dict[Any, str] = {}  # machines that are being looked at
        self._looked = 0.0
        self._place: str | None = None  # for the files of a cluster that is this machine
        try:
            self._connect(address, cores)
            self._look_at_all()
        except BaseException:
            self.close()
            raise

    def _connect(self, address: str, cores: int | None) -> None:
        quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL}
        if address == LOCAL:
            self._place = tempfile.mkdtemp(prefix="noughts-ray-", dir=SHORT)
            self.ray.init(
                LOCAL, num_cpus=cores or usable_cores(), object_store_memory=MEMORY,
                include_dashboard=False, _temp_dir=self._place, **quiet,
            )  # fmt: skip
            return
        place = None if address == AUTO else _host_and_port(address)
        try:
            if place is not None:
                socket.create_connection(place, REACH).close()
            self.ray.init(address, **quiet)
        except (OSError, RuntimeError, ValueError) as error:
            why = str(error).strip().split("\n")[0]
            raise NotationError(
                f"there is no cluster to be reached at {address!r}: {shorten(why, 200)}; this "
                f"machine must belong to it (ray start --address=HOST:6379), with the same token"
            ) from None

    def close(self) -> None:
        """Leave the cluster; one that is this machine ends."""
        try:
            self.ray.shutdown()
        finally:
            if self._place is not None:
                shutil.rmtree(self._place, ignore_errors=True)

    # Which machines there are

    def _alive(self) -> dict[str, Node]:
        """All machines with cores for us, by Ray's numbers for them."""
        return {
            each["NodeID"]: Node(
                f"{each['NodeManagerHostname']} ({each['NodeManagerAddress']})",
                int(each["Resources"]["CPU"]),
            )
            for each in self.ray.nodes()
            if each["Alive"] and each["Resources"].get("CPU", 0) >= 1
        }

    def _look_at_all(self) -> None:
        """Refuse to begin if a machine lacks something."""
        self.nodes, found = self._alive(), dict[str, Found | str]()
        for number in self.nodes:
            self._asked[self._ask(number)] = number
        deadline = time.monotonic() + ANSWER
        while self._asked and time.monotonic() < deadline:
            for asked in self.over(self._asked, AGAIN):
                number, answer = self._asked.pop(asked), self._answer(asked)
                if answer is not None:
                    found[number] = answer
                elif number in self._alive():
                    time.sleep(AGAIN)
                    self._asked[self._ask(number)] = number
                else:
                    del self.nodes[number]
        found |= dict.fromkeys(self._asked.values(), f"has not answered in {ANSWER:g} s")
        wrong = troubles([(self.nodes[n].name, each) for n, each in found.items()], self.here)
        if wrong:
            raise NotationError(
                f"not every machine of the cluster can take part: {'; '.join(wrong)}"
            )
        if not self.nodes:
            raise NotationError(
                "no machine of the cluster has a core to give (ray start --num-cpus)"
            )
        self._looked = time.monotonic()

    def _ask(self, number: str) -> Any:
        """Look at a machine, even if all its cores are busy."""
        remote = self.ray.remote(look)
        return remote.options(num_cpus=0, max_retries=0, **self.on(number)).remote(self.needs)

    def _answer(self, asked: Any) -> Found | str | None:
        """What was found there, or why nothing; None if Ray does not know the machine.

        That is so for a moment after it has come, and after it has gone.
        """
        try:
            found: Found = self.ray.get(asked)
        except self.ray.exceptions.TaskUnschedulableError:
            return None
        except self.ray.exceptions.RayError as error:
            if "No module named 'noughts" in str(error):
                return "has no Noughts"
            return f"cannot be looked at: {_last_line(error)}"
        return found

    def on(self, number: str) -> dict[str, Any]:
        """How to tell Ray that something is to run on this machine and no other."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return {"scheduling_strategy": NodeAffinitySchedulingStrategy(number, soft=False)}

    def refresh(self) -> None:
        """Forget machines that are gone, and look at those that have come."""
        for asked in self.over(self._asked, 0):
            self._decide(self._asked.pop(asked), self._answer(asked))
        if time.monotonic() < self._looked + LOOK:
            return
        self._looked = time.monotonic()
        alive = self._alive()
        self.nodes = {number: node for number, node in self.nodes.items() if number in alive}
        for number in alive.keys() - self.nodes.keys():
            self.nodes[number] = alive[number]
            self.distrust(number)

    def distrust(self, number: str) -> None:
        """Look at a machine before it is used again."""
        if number in self.nodes:
            self.nodes[number].trusted = False
            if number not in self._asked.values():
                self._asked[self._ask(number)] = number

    def _decide(self, number: str, found: Found | str | None) -> None:
        """Whether a machine that was looked at may be used."""
        if number not in self.nodes or number not in self._alive():
            return
        if found is None:
            self.distrust(number)
            return
        node = self.nodes[number]
        wrong = troubles([(node.name, found)], self.here)
        node.trusted = not wrong
        self.notes += [f"a machine was not used: {each}" for each in wrong]

    def over(self, promised: Iterable[Any], seconds: float) -> list[Any]:
        """What has come true by now of what Ray has promised; waits for the first for a while."""
        all_of_it = [*promised]
        if not all_of_it:
            time.sleep(seconds)
            return []
        if seconds:
            self.ray.wait(all_of_it, num_returns=1, timeout=seconds)
        done: list[Any] = self.ray.wait(all_of_it, num_returns=len(all_of_it), timeout=0)[0]
        return done

    # Who has got something to do

    @property
    def room(self) -> int:
        """How many cores can be taken."""
        return sum(node.room for node in self.nodes.values())

    def take(self) -> str | None:
        """A core of the machine with most to spare, if there is one: the machine's number."""
        number = max(self.nodes, key=lambda each: self.nodes[each].room, default=None)
        if number is None or self.nodes[number].room <= 0:
            return None
        self.nodes[number].taken += 1
        return number

    def give_back(self, number: str) -> None:
        """A core is free again, if its machine is still there."""
        if number in self.nodes:
            self.nodes[number].taken -= 1


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not (host and port.isdecimal()) or "/" in host:
        raise NotationError(
            f"--cluster {shorten(address)} cannot be read: give {LOCAL}, {AUTO}, or the address of "
            f"the head of a cluster to which this machine belongs, such as 10.0.0.1:6379"
        )
    return host, int(port)


def _last_line(error: Exception) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return shorten(lines[-1].strip() if lines else type(error).__name__, 200)


class Seat:
    """What runs on the other machine: it passes games on to a process of its own.

    The process that plays ends with this one, even by `kill -9`, and ends its engines.
    """

    def __init__(self, folder: str) -> None:
        with suppress(OSError):  # players with relative paths are there, so the folder is
            os.chdir(folder)
        self._crew = LocalCrew(1)

    def play(self, task: dict[str, Any]) -> dict[str, Any] | str:
        """Play a game: the game, or why the process that played is gone."""
        self._crew.begin(Task.from_json(task))
        while not (found := self._crew.finished(ANSWER)):
            pass
        return str(found[0]) if isinstance(found[0], Lost) else found[0].as_json()


@dataclass(eq=False)
class Hired:
    """A seat, as it is known here."""

    node: str
    actor: Any
    players: set[Entrant]


class RayCrew:
    """Plays games on a cluster, one on each core, or `at_once` in all."""

    def __init__(
        self, address: str, players: Iterable[Entrant], at_once: int | None = None
    ) -> None:
        self._most = at_once
        self._idle: list[Hired] = []
        self._busy: dict[Any, tuple[Hired, Task]] = {}  # by what Ray has promised
        self._cluster = Cluster(address, needs_of(players), at_once)
        self._ray = self._cluster.ray

    @property
    def notes(self) -> list[str]:
        """What to tell about the machines when all is over."""
        return self._cluster.notes

    @property
    def free(self) -> int:
        """How many more games can begin now."""
        room = self._cluster.room + len(self._usable())
        return max(0, min(room, (self._most or room + len(self._busy)) - len(self._busy)))

    def _usable(self) -> list[Hired]:
        """Seats without a game, on machines that are there."""
        nodes = self._cluster.nodes
        return [each for each in self._idle if each.node in nodes and nodes[each.node].trusted]

    def begin(self, task: Task) -> None:
        """Begin a game, where these players have played before if that can be."""
        players, usable = {task.x, task.o}, self._usable()
        seat = next((each for each in usable if each.players == players), None)
        if seat is None and (node := self._cluster.take()) is not None:
            self._idle.append(seat := self._hire(node))
        seat = seat or usable[0]
        self._idle.remove(seat)
        seat.players = players
        self._busy[seat.actor.play.remote(task.as_json())] = seat, task

    def _hire(self, node: str) -> Hired:
        actor = self._ray.remote(Seat).options(num_cpus=1, **self._cluster.on(node))
        return Hired(node, actor.remote(self._cluster.needs.folder), set())

    def finished(self, seconds: float) -> list[Played | Lost]:
        """The games that are over by now, and those whose process or machine is gone."""
        found = [self._result(each) for each in self._cluster.over(self._busy, seconds)]
        self._cluster.refresh()
        return found

    def _result(self, promised: Any) -> Played | Lost:
        seat, task = self._busy.pop(promised)
        try:
            said = self._ray.get(promised)
        except self._ray.exceptions.RayError as error:
            self._dismiss(seat)
            return Lost(task, f"its process on the cluster is gone ({type(error).__name__})")
        self._idle.append(seat)
        return Lost(task, said) if isinstance(said, str) else Played(**said)

    def _dismiss(self, seat: Hired) -> None:
        """Never use a seat again: what it still may say about a game does not count."""
        with suppress(self._ray.exceptions.RayError):
            self._ray.kill(seat.actor)
        self._cluster.give_back(seat.node)
        self._cluster.distrust(seat.node)

    def close(self) -> None:
        """Stop everything at once."""
        for seat in (*self._idle, *(seat for seat, _ in self._busy.values())):
            with suppress(self._ray.exceptions.RayError):
                self._ray.kill(seat.actor)
        self._idle.clear()
        self._busy.clear()
        self._cluster.close()
