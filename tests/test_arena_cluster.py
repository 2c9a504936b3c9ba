"""Games and grading on other machines: a real Ray cluster with two nodes, and what needs none."""

import csv
import importlib.util
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from laws import noughts
from programs import CS50

from noughts.analysis import Limit
from noughts.arena.cluster import RayCrew
from noughts.arena.crew import Crew, LocalCrew
from noughts.arena.grading import graders
from noughts.arena.nodes import Found, Needs, look, needs_of, troubles
from noughts.arena.run import Runner
from noughts.arena.store import Played, Store
from noughts.arena.tournament import Tournament, entrant
from noughts.check import SHEET, Settings
from noughts.check.folder import grade_one, grade_parcel, pack
from noughts.check.parcel import Parcel
from noughts.errors import NotationError
from noughts.rules import Rules

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="make cluster installs Ray and runs it"
)
QUICK = "def choose(board, mark):\n    return board.index('.')\n"

# Without Ray


def test_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "ray.py").write_text("raise ImportError('not here')\n")
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ada.py").write_text(QUICK)
    said = "noughts: --cluster needs Ray, which is not installed: pip install 'noughts[cluster]'\n"
    for command in (("arena", "match", "easy", "hard"), ("check", str(tmp_path / "class"))):
        done = noughts(*command, "--cluster", "local")
        assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


def test_one_program_is_not_for_a_cluster(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text(QUICK)
    done = noughts("check", str(tmp_path / "ada.py"), "--cluster", "local")
    assert (done.returncode, done.stderr) == (
        2, "noughts: --cluster makes no sense here: it is for a folder of submissions\n",
    )  # fmt: skip


def test_what_players_need(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").touch()
    players = ["hard", "gomocup:python3 -u mine.py --fast", "check:ada.py", "gomocup:./pbrain-x"]
    needs = needs_of(entrant(each, Limit()) for each in [*players, *players])
    assert needs == Needs(("python3", "./pbrain-x"), ("mine.py", "ada.py"), folder=str(tmp_path))
    assert look(needs).missing == tuple(
        f"{each!r} (in {tmp_path})" for each in ("./pbrain-x", "ada.py")
    )
    (tmp_path / "ada.py").touch()
    (tmp_path / "pbrain-x").touch()
    assert look(needs).missing == (f"'./pbrain-x' (in {tmp_path})",), "it cannot be run"
    (tmp_path / "pbrain-x").chmod(0o755)
    monkeypatch.chdir("/")
    assert not look(needs).missing
    assert look(Needs(("no-such-engine",))).missing == ("'no-such-engine' (on its PATH)",)


def test_a_command_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(NotationError):
        needs_of([entrant("gomocup:'./mine", Limit())])


def test_promises_of_the_sandbox_can_be_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "noughts.arena.nodes.kept_promises", lambda: {"network": False, "disk": True}
    )
    assert look(Needs(sandbox=True)).missing == ("the promise 'network' of the sandbox",)
    assert not look(Needs()).missing


def test_what_is_wrong_with_machines() -> None:
    here = Found("1.2", "3.12.1", "a5")
    assert troubles([("lab-1", here)], here) == []
    nodes: dict[str, Found | str] = {
        "lab-1": replace(here, noughts="1.1", sources="b3"),
        "lab-2": replace(here, python="3.11.9"),
        "lab-3": here,
        "lab-4": replace(here, sources="b3"),
        "lab-5": replace(here, missing=("'./mine' (in /home)", "'ada.py' (in /home)")),
        "lab-6": "has no Noughts",
    }
    told = [
        "lab-1 has Noughts 1.1, not 1.2 as here",
        "lab-2 has Python 3.11.9, not 3.12.1 as here",
        "lab-4 has another Noughts 1.2 than here (its files differ)",
        "lab-5 lacks './mine' (in /home), 'ada.py' (in /home)",
        "lab-6 has no Noughts",
    ]
    assert troubles([*nodes.items(), *nodes.items()], here) == told
    more = {f"lab-{number}": "is ill" for number in (7, 8)}
    assert troubles((nodes | more).items(), here) == [*told, "and 2 more machines"]


def test_a_submission_travels_as_bytes(tmp_path: Path) -> None:
    """And is graded there as it is here."""
    folder = tmp_path / "ada"
    (folder / "parts").mkdir(parents=True)
    (folder / "main.py").write_text("from parts.one import choose\n")
    (folder / "parts" / "one.py").write_text(QUICK)
    (folder / "run").write_bytes(b"\x00\xff")
    (folder / "run").chmod(0o755)
    here = grade_one(folder, Settings())
    parcel = pack(folder, Settings())
    assert isinstance(parcel, Parcel)
    assert parcel.key == here.key
    shutil.rmtree(folder)
    with parcel.opened() as found:
        assert os.access(found.files / "run", os.X_OK)
        assert not os.access(found.files / "main.py", os.X_OK)
    assert not found.files.parent.exists()
    there = grade_parcel(parcel, Settings())
    assert here.report is not None
    assert there.report is not None
    assert there.report | {"seconds": 0} == here.report | {"seconds": 0}


def test_what_needs_no_other_machine(tmp_path: Path) -> None:
    """A submission that is known already, and one that cannot be gathered."""
    (tmp_path / "ada.py").write_text(QUICK)
    parcel = pack(tmp_path / "ada.py", Settings())
    assert isinstance(parcel, Parcel)
    known = pack(tmp_path / "ada.py", Settings(), parcel.key)
    assert not isinstance(known, Parcel)
    assert (known.key, known.report) == (parcel.key, None)
    (tmp_path / "nothing").mkdir()
    assert pack(tmp_path / "nothing", Settings()) == grade_one(tmp_path / "nothing", Settings())


# With Ray


class Machines:
    """A cluster of nodes on this machine, each with one core; the first gives none."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        small = {"object_store_memory": 100 << 20, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **small})
        self.address: str = self.cluster.address

    def add(self, **more: Any) -> Any:
        small = {"object_store_memory": 100 << 20, "include_dashboard": False}
        return self.cluster.add_node(num_cpus=1, **small, **more)


@pytest.fixture(scope="module")
def head() -> Iterator[Machines]:
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    machines = Machines()
    yield machines
    machines.cluster.shutdown()


@pytest.fixture
def machines(head: Machines) -> Iterator[Machines]:
    """Two nodes that give cores."""
    head.add()
    head.add()
    yield head
    for node in [*head.cluster.worker_nodes]:
        head.cluster.remove_node(node)


def tournament(nodes: int = 500) -> Tournament:
    limit = Limit(nodes=nodes)
    players = (entrant("engine", limit), entrant("medium", limit), entrant("easy", limit))
    return Tournament(players, Rules.parse("7x7x5"), games=4)


def results(
    crew: Crew, wanted: Tournament, changed: Callable[[Sequence[Played]], None] = lambda games: None
) -> list[tuple[Any, ...]]:
    """Play the tournament; every game with its moves, and how often it came back."""
    came: list[int] = []

    def count(games: Sequence[Played]) -> None:
        came.extend(game.number for game in games)
        changed(games)

    with Store(None, new=True) as store, closing(crew):
        store.begin(wanted, lambda: [(0, 1), (24, 25)])
        assert Runner(wanted, store, crew).run(count)
        assert sorted(came) == [row.number for row in store.rows()], "one result for each game"
        return [
            (number, record.moves, record.players, record.outcome, remark)
            for number, record, remark in store.records()
        ]


def processes(words: str) -> list[int]:
    """The processes whose command or environment has these words in it."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        for file in ("cmdline", "environ"):
            try:
                if words.encode() in (each / file).read_bytes():
                    found.append(int(each.name))
            except OSError:
                continue
    return sorted({*found} - {os.getpid()})


@needs_ray
def test_the_same_games_as_without_a_cluster(machines: Machines, tmp_path: Path) -> None:
    rules = (
        "arena",
        "match",
        "engine",
        "medium",
        "--game",
        "7x7x5",
        "--games",
        "6",
        "--nodes",
        "500",
    )
    stores = [tmp_path / name for name in ("here.sqlite3", "there.sqlite3")]
    here = noughts(*rules, "--store", str(stores[0]))
    there = noughts(*rules, "--store", str(stores[1]), "--cluster", machines.address)
    assert (there.returncode, there.stderr) == (0, ""), "Ray is quiet"
    assert there.stdout == here.stdout
    tables = [noughts("arena", "table", str(store), "--json").stdout for store in stores]
    assert tables[0] == tables[1]
    games = []
    for path in stores:
        with Store(path) as store:
            games.append([(number, record.moves) for number, record, _ in store.records()])
    assert games[0] == games[1]


@needs_ray
def test_workers_and_machines_that_die(machines: Machines) -> None:
    """A process of Ray, the one that plays, a whole machine; another joins: all games are there."""
    wanted = tournament(3000)
    expected = results(LocalCrew(2), wanted)
    done: list[str] = []

    def kill(words: str) -> None:
        os.kill(processes(words)[-1], signal.SIGKILL)

    attacks: list[tuple[int, Callable[[], object]]] = [
        (2, lambda: kill("ray::Seat")),
        (4, lambda: kill("noughts.arena.worker")),
        (6, lambda: machines.cluster.remove_node(machines.cluster.list_all_nodes()[-1], False)),
        (8, machines.add),
    ]

    def changed(games: Sequence[Played]) -> None:
        done.extend("game" for _ in games)
        if attacks and len(done) >= attacks[0][0]:
            attacks.pop(0)[1]()

    crew = RayCrew(machines.address, wanted.players)
    assert results(crew, wanted, changed) == expected
    assert not attacks
    assert all("is dead" in note for note in crew.notes), "it may die while it is looked at"


@needs_ray
def test_an_engine_that_a_machine_lacks(machines: Machines, tmp_path: Path) -> None:
    engine = tmp_path / "pbrain-mine"
    engine.write_text(f"#!/bin/sh\nexec {shutil.which('pbrain-noughts')}\n")
    engine.chmod(0o755)
    machines.add(env_vars={"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    store = tmp_path / "games.sqlite3"
    done = noughts(
        "arena", "match", "gomocup:pbrain-mine", "easy", "--cluster", machines.address,
        "--store", str(store),
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("noughts: not every machine of the cluster can take part: ")
    assert done.stderr.endswith(") lacks 'pbrain-mine' (on its PATH)\n"), done.stderr
    with Store(store, new=True) as empty:
        empty.begin(tournament(), lambda: [()])
        assert not empty.rows(), "nothing was begun"


NO_NOUGHTS = """
import sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "noughts":
            raise ModuleNotFoundError("No module named 'noughts'")
sys.meta_path.insert(0, Finder())
"""
OLD_NOUGHTS = """
import importlib.metadata as metadata
usual = metadata.version
metadata.version = lambda name: "0.0.1" if name == "noughts" else usual(name)
"""


@needs_ray
@pytest.mark.parametrize(
    ("first", "said"), [(NO_NOUGHTS, "has no Noughts"), (OLD_NOUGHTS, "has Noughts 0.0.1, not .*")]
)
def test_another_noughts(machines: Machines, tmp_path: Path, first: str, said: str) -> None:
    """At the start that is an error; a machine that joins later gets no games."""
    crew = RayCrew(machines.address, [])
    (tmp_path / "sitecustomize.py").write_text(first)
    machines.add(env_vars={"PYTHONPATH": str(tmp_path)})
    with closing(crew):
        _wait(lambda: crew.finished(0.1) or crew.notes, 60)
        assert re.fullmatch(rf"a machine was not used: \S+ \(\S+\) {said}", crew.notes[0])
        assert crew.free == 2
    with pytest.raises(NotationError, match=rf"take part: \S+ \(\S+\) {said}$"):
        RayCrew(machines.address, [])


@needs_ray
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("127.0.0.1:1", "there is no cluster to be reached at '127.0.0.1:1': "),
        ("lab", "--cluster 'lab' cannot be read: give local, auto, or the address of the head"),
        ("ray://lab:10001", "--cluster 'ray://lab:10001' cannot be read: "),
    ],
)
def test_no_cluster_there(address: str, said: str) -> None:
    done = noughts("arena", "match", "easy", "hard", "--cluster", address)
    assert done.returncode == 2
    assert done.stderr.startswith(f"noughts: {said}")
    assert done.stderr.count("\n") == 1


@needs_ray
def test_a_folder_is_graded_as_without_a_cluster(tmp_path: Path) -> None:
    sheets = []
    for more in ((), ("--cluster", "local", "--jobs", "2")):
        folder = tmp_path / f"class{len(more)}"
        (folder / "ada").mkdir(parents=True)
        (folder / "ada" / "main.py").write_text(QUICK)
        (folder / "bob.py").write_text(CS50)
        (folder / "eve.py").write_text("import os\nos._exit(0)\n")
        (folder / "nothing").mkdir()
        done = noughts("check", str(folder), *more)
        assert done.returncode == 1, done.stderr
        assert done.stderr.count("\n") == 4, "Ray is quiet"
        rows = list(csv.DictReader((folder / SHEET).read_text("utf-8").splitlines()))
        sheets.append([{**row, "seconds": ""} for row in rows])
    assert sheets[0] == sheets[1]
    assert len(sheets[0]) == 4


@needs_ray
@pytest.mark.parametrize(("times", "score"), [(1, 100), (3, 0)])
def test_a_grading_that_is_killed(
    machines: Machines, tmp_path: Path, times: int, score: int
) -> None:
    """It is done again; if it is killed three times, the report says so."""
    path = tmp_path / "ada.py"
    path.write_text(CS50)
    killed: set[int] = set()

    def kill() -> None:
        while len(killed) < times:
            for each in {*processes("ray::grade_parcel")} - killed:
                killed.add(each)
                os.kill(each, signal.SIGKILL)
            time.sleep(0.05)

    killer = threading.Thread(target=kill, daemon=True)
    with graders(machines.address, None) as team:
        killer.start()
        ((_, result),) = team.grade_all({path: ""}, Settings(), 2)
    killer.join()
    assert result.report is not None
    assert result.report["score"] == score
    assert ("its grading was ended from outside" in str(result.report)) == (times == 3)


@needs_ray
@pytest.mark.parametrize("how", ["once", "twice", "kill"])
def test_nothing_is_left_of_a_local_cluster(tmp_path: Path, how: str) -> None:
    mark = f"NOUGHTS_TEST_{os.getpid()}_{how}"
    store, said = tmp_path / "games.sqlite3", tmp_path / "said"
    command = "arena match hard engine --game 9x9x5 --games 200 --seconds 0.1 --cluster local"
    with open(said, "w") as file:
        running = subprocess.Popen(
            [sys.executable, "-m", "noughts", *command.split(), "--at-once=1", f"--store={store}"],
            env=os.environ | {mark: "1"}, stdout=file, stderr=file, start_new_session=True,
        )  # fmt: skip
    try:
        _wait(lambda: _played(store), 120)
        for _ in range({"once": 1, "twice": 2, "kill": 0}[how]):
            os.killpg(running.pid, signal.SIGINT)
            time.sleep(0.3)
        if how == "kill":
            running.kill()
        assert running.wait(60) == (-signal.SIGKILL if how == "kill" else 130), said.read_text()
        if how == "once":
            assert "finishing 1 running game; " in said.read_text()
            assert said.read_text().endswith("; run the same command again to go on\n")
        # After kill -9, two agents of Ray itself, which do nothing, stay for up to two minutes.
        agents = {*processes("ray::DashboardAgent"), *processes("ray::RuntimeEnvAgent")}
        _wait(lambda: {*processes(mark)} <= (agents if how == "kill" else set()), 30)
    finally:
        for each in processes(mark):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        running.wait()


def _played(store: Path) -> int:
    """How many games are over."""
    if not store.exists():
        return 0
    with suppress(NotationError, sqlite3.Error, TypeError), Store(store) as opened:
        return sum(row.over for row in opened.rows())
    return 0


def _wait(until: Callable[[], object], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.1)
