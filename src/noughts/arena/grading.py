"""Submissions, graded on other machines: each travels as bytes, and its result comes back here.

The cache and all that is written stay in this process, as without a cluster.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from noughts.arena.cluster import Cluster
from noughts.arena.nodes import Needs
from noughts.check.folder import Result, grade_parcel, lost, pack
from noughts.check.grade import Settings
from noughts.check.parcel import Parcel

__all__ = ["Graders", "graders"]

TICK = 0.25  # seconds until it is seen which machines are there
MOST_LOSSES = 3  # processes lost over one submission
TIDYING = 5.0  # seconds for processes that are stopped to remove their files


@contextmanager
def graders(address: str, at_once: int | None, sandbox: bool = False) -> Iterator["Graders"]:
    """Connect to a cluster; with `sandbox`, only if each machine keeps every promise of it."""
    cluster = Cluster(address, Needs(sandbox=sandbox), at_once)
    try:
        yield Graders(cluster, at_once)
    finally:
        cluster.close()


class Graders:
    """Grade on a cluster, one submission on each core, or `at_once` in all."""

    def __init__(self, cluster: Cluster, at_once: int | None = None) -> None:
        self._cluster = cluster
        self._most = at_once
        self._running: dict[Any, tuple[Path, Parcel, str]] = {}  # by what Ray has promised
        self._lost: Counter[Path] = Counter()

    @property
    def notes(self) -> list[str]:
        """What to tell about the machines when all is over."""
        return self._cluster.notes

    def grade_all(
        self, keys: dict[Path, str], settings: Settings, workers: int
    ) -> Iterator[tuple[Path, Result]]:
        """Yield each as it finishes; one whose process or machine is gone is graded again."""
        waiting: list[tuple[Path, Parcel | None]] = [(path, None) for path in reversed(keys)]
        try:
            while waiting or self._running:
                while waiting and self._has_room():
                    path, parcel = waiting.pop()
                    packed = parcel or pack(path, settings, keys[path])
                    if isinstance(packed, Result):
                        yield path, packed
                    else:
                        self._begin(path, packed, settings)
                for promised in self._cluster.over(self._running, TICK):
                    path, parcel, result = self._result(promised)
                    if result is None:
                        waiting.append((path, parcel))
                    else:
                        yield path, result
                self._cluster.refresh()
        finally:
            self._stop()

    def _has_room(self) -> bool:
        many = self._most is not None and len(self._running) >= self._most
        return not many and self._cluster.room > 0

    def _begin(self, path: Path, parcel: Parcel, settings: Settings) -> None:
        node = self._cluster.take()
        assert node is not None
        ray, where = self._cluster.ray, self._cluster.on(node)
        grade = ray.remote(grade_parcel).options(num_cpus=1, max_retries=0, **where)
        self._running[grade.remote(parcel, settings)] = path, parcel, node

    def _result(self, promised: Any) -> tuple[Path, Parcel, Result | None]:
        """What came back; no result if it is to be graded again."""
        path, parcel, node = self._running.pop(promised)
        self._cluster.give_back(node)
        try:
            return path, parcel, self._cluster.ray.get(promised)
        except self._cluster.ray.exceptions.RayError:
            self._cluster.distrust(node)
            self._lost[path] += 1
            return path, parcel, lost(path) if self._lost[path] >= MOST_LOSSES else None

    def _stop(self) -> None:
        """Stop what still runs; it removes its files."""
        for promised in self._running:
            self._cluster.ray.cancel(promised)
        if self._running:
            many = len(self._running)
            self._cluster.ray.wait([*self._running], num_returns=many, timeout=TIDYING)
        self._running.clear()
